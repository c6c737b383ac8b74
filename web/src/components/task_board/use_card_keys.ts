/** The keys and presses of cards: they lead through the board, move, open and select. */
import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { preferences } from '../../data/preferences.ts'
import type { Gid } from '../../data/records.ts'
import { hasForeignKey, pressOf } from '../../text/keys.ts'
import { EDITABLE, selectionPress } from '../selection/keys.ts'
import { type BoardColumn, type CardStep, focusStep } from './columns.ts'
import { type CardKey, cardKey } from './keys.ts'
import type { CardSelection } from './use_card_selection.ts'
import type { usePlace } from './use_place.ts'

interface Options {
  /** The columns that are not collapsed. */
  readonly columns: readonly BoardColumn[]
  readonly place: ReturnType<typeof usePlace>
  readonly selected: CardSelection
  /** Moves a card. Returns whether it moved. */
  move(card: Gid, step: CardStep): boolean
  open(card: Gid): void
}

const cardOf = ({ target }: { target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.board-card') : null

/** Whether the element of a card with the focus has its own meaning for a key. */
function isOwnKey({ type }: NonNullable<CardKey>, target: Element, card: Element): boolean {
  if (type === 'move') return false
  if (target.closest(EDITABLE)) return true
  if (type === 'focus') return target.closest('[aria-haspopup]') !== null
  // Links and buttons inside a card do what Enter does there.
  return type === 'open' && target !== card
}

export function useCardKeys({ columns, place, selected: { selection, select }, move, open }: Options) {
  const pressedFrom = useRef<Gid | null>(null)
  const run = (key: NonNullable<CardKey>, gid: Gid): void => {
    if (key.type === 'open') open(gid)
    else if (key.type === 'move') move(gid, key.step) && place.focus(gid)
    else if (key.type === 'toggle') select({ type: 'toggle', gid })
    else if (key.type === 'focus') {
      const to = focusStep(columns, gid, key.step) ?? gid
      place.focus(to)
      const within = columns.find(({ cards }) => cards.includes(to))?.cards
      if (key.extends) select({ type: 'extend', gid: to, from: gid }, within)
    } else select({ type: key.type })
  }
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const card = cardOf(event)
      const gid = card?.dataset.gid
      if (!card || !gid || event.defaultPrevented || event.nativeEvent.isComposing || hasForeignKey(event)) return
      const isRightToLeft = getComputedStyle(card).direction === 'rtl'
      const context = { isRightToLeft, hasLetterKeys: preferences().shortcuts, hasSelection: selection.gids.size > 0 }
      const key = cardKey(pressOf(event), context)
      if (!key || isOwnKey(key, event.target as Element, card)) return
      event.preventDefault()
      event.stopPropagation()
      run(key, gid)
    },
    /** A range that a press extends begins at the card that has the focus before the press takes it. */
    onPointerDownCapture() {
      pressedFrom.current = place.gid
    },
    /** Also on links and buttons: what the modified press would do there does not happen. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      const gid = cardOf(event)?.dataset.gid
      const act = gid ? selectionPress(event, gid, pressedFrom.current) : null
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      select(act)
    },
  }
}
