/** Scrolling while something is dragged to an edge. */
/** A position in the window. */
export interface Point {
  x: number
  y: number
}

const EDGE_PX = 48
const FRAME_PX = 14

/** The speed at a position between two edges: negative towards the start, zero in the middle. */
function speedAt(position: number, start: number, end: number): number {
  const before = position - start
  const after = end - position
  if (before < EDGE_PX && before <= after) return -Math.ceil(((EDGE_PX - Math.max(0, before)) / EDGE_PX) * FRAME_PX)
  if (after < EDGE_PX) return Math.ceil(((EDGE_PX - Math.max(0, after)) / EDGE_PX) * FRAME_PX)
  return 0
}

const scrolls = (value: string) => value === 'auto' || value === 'scroll'

/** Scrolls the elements under the point whose edges are close. Returns whether something moved. */
export function scrollAtEdge({ x, y }: Point): boolean {
  let hasMoved = false
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(element)
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const before = [element.scrollLeft, element.scrollTop]
    if (scrolls(overflowY) && element.scrollHeight > element.clientHeight) element.scrollTop += speedAt(y, top, bottom)
    if (scrolls(overflowX) && element.scrollWidth > element.clientWidth) element.scrollLeft += speedAt(x, left, right)
    if (before[0] !== element.scrollLeft || before[1] !== element.scrollTop) hasMoved = true
  }
  return hasMoved
}
