/** On a phone, one column fills the screen: chips name all of them, and lead to each. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { REDUCED_MOTION } from '../use_media.ts'
import type { BoardColumn } from './columns.ts'
import { closestIn, limitSwipes } from './swipes.ts'

interface Props {
  columns: readonly BoardColumn[]
  scroller: RefObject<HTMLElement | null>
}

const EDGE_PX = 16

const columnsIn = (scroller: HTMLElement | null): HTMLElement[] => [
  ...(scroller?.querySelectorAll<HTMLElement>('.board-column[data-column]') ?? []),
]

export function ColumnChips({ columns, scroller }: Props) {
  const [shown, setShown] = useState(0)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => setShown(closestIn(element, columnsIn(element)))
    onScroll()
    element.addEventListener('scroll', onScroll, { passive: true })
    const endLimit = limitSwipes(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      endLimit()
    }
  }, [scroller])
  useEffect(() => {
    const chip = bar.current?.children[shown]
    if (!bar.current || !chip) return
    const [inside, outside] = [chip.getBoundingClientRect(), bar.current.getBoundingClientRect()]
    const isRightToLeft = getComputedStyle(bar.current).direction === 'rtl'
    const left = isRightToLeft ? inside.right - outside.right + EDGE_PX : inside.left - outside.left - EDGE_PX
    bar.current.scrollBy({ left })
  }, [shown])
  const scrollTo = (index: number) => {
    const behavior = window.matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth'
    columnsIn(scroller.current)[index]?.scrollIntoView({ inline: 'center', block: 'nearest', behavior })
  }
  return (
    <nav ref={bar} className="board-chips" aria-label="Columns">
      {columns.map(({ gid, title, cards }, index) => (
        <button
          key={gid}
          type="button"
          className="board-chip"
          aria-current={index === shown ? 'true' : undefined}
          onClick={() => scrollTo(index)}
        >
          {title}
          <span className="board-chip-count">{cards.length}</span>
        </button>
      ))}
    </nav>
  )
}
