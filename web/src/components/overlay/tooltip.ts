/** When the tooltip of a control is open: while the pointer rests on it, or the focus of the keyboard is on it. */
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { lazily } from '../lazily.tsx'
import type { TooltipProps } from './open_tooltip.tsx'

export const Tooltip = lazily<TooltipProps>(async () => (await import('./open_tooltip.tsx')).OpenTooltip)

const DELAY_MS = 500

/** A finger covers what it touches, and nothing takes a tooltip away from a screen without a pointer. */
const canHover = (): boolean => matchMedia('(hover: hover)').matches

/** The state of the tooltip of a control, and the handlers that the control needs. */
export function useTooltip(anchor: RefObject<Element | null>) {
  const [isHovered, setHovered] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isHovered) return
    const timer = setTimeout(() => setOpen(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isHovered])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') setOpen(false)
    }
    const closing = new AbortController()
    for (const type of ['keydown', 'pointerdown']) {
      document.addEventListener(type, close, { capture: true, signal: closing.signal })
    }
    return () => closing.abort()
  }, [isOpen])
  return {
    isOpen,
    close: useCallback(() => setOpen(false), []),
    handlers: {
      onHoverChange: (hovers: boolean) => {
        setHovered(hovers)
        if (!hovers) setOpen(false)
      },
      onFocusChange: (hasFocus: boolean) =>
        setOpen(hasFocus && canHover() && anchor.current?.matches(':focus-visible') === true),
    },
  }
}
