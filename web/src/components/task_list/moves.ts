/** Where keys and drags put a task or a section, as functions of the rows on the screen. */
import type { Place } from '../../data/lists.ts'
import type { Gid } from '../../data/records.ts'
import type { DropPlace } from '../drag/drag.ts'
import { selectedWith } from '../selection/selection.ts'
import type { ListRow } from './types.ts'

export type MoveKey = 'up' | 'down' | 'top' | 'bottom'

/** A place for a task: in a section of the list, or among the subtasks of `parent`. */
export interface TaskMove {
  readonly parent: Gid | null
  readonly section: Gid | null
  readonly place: Place
  /** The position among the rows of its section, counted from 1, and their number. */
  readonly position: number
  readonly total: number
}

const isTask = ({ kind }: ListRow): boolean => kind === 'task'

/** The tasks that are shown next to each other: those of a section, or the subtasks of a task. */
const groupOf = (rows: readonly ListRow[], parent: Gid | null, section: Gid | null): ListRow[] =>
  rows.filter(row => isTask(row) && row.parent === parent && (parent !== null || row.section === section))

function moveTo(rows: readonly ListRow[], gid: Gid, to: Pick<TaskMove, 'parent' | 'section' | 'place'>): TaskMove {
  const others = groupOf(rows, to.parent, to.section).filter(row => row.gid !== gid)
  const { place } = to
  const index =
    typeof place === 'string'
      ? place === 'top'
        ? 0
        : others.length
      : 'after' in place
        ? others.findIndex(row => row.gid === place.after) + 1
        : others.findIndex(row => row.gid === place.before)
  return { ...to, position: index + 1, total: others.length + 1 }
}

/** The move of a task by a key; null where it is at the end. */
export function taskMove(rows: readonly ListRow[], gid: Gid, key: MoveKey): TaskMove | null {
  const row = rows.find(one => one.gid === gid)
  if (!row || !isTask(row)) return null
  const { parent, section } = row
  const group = groupOf(rows, parent, section)
  const index = group.findIndex(one => one.gid === gid)
  const go = (place: Place, to: Gid | null = section) => moveTo(rows, gid, { parent, section: to, place })
  const isAtStart = index === 0
  const isAtEnd = index === group.length - 1
  if (key === 'top') return isAtStart ? null : go('top')
  if (key === 'bottom') return isAtEnd ? null : go('bottom')
  const neighbour = group[index + (key === 'up' ? -1 : 1)]
  if (neighbour) return go(key === 'up' ? { before: neighbour.gid } : { after: neighbour.gid })
  if (parent !== null) return null
  const sections = rows.filter(({ kind }) => kind === 'section')
  const next = sections[sections.findIndex(one => one.gid === section) + (key === 'up' ? -1 : 1)]
  return next ? go(key === 'up' ? 'bottom' : 'top', next.gid) : null
}

/** The task that becomes the parent of a task: the one above it at its level. */
export function parentAbove(rows: readonly ListRow[], gid: Gid): Gid | null {
  const row = rows.find(one => one.gid === gid)
  if (!row || !isTask(row)) return null
  const group = groupOf(rows, row.parent, row.section)
  return group[group.findIndex(one => one.gid === gid) - 1]?.gid ?? null
}

/** The parent that a subtask leaves; null for tasks that are no subtasks here. */
export function parentRow(rows: readonly ListRow[], gid: Gid): ListRow | null {
  const parent = rows.find(one => one.gid === gid)?.parent
  return rows.find(one => one.gid === parent) ?? null
}

/** The tasks that move with a dragged one: the selected ones of its level, in their order. */
export function draggedWith(rows: readonly ListRow[], gid: Gid, selected: ReadonlySet<Gid>): readonly Gid[] {
  const source = rows.find(one => one.gid === gid)
  if (!source) return [gid]
  const level = rows.filter(row => isTask(row) && row.parent === source.parent).map(row => row.gid)
  return selectedWith(gid, selected, level)
}

/** The move of a task that is dropped on a row; null where it cannot be dropped. */
export function taskDrop(rows: readonly ListRow[], gid: Gid, target: Gid, drop: DropPlace): TaskMove | null {
  const source = rows.find(row => row.gid === gid)
  const row = rows.find(one => one.gid === target)
  if (!source || !row || gid === target) return null
  const { parent } = source
  const go = (section: Gid | null, place: Place) => moveTo(rows, gid, { parent, section, place })
  if (isTask(row)) {
    if (row.parent !== parent) return null
    return go(row.section, drop === 'before' ? { before: target } : { after: target })
  }
  if (parent !== null) return null
  if (row.kind === 'section') return go(row.gid, 'top')
  return row.kind === 'add' ? go(row.section, 'bottom') : null
}

/** The row of the section or group in which a row stands. */
const headOf = (rows: readonly ListRow[], gid: Gid): ListRow | undefined => {
  const index = rows.findIndex(row => row.gid === gid)
  return rows.slice(0, index + 1).findLast(({ level }) => level === 1)
}

/** The group in which a task stands by itself; undefined for subtasks, and where the view has sections. */
export function groupOfTask(rows: readonly ListRow[], gid: Gid): ListRow | undefined {
  const head = headOf(rows, gid)
  return head?.kind === 'group' && rows.find(row => row.gid === gid)?.parent === null ? head : undefined
}

/** The sections or groups between which a task is dragged where the order is not the manual one; null within one. */
export function groupDrop(
  rows: readonly ListRow[],
  gid: Gid,
  target: Gid,
): { readonly from: ListRow; readonly to: ListRow } | null {
  const source = rows.find(row => row.gid === gid)
  const [from, to] = [headOf(rows, gid), headOf(rows, target)]
  if (!source || !from || !to || from === to || source.parent !== null || from.kind !== to.kind) return null
  return to.kind === 'section' || to.kind === 'group' ? { from, to } : null
}

/** The sections or groups into which a key takes a task where the order is not the manual one, the nearest first. */
export function groupSteps(
  rows: readonly ListRow[],
  gid: Gid,
  key: 'up' | 'down',
): { readonly from: ListRow; readonly to: readonly ListRow[] } | null {
  const from = headOf(rows, gid)
  if (!from || rows.find(row => row.gid === gid)?.parent !== null) return null
  const heads = rows.filter(({ kind }) => kind === from.kind)
  const at = heads.indexOf(from)
  return { from, to: key === 'up' ? heads.slice(0, at).toReversed() : heads.slice(at + 1) }
}

/** The section after which a section stands after a move: null is the top, undefined that it cannot move. */
export function sectionMove(order: readonly Gid[], section: Gid, key: MoveKey): Gid | null | undefined {
  const index = order.indexOf(section)
  const last = order.length - 1
  if (index < 0 || (index === 0 && (key === 'up' || key === 'top'))) return undefined
  if (index === last && (key === 'down' || key === 'bottom')) return undefined
  if (key === 'top') return null
  if (key === 'bottom') return order[last]
  return (key === 'up' ? order[index - 2] : order[index + 1]) ?? null
}

/** The section after which a section stands when it is dropped next to another one. */
export function sectionDrop(order: readonly Gid[], section: Gid, target: Gid, drop: DropPlace): Gid | null | undefined {
  if (section === target) return undefined
  if (drop === 'after') return target
  const others = order.filter(gid => gid !== section)
  return others[others.indexOf(target) - 1] ?? null
}
