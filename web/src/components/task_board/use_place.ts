/**
 * The focus of a board: one card, which Tab leads to. If the card disappears while it has the focus, the one that takes its
 * position receives it. A card that gets another gid keeps it.
 */
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Gid } from '../../data/records.ts'
import { setTarget } from '../target.ts'
import type { BoardColumn } from './columns.ts'

const NONE: readonly Gid[] = []

interface Current {
  readonly gid: Gid
  /** Where the card was last, for the case that it disappears. */
  readonly column: Gid
  readonly index: number
}

export function usePlace(
  columns: readonly BoardColumn[],
  board: RefObject<HTMLElement | null>,
  resolve: (gid: Gid) => Gid,
  onCurrent: (gid: Gid) => void,
) {
  const [current, setCurrent] = useState<Current | null>(null)
  const [request, setRequest] = useState(0)
  const hasFocus = useRef(false)
  const placeOf = (gid: Gid): Current | null => {
    const column = columns.find(({ cards }) => cards.includes(gid))
    return column ? { gid, column: column.gid, index: column.cards.indexOf(gid) } : null
  }
  const found = current ? placeOf(resolve(current.gid)) : null
  useLayoutEffect(() => {
    if (!current) return
    if (found) {
      const isRenamed = found.gid !== current.gid
      if (isRenamed && hasFocus.current) setTarget('focus', [found.gid])
      if (isRenamed || found.column !== current.column || found.index !== current.index) setCurrent(found)
      return
    }
    const cards = columns.find(({ gid }) => gid === current.column)?.cards ?? NONE
    const next = cards[Math.min(current.index, cards.length - 1)]
    setCurrent(next ? { ...current, gid: next } : null)
    if (hasFocus.current && document.activeElement === document.body && next) setRequest(count => count + 1)
  }, [current, found, columns])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a request moves the focus, not each current card
  useLayoutEffect(() => {
    if (request === 0 || !current) return
    const card = board.current?.querySelector<HTMLElement>(`.board-card[data-gid="${CSS.escape(current.gid)}"]`)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [request])
  useEffect(() => () => setTarget('focus', NONE), [])
  return {
    /** The card that Tab leads to. */
    gid: found?.gid ?? columns.find(({ cards }) => cards.length > 0)?.cards[0] ?? null,
    focus: (gid: Gid) => {
      setCurrent(old => placeOf(gid) ?? (old ? { ...old, gid } : { gid, column: '', index: 0 }))
      setRequest(count => count + 1)
    },
    onFocus: ({ target }: FocusEvent) => {
      const gid = target.closest<HTMLElement>('.board-card')?.dataset.gid
      hasFocus.current = gid !== undefined
      setTarget('focus', gid ? [gid] : NONE)
      if (gid && gid !== current?.gid) setCurrent(placeOf(gid))
      if (gid) onCurrent(gid)
    },
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      // A removed element loses the focus too; it is no longer connected.
      if (!target.isConnected || currentTarget.contains(relatedTarget)) return
      hasFocus.current = false
      setTarget('focus', NONE)
    },
  }
}
