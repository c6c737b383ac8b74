/** The look of a field of a task: a button in the pane, a cell in a grid, and plain text for people who may only read. */
import type { ReactNode } from 'react'
import type { Gid } from '../../../data/records.ts'
import { PopupButton, type PopupPlace } from '../../overlay/popup.tsx'
import '../task.css'

export type FieldLook = 'button' | 'cell'

/** What the editor of a field of a task receives. */
export interface TaskFieldProps {
  task: Gid
  isReadOnly?: boolean
  /** Tab order; -1 in grids, which move the focus themselves. */
  tabIndex?: number
}

export const LOOK_CLASSES: Readonly<Record<FieldLook, string>> = {
  button: 'field-button task-field',
  cell: 'task-cell',
}

interface Props extends Omit<TaskFieldProps, 'task'> {
  /** The name of the field. */
  name: string
  /** The value as text; "none" without one. */
  text: string | null
  look: FieldLook
  /** Explains why the field cannot be edited. */
  reason?: string | null
  children: ReactNode
  popup(place: PopupPlace): ReactNode
}

export function FieldButton({ name, text, look, isReadOnly, tabIndex, reason, children, popup }: Props) {
  if (isReadOnly) {
    return (
      <span className={`${LOOK_CLASSES[look]} read-only`} title={reason ?? text ?? undefined}>
        {children}
      </span>
    )
  }
  return (
    <PopupButton label={`${name}: ${text ?? 'none'}`} className={LOOK_CLASSES[look]} tabIndex={tabIndex} popup={popup}>
      {children}
    </PopupButton>
  )
}

/** What a field without a value shows. Its words are a picture: the name of the field says "none". */
export function EmptyValue({ icon, children }: { icon?: ReactNode; children?: string | null }) {
  return (
    <span className="task-empty" data-text={children ?? undefined}>
      {icon}
    </span>
  )
}
