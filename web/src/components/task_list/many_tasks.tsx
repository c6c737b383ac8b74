/** Asks before many pasted lines become tasks. */
import { Confirm } from '../dialog.tsx'

export interface ManyTasksProps {
  count: number
  run(): void
  onClose(): void
}

export function ManyTasks({ count, run, onClose }: ManyTasksProps) {
  return (
    <Confirm
      title={`Create ${count} tasks?`}
      action={`Create ${count} tasks`}
      run={async () => run()}
      onDone={onClose}
      onClose={onClose}
    >
      Each line becomes a task.
    </Confirm>
  )
}
