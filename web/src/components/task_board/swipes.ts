/**
 * Swipes on a phone: each moves by one column. `scroll-snap-stop` alone does not ensure that, because browsers pass a column
 * that is close when the finger leaves the screen. So a swipe can end only at the columns next to the one where it began.
 */

const SNAPPING = '.board-column, .board-add-column'

const middleOf = (element: HTMLElement): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/** The index of the element that is closest to the middle of the screen, in both directions of writing. */
export function closestIn(scroller: HTMLElement, elements: readonly HTMLElement[]): number {
  const middle = middleOf(scroller)
  const distances = elements.map(element => Math.abs(middleOf(element) - middle))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/** Limits the swipes of a board until the returned function is called. */
export function limitSwipes(scroller: HTMLElement): () => void {
  // Without this event the limit would have no end.
  if (!('onscrollend' in scroller)) return () => {}
  const elements = () => [...scroller.querySelectorAll<HTMLElement>(SNAPPING)]
  const limit = () => {
    const all = elements()
    const first = closestIn(scroller, all)
    all.forEach((element, index) => void element.toggleAttribute('data-far', Math.abs(index - first) > 1))
  }
  const release = () => {
    scroller.removeEventListener('scroll', limit)
    for (const element of elements()) element.removeAttribute('data-far')
  }
  let isTouched = false
  const begin = () => {
    isTouched = true
    release()
    scroller.addEventListener('scroll', limit, { once: true, passive: true })
  }
  const lift = () => {
    isTouched = false
  }
  // The end of the scrolling before can follow the touch.
  const end = () => void (isTouched || release())
  const listeners = { touchstart: begin, touchend: lift, touchcancel: lift, scrollend: end }
  for (const [type, listener] of Object.entries(listeners)) scroller.addEventListener(type, listener, { passive: true })
  return () => {
    release()
    for (const [type, listener] of Object.entries(listeners)) scroller.removeEventListener(type, listener)
  }
}
