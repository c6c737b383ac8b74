/** Buttons that open a dialog next to them. */
import { type ReactNode, type RefObject, useRef, useState } from 'react'

/** What a dialog of a button receives. */
export interface PopupPlace {
  anchor: RefObject<HTMLButtonElement | null>
  onClose(): void
}

interface PopupButtonProps {
  /** The accessible name, such as "Assignee: Ben". */
  label: string
  className?: string
  isDisabled?: boolean
  /** Tab order; -1 in grids, which move the focus themselves. */
  tabIndex?: number
  children: ReactNode
  /** The dialog, rendered while it is open: a `Picker`, a `DatePicker` or a `Popup`. */
  popup(place: PopupPlace): ReactNode
}

/** A button that opens a dialog. */
export function PopupButton({
  label,
  className = 'field-button',
  isDisabled,
  tabIndex,
  children,
  popup,
}: PopupButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={isDisabled}
        tabIndex={tabIndex}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen ? popup({ anchor, onClose: () => setOpen(false) }) : null}
    </>
  )
}
