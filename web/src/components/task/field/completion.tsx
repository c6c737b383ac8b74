/** The state of a task: the mark of completion, and the decision of an approval. */
import Check from 'lucide-react/icons/check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useCache, useRecord } from '../../../data/hooks.ts'
import { type ApprovalStatus, setApproval } from '../../../data/task_changes.ts'
import { setCompleted } from '../../../data/tasks.ts'
import { useAct } from '../../act.ts'
import { CompletionMark, CompletionShape } from '../../icon/completion_mark.tsx'
import { Icon, type IconShape } from '../../icon/icon.tsx'
import { MenuButton } from '../../overlay/menu.tsx'
import { markOf } from '../picker/pictures.ts'
import { completionTitle } from '../picker/words.ts'
import type { TaskFieldProps } from './field_button.tsx'

interface CompletionProps extends TaskFieldProps {
  /** The accessible name, where there are several, as in a list of subtasks. */
  label?: string
}

export function CompletionCheckbox({ task, isReadOnly, tabIndex, label }: CompletionProps) {
  const cache = useCache()
  const act = useAct()
  const record = useRecord(task)
  return (
    <CompletionMark
      {...{ label, tabIndex, isDisabled: isReadOnly }}
      kind={markOf(record?.resource_subtype)}
      isCompleted={record?.completed === true}
      onChange={isCompleted =>
        act({
          title: completionTitle([task], isCompleted),
          steps: [setCompleted(cache, task, isCompleted, new Date().toISOString())],
        })
      }
    />
  )
}

interface Decision {
  status: ApprovalStatus
  /** The state, and the verb that leads to it. */
  state: string
  verb: string
  icon: IconShape
}

const DECISIONS: readonly Decision[] = [
  { status: 'approved', state: 'Approved', verb: 'Approve', icon: ThumbsUp },
  { status: 'changes_requested', state: 'Changes requested', verb: 'Request changes', icon: RotateCcw },
  { status: 'rejected', state: 'Rejected', verb: 'Reject', icon: ThumbsDown },
]

const useDecide = (task: string) => {
  const cache = useCache()
  const act = useAct()
  return (status: ApprovalStatus) => {
    const title = DECISIONS.find(decision => decision.status === status)?.state ?? 'Approval reopened'
    act({ title, steps: [setApproval(cache, task, status)] })
  }
}

/** The state of an approval, with the menu of its decisions: for rows and cards. */
export function ApprovalButton({ task, isReadOnly }: TaskFieldProps) {
  const record = useRecord(task)
  const decide = useDecide(task)
  const status = (record?.approval_status ?? 'pending') as ApprovalStatus
  const state = DECISIONS.find(decision => decision.status === status)?.state ?? 'Pending'
  const actions = DECISIONS.map(decision => ({
    ...{ id: decision.status, label: decision.verb, icon: decision.icon },
    onAction: () => decide(decision.status),
  }))
  const reopen = { id: 'pending', label: 'Reopen', icon: Check, onAction: () => decide('pending') }
  return (
    <MenuButton
      label={`Approval: ${state}`}
      className="task-approval"
      isDisabled={isReadOnly}
      groups={[{ actions }, ...(status === 'pending' ? [] : [{ actions: [reopen] }])]}
    >
      <span data-status={status}>
        <CompletionShape kind="approval" isCompleted={status === 'approved'} />
      </span>
    </MenuButton>
  )
}

/** The three decisions of an approval as buttons: for the pane. The present one is pressed; pressing it again reopens. */
export function ApprovalButtons({ task, isReadOnly }: TaskFieldProps) {
  const status = useRecord(task)?.approval_status
  const decide = useDecide(task)
  return (
    <div className="task-decisions">
      {DECISIONS.map(decision => (
        <button
          key={decision.status}
          type="button"
          className="task-decision"
          data-status={decision.status}
          aria-pressed={status === decision.status}
          disabled={isReadOnly}
          onClick={() => decide(status === decision.status ? 'pending' : decision.status)}
        >
          <Icon of={decision.icon} />
          {decision.verb}
        </button>
      ))}
    </div>
  )
}
