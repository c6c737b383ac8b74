/** Dialogs that are anchored to an element, and sheets at the bottom of narrow windows. */
import type { ReactNode, RefObject } from 'react'
import { type Placement, Popover } from 'react-aria-components/Popover'
import './overlay.css'

const GAP_PX = 4

export interface PopupProps {
  /** The name of the dialog. */
  label: string
  /** The element next to which the dialog stands, and to which the focus returns. */
  anchor: RefObject<Element | null>
  placement?: Placement
  className?: string
  children: ReactNode
  onClose(): void
}

/** An open dialog. Escape and a press outside close it; the focus then returns. */
export function Popup({ label, anchor, placement = 'bottom start', className = '', children, onClose }: PopupProps) {
  return (
    <Popover
      className={`popup ${className}`}
      aria-label={label}
      isOpen
      triggerRef={anchor}
      placement={placement}
      offset={GAP_PX}
      onOpenChange={isOpen => !isOpen && onClose()}
    >
      {children}
    </Popover>
  )
}
