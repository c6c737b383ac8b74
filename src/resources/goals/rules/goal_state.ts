/** The columns of a goal after a write: a pure function of the stored columns and the input. */
import { invalid } from '../../../lib/errors.ts'
import type { GoalRow } from '../../../store/queries/goals/goals.ts'
import { settleProjectDates } from '../../work/rules/project_dates.ts'

export type GoalState = Pick<
  GoalRow,
  | 'name'
  | 'is_workspace_level'
  | 'team'
  | 'owner'
  | 'time_period'
  | 'privacy_setting'
  | 'default_access_level'
  | 'start_on'
  | 'due_on'
  | 'status'
>

interface GoalStateInput extends Partial<Omit<GoalState, 'is_workspace_level'>> {
  is_workspace_level?: boolean
}

/** The defaults of a new goal: the whole workspace can comment on it. A goal without a team is one of the workspace. */
// wire: docs: goals are public to the workspace unless an administrator changes that; contract: members can comment
export const newGoal = (owner: number | null, team: number | null): GoalState => ({
  name: '',
  is_workspace_level: team === null ? 1 : 0,
  team,
  owner,
  time_period: null,
  privacy_setting: 'public_to_workspace',
  default_access_level: 'commenter',
  start_on: null,
  due_on: null,
  status: null,
})

/** Throws 400 for an invalid combination. */
export function settleGoal(before: GoalState, given: GoalStateInput): GoalState {
  return {
    name: given.name ?? before.name,
    is_workspace_level: Number(given.is_workspace_level ?? before.is_workspace_level),
    team: given.team === undefined ? before.team : given.team,
    owner: given.owner === undefined ? before.owner : given.owner,
    time_period: given.time_period === undefined ? before.time_period : given.time_period,
    privacy_setting: given.privacy_setting ?? before.privacy_setting,
    default_access_level: given.default_access_level ?? before.default_access_level,
    status: given.status === undefined ? before.status : given.status,
    ...settleProjectDates(before, given),
  }
}

// wire: contract: colours while the goal is open, results when it is closed
export const goalStatuses = ['green', 'yellow', 'red', 'missed', 'achieved', 'partial', 'dropped'] as const

// wire: contract: the status can only be written if there is a metric; the text is a guess
/** Throws 400 for a status that is set without a metric. */
export function mustHaveMetric(hasMetric: boolean, status: string | null): void {
  if (status !== null && !hasMetric) throw invalid('status', 'Cannot be set on a goal without a metric')
}
