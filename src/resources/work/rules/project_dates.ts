/** The two dates of a project. A pure function of the stored dates and the input. */
import { invalid, malformed } from '../../../lib/errors.ts'

export interface ProjectDates {
  start_on: string | null
  due_on: string | null
}

export interface ProjectDatesInput extends Partial<ProjectDates> {
  /** The older name of `due_on`. */
  due_date?: string | null
}

/** The dates after a write. Throws 400 for an invalid combination. */
export function settleProjectDates(before: ProjectDates, given: ProjectDatesInput): ProjectDates {
  const givenDue = parseDue(given)
  const start = given.start_on === undefined ? before.start_on : given.start_on
  // wire: contract: the due date belongs into the same request, also when the start is unset; the text is recorded
  if (givenDue === undefined && start !== before.start_on) throw startWithoutDue()
  const due = givenDue === undefined ? before.due_on : givenDue
  if (due === null) {
    if (given.start_on) throw startWithoutDue()
    return { start_on: null, due_on: null }
  }
  // wire: contract: the two days of a project are never the same
  if (start === due) throw invalid('start_on', 'Must not be the due date itself')
  if (start !== null && start > due) throw invalid('start_on', 'Must not be after the due date')
  return { start_on: start, due_on: due }
}

function parseDue({ due_on, due_date }: ProjectDatesInput): string | null | undefined {
  if (due_on !== undefined && due_date !== undefined && due_on !== due_date) {
    throw invalid('due_date', 'Must be the same as due_on')
  }
  return due_on === undefined ? due_date : due_on
}

const startWithoutDue = () => malformed("You must provide 'due_on' or 'due_at' when setting 'start_on'.")
