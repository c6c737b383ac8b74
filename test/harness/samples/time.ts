/** Time tracking for samples: an entry with a category, and timesheets. */
import { addDays } from '../../../src/lib/date.ts'
import { ok } from '../sample.ts'
import { makeProject } from '../work.ts'
import { type Json, type Person, type World, world } from '../world.ts'

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

/** A private project with a member at each access level, and a task in it. */
export async function timeOffice(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, ben, workspace, person } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  const task = await ann.create('/tasks', { workspace, name: 'Task', projects: [project] })
  const path = `/tasks/${task}/time_tracking_entries`
  /** Creates an entry, and returns its gid. */
  const enter = (who: Person, more: Json = {}, of = task) =>
    who.create(`/tasks/${of}/time_tracking_entries`, { duration_minutes: 60, ...more })
  const spent = async (of = task) => (await ok(ann.get(`/tasks/${of}`))).data.actual_time_minutes
  return { ...home, stranger: ben, editor, commenter, viewer, project, task, path, enter, spent }
}
