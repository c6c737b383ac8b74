/** Time periods for tests. */
import { gidsOf } from '../work.ts'
import type { Person } from '../world.ts'

/** The last time period of a workspace: a quarter, which has a parent. */
export async function lastQuarter(person: Person, workspace: string): Promise<string> {
  const gids = await gidsOf(person, `/time_periods?workspace=${workspace}`)
  return gids.at(-1) ?? ''
}
