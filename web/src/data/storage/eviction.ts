/**
 * Which lists leave the browser when it holds too much: those that were shown longest ago, each whole, with the tasks
 * and the activity that nothing else needs. People, projects, tags and fields stay: they are few, and all screens name
 * them.
 */
import { entryGid, type Lists } from '../lists.ts'
import type { Gid, Records } from '../records.ts'
import { storiesOf } from '../stories.ts'

interface EvictionOptions {
  readonly records: Records
  readonly lists: Lists
  /** The lists that may leave, the one that was shown longest ago first. */
  readonly candidates: readonly Gid[]
  /** Whether a list is loaded, being loaded or shown: what it contains stays with it. */
  isInUse(list: Gid): boolean
  /** What stays in any case, such as what a page shows, and what drafts and calls are about. */
  readonly needed: ReadonlySet<Gid>
  bytesOf(gid: Gid): number
  /** How much has to leave. */
  readonly excess: number
}

interface Eviction {
  readonly lists: ReadonlySet<Gid>
  /** The records that leave with them. */
  readonly gids: ReadonlySet<Gid>
}

/** The members of a task that name other tasks, which lists and panes show by their names. */
const NAMED_TASKS = ['parent', 'dependencies', 'dependents']

export function selectEvicted(options: EvictionOptions): Eviction {
  const { records, lists, candidates, isInUse, needed, bytesOf, excess } = options
  const evicted = new Set<Gid>()
  const tasks = new Set<Gid>()
  const gids = new Set<Gid>()
  let freed = 0
  const isKept = (list: Gid): boolean => isInUse(list) && !evicted.has(list)
  const isNeeded = (task: Gid): boolean => needed.has(task) || isKept(task) || lists.listsOf(task).some(isKept)
  const remove = (leaving: readonly Gid[]): void => {
    for (const gid of leaving) {
      if (!gids.has(gid)) freed += bytesOf(gid)
      gids.add(gid)
    }
  }
  const leave = (task: Gid): void => {
    if (tasks.has(task) || records.confirmed(task)?.resource_type !== 'task' || isNeeded(task)) return
    tasks.add(task)
    remove([...partsOf(lists, task), ...lists.listsOf(task).map(list => entryGid(list, task))])
    leaveList(task)
  }
  const leaveList = (list: Gid): void => {
    const { sections, entries } = lists.contents(list)
    remove([...sections, ...entries].map(({ gid }) => gid))
    for (const { item } of entries) leave(item)
  }
  for (const list of candidates) {
    if (freed >= excess) break
    evicted.add(list)
    leaveList(list)
    leave(list)
  }
  for (const task of namedTasks(records, tasks)) for (const gid of partsOf(lists, task)) gids.delete(gid)
  return { lists: evicted, gids }
}

/** A task with its activity and the level of access. */
const partsOf = (lists: Lists, task: Gid): Gid[] => [
  ...[task, `access/${task}`],
  ...lists.contents(storiesOf(task)).entries.flatMap(({ gid, item }) => [gid, item]),
]

/** The tasks that leave, but are named by one that stays. */
function namedTasks(records: Records, leaving: ReadonlySet<Gid>): Set<Gid> {
  const named = new Set<Gid>()
  const name = (gid: unknown): void => {
    if (leaving.has(gid as Gid)) named.add(gid as Gid)
  }
  for (const task of records.all('task')) {
    if (leaving.has(task.gid)) continue
    for (const member of NAMED_TASKS) {
      const value = task[member]
      if (Array.isArray(value)) value.forEach(name)
      else name(value)
    }
  }
  return named
}
