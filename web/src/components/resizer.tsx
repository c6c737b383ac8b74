/** The line between two parts of the frame, which pointer and arrow keys move. A double press restores its place. */
import type { KeyboardEvent, PointerEvent } from 'react'

const KEY_STEP_PX = 16

interface Props {
  /** The accessible name. */
  label: string
  className: string
  /** The width of the part, in pixels. */
  width: number
  min: number
  max: number
  /** Where the part stands, seen from the line. */
  part: 'before' | 'after'
  /** Shows a width while the line is dragged. */
  onPreview(width: number): void
  /** `null` is the width that the part has by itself. */
  onChange(width: number | null): void
}

/** 1 where a movement to the right makes the part wider, otherwise -1. */
const directionOf = (element: Element, part: Props['part']): number =>
  (getComputedStyle(element).direction === 'rtl' ? -1 : 1) * (part === 'before' ? 1 : -1)

export function Resizer({ label, className, width, min, max, part, onPreview, onChange }: Props) {
  const limited = (wanted: number) => Math.min(max, Math.max(min, Math.round(wanted)))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = KEY_STEP_PX * directionOf(event.currentTarget, part)
    const widths: Readonly<Record<string, number>> = {
      ...{ ArrowRight: width + step, ArrowLeft: width - step },
      ...{ Home: min, End: max },
    }
    const next = widths[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(limited(next))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const [start, direction] = [event.clientX, directionOf(handle, part)]
    let dragged: number | undefined
    handle.focus({ preventScroll: true })
    handle.setPointerCapture(event.pointerId)
    const ended = new AbortController()
    const { signal } = ended
    const move = ({ clientX }: globalThis.PointerEvent) => {
      dragged = limited(width + (clientX - start) * direction)
      onPreview(dragged)
    }
    const end = () => {
      ended.abort()
      if (dragged !== undefined) onChange(dragged)
    }
    handle.addEventListener('pointermove', move, { signal })
    handle.addEventListener('lostpointercapture', end, { signal })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of a text cannot have a value
    <div
      role="separator"
      className={`resizer ${className}`}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${width} pixels`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onChange(null)}
    />
  )
}
