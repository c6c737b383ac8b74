/** The list that a task is moved in: a project, or My tasks. */
import type { Cache } from '../../../data/cache.ts'
import { entryGid } from '../../../data/lists.ts'
import { setAssigneeSection } from '../../../data/my_tasks.ts'
import type { Step } from '../../../data/outbox.ts'
import type { Gid } from '../../../data/records.ts'
import { addTasks, moveTasks } from '../../../data/task_moves.ts'

export interface TaskList {
  readonly gid: Gid
  readonly kind: 'project' | 'my_tasks'
}

const PROJECT = /\/project\/([^/]+)/

const membershipsOf = (cache: Cache, task: Gid) =>
  (cache.records.get(task)?.memberships ?? []) as readonly { project: Gid; section: Gid | null }[]

/** The list on the screen, or else the first project of the task. */
export function listOfTask(cache: Cache, task: Gid, path: string): TaskList | undefined {
  const memberships = membershipsOf(cache, task)
  if (path.includes('/my_tasks')) {
    const mine = cache.lists
      .listsOf(task)
      .find(list => cache.lists.contents(list).sections.length > 0 && !memberships.some(one => one.project === list))
    if (mine) return { gid: mine, kind: 'my_tasks' }
  }
  const shown = PROJECT.exec(path)?.[1]
  const project = memberships.find(one => one.project === shown)?.project ?? memberships[0]?.project
  return project ? { gid: project, kind: 'project' } : undefined
}

/**
 * Moves tasks to an end of a section, in their order. Those that are not in the project are added to it; those of My tasks
 * whose positions are not loaded get the section alone.
 */
export function moveAll(
  cache: Cache,
  tasks: readonly Gid[],
  { gid, kind }: TaskList,
  { section, place }: { section: Gid; place: 'top' | 'bottom' },
): Step[] {
  const isThere = (task: Gid) => cache.records.get(entryGid(gid, task)) !== undefined
  const others = tasks.filter(task => !isThere(task))
  return [
    ...moveTasks(cache, tasks.filter(isThere), { list: gid, kind, section, place }),
    ...(kind === 'project'
      ? addTasks(cache, others, { project: gid, section, place })
      : others.map(task => setAssigneeSection(cache, task, section))),
  ]
}
