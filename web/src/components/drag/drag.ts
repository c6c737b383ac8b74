/**
 * Dragging with mouse, pen and finger: one listener on a container, without a framework.
 *
 * Invariants:
 * - Mouse and pen start after 4 px. A finger starts after it rested for 220 ms; before that a swipe scrolls and a tap opens.
 * - Escape, a lost pointer and a release outside every target change nothing.
 * - The marked element `[data-drop]` is the one that a release would choose.
 */
import { type Point, scrollAtEdge } from './scroll.ts'

const START_PX = 4
const HOLD_MS = 220
const SWIPE_PX = 10

/** Where a release puts the source, relative to the target. */
export type DropPlace = 'before' | 'after' | 'into'

export interface DragOptions {
  /** Selector of the elements that can be dragged. */
  source: string
  /** Selector of the part of the source from which mouse and pen drag it; everywhere without it. Fingers drag anywhere. */
  handle?: string
  /** Selector of the elements that accept a release, in the whole document. */
  target: string
  /** The place for a target; null refuses. By default before or after, by halves of its height. */
  place?(source: HTMLElement, target: HTMLElement, point: Point): DropPlace | null
  /** The picture that follows the pointer; by default a copy of the source. */
  preview?(source: HTMLElement): HTMLElement
  onStart?(source: HTMLElement): void
  /** `hasAlt` says whether the Alt key was held. */
  onDrop(source: HTMLElement, target: HTMLElement, place: DropPlace, hasAlt: boolean): void
  /** Called for a release over a target whose place refused. */
  onRefuse?(source: HTMLElement, target: HTMLElement): void
  /** Called after each drag that started, also when it changed nothing. */
  onEnd?(): void
}

/** Elements in which a press of a mouse has its own meaning. */
const EDITABLE = 'input, textarea, select, [contenteditable="true"]'

function byHalves(_source: HTMLElement, target: HTMLElement, { y }: Point): DropPlace {
  const { top, height } = target.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'after'
}

/** The picture that follows the pointer by default. */
export function copyOf(source: HTMLElement): HTMLElement {
  const copy = source.cloneNode(true) as HTMLElement
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id')
  copy.style.width = `${source.offsetWidth}px`
  copy.style.height = `${source.offsetHeight}px`
  copy.style.transform = 'none'
  return copy
}

/** One press, from the pointer going down until it goes up. */
class Press {
  readonly #options: DragOptions
  readonly #source: HTMLElement
  readonly #start: Point
  readonly #grip: Point
  readonly #pointer: number
  readonly #isTouch: boolean
  readonly #ended = new AbortController()
  #point: Point
  #preview: HTMLElement | null = null
  #drop: { target: HTMLElement; place: DropPlace } | null = null
  #refused: HTMLElement | null = null
  #hasMoved = false

  constructor(options: DragOptions, source: HTMLElement, event: PointerEvent) {
    const { left, top } = source.getBoundingClientRect()
    this.#options = options
    this.#source = source
    this.#start = this.#point = { x: event.clientX, y: event.clientY }
    this.#grip = { x: event.clientX - left, y: event.clientY - top }
    this.#pointer = event.pointerId
    this.#isTouch = event.pointerType === 'touch'
    this.#listen(event.target)
  }

  get isDragging(): boolean {
    return this.#preview !== null
  }

  get isEnded(): boolean {
    return this.#ended.signal.aborted
  }

