/** What a job reads of the project that it copies. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { CustomFieldTable } from '../../tables/fields.ts'
import type { TaskTable } from '../../tables/work.ts'
import type { Tables } from '../../tables.ts'
import { atLeast } from '../access.ts'

/** The first and the last date of the tasks of a project; null without any. */
export interface ProjectSpan {
  start_on: string | null
  due_on: string | null
}

const span = (subtasks: boolean): Statement<ProjectSpan> =>
  statement(param => {
    const own = sql`select m.task from task_memberships m join tasks k on k.gid = m.task and k.deleted_at is null
      where m.project = ${param('project')}`
    const below = sql`union select t.gid from reached r join tasks t on t.parent = r.gid where t.deleted_at is null`
    return sql<ProjectSpan>`with recursive reached (gid) as (${own} ${subtasks ? below : sql``})
      select min(coalesce(t.start_on, t.due_on)) as start_on, max(t.due_on) as due_on
      from reached r join tasks t on t.gid = r.gid`
  })

const spans = { own: span(false), all: span(true) }

/** The dates of the tasks in a project, optionally with their subtasks. */
export const spanOf = async (reader: Reader, project: number, subtasks: boolean): Promise<ProjectSpan> =>
  (await reader.first(spans[subtasks ? 'all' : 'own'], { project })) ?? { start_on: null, due_on: null }

interface CopiedSection {
  gid: number
  name: string
  rank: string
}

const sections: Statement<CopiedSection> = statement(
  (param, db) => sql<CopiedSection>`select s.gid as gid, s.name as name, s.rank as rank from sections s
    where s.project = ${param('project')} and s.rank > ${param('rank')}
    order by s.rank ${db.dialect.limit(param('limit'))}`,
)

/** The sections of a project after a rank, in order. */
export const nextSections = (reader: Reader, project: number, rank: string, limit: number): Promise<CopiedSection[]> =>
  reader.all(sections, { project, rank, limit })

interface CopiedMember {
  gid: number
  member: number
  access_level: string
  is_follower: number
}

const members: Statement<CopiedMember> = statement(
  (param, db) => sql<CopiedMember>`select m.gid as gid, m.member as member, m.access_level as access_level,
      m.is_follower as is_follower from project_memberships m
    where m.project = ${param('project')} and m.gid > ${param('after')}
      and (exists (select 1 from workspace_memberships w
          where w."user" = m.member and w.workspace = m.workspace and w.is_active = 1)
        or exists (select 1 from teams t where t.gid = m.member and t.deleted_at is null))
      and not exists (select 1 from project_memberships x
        where x.project = ${param('copy')} and x.member = m.member)
    order by m.gid ${db.dialect.limit(param('limit'))}`,
)

/** The members of a project who are present in the workspace and not members of its copy. */
export const nextMembers = (
  reader: Reader,
  projects: { project: number; copy: number },
  after: number,
  limit: number,
): Promise<CopiedMember[]> => reader.all(members, { ...projects, after, limit })

/** A field of a project, with its setting. */
export interface CopiedField extends CustomFieldTable {
  setting_rank: string
  is_important: number
}

const fields: Statement<CopiedField> = statement(
  param => sql<CopiedField>`select f.*, s.rank as setting_rank, s.is_important as is_important
    from custom_field_settings s join custom_fields f on f.gid = s.custom_field and f.deleted_at is null
    where s.parent = ${param('project')} and (f.project is null or f.id_prefix is null)
      and ${atLeast('custom_field', 'f', 1, param)} order by s.rank`,
)

/** The fields of a project that the caller can see, in order, without one that numbers the tasks of this project alone. */
export const copiedFieldsOf = (reader: Reader, me: number, project: number): Promise<CopiedField[]> =>
  reader.all(fields, { me, project })

const options: Statement<Tables['enum_options']> = statement((param, db) =>
  db
    .selectFrom('enum_options')
    .selectAll()
    .where(eb => db.dialect.isAmong(eb.ref('custom_field'), param('fields')))
    .orderBy('custom_field')
    .orderBy('rank'),
)

/** The options of fields. */
export const copiedOptionsOf = (reader: Reader, fields: readonly number[]): Promise<Tables['enum_options'][]> =>
  reader.all(options, { fields: reader.db.dialect.set(fields) })

/** A task of a project that is not copied yet. */
const tasks = (subtasks: boolean): Statement<TaskTable> =>
  statement((param, db) => {
    const below = sql`(t.parent is null or not exists (with recursive up (gid) as (
        select t.parent
        union select a.parent from up join tasks a on a.gid = up.gid where a.parent is not null and a.deleted_at is null)
      select 1 from up join tasks a on a.gid = up.gid and a.deleted_at is null
      join task_memberships x on x.task = a.gid and x.project = ${param('project')}))`
    return sql<TaskTable>`select t.* from task_memberships m join tasks t on t.gid = m.task and t.deleted_at is null
      where m.project = ${param('project')} and m.task > ${param('after')} ${subtasks ? sql`and ${below}` : sql``}
      order by m.task ${db.dialect.limit(param('limit'))}`
  })

const taskStatements = { own: tasks(false), roots: tasks(true) }

/**
 * The tasks of a project after one. With `subtasks`, without those that are below another task of the project: they are
 * copied as its subtasks.
 */
export const nextTasks = (
  reader: Reader,
  project: number,
  { after, limit, subtasks }: { after: number; limit: number; subtasks: boolean },
): Promise<TaskTable[]> => reader.all(taskStatements[subtasks ? 'roots' : 'own'], { project, after, limit })

interface CopiedTemplate {
  gid: number
  name: string
}

const templates: Statement<CopiedTemplate> = statement(
  (param, db) => sql<CopiedTemplate>`select t.gid as gid, t.name as name from task_templates t
    where t.project = ${param('project')} and t.deleted_at is null and t.gid > ${param('after')}
    order by t.gid ${db.dialect.limit(param('limit'))}`,
)

/** The task templates of a project after one. */
export const nextTemplates = (
  reader: Reader,
  project: number,
  after: number,
  limit: number,
): Promise<CopiedTemplate[]> => reader.all(templates, { project, after, limit })

type BriefRow = Tables['project_briefs']

const brief: Statement<BriefRow> = statement((param, db) =>
  db.selectFrom('project_briefs').selectAll().where('project', '=', param('project')).where('deleted_at', 'is', null),
)

/** The brief of a project; undefined for a project without one. */
export const briefOf = (reader: Reader, project: number): Promise<BriefRow | undefined> =>
  reader.first(brief, { project })
