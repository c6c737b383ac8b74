/** A field of a task in the pane or in a form: its name on one side, its value with the editor on the other. */
import type { ReactNode } from 'react'
import '../task.css'

export function FieldRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="task-row">
      <span className="task-row-name">{name}</span>
      <div className="task-row-place">{children}</div>
    </div>
  )
}
