/** Swiping a row with a finger: towards the end of the line it completes the task, the other way it opens its actions. */
import { type RefObject, useEffect, useRef } from 'react'
import type { Gid } from '../../data/records.ts'

/** A movement along the line is a swipe from here on, unless it goes more across. */
const START_PX = 12
/** A release from here on does what the row shows. */
const DONE_PX = 72

interface Options {
  readonly isOn: boolean
  complete(task: Gid): void
  actions(task: Gid, row: HTMLElement): void
}

/** Follows one finger on a row until it is lifted, or scrolls. */
function follow(row: HTMLElement, start: PointerEvent, options: Options): void {
  const ended = new AbortController()
  const { signal } = ended
  const direction = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  let moved = 0
  let isSwipe = false
  const act = (): 'complete' | 'actions' | '' =>
    Math.abs(moved) < DONE_PX ? '' : moved * direction > 0 ? 'complete' : 'actions'
  const end = () => {
    ended.abort()
    delete row.dataset.swipe
    row.style.removeProperty('--swipe')
  }
  const isMine = (event: PointerEvent) => event.pointerId === start.pointerId
  const move = (event: PointerEvent) => {
    if (!isMine(event)) return
    const across = Math.abs(event.clientY - start.clientY)
    moved = event.clientX - start.clientX
    if (!isSwipe && across > START_PX) return end()
    // A finger that rested drags the row instead.
    if (document.documentElement.dataset.drag !== undefined) return end()
    if (!isSwipe && Math.abs(moved) < START_PX) return
    isSwipe = true
    row.dataset.swipe = act()
    row.style.setProperty('--swipe', `${moved}px`)
  }
  const release = (event: PointerEvent) => {
    if (!isMine(event)) return
    const done = isSwipe ? act() : ''
    const gid = row.dataset.gid ?? ''
    end()
    if (done === 'complete') options.complete(gid)
    else if (done === 'actions') options.actions(gid, row)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', release, { signal })
  addEventListener('pointercancel', event => isMine(event) && end(), { signal })
}

export function useSwipe(frame: RefObject<HTMLElement | null>, options: Options): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onPointerDown = (event: PointerEvent) => {
      const isFinger = event.pointerType === 'touch' && event.isPrimary
      if (!latest.current.isOn || !isFinger || !(event.target instanceof Element)) return
      const row = event.target.closest<HTMLElement>('.grid-row[data-kind="task"]')
      if (row && !event.target.closest('input:not([type="checkbox"])')) follow(row, event, latest.current)
    }
    element.addEventListener('pointerdown', onPointerDown)
    return () => element.removeEventListener('pointerdown', onPointerDown)
  }, [frame])
}
