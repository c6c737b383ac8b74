/**
 * The rows of a view as they follow the records: a change is applied to the rows that are there.
 *
 * Invariants:
 * - The rows equal those that `arrange` computes from the same records, and the sums those of the tasks in these rows.
 * - A change reads the fields of the tasks that changed, and finds their places by halving. A row that stays is the same
 *   object, and the list of rows too where no row changed.
 * - A task that stops matching stays as it was seen before until it is released, so that nothing moves under the pointer.
 */
import { type Entry, entryGid, entryOrder, indexIn } from '../lists.ts'
import { type Gid, isEqual, type WorkRecord } from '../records.ts'
import {
  createReader,
  rowsOf,
  type ShownTask,
  taskRow,
  type ViewContext,
  type ViewReader,
  type ViewRow,
  type ViewState,
} from '../views.ts'
import { createComparison, type SortKey, sortByKeys } from './sort.ts'
import { createSums } from './sums.ts'

/** The context of an arrangement, which knows the records itself. */
export type ArrangementContext = Omit<ViewContext, 'get'> & {
  /** The number fields whose sums follow the rows. */
  readonly summed?: readonly Gid[]
}

export interface Arrangement {
  /**
   * The rows of a view. `changed` names the records that changed since the last call; without it any of them may have.
   * Functions of the context must be the same objects while they return the same.
   */
  rows(view: ViewState, context: ArrangementContext, changed?: ReadonlySet<Gid>): readonly ViewRow[]
  /** The sums of the number fields over the tasks that the view shows in a section. */
  sums(section: Gid): Readonly<Record<Gid, number>>
  /** The tasks that no longer match, and stay. */
  kept(): readonly Gid[]
  /** Lets a task go: the next call shows it as it is. */
  release(gid: Gid): void
  /** Whether the rows depend on a record besides those of the list: a person by whose name they are sorted. */
  refersTo(gid: Gid): boolean
}

/** A task of the list as the view saw it. */
interface Seen extends ShownTask {
  readonly entry: Entry
  readonly task: WorkRecord
  readonly isShown: boolean
  readonly keys: readonly SortKey[]
}

/** What the rows were computed with. */
interface Basis {
  readonly view: ViewState
  readonly context: ArrangementContext
  readonly reader: ViewReader
  compare(a: Seen, b: Seen): number
}

/** With more changed tasks at once, all are sorted: one of so many. */
const MAX_CHANGED_SHARE = 1 / 8
const NO_KEYS: readonly SortKey[] = []
const NO_FIELDS: readonly Gid[] = []

/** Members of the context that decide which tasks are shown, and where. */
const READ = ['user', 'today', 'weekStart'] as const
/** Members that decide which rows the tasks get. */
const DRAWN = ['isCollapsed', 'isExpanded', 'canAdd', 'growing', 'hasEmptyGroups'] as const

const isSameIn = <T extends object>(names: readonly (keyof T)[], a: T, b: T): boolean =>
  names.every(name => a[name] === b[name])

const isSamePlace = (a: Seen, b: Seen): boolean =>
  a.section === b.section && a.entry.rank === b.entry.rank && isEqual(a.keys, b.keys) && isEqual(a.group, b.group)

