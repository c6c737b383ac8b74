/** The columns of a time tracking entry after a write, and the sum of the entries of a task. */
import { weekOf } from '../../../lib/date.ts'
import { invalid, invalidReference } from '../../../lib/errors.ts'
import { update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { findProject } from '../../../store/queries/projects.ts'
import { projectsOf } from '../../../store/queries/tasks.ts'
import { findCategory } from '../../../store/queries/time/categories.ts'
import type { Tables } from '../../../store/tables.ts'

export const billableStatuses = ['billable', 'nonBillable', 'notApplicable'] as const

/** A year. Sums of this many minutes stay exact. */
const MAX_MINUTES = 366 * 24 * 60

type EntryRow = Tables['time_tracking_entries']

type EntryState = Pick<
  EntryRow,
  'duration_minutes' | 'entered_on' | 'week' | 'attributable_to' | 'category' | 'billable_status' | 'description'
>

interface EntryInput {
  duration_minutes?: number
  entered_on?: string
  attributable_to?: number | null
  categories?: number[]
  billable_status?: string
  description?: string
}

type TaskOfEntry = Pick<Tables['tasks'], 'gid' | 'workspace' | 'actual_time_minutes'>

/** The state of an entry after a write. `before` is the entry, or the day of a new one. Throws 400. */
export async function settleEntry(
  tx: Writer,
  task: TaskOfEntry,
  before: Partial<EntryState> & Pick<EntryState, 'entered_on'>,
  given: EntryInput,
): Promise<EntryState> {
  const { duration_minutes = before.duration_minutes ?? 0, entered_on = before.entered_on } = given
  mustBeDuration(duration_minutes)
  return {
    ...{ duration_minutes, entered_on, week: weekOf(entered_on) },
    attributable_to: await settleProject(tx, task, before.attributable_to, given.attributable_to),
    category: await settleCategory(tx, task, before.category ?? null, given.categories),
    billable_status: given.billable_status ?? before.billable_status ?? 'notApplicable',
    description: given.description ?? before.description ?? '',
  }
}

function mustBeDuration(minutes: number): void {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES) {
    throw invalid('duration_minutes', `Must be a whole number of minutes from 1 to ${MAX_MINUTES}`)
  }
}

// wire: contract: the time of a task in one project belongs to that project
async function settleProject(
  tx: Writer,
  { gid, workspace }: TaskOfEntry,
  before: number | null | undefined,
  given: number | null | undefined,
): Promise<number | null> {
  // A later move of the task does not change for which project the time was spent.
  if (before !== undefined && (given === undefined || given === before)) return before
  const projects = await projectsOf(tx, gid)
  if (projects.length === 0 && given) {
    // A subtask need not be in a project itself.
    if ((await findProject(tx, given))?.workspace !== workspace) throw invalidReference('attributable_to', given)
    return given
  }
  if (given && !projects.includes(given)) throw invalid('attributable_to', `Not a project of the task: ${given}`)
  return given ?? (projects.length === 1 ? (projects[0] ?? null) : null)
}

async function settleCategory(
  tx: Writer,
  { workspace }: TaskOfEntry,
  before: number | null,
  given: number[] | undefined,
): Promise<number | null> {
  if (given === undefined) return before
  if (given.length > 1) throw invalid('categories', 'Too many values (maximum 1)')
  const [category = null] = given
  if (category === null || category === before) return category
  const found = await findCategory(tx, category)
  if (found?.workspace !== workspace) throw invalidReference('categories: [0]', category)
  if (found.is_archived) throw invalid('categories: [0]', `The category is archived: ${category}`)
  return category
}

/** Adds minutes to the sum of the entries of a locked task. Entries have at least one minute, so no sum is zero. */
export async function addMinutes(
  tx: Writer,
  { gid, actual_time_minutes }: TaskOfEntry,
  minutes: number,
): Promise<void> {
  if (minutes === 0) return
  const sum = (actual_time_minutes ?? 0) + minutes
  await update(tx, 'tasks', { gid }, { actual_time_minutes: sum === 0 ? null : sum })
}
