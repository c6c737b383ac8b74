/** What a job reads of the tasks that it copies, for many tasks at once. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { TaskTable } from '../../tables/work.ts'
import { atLeast } from '../access.ts'

/** A member of the followers of a task, who is an active person of the workspace. */
const followers: Statement<{ task: number; user: number }> = statement(
  (param, db) => sql<{ task: number; user: number }>`select f.task as task, f."user" as "user" from task_followers f
    where ${db.dialect.isAmong(sql.ref('f.task'), param('tasks'))} and exists (select 1 from workspace_memberships w
      where w."user" = f."user" and w.workspace = ${param('workspace')} and w.is_active = 1) order by f.task, f."user"`,
)

/** The followers of tasks who are still in the workspace. */
export const presentFollowers = (reader: Reader, workspace: number, tasks: readonly number[]) =>
  reader.all(followers, { workspace, tasks: reader.db.dialect.set(tasks) })

const tags: Statement<{ task: number; tag: number }> = statement(
  (param, db) => sql<{ task: number; tag: number }>`select r.task as task, r.tag as tag from task_tags r
    join tags t on t.gid = r.tag and t.deleted_at is null
    where ${db.dialect.isAmong(sql.ref('r.task'), param('tasks'))} order by r.task, r.tag`,
)

/** The tags of tasks. */
export const tagsOf = (reader: Reader, tasks: readonly number[]) =>
  reader.all(tags, { tasks: reader.db.dialect.set(tasks) })

const copied: Statement<{ source: number; copy: number }> = statement(
  (param, db) => sql<{ source: number; copy: number }>`select k.source as source, k.copy as copy from job_copies k
    where k.job = ${param('job')} and ${db.dialect.isAmong(sql.ref('k.source'), param('sources'))}`,
)

/** The copies that a job has made of these objects. */
export async function copiesAmong(reader: Reader, job: number, sources: readonly number[]) {
  const rows = await reader.all(copied, { job, sources: reader.db.dialect.set(sources) })
  return new Map(rows.map(({ source, copy }) => [source, copy]))
}

/** A place of a task in a list, and the next rank there. */
export interface TaskPlace {
  task: number
  project: number
  section: number
  rank: string
  next_rank: string | null
}

const placesInCopies: Statement<Omit<TaskPlace, 'project'>> = statement(
  (param, db) => sql<Omit<TaskPlace, 'project'>>`select m.task as task, m.rank as rank, coalesce(k.copy, (
      select f.copy from job_copies f where f.job = ${param('job')} and f.position = 0)) as section
    from task_memberships m left join job_copies k on k.job = ${param('job')} and k.source = m.section
    where ${db.dialect.isAmong(sql.ref('m.task'), param('tasks'))} and m.project = ${param('project')} order by m.task`,
)

/**
 * The places of tasks in a project; `section` is the copy that the job made of their section, or of the first one if
 * theirs is newer than the job.
 */
export const placesInCopiedSections = (reader: Reader, job: number, project: number, tasks: readonly number[]) =>
  reader.all(placesInCopies, { job, project, tasks: reader.db.dialect.set(tasks) })

const places: Statement<TaskPlace> = statement(
  (param, db) => sql<TaskPlace>`select m.task as task, m.project as project, m.section as section, m.rank as rank,
      (select min(x.rank) from task_memberships x where x.section = m.section and x.rank > m.rank) as next_rank
    from task_memberships m join projects p on p.gid = m.project and p.deleted_at is null
    where ${db.dialect.isAmong(sql.ref('m.task'), param('tasks'))} and m.project <> ${param('except')}
      and ${atLeast('project', 'p', 3, param)} order by m.task, m.project`,
)

/** The places of tasks in the projects that the caller may edit, without one of them. */
export const editablePlaces = (reader: Reader, me: number, tasks: readonly number[], except: number) =>
  reader.all(places, { me, except, tasks: reader.db.dialect.set(tasks) })

/** My Tasks of a user: its first section, and the first rank there. */
interface MyTasksStart {
  owner: number
  project: number
  section: number
  rank: string | null
}

const myTasks: Statement<MyTasksStart> = statement(
  (param, db) => sql<MyTasksStart>`select l.owner as owner, l.gid as project, s.gid as section,
      (select min(m.rank) from task_memberships m where m.section = s.gid) as rank
    from user_task_lists l join sections s on s.project = l.gid
    where ${db.dialect.isAmong(sql.ref('l.owner'), param('owners'))} and l.workspace = ${param('workspace')}
      and s.rank = (select min(x.rank) from sections x where x.project = l.gid) order by l.gid`,
)

