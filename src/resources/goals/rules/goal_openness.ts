/** Whether a call opens a goal to its workspace: a new one is open by default, and clients send back what they have read. */
import { isOpen } from '../../../store/queries/roles/openness.ts'
import type { PermissionNeed } from '../../../vocabulary/operation.ts'

const OPEN = 'public_to_workspace'

export const opensGoal: NonNullable<PermissionNeed['applies']> = async ({ reader, path: { goal_gid: gid }, body }) =>
  gid === undefined
    ? (body.privacy_setting ?? OPEN) === OPEN
    : body.privacy_setting === OPEN && !(await isOpen(reader, 'goal', gid))
