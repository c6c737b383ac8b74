/** The state of a task: subtype, completion and approval status. Pure functions. */
import { invalid, malformed } from '../../../lib/errors.ts'
import type { TaskTable } from '../../../store/tables/work.ts'

export type TaskState = Pick<
  TaskTable,
  'resource_subtype' | 'completed' | 'completed_at' | 'completed_by' | 'approval_status'
>

export const newState: TaskState = {
  resource_subtype: 'default_task',
  completed: 0,
  completed_at: null,
  completed_by: null,
  approval_status: null,
}

export interface TaskStateInput {
  resource_subtype?: string
  completed?: boolean
  approval_status?: string
}

/** The state after a write by `actor` at `now`. Throws 400 for fields that contradict each other. */
export function settleState(before: TaskState, given: TaskStateInput, actor: number, now: number): TaskState {
  const subtype = given.resource_subtype ?? before.resource_subtype
  const approval = subtype === 'approval' ? approvalOf(before, given) : null
  if (approval === null && given.approval_status !== undefined) {
    throw invalid('approval_status', 'Only approvals have an approval status')
  }
  // wire: contract: pending is the same as not completed; every other status completes the task
  const done = approval === null ? (given.completed ?? before.completed === 1) : approval !== 'pending'
  const state = { resource_subtype: subtype, approval_status: approval }
  if (!done) return { ...state, completed: 0, completed_at: null, completed_by: null }
  if (before.completed) {
    return { ...state, completed: 1, completed_at: before.completed_at, completed_by: before.completed_by }
  }
  return { ...state, completed: 1, completed_at: now, completed_by: actor }
}

function approvalOf(before: TaskState, { completed, approval_status: status }: TaskStateInput): string {
  if (status !== undefined) {
    if (completed !== undefined && completed !== (status !== 'pending')) {
      throw invalid('approval_status', 'Contradicts completed: only pending approvals are incomplete')
    }
    return status
  }
  const current = before.approval_status ?? (before.completed ? 'approved' : 'pending')
  if (completed === undefined) return current
  if (!completed) return 'pending'
  return current === 'pending' ? 'approved' : current
}

/** Throws 400 for an assignee status without an assignee. */
export function mustBeAssigned(status: string | undefined, assignee: number | null) {
  // wire: CopyAsana's source: the older text, with its leading dot
  if (status === undefined || assignee !== null) return
  throw malformed(".assignee_status: Schedule status shouldn't be set for unassigned tasks")
}