  #listen(pressed: EventTarget | null): void {
    const { signal } = this.#ended
    const mine = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === this.#pointer) handle(event)
    }
    addEventListener(
      'pointermove',
      mine(event => this.#move(event)),
      { signal },
    )
    addEventListener(
      'pointerup',
      mine(event => this.#release(event.altKey)),
      { signal },
    )
    addEventListener(
      'pointercancel',
      mine(() => this.cancel()),
      { signal },
    )
    addEventListener('blur', () => this.cancel(), { signal })
    addEventListener('keydown', event => this.#onKey(event), { signal, capture: true })
    addEventListener('contextmenu', event => this.#isTouch && event.preventDefault(), { signal })
    // Touch events go to the pressed element, even after a virtual list removed it.
    const stopScroll = (event: Event) => this.isDragging && event.cancelable && event.preventDefault()
    pressed?.addEventListener('touchmove', stopScroll, { signal, passive: false })
    if (this.#isTouch) {
      const timer = setTimeout(() => this.#begin(), HOLD_MS)
      signal.addEventListener('abort', () => clearTimeout(timer))
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.isDragging) return
    event.preventDefault()
    event.stopPropagation()
    this.cancel()
  }

  #move(event: PointerEvent): void {
    this.#point = { x: event.clientX, y: event.clientY }
    const distance = Math.hypot(this.#point.x - this.#start.x, this.#point.y - this.#start.y)
    if (distance >= START_PX && this.isDragging) this.#hasMoved = true
    if (this.isDragging) {
      event.preventDefault()
      this.#show()
    } else if (this.#isTouch) {
      if (distance > SWIPE_PX) this.cancel()
    } else if (distance >= START_PX) {
      this.#hasMoved = true
      this.#begin()
    }
  }

  #begin(): void {
    const { preview = copyOf, onStart } = this.#options
    const shown = preview(this.#source)
    shown.classList.add('drag-preview')
    // The copy of a row keeps the rules of its class, so its position is written on the element.
    Object.assign(shown.style, { position: 'fixed', left: '0', top: '0' })
    shown.inert = true
    shown.setAttribute('aria-hidden', 'true')
    document.body.append(shown)
    this.#preview = shown
    this.#source.dataset.dragging = ''
    document.documentElement.dataset.drag = ''
    onStart?.(this.#source)
    this.#show()
    this.#scroll()
  }

  /** Moves the preview, and marks the target under the pointer. */
  #show(): void {
    const { x, y } = this.#point
    if (this.#preview) this.#preview.style.translate = `${x - this.#grip.x}px ${y - this.#grip.y}px`
    const { target: selector, place = byHalves } = this.#options
    const target = document.elementFromPoint(x, y)?.closest<HTMLElement>(selector)
    const chosen = target && target !== this.#source ? place(this.#source, target, this.#point) : null
    if (this.#drop && this.#drop.target !== target) delete this.#drop.target.dataset.drop
    this.#drop = target && chosen ? { target, place: chosen } : null
    this.#refused = target && target !== this.#source && !chosen ? target : null
    if (target && chosen) target.dataset.drop = chosen
    else delete target?.dataset.drop
  }

  /** Scrolls at edges in each frame until the press ends. */
  #scroll(): void {
    if (this.isEnded) return
    if (this.#hasMoved && scrollAtEdge(this.#point)) this.#show()
    requestAnimationFrame(() => this.#scroll())
  }

  #release(hasAlt: boolean): void {
    const { isDragging } = this
    const drop = this.#drop
    if (isDragging && this.#hasMoved) suppressClick()
    const hasDrop = isDragging && this.#hasMoved && drop !== null
    if (hasDrop) this.#options.onDrop(this.#source, drop.target, drop.place, hasAlt)
    else if (isDragging && this.#hasMoved && this.#refused) this.#options.onRefuse?.(this.#source, this.#refused)
    this.cancel()
  }

  cancel(): void {
    if (this.isEnded) return
    this.#ended.abort()
    if (!this.#preview) return
    this.#preview.remove()
    this.#preview = null
    delete this.#source.dataset.dragging
    delete this.#drop?.target.dataset.drop
    delete document.documentElement.dataset.drag
    this.#options.onEnd?.()
  }
}

/** The click that follows a drag must not open the source. */
function suppressClick(): void {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}

/** The element that a press would drag, or null. */
function sourceOf(event: PointerEvent, { source, handle }: DragOptions): HTMLElement | null {
  if (!(event.target instanceof Element) || !event.isPrimary || event.button !== 0) return null
  if (event.target.closest(EDITABLE)) return null
  if (handle && event.pointerType !== 'touch' && !event.target.closest(handle)) return null
  return event.target.closest<HTMLElement>(source)
}

/** Makes elements of a container draggable. Returns a function that ends this. */
export function createDrag(container: HTMLElement, options: () => DragOptions): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let press: Press | null = null
  container.addEventListener(
    'pointerdown',
    event => {
      const source = sourceOf(event, options())
      if (source && (press === null || press.isEnded)) press = new Press(options(), source, event)
    },
    { signal },
  )
  // Browsers decide at the start of a touch whether it can be kept from scrolling, so this listener always exists.
  const keepsScroll = (event: TouchEvent) => press?.isDragging && event.cancelable && event.preventDefault()
  container.addEventListener('touchmove', keepsScroll, { signal, passive: false })
  // Links and images would start the drag of the browser.
  const refuseNative = (event: DragEvent) => {
    if (event.target instanceof Element && event.target.closest(options().source)) event.preventDefault()
  }
  container.addEventListener('dragstart', refuseNative, { signal })
  return () => {
    press?.cancel()
    ended.abort()
  }
}
