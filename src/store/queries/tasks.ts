/** Queries for tasks and task lists that writes need. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import type { TaskTable } from '../tables/work.ts'
import { atLeast } from './access.ts'

const taskByGid: Statement<TaskTable> = statement((param, db) =>
  db.selectFrom('tasks').selectAll().where('gid', '=', param('gid')),
)

export async function taskOf(reader: Reader, gid: number): Promise<TaskTable> {
  const row = await reader.first(taskByGid, { gid })
  if (!row) throw new Error(`There is no task ${gid}.`)
  return row
}

/** A list that tasks can be in: a project or a user task list, and its first section. */
export interface TaskList {
  gid: number
  workspace: number
  section: number
}

const listsByGid: Statement<TaskList> = statement((param, db) => {
  return sql<TaskList>`select s.project as gid, s.workspace as workspace, s.gid as section from sections s
    where ${db.dialect.isAmong(sql.ref('s.project'), param('gids'))}
    and s.rank = (select min(x.rank) from sections x where x.project = s.project)`
})

const LIST_CACHE = 'lists'

/**
 * Projects and user task lists by gid, cached. If a cached first section has been deleted meanwhile, adding a task to
 * it fails, because the row of the membership references the section.
 */
export async function taskListsOf(reader: Reader, gids: number[]): Promise<Map<number, TaskList>> {
  const found = new Map<number, TaskList>()
  const missing: number[] = []
  for (const gid of gids) {
    const list = reader.cache.get(LIST_CACHE, gid) as TaskList | undefined
    if (list) found.set(gid, list)
    else missing.push(gid)
  }
  if (missing.length === 0) return found
  const since = reader.cache.now()
  for (const list of await reader.all(listsByGid, { gids: reader.db.dialect.set(missing) })) {
    found.set(list.gid, list)
    reader.cache.set(LIST_CACHE, list.gid, list, [list.gid], since)
  }
  return found
}

const myTasks: Statement<TaskList> = statement(param => {
  return sql<TaskList>`select l.gid as gid, l.workspace as workspace, s.gid as section from user_task_lists l
    join sections s on s.project = l.gid where l.owner = ${param('owner')} and l.workspace = ${param('workspace')}
    order by s.rank limit 1`
})

/** My Tasks of a user in a workspace. */
export const myTasksOf = (reader: Reader, owner: number, workspace: number): Promise<TaskList | undefined> =>
  reader.first(myTasks, { owner, workspace })

export interface TaskMembership {
  project: number
  section: number
  rank: string
}

const taskMemberships: Statement<TaskMembership> = statement((param, db) =>
  db.selectFrom('task_memberships').select(['project', 'section', 'rank']).where('task', '=', param('task')),
)

/** The memberships of a task: in each of its projects, and in My Tasks of its assignee. */
export const taskMembershipsOf = (reader: Reader, task: number): Promise<TaskMembership[]> =>
  reader.all(taskMemberships, { task })

const projectsOfTask: Statement<{ project: number }> = statement((param, db) =>
  db
    .selectFrom('task_memberships as m')
    .innerJoin('projects as p', 'p.gid', 'm.project')
    .select('m.project')
    .where('m.task', '=', param('task'))
    .where('p.deleted_at', 'is', null),
)

/** The projects of a task that are not in the trash, without My Tasks. */
export const projectsOf = async (reader: Reader, task: number): Promise<number[]> =>
  (await reader.all(projectsOfTask, { task })).map(row => row.project)

interface SectionProject {
  gid: number
  project: number
}

const sections: Statement<SectionProject> = statement((param, db) =>
  db
    .selectFrom('sections')
    .select(['gid', 'project'])
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('gids'))),
)

/** The list of each section. */
export async function listsOfSections(reader: Reader, gids: number[]): Promise<Map<number, number>> {
  if (gids.length === 0) return new Map()
  const rows = await reader.all(sections, { gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(row => [row.gid, row.project]))
}

/** A recursive walk over tasks from some of them, which are included. */
const walk = (step: string): Statement<{ gid: number }> =>
  statement((param, db) => {
    return sql<{ gid: number }>`with recursive reached (gid) as (
      select t.gid from tasks t where ${db.dialect.isAmong(sql.ref('t.gid'), param('from'))}
      union ${sql.raw(step)}) select gid from reached`
  })

const walks = {
  ancestors: walk('select t.parent from reached r join tasks t on t.gid = r.gid where t.parent is not null'),
  dependencies: walk('select d.dependency from reached r join task_dependencies d on d.task = r.gid'),
  /** Subtasks that are in no project, and theirs. */
  ownSubtasks: walk(`select t.gid from reached r join tasks t on t.parent = r.gid where t.deleted_at is null
    and not exists (select 1 from task_memberships m join projects p on p.gid = m.project
      where m.task = t.gid and p.deleted_at is null)`),
}

/** All tasks that a walk from some tasks reaches, including those. */
export async function reachedFrom(reader: Reader, kind: keyof typeof walks, ...from: number[]): Promise<number[]> {
  return (await reader.all(walks[kind], { from: reader.db.dialect.set(from) })).map(row => row.gid)
}

// wire: contract: dependencies and dependents of a task together
export const MAX_DEPENDENCIES = 30

const linked: Statement<{ count: number }> = statement(param => {
  return sql<{ count: number }>`select count(*) as count from task_dependencies d
    join tasks a on a.gid = d.task join tasks b on b.gid = d.dependency
    where a.deleted_at is null and b.deleted_at is null
    and (d.task = ${param('task')} or (d.dependency = ${param('task')} and ${atLeast('task', 'a', 3, param)}))`
})

/**
 * How many dependencies and dependents a task has together, without those in the trash. A dependent counts only if the
 * caller may edit it: otherwise users without access to this task could exhaust its limit.
 */
export const dependencyCount = async (reader: Reader, me: number, task: number): Promise<number> =>
  (await reader.first(linked, { me, task }))?.count ?? 0

const byExternal: Statement<{ gid: number; key: string }> = statement((param, db) =>
  db
    .selectFrom('task_externals')
    .select(['task as gid', 'external_gid as key'])
    .$narrowType<{ key: string }>()
    .where('user', '=', param('me'))
    .where(eb => db.dialect.isAmong(eb.ref('external_gid'), param('keys'))),
)

/** The tasks to which the caller gave these external keys, by key. */
export async function tasksOfExternals(reader: Reader, me: number, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await reader.all(byExternal, { me, keys: reader.db.dialect.set(keys) })
  return new Map(rows.map(row => [row.key, row.gid]))
}

const myTasksList: Statement<{ gid: number }> = statement(param => {
  return sql<{ gid: number }>`select l.gid as gid from user_task_lists l where l.gid = ${param('gid')}
    or l.gid = (select s.project from sections s where s.gid = ${param('gid')})`
})

const MY_TASKS_CACHE = 'my_tasks'

/** Whether a list, or the list of a section, is a My Tasks list. Access to the list is not access to its tasks. */
export async function isMyTasks(reader: Reader, gid: number): Promise<boolean> {
  const known = reader.cache.get(MY_TASKS_CACHE, gid) as boolean | undefined
  if (known !== undefined) return known
  const since = reader.cache.now()
  const isMine = (await reader.first(myTasksList, { gid })) !== undefined
  reader.cache.set(MY_TASKS_CACHE, gid, isMine, [gid], since)
  return isMine
}
