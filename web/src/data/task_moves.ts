/** Moves of several tasks, and moves between the levels of a list. */
import { generateNKeysBetween } from 'fractional-indexing'
import type { Cache } from './cache.ts'
import type { Entry, Place } from './lists.ts'
import type { Step } from './outbox.ts'
import type { Gid } from './records.ts'
import { setParent } from './task_changes.ts'
import { type Destination, type MoveDetails, moveTask, type Neighbour, setProject } from './tasks.ts'

/** Ranks for tasks that stand next to each other at a place. */
function ranksAt(others: readonly Entry[], place: Place, count: number): string[] {
  const at =
    typeof place === 'string'
      ? place === 'top'
        ? 0
        : others.length
      : 'after' in place
        ? others.findIndex(({ item }) => item === place.after) + 1 || others.length
        : Math.max(
            0,
            others.findIndex(({ item }) => item === place.before),
          )
  const [before, after] = [others[at - 1]?.rank ?? null, others[at]?.rank ?? null]
  const isOrdered = before === null || after === null || before < after
  return generateNKeysBetween(before, isOrdered ? after : null, count)
}

/** Where undoing returns a task. Undoing goes backwards: the task after this one is in its place again by then. */
function formerNeighbour({ lists }: Cache, list: Gid, item: Gid, moved: ReadonlySet<Gid>): Neighbour | undefined {
  const { entries } = lists.contents(list)
  const section = entries.find(one => one.item === item)?.section
  const own = entries.filter(one => one.section === section).map(one => one.item)
  const index = own.indexOf(item)
  const before = own.slice(0, index).findLast(one => !moved.has(one))
  if (before) return { insert_after: before }
  const after = own[index + 1]
  return after ? { insert_before: after } : undefined
}

/** Moves tasks to a place of a list, where they stand in the given order. */
export function moveTasks(cache: Cache, items: readonly Gid[], destination: Destination): Step[] {
  const { list, section, place } = destination
  const moved = new Set(items)
  const others = cache.lists.contents(list).entries.filter(one => one.section === section && !moved.has(one.item))
  const ranks = ranksAt(others, place, items.length)
  return items.flatMap((item, index) => {
    const previous = items[index - 1]
    const to = previous === undefined ? destination : { ...destination, place: { after: previous } }
    return moveTask(cache, item, to, { rank: ranks[index], former: formerNeighbour(cache, list, item, moved) })
  })
}

/** Adds tasks to a project, where they stand in the given order at an end of a section. */
export function addTasks(
  cache: Cache,
  items: readonly Gid[],
  { project, section, place }: { project: Gid; section: Gid | null; place: 'top' | 'bottom' },
): Step[] {
  const others = cache.lists.contents(project).entries.filter(one => one.section === section)
  const ranks = ranksAt(others, place, items.length)
  return items.map((item, index) => {
    const previous = items[index - 1]
    const to = previous === undefined ? place : { after: previous }
    return setProject(cache, item, project, section, true, to, { rank: ranks[index] })
  })
}

/** Puts a task into a project instead of another one. */
export function replaceProject(
  cache: Cache,
  task: Gid,
  from: Gid,
  to: Gid,
  details: Pick<MoveDetails, 'rank'> = {},
): Step[] {
  const former = (cache.records.get(task)?.memberships ?? []) as readonly { project: Gid }[]
  const removal = setProject(cache, task, from, null, false)
  if (former.some(({ project }) => project === to)) return [removal]
  const section = cache.lists.contents(to).sections[0]?.gid ?? null
  const addition = setProject(cache, task, to, section, true, 'bottom', details)
  const memberships = [...former.filter(({ project }) => project !== from), { project: to, section }]
  // The second step is painted on what the first one leaves.
  const [, entry] = addition.patches
  return [removal, { ...addition, patches: [{ gid: task, members: { memberships } }, ...(entry ? [entry] : [])] }]
}

/** Makes a task the last subtask of another one. In the list of a project it leaves the project, where its parent is. */
export function indentTask(cache: Cache, task: Gid, parent: Gid, project: Gid | null): Step[] {
  const steps = [setParent(cache, task, parent)]
  return project ? [...steps, setProject(cache, task, project, null, false)] : steps
}

interface OuterPlace {
  /** The parent of the parent; null for a place in the list of a project. */
  readonly parent: Gid | null
  readonly project: Gid | null
  readonly section: Gid | null
  readonly after: Gid
}

/** Moves a subtask out of its parent, to the place after it. */
export function outdentTask(cache: Cache, task: Gid, { parent, project, section, after }: OuterPlace): Step[] {
  const steps = [setParent(cache, task, parent, { after })]
  return parent === null && project ? [...steps, setProject(cache, task, project, section, true, { after })] : steps
}