/** The rows of a list. `get` finds its entries and tasks, and what they refer to. */
export function createArrangement(list: Gid, get: (gid: Gid) => WorkRecord | undefined): Arrangement {
  const seen = new Map<Gid, Seen>()
  const kept = new Map<Gid, WorkRecord>()
  const released = new Set<Gid>()
  /** What tasks refer to, as far as the view reads it. */
  const references = new Set<Gid>()
  const sums = createSums()
  let order: Seen[] = []
  let rows: readonly ViewRow[] = []
  let basis: Basis | undefined

  const getReferred = (gid: Gid) => {
    references.add(gid)
    return get(gid)
  }
  const getSeen = (gid: Gid) => {
    const task = get(gid)
    return task && (kept.get(gid) ?? task)
  }
  const createBasis = (view: ViewState, context: ArrangementContext): Basis => {
    references.clear()
    const byKeys = createComparison(view.sort)
    const byPlace = entryOrder(context.contents.sections)
    return {
      ...{ view, context, reader: createReader(view, { ...context, get: getReferred }) },
      compare: (a, b) => byKeys(a.keys, b.keys) || byPlace(a.entry, b.entry),
    }
  }
  const look = (entry: Entry, { reader, context }: Basis): Seen | undefined => {
    const { item, section } = entry
    const task = getSeen(item)
    if (!task) return undefined
    const isShown = reader.isShown(task) || context.isKept?.(item) === true
    const row = taskRow(task, { level: 2, section, parent: null }, { ...context, get })
    const former = seen.get(item)?.row
    return {
      ...{ entry, section, task, isShown, keys: isShown ? reader.keys(task) : NO_KEYS },
      ...{ group: isShown ? reader.group(task) : undefined, row: former && isEqual(former, row) ? former : row },
    }
  }
  /** Looks at a task again, which stays where it would leave. */
  const lookAgain = (entry: Entry, now: Basis): Seen | undefined => {
    const before = seen.get(entry.item)
    const after = look(entry, now)
    if (!before?.isShown || released.has(entry.item) || after?.isShown !== false) return after
    kept.set(entry.item, before.task)
    return look(entry, now)
  }
  const lookAtAll = (now: Basis): void => {
    const { entries } = now.context.contents
    const all = entries.flatMap(entry => lookAgain(entry, now) ?? [])
    seen.clear()
    for (const one of all) seen.set(one.entry.item, one)
    const shown = all.filter(({ isShown }) => isShown)
    const { sort } = now.view
    order =
      sort.length > 0
        ? [
            ...sortByKeys(
              shown,
              shown.map(({ keys }) => keys),
              sort,
            ),
          ]
        : shown
  }
  /** Takes over how a task is now; returns whether rows changed. */
  const replace = (item: Gid, now: Basis): boolean => {
    const before = seen.get(item)
    const entry = get(entryGid(list, item)) as Entry | undefined
    const after = entry && lookAgain(entry, now)
    if (after) seen.set(item, after)
    else seen.delete(item)
    const [from, to] = [before?.isShown ? before : undefined, after?.isShown ? after : undefined]
    if (from) sums.add(from, -1)
    if (to) sums.add(to, 1)
    if (from && to && isSamePlace(from, to)) {
      order[order.indexOf(from)] = to
      return from.row !== to.row
    }
    if (from) order.splice(order.indexOf(from), 1)
    if (to) order.splice(indexIn(order, to, now.compare), 0, to)
    return from !== undefined || to !== undefined
  }
  /** Takes over some changes; undefined where all tasks must be looked at. */
  const replaceAll = (changed: ReadonlySet<Gid>, now: Basis): boolean | undefined => {
    const items = new Set<Gid>()
    for (const gid of [...changed, ...released]) {
      if (references.has(gid)) return undefined
      const item = gid.startsWith(`${list}/`) ? gid.slice(list.length + 1) : gid
      if (seen.has(item) || get(entryGid(list, item))) items.add(item)
    }
    if (items.size > 1 && items.size > order.length * MAX_CHANGED_SHARE) return undefined
    let hasChanged = false
    for (const item of items) hasChanged = replace(item, now) || hasChanged
    return hasChanged
  }
  /** Rows that the tasks themselves do not tell: they are drawn again. */
  const redraw = (now: Basis): void => {
    order = order.map(one => {
      if (one.row.isExpanded === undefined && one.task.gid !== now.context.growing) return one
      const again = look(one.entry, now) ?? one
      seen.set(one.entry.item, again)
      return again
    })
  }
  const draw = ({ view, context }: Basis): void => {
    const isPlain = ({ kind, parent }: ViewRow) => kind === 'task' && parent === null
    const former = new Map(rows.flatMap(row => (isPlain(row) ? [] : [[row.gid, row]])))
    const drawn = rowsOf(view, order, { ...context, get: getSeen }).map(row => {
      const same = isPlain(row) ? undefined : former.get(row.gid)
      return same && isEqual(same, row) ? same : row
    })
    if (drawn.length !== rows.length || drawn.some((row, index) => row !== rows[index])) rows = drawn
  }

  return {
    rows: (view, context, changed) => {
      const former = basis
      if (former && former.view !== view) kept.clear()
      const isSame =
        former?.view === view &&
        former.context.contents.sections === context.contents.sections &&
        isSameIn(READ, former.context, context)
      const now = isSame ? { ...former, context } : createBasis(view, context)
      basis = now
      const hasChanged = isSame && changed ? replaceAll(changed, now) : undefined
      const isRedrawn = former === undefined || !isSameIn(DRAWN, former.context, context)
      if (hasChanged === undefined) lookAtAll(now)
      else if (isRedrawn) redraw(now)
      if (hasChanged === undefined || former?.context.summed !== context.summed) {
        sums.reset(context.summed ?? NO_FIELDS, order)
      }
      released.clear()
      if (hasChanged !== false || isRedrawn || rows.some(({ isExpanded, kind }) => kind === 'task' && isExpanded)) {
        draw(now)
      }
      return rows
    },
    sums: sums.of,
    kept: () => [...kept.keys()],
    release: gid => {
      kept.delete(gid)
      released.add(gid)
    },
    refersTo: gid => references.has(gid),
  }
}