/** My Tasks of users in a workspace. */
export const myTasksOfAll = (reader: Reader, workspace: number, owners: readonly number[]) =>
  reader.all(myTasks, { workspace, owners: reader.db.dialect.set(owners) })

/** A value of a custom field that applies to the copy of its task. */
export interface CopiedValue {
  gid: number
  object: number
  object_type: string
  custom_field: number
  text_value: string | null
  number_value: string | null
  enum_value: number | null
  date_on: string | null
  date_at: number | null
}

const values: Statement<CopiedValue> = statement(
  param => sql<CopiedValue>`select v.gid as gid, k.copy as object, 'task' as object_type, coalesce(n.copy, v.custom_field) as custom_field,
      v.text_value as text_value, v.number_value as number_value, coalesce(o.copy, v.enum_value) as enum_value,
      v.date_on as date_on, v.date_at as date_at
    from job_copies k join custom_field_values v on v.object = k.source
    join custom_fields f on f.gid = v.custom_field and f.deleted_at is null and f.id_prefix is null
    left join job_copies n on n.job = k.job and n.source = v.custom_field
    left join job_copies o on o.job = k.job and o.source = v.enum_value
    where k.job = ${param('job')} and k.position between ${param('first')} and ${param('last')}
      and ${atLeast('custom_field', 'f', 1, param)}
      and exists (select 1 from task_fields r where r.task = k.copy and r.custom_field = coalesce(n.copy, v.custom_field))
    order by k.position, v.gid`,
)

/** The positions of copies, both inclusive. */
export interface CopyRange {
  job: number
  first: number
  last: number
}

/** The values of copied tasks whose fields apply to the copies and are visible to the caller. */
export const valuesOfCopies = (reader: Reader, me: number, range: CopyRange): Promise<CopiedValue[]> =>
  reader.all(values, { me, ...range })

interface CopiedChoice {
  value: number
  choice: number
  rank: number
}

const choices: Statement<CopiedChoice> = statement(
  (param, db) => sql<CopiedChoice>`select c.value as value, coalesce(o.copy, c.choice) as choice, c.rank as rank
    from custom_field_choices c left join job_copies o on o.job = ${param('job')} and o.source = c.choice
    where ${db.dialect.isAmong(sql.ref('c.value'), param('values'))} order by c.value, c.rank`,
)

/** The choices of values; a choice that the job copied is its copy. */
export const choicesOfCopies = (reader: Reader, job: number, values: readonly number[]): Promise<CopiedChoice[]> =>
  reader.all(choices, { job, values: reader.db.dialect.set(values) })

/** A subtask that is not copied yet, and where its parent is among the copies. */
export interface NextSubtask extends TaskTable {
  parent_copy: number
  parent_position: number
}

const subtasks: Statement<NextSubtask> = statement(
  (param, db) => sql<NextSubtask>`select t.*, k.copy as parent_copy, k.position as parent_position
    from job_copies k join tasks t on t.parent = k.source
    where k.job = ${param('job')} and k.position between ${param('first')} and ${param('last')}
      and (k.position > ${param('first')} or t.rank > ${param('rank')}) and t.deleted_at is null
      and not exists (select 1 from job_copies x where x.job = ${param('job')} and x.source = t.gid)
    order by k.position, t.rank ${db.dialect.limit(param('limit'))}`,
)

/** The next subtasks of copied tasks, after a rank below the first of these. */
export const nextSubtasks = (reader: Reader, range: CopyRange, rank: string, limit: number): Promise<NextSubtask[]> =>
  reader.all(subtasks, { ...range, rank, limit })

interface CopiedLink {
  task: number
  dependency: number
  /** The dependencies and dependents of `dependency`, if the job did not copy it. */
  links: number
}

const links: Statement<CopiedLink> = statement(
  param => sql<CopiedLink>`select k.copy as task, coalesce(n.copy, d.dependency) as dependency,
      case when n.copy is not null then 0 else (select count(*) from task_dependencies c
        where c.task = d.dependency or c.dependency = d.dependency) end as links
    from job_copies k join task_dependencies d on d.task = k.source
    join tasks t on t.gid = d.dependency and t.deleted_at is null
    left join job_copies n on n.job = k.job and n.source = d.dependency
    where k.job = ${param('job')} and k.position between ${param('first')} and ${param('last')}
      and (n.copy is not null or ${atLeast('task', 't', 2, param)})
    order by k.position, d.dependency`,
)

/**
 * The dependencies of copied tasks: on the copies of tasks that the job copied, and on other tasks on which the caller
 * may comment.
 */
export const linksOfCopies = (reader: Reader, me: number, range: CopyRange): Promise<CopiedLink[]> =>
  reader.all(links, { me, ...range })
