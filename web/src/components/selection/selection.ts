/** The selection of rows or cards. */

export interface Selection {
  readonly gids: ReadonlySet<string>
  /** The row from which the last range extends. */
  readonly anchor: string | null
  /** The other end of the last range. */
  readonly head: string | null
}

export type SelectionAct =
  | { type: 'toggle'; gid: string }
  /** Extends the range to a row; `from` is its beginning where no row was selected before. */
  | { type: 'extend'; gid: string; from: string }
  | { type: 'all' }
  /** Selects exactly these rows. */
  | { type: 'set'; gids: readonly string[] }
  | { type: 'clear' }

export const EMPTY_SELECTION: Selection = { gids: new Set(), anchor: null, head: null }

/** The rows from one to another, in order. */
function between(order: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [order.indexOf(from), order.indexOf(to)]
  return a < 0 || b < 0 ? [] : order.slice(Math.min(a, b), Math.max(a, b) + 1)
}

function extended({ gids, anchor, head }: Selection, gid: string, from: string, order: readonly string[]): Selection {
  const start = anchor !== null && order.includes(anchor) ? anchor : from
  // The range replaces the previous one from the same anchor; rows selected otherwise stay.
  const previous = new Set(anchor === start && head !== null ? between(order, start, head) : [])
  const rest = [...gids].filter(one => !previous.has(one))
  return { gids: new Set([...rest, ...between(order, start, gid)]), anchor: start, head: gid }
}

/** The selection after an act. `order` lists the rows that can be selected, as they are shown. */
export function selectionAfter(selection: Selection, act: SelectionAct, order: readonly string[]): Selection {
  if (act.type === 'clear') return EMPTY_SELECTION
  if (act.type === 'all') return { gids: new Set(order), anchor: order[0] ?? null, head: order.at(-1) ?? null }
  if (act.type === 'set') {
    const shown = act.gids.filter(gid => order.includes(gid))
    if (shown.length === 0) return EMPTY_SELECTION
    return { gids: new Set(shown), anchor: shown[0] ?? null, head: shown.at(-1) ?? null }
  }
  if (act.type === 'extend') return extended(selection, act.gid, act.from, order)
  const gids = new Set(selection.gids)
  if (!gids.delete(act.gid)) gids.add(act.gid)
  return gids.size === 0 ? EMPTY_SELECTION : { gids, anchor: act.gid, head: act.gid }
}

/**
 * The selection without rows that are no longer shown; the same object where nothing changes. `resolve` returns the present
 * gid of a row.
 */
export function selectionWithin(
  selection: Selection,
  order: readonly string[],
  resolve = (gid: string): string => gid,
): Selection {
  const shown = new Set(order)
  const kept = (gid: string | null): string | null =>
    gid === null || shown.has(gid) ? gid : ([resolve(gid)].find(present => shown.has(present)) ?? null)
  const gids = new Set([...selection.gids].flatMap(gid => kept(gid) ?? []))
  if ([...selection.gids].every(gid => gids.has(gid))) return selection
  return gids.size === 0 ? EMPTY_SELECTION : { gids, anchor: kept(selection.anchor), head: kept(selection.head) }
}

/** What moves with a dragged one: everything of `order` that is selected, if it is selected itself. */
export const selectedWith = (
  gid: string,
  selected: ReadonlySet<string>,
  order: readonly string[],
): readonly string[] => (selected.has(gid) ? order.filter(one => selected.has(one)) : [gid])
