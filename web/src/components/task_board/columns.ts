/** The columns of a board, and where keys and drags lead in them: pure functions of the rows of a view. */
import type { Place } from '../../data/lists.ts'
import type { Gid } from '../../data/records.ts'
import type { ViewRow } from '../../data/views.ts'
import type { DropPlace } from '../drag/drag.ts'

export interface BoardColumn {
  /** The gid of the section; of a group that of its row; `loose` for tasks without a section. */
  readonly gid: Gid
  readonly kind: 'section' | 'group' | 'loose'
  readonly title: string
  readonly cards: readonly Gid[]
}

export type CardStep = 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom'

/** A step of the focus, which can also go by a page. */
export type FocusStep = CardStep | 'page_up' | 'page_down'

/** About what a column shows. */
const PAGE_CARDS = 5

/** Where a card goes: its column, its place among the cards, and that place as people count. */
export interface CardMove {
  readonly column: BoardColumn
  readonly place: Place
  readonly position: number
  readonly total: number
}

const LOOSE = { gid: 'loose', kind: 'loose', title: 'No section' } as const

/** The columns of the rows of a view. A column that did not change is the former object. */
export function columnsOf(rows: readonly ViewRow[], former: readonly BoardColumn[]): readonly BoardColumn[] {
  const columns: (BoardColumn & { cards: Gid[] })[] = []
  for (const { gid, kind, title = '' } of rows) {
    if (kind === 'section' || kind === 'group')
      columns.push({ gid, kind, title: title || 'Untitled section', cards: [] })
    if (kind !== 'task') continue
    if (columns.length === 0) columns.push({ ...LOOSE, cards: [] })
    columns.at(-1)?.cards.push(gid)
  }
  const known = new Map(former.map(column => [column.gid, column]))
  const kept = columns.map(column => {
    const before = known.get(column.gid)
    return before && isSame(before, column) ? before : column
  })
  return kept.length === former.length && kept.every((column, index) => column === former[index]) ? former : kept
}

const isSameOrder = (a: readonly Gid[], b: readonly Gid[]): boolean =>
  a.length === b.length && a.every((gid, index) => gid === b[index])

const isSame = (a: BoardColumn, b: BoardColumn): boolean => a.title === b.title && isSameOrder(a.cards, b.cards)

interface Found {
  readonly at: number
  readonly column: BoardColumn
  readonly index: number
}

function find(columns: readonly BoardColumn[], card: Gid): Found | undefined {
  for (const [at, column] of columns.entries()) {
    const index = column.cards.indexOf(card)
    if (index >= 0) return { at, column, index }
  }
  return undefined
}

const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value))

/** The card that a step leads to; to the sides the next column with cards, at the same height. Null at an end. */
export function focusStep(columns: readonly BoardColumn[], card: Gid, step: FocusStep): Gid | null {
  const found = find(columns, card)
  if (!found) return null
  const { at, column, index } = found
  const last = column.cards.length - 1
  if (step === 'top') return column.cards[0] ?? null
  if (step === 'bottom') return column.cards[last] ?? null
  if (step === 'up' || step === 'down') return column.cards[index + (step === 'up' ? -1 : 1)] ?? null
  if (step === 'page_up') return column.cards[clamp(index - PAGE_CARDS, last)] ?? null
  if (step === 'page_down') return column.cards[clamp(index + PAGE_CARDS, last)] ?? null
  const aside = step === 'left' ? columns.slice(0, at).toReversed() : columns.slice(at + 1)
  const next = aside.find(({ cards }) => cards.length > 0)
  return next?.cards[clamp(index, next.cards.length - 1)] ?? null
}

/** Where a step moves a card; null where it stays. */
export function moveStep(columns: readonly BoardColumn[], card: Gid, step: CardStep): CardMove | null {
  const found = find(columns, card)
  if (!found) return null
  const { at, column, index } = found
  const total = column.cards.length
  if (step === 'left' || step === 'right') {
    const next = columns[at + (step === 'left' ? -1 : 1)]
    if (!next) return null
    const before = next.cards[index]
    const position = before ? index + 1 : next.cards.length + 1
    return { column: next, place: before ? { before } : 'bottom', position, total: next.cards.length + 1 }
  }
  const isBack = step === 'up' || step === 'top'
  if (isBack ? index === 0 : index === total - 1) return null
  const target = { up: index - 1, down: index + 1, top: 0, bottom: total - 1 }[step]
  const neighbour = column.cards[target] ?? ''
  const place = isBack ? { before: neighbour } : { after: neighbour }
  return { column, place, position: target + 1, total }
}

/** The columns into which a key takes a card where the order is not the manual one, the nearest first. */
export function groupSteps(
  columns: readonly BoardColumn[],
  card: Gid,
  step: CardStep,
): { readonly from: BoardColumn; readonly to: readonly BoardColumn[] } | null {
  const found = find(columns, card)
  if (!found || (step !== 'left' && step !== 'right')) return null
  const { at, column } = found
  return { from: column, to: step === 'left' ? columns.slice(0, at).toReversed() : columns.slice(at + 1) }
}

/** Where cards go that are dropped next to another one, or into a column, in the given order; null where they stay. */
export function dropMove(
  columns: readonly BoardColumn[],
  cards: readonly Gid[],
  target: { readonly column: Gid; readonly card?: Gid },
  drop: DropPlace,
): CardMove | null {
  const column = columns.find(({ gid }) => gid === target.column)
  if (!column || (target.card && cards.includes(target.card))) return null
  const others = column.cards.filter(gid => !cards.includes(gid))
  const at = target.card ? others.indexOf(target.card) : -1
  const to = at < 0 ? others.length : at + (drop === 'after' ? 1 : 0)
  const order = [...others.slice(0, to), ...cards, ...others.slice(to)]
  if (isSameOrder(order, column.cards)) return null
  const neighbour = target.card && at >= 0 ? target.card : undefined
  const place: Place = neighbour ? (drop === 'after' ? { after: neighbour } : { before: neighbour }) : 'bottom'
  return { column, place, position: to + 1, total: order.length }
}
