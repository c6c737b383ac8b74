/** Moving cards and columns, by keys and by dragging. Each move is one act with its way back. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { moveTasks } from '../../data/task_moves.ts'
import { isManual, type ViewState } from '../../data/views.ts'
import { useAct } from '../act.ts'
import type { DropPlace } from '../drag/drag.ts'
import { type DragNote, GROUP_NOTE, notePreview } from '../drag/note.ts'
import { useDrag } from '../drag/use_drag.ts'
import { useNotice } from '../notices.tsx'
import { selectedWith } from '../selection/selection.ts'
import type { GroupPlace } from '../task/moving/groups.ts'
import { useTaskDrag } from '../task/moving/use_task_drag.ts'
import { type Regroup, useRegroup } from '../task_list/use_regroup.ts'
import type { BoardKind } from './board_context.ts'
import { type BoardColumn, type CardMove, type CardStep, dropMove, groupSteps, moveStep } from './columns.ts'

interface Options {
  readonly board: RefObject<HTMLElement | null>
  readonly list: Gid
  readonly kind: BoardKind
  readonly columns: readonly BoardColumn[]
  /** The columns that are not collapsed: keys move cards between these. */
  readonly open: readonly BoardColumn[]
  readonly view: ViewState
  readonly canEdit: boolean
  freeze(): void
  thaw(): void
  /** The selected cards: they are dragged together. */
  readonly selected: ReadonlySet<Gid>
  /** Says to assistive technology what happened. */
  announce(text: string): void
  /** Moves a section after another one; null is the start. */
  placeSection(section: Gid, after: Gid | null): void
}

const columnOf = (element: HTMLElement): string | undefined =>
  element.closest<HTMLElement>('[data-column]')?.dataset.column

/** A column as a place for a task, with the label of the notice. */
const placeOf = ({ gid, kind, title }: BoardColumn): GroupPlace => ({ gid, kind, label: title })

/** Where a card stands after a move, in words. */
const placeText = (title: string, position: number, total: number) => `Moved to ${title}, ${position} of ${total}`

/** Moves by keys between the columns of a board that is sorted or grouped: the view decides on the position. */
function useGroupKeys({ open, columns, announce }: Options, groups: Regroup) {
  const [awaited, setAwaited] = useState<{ card: Gid; column: Gid } | null>(null)
  useEffect(() => {
    const column = columns.find(({ gid }) => gid === awaited?.column)
    const index = awaited ? (column?.cards.indexOf(awaited.card) ?? -1) : -1
    if (!column || index < 0) return
    announce(placeText(column.title, index + 1, column.cards.length))
    setAwaited(null)
  }, [awaited, columns, announce])
  return (card: Gid, step: CardStep): boolean => {
    const steps = groupSteps(open, card, step)
    const to = steps && groups.step(card, placeOf(steps.from), steps.to.map(placeOf))
    if (to) setAwaited({ card, column: to.gid })
    return Boolean(to)
  }
}

/** Returns how keys move a card. */
export function useMoves(options: Options) {
  const { list, kind, view, open, canEdit, announce } = options
  const cache = useCache()
  const act = useAct()
  const perform = (cards: readonly Gid[], { column, place }: CardMove, title: string, isQuiet: boolean) => {
    const section = column.kind === 'section' ? column.gid : null
    const steps = moveTasks(cache, cards, { list, kind, section, place })
    if (steps.length > 0) act({ title, steps }, { isQuiet })
  }
  const groupOf = (card: Gid) => {
    const column = options.columns.find(({ cards }) => cards.includes(card))
    return column && placeOf(column)
  }
  const groups = useRegroup({ list, kind, view, canEdit, groupOf, groups: () => options.columns.map(placeOf) })
  const stepGroup = useGroupKeys(options, groups)
  useDraggedCards(options, (cards, move) => {
    const title = cards.length === 1 ? 'Moved' : `${cards.length} tasks moved`
    perform(cards, move, `${title} to ${move.column.title}`, false)
  })
  useRegroupedCards(options, groups)
  useDraggedColumns(options, options.placeSection)
  /** Moves a card by a key. Returns whether it moved. */
  return (card: Gid, step: CardStep): boolean => {
    if (!canEdit) return false
    if (!isManual(view)) return stepGroup(card, step)
    const move = moveStep(open, card, step)
    if (!move) return false
    const text = placeText(move.column.title, move.position, move.total)
    perform([card], move, text, true)
    announce(text)
    return true
  }
}

/** The picture of a dragged card: the card without the space around it. */
function previewOf(source: HTMLElement): HTMLElement {
  const body = source.querySelector<HTMLElement>('.board-card-body') ?? source
  const copy = body.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id')
  copy.style.width = `${body.offsetWidth}px`
  return copy
}

