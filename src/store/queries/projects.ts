/** Queries for projects that writes need. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'

export type ProjectRow = Tables['projects']

const projectByGid = statement<ProjectRow>((param, db) =>
  db.selectFrom('projects').selectAll().where('gid', '=', param('gid')),
)

/** A project, or undefined when the gid belongs to another list, such as My Tasks. */
export const findProject = (reader: Reader, gid: number): Promise<ProjectRow | undefined> =>
  reader.first(projectByGid, { gid })

/** The membership of a person or a team in a project. */
export interface ProjectMembership {
  gid: number
  member: number
  access_level: string
  is_follower: number
}

const memberships = statement<ProjectMembership>((param, db) =>
  db
    .selectFrom('project_memberships')
    .select(['gid', 'member', 'access_level', 'is_follower'])
    .where('project', '=', param('project'))
    .where(eb => db.dialect.isAmong(eb.ref('member'), param('members'))),
)

/** The memberships of `members` in a project, by member. */
export async function projectMembershipsOf(
  reader: Reader,
  project: number,
  members: readonly number[],
): Promise<Map<number, ProjectMembership>> {
  if (members.length === 0) return new Map()
  const rows = await reader.all(memberships, { project, members: reader.db.dialect.set(members) })
  return new Map(rows.map(row => [row.member, row]))
}

const administrators = statement<{ member: number }>((param, db) =>
  db
    .selectFrom('project_memberships')
    .select('member')
    .where('project', '=', param('project'))
    .where('access_level', '=', 'admin'),
)

/** The people and teams that administer a project. */
export const adminsOf = async (reader: Reader, project: number): Promise<number[]> =>
  (await reader.all(administrators, { project })).map(row => row.member)

const onlyInProject = statement<{ gid: number }>(param => {
  const project = param('project')
  const elsewhere = sql`exists (select 1 from task_memberships x join projects p on p.gid = x.project
    where x.task = t.gid and x.project <> ${project} and p.deleted_at is null)`
  const unused = sql`t.deleted_at is null and t.assignee is null and not ${elsewhere}`
  return sql<{ gid: number }>`with recursive only_here (gid) as (
      select t.gid from task_memberships m join tasks t on t.gid = m.task left join tasks a on a.gid = t.parent
        where m.project = ${project} and ${unused} and (t.parent is null or a.deleted_at is not null)
      union select t.gid from only_here o join tasks t on t.parent = o.gid where ${unused})
    select gid from only_here`
})

/**
 * The tasks that a deletion of the project deletes with it. Each of them
 * - is in no other project that is not in the trash,
 * - has no assignee,
 * - has no parent, or its parent is in the trash or in this list.
 */
export const tasksOnlyIn = async (reader: Reader, project: number): Promise<number[]> =>
  (await reader.all(onlyInProject, { project })).map(row => row.gid)

const deletedProject = statement<{ gid: number }>((param, db) =>
  db
    .selectFrom('projects')
    .select('gid')
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('projects')))
    .where('deleted_at', 'is not', null)
    .limit(sql.lit(1)),
)

/** One of these projects that another transaction moved to the trash after this one read them. */
export async function deletedAmong(tx: Writer, projects: readonly number[]): Promise<number | undefined> {
  const { forNoKeyUpdate, set } = tx.db.dialect
  // With one writer, no other transaction can have changed anything.
  if (forNoKeyUpdate === '') return undefined
  return (await tx.first(deletedProject, { projects: set(projects) }))?.gid
}

/** What an object shows of its latest status update. */
export type CurrentStatus = Pick<Tables['status_updates'], 'gid' | 'status_type' | 'created_by' | 'created_at'>

const latestStatus = statement<CurrentStatus>((param, db) =>
  db
    .selectFrom('status_updates')
    .select(['gid', 'status_type', 'created_by', 'created_at'])
    .where('parent', '=', param('parent'))
    .where('deleted_at', 'is', null)
    .orderBy('gid', 'desc')
    .limit(sql.lit(1)),
)

/** The latest status update of an object that is not deleted. */
export const latestStatusOf = (reader: Reader, parent: number): Promise<CurrentStatus | undefined> =>
  reader.first(latestStatus, { parent })

const briefOfProject = statement<{ gid: number }>((param, db) =>
  db.selectFrom('project_briefs').select('gid').where('project', '=', param('project')).where('deleted_at', 'is', null),
)

/** Whether a project has a brief that is not in the trash. */
export const hasBrief = async (reader: Reader, project: number): Promise<boolean> =>
  (await reader.first(briefOfProject, { project })) !== undefined

const briefByGid = statement<{ workspace: number }>((param, db) =>
  db.selectFrom('project_briefs').select('workspace').where('gid', '=', param('gid')),
)

/** The workspace of a project brief; undefined for any other gid. */
export const workspaceOfBrief = async (reader: Reader, gid: number): Promise<number | undefined> =>
  (await reader.first(briefByGid, { gid }))?.workspace
