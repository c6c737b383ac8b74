/** How much something counts for the progress of a goal. */
import { invalid } from '../../../lib/errors.ts'
import { number } from '../../../vocabulary/field.ts'

export const contributionWeight = number({ doc: 'How much it counts for the progress of the goal, from 0 to 1.' })

// wire: contract: from 0 to 1; the text is a guess
/** The text to store for a weight. Throws 400 for one that is not from 0 to 1. */
export function weightText(weight: number): string {
  if (!(weight >= 0 && weight <= 1)) throw invalid('contribution_weight', 'Must be between 0 and 1')
  return String(weight)
}