/** The cards that a dragged one takes along, and their picture. */
function dragged({ columns, selected }: Options) {
  const tasksOf = ({ dataset }: HTMLElement): readonly Gid[] =>
    selectedWith(
      dataset.gid ?? '',
      selected,
      columns.flatMap(({ cards }) => cards),
    )
  const pictureOf = (source: HTMLElement) => {
    const count = tasksOf(source).length
    return count > 1 ? `${count} tasks` : previewOf(source)
  }
  return { tasksOf, pictureOf }
}

type OnCards = (cards: readonly Gid[], move: CardMove) => void

const CARDS = '.board-card[data-drag-source]'

function useDraggedCards(options: Options, onMove: OnCards): void {
  const { board, list, columns, canEdit, view, freeze, thaw } = options
  const { tasksOf, pictureOf } = dragged(options)
  const moveOf = (source: HTMLElement, target: HTMLElement, drop: DropPlace) => {
    const card = target.dataset.gid
    const place = { column: columnOf(target) ?? '', ...(card && { card }) }
    return dropMove(columns, tasksOf(source), place, drop)
  }
  useTaskDrag(board, {
    ...{ list, tasksOf },
    source: canEdit && isManual(view) ? CARDS : ':not(*)',
    target: '.board-card, .board-column[data-column]',
    preview: source => {
      const picture = pictureOf(source)
      return typeof picture === 'string' ? notePreview(picture, '').preview : picture
    },
    place: (source, target, { y }) => {
      const { top, height } = target.getBoundingClientRect()
      const isCard = target.dataset.gid !== undefined
      const drop = isCard ? (y < top + height / 2 ? 'before' : 'after') : 'into'
      return moveOf(source, target, drop) ? drop : null
    },
    onStart: freeze,
    onDrop: (source, target, drop) => {
      const move = moveOf(source, target, drop)
      if (move) onMove(tasksOf(source), move)
    },
    onEnd: thaw,
  })
}

/** Cards of a board that is sorted or grouped: a release changes the section or the value of the group. */
function useRegroupedCards(options: Options, groups: Regroup): void {
  const { board, list, columns, canEdit, view, freeze, thaw } = options
  const { tasksOf, pictureOf } = dragged(options)
  const notify = useNotice()
  const note = useRef<DragNote>(null)
  const movesOf = (source: HTMLElement, target: HTMLElement) => {
    const to = columns.find(({ gid }) => gid === columnOf(target))
    return tasksOf(source).flatMap(task => {
      const from = columns.find(({ cards }) => cards.includes(task))
      return from && to ? { task, from: placeOf(from), to: placeOf(to) } : []
    })
  }
  const takenOf = (source: HTMLElement, target: HTMLElement) =>
    movesOf(source, target).filter(({ task, from, to }) => groups.canRegroup(task, from, to))
  const refusalOf = (source: HTMLElement, target: HTMLElement) => {
    if (takenOf(source, target).length > 0) return null
    const reasons = movesOf(source, target).map(({ task, from, to }) => groups.refusal(task, from, to))
    return reasons.find(reason => reason !== null) ?? null
  }
  useTaskDrag(board, {
    ...{ list, tasksOf },
    source: canEdit && !isManual(view) ? CARDS : ':not(*)',
    target: '.board-column[data-column]',
    preview: source => {
      note.current = notePreview(pictureOf(source), GROUP_NOTE)
      return note.current.preview
    },
    place: (source, target) => {
      note.current?.refuse(refusalOf(source, target))
      return takenOf(source, target).length > 0 ? 'into' : null
    },
    onStart: freeze,
    onDrop: (source, target) => {
      const moved = takenOf(source, target)
      if (moved[0]) groups.regroup(moved, moved[0].to)
    },
    onRefuse: (source, target) => {
      const reason = refusalOf(source, target)
      if (reason) notify(reason)
    },
    onEnd: thaw,
  })
}

/** The section after which a column stands that is dropped next to another one. */
function useDraggedColumns({ board, columns, freeze, thaw }: Options, onMove: Options['placeSection']): void {
  const afterOf = (source: HTMLElement, target: HTMLElement, drop: DropPlace): Gid | null | undefined => {
    const section = source.dataset.dragColumn ?? ''
    const order = columns.flatMap(({ gid, kind }) => (kind === 'section' ? [gid] : []))
    const others = order.filter(gid => gid !== section)
    const at = others.indexOf(columnOf(target) ?? '')
    if (at < 0) return undefined
    const to = drop === 'after' ? at + 1 : at
    return to === order.indexOf(section) ? undefined : (others[to - 1] ?? null)
  }
  useDrag(board, {
    source: '[data-drag-column]',
    target: '.board-column[data-column]',
    place: (source, target, { x }) => {
      const { left, width } = target.getBoundingClientRect()
      const isStart = x < left + width / 2 === (getComputedStyle(target).direction !== 'rtl')
      const drop = isStart ? 'before' : 'after'
      return afterOf(source, target, drop) === undefined ? null : drop
    },
    onStart: freeze,
    onDrop: (source, target, drop) => {
      const after = afterOf(source, target, drop)
      if (after !== undefined) onMove(source.dataset.dragColumn ?? '', after)
    },
    onEnd: thaw,
  })
}
