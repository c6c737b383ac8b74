/** Time tracking for samples: an entry with a category, and timesheets. */
import { addDays } from '../../../src/lib/date.ts'
import type { Person, World } from '../world.ts'

let weeks = 0

/** A week of which no sample has a timesheet yet. */
export function newWeek() {
  const start_date = addDays('2026-01-12', 7 * weeks++)
  return { start_date, end_date: addDays(start_date, 6) }
}

/** A timesheet of a person. */
export const makeTimesheet = (person: Person, workspace: string): Promise<string> =>
  person.create('/timesheet_approval_statuses', { user: person.gid, workspace, ...newWeek() })

/** An entry of a person for a task. */
export function makeEntry(person: Person, task: string, categories: readonly string[] = []): Promise<string> {
  const entry = { duration_minutes: 90, categories, billable_status: 'billable', description: 'Sample' }
  return person.create(`/tasks/${task}/time_tracking_entries`, entry)
}

/** One object of each type. Only administrators create categories. */
export async function makeTime({ ann, workspace }: World, person: Person, task: string) {
  const time_tracking_category = await ann.create('/time_tracking_categories', { workspace, name: 'Category' })
  const time_tracking_entry = await makeEntry(person, task, [time_tracking_category])
  const timesheet_approval_status = await makeTimesheet(person, workspace)
  return { time_tracking_category, time_tracking_entry, timesheet_approval_status }
}
