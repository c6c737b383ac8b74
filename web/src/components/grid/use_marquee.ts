/** A frame that is drawn with the mouse over rows: it selects them. It starts where a press does nothing else. */
import { type RefObject, useEffect, useRef } from 'react'
import { scrollAtEdge } from '../drag/scroll.ts'

const START_PX = 4
const CONTROLS = 'a, button, input, textarea, select, label, [contenteditable="true"], [role="columnheader"]'

interface Options {
  readonly rowHeight: number
  /** Called before the first row is selected. */
  begin(): void
  /** Selects the rows between two indexes, the first one included; `adds` keeps those that were selected before. */
  select(from: number, to: number, adds: boolean): void
}

/** The position below the top of the rows, which scroll. */
const yIn = (body: Element, clientY: number): number => clientY - body.getBoundingClientRect().top

function draw(
  scroller: HTMLElement,
  start: PointerEvent,
  options: () => Options,
  signal: AbortSignal,
  stop: () => void,
) {
  const body = scroller.querySelector('.grid-body')
  if (!body) return
  const startY = yIn(body, start.clientY)
  const adds = start.shiftKey || start.ctrlKey || start.metaKey
  const point = { x: start.clientX, y: start.clientY }
  let frame: HTMLElement | undefined
  const show = () => {
    if (!frame) return
    const y = yIn(body, point.y)
    const { rowHeight, select } = options()
    const [top, bottom] = [Math.min(startY, y), Math.max(startY, y)]
    select(Math.floor(top / rowHeight), Math.floor(bottom / rowHeight), adds)
    const first = body.getBoundingClientRect().top + top
    Object.assign(frame.style, {
      ...{ left: `${Math.min(start.clientX, point.x)}px`, width: `${Math.abs(point.x - start.clientX)}px` },
      ...{ top: `${first}px`, height: `${bottom - top}px` },
    })
  }
  const scroll = () => {
    if (signal.aborted || !frame) return
    if (scrollAtEdge(point)) show()
    requestAnimationFrame(scroll)
  }
  const move = ({ clientX, clientY, buttons }: PointerEvent) => {
    if (buttons === 0) return stop()
    Object.assign(point, { x: clientX, y: clientY })
    if (!frame && Math.hypot(clientX - start.clientX, clientY - start.clientY) < START_PX) return
    if (!frame) {
      frame = document.createElement('div')
      frame.className = 'grid-marquee'
      document.body.append(frame)
      options().begin()
      scroll()
    }
    show()
  }
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const end = () => {
    if (frame) {
      // The click that follows must open nothing.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    }
    stop()
  }
  signal.addEventListener('abort', () => frame?.remove())
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', end, { signal })
  addEventListener('pointercancel', stop, { signal })
  addEventListener('blur', stop, { signal })
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The key ends the frame only, and not what was selected before.
    if (frame) swallow(event)
    stop()
  }
  addEventListener('keydown', cancel, { signal, capture: true })
}

export function useMarquee(scroller: RefObject<HTMLElement | null>, options: Options): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let drawing: AbortController | undefined
    const ended = new AbortController()
    const onPointerDown = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0 || !(event.target instanceof Element)) return
      if (event.target.closest(CONTROLS) || event.target.closest('.list-handle')) return
      // The scroll bars are part of the element, but not of its content.
      if (event.offsetX > element.clientWidth && event.target === element) return
      drawing?.abort()
      const started = new AbortController()
      drawing = started
      draw(
        element,
        event,
        () => latest.current,
        started.signal,
        () => started.abort(),
      )
    }
    element.addEventListener('pointerdown', onPointerDown, { signal: ended.signal })
    // Text is not selected meanwhile.
    element.addEventListener('selectstart', event => drawing?.signal.aborted === false && event.preventDefault(), {
      signal: ended.signal,
    })
    return () => {
      drawing?.abort()
      ended.abort()
    }
  }, [scroller])
}
