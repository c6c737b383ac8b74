/** Whether the plan of an organization includes goals. */
import type { Reader } from '../../../store/db.ts'
import { planForGoals } from '../../../store/queries/goals/goals.ts'
import { mustInclude } from '../../people/rules/plan.ts'

/** Throws 402 unless the plan includes goals; `gid` is a goal, or an object by which goals are listed. */
export async function mustHaveGoals(reader: Reader, gid: number): Promise<void> {
  const plan = await planForGoals(reader, gid)
  if (plan !== undefined) mustInclude(plan, 'goals')
}
