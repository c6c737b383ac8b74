/** A toolbar: one stop of the Tab key, inside which the arrow keys move the focus. */
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'

interface Props {
  label: string
  className: string
  children: ReactNode
}

const CONTROLS = 'button:not(:disabled), input:not(:disabled), a[href]'

/** The control that an arrow key leads to; undefined for other keys and at the ends. */
function neighbourOf(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const { key, currentTarget: toolbar, target } = event
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined
  const controls = [...toolbar.querySelectorAll<HTMLElement>(CONTROLS)]
  const isForward = (key === 'ArrowRight') === (getComputedStyle(toolbar).direction === 'ltr')
  return controls[controls.indexOf(target as HTMLElement) + (isForward ? 1 : -1)]
}

export function Toolbar({ label, className, children }: Props) {
  const last = useRef<HTMLElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys inside a dialog of the toolbar come from outside its element.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (event.key === 'Tab') {
      // The browser goes on from the end of the toolbar that is next to the other controls.
      const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)]
      last.current = document.activeElement as HTMLElement
      controls.at(event.shiftKey ? 0 : -1)?.focus()
      return
    }
    const next = neighbourOf(event)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const onFocus = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(target) || currentTarget.contains(relatedTarget)) return
    // A press goes to the control under the pointer, the Tab key to the one that had the focus before.
    if (target.matches(':focus-visible') && last.current?.isConnected) last.current.focus()
    last.current = null
  }
  return (
    <div role="toolbar" aria-label={label} className={className} onKeyDown={onKeyDown} onFocus={onFocus}>
      {children}
    </div>
  )
}
