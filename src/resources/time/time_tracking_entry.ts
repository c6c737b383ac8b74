/**
 * A time tracking entry is time that a user spent on a task. A timesheet that was submitted or approved locks the entries
 * of its user and week (`rules/timesheet.ts`).
 */
import { localDate } from '../../lib/date.ts'
import { forbidden, malformed, missingInput, unknownObject } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { deleteWhere, findForUpdate, getForUpdate, insert, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { workspaceOf } from '../../store/queries/jobs/webhooks.ts'
import { type EntryFilter, entryPage } from '../../store/queries/time/entries.ts'
import { date, many, number, one, oneOf, text, timestamp, type Values } from '../../vocabulary/field.ts'
import { create, get, list, type ReadCall, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { resource, type updatable } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { addMinutes, billableStatuses, settleEntry } from './rules/entry.ts'
import { lockWeeks } from './rules/timesheet.ts'
import { timesheetStatuses } from './rules/timesheet_status.ts'

export const timeTrackingEntry = resource('time_tracking_entry', {
  doc: 'Time that a user spent on a task.',
  guard: 'time_tracking_entry',
  changes: {
    addedTo: { task: 'task' },
    task: 'task',
    deletedAs: 'removed',
    columns: { category: { field: 'categories', value: 'time_tracking_category' } },
  },
  fields: {
    duration_minutes: number({ compact: true, write: 'always', required: true, doc: 'The time, in minutes.' }),
    entered_on: date({ compact: true, write: 'always', doc: 'The day to which the time belongs: by default today.' }),
    attributable_to: one('project', {
      compact: true,
      write: 'always',
      need: 'edit',
      nullable: true,
      doc: 'The project for which the time was spent. If the task is in one project, it is that one.',
    }),
    created_by: one('user', { skipAccessCheck: true, compact: true, doc: 'The user who spent the time.' }),
    categories: many('time_tracking_category', {
      through: { table: 'time_tracking_entries', from: 'gid', to: 'category' },
      compact: true,
      write: 'always',
      need: 'view',
      doc: 'The category: at most one.',
    }),
    task: one('task', { skipAccessCheck: true, doc: 'The task on which the time was spent.' }),
    created_at: timestamp({ doc: 'When the entry was created.' }),
    approval_status: oneOf(timesheetStatuses, {
      doc: 'The status of the timesheet of its user and week; a draft if there is none.',
    }),
    billable_status: oneOf(billableStatuses, { write: 'always', doc: 'Whether a customer pays for the time.' }),
    description: text({ write: 'always', doc: 'What was done.' }),
  },
})

type EntryCall = WriteCall<
  { time_tracking_entry_gid: number },
  Values<ReturnType<typeof updatable<(typeof timeTrackingEntry)['fields']>>>
>

type CreateEntryCall = WriteCall<{ task_gid: number }, EntryCall['body'] & { duration_minutes: number }>

async function createEntry({ tx, actor, path, body }: CreateEntryCall): Promise<number> {
  // Locks the task: the sum of its entries changes with them.
  const task = await getForUpdate(tx, 'tasks', path.task_gid)
  const { workspace, deleted_at } = task
  if (deleted_at !== null) throw unknownObject('task', task.gid)
  await mustHaveFeature(tx, workspace, 'time_tracking')
  const today = localDate(tx.now, actor.timeZone)
  const entry = await settleEntry(tx, task, { entered_on: today }, body)
  await lockWeeks(tx, { workspace, created_by: actor.gid }, entry.week)
  const gid = tx.gid()
  await insert(tx, 'time_tracking_entries', {
    ...{ gid, workspace, task: task.gid, ...entry, created_by: actor.gid, created_at: tx.now },
  })
  await addMinutes(tx, task, entry.duration_minutes)
  return gid
}

/** Locks an entry and its task. Throws 403 for others than its user and admins. */
async function lockEntry({ tx, path: { time_tracking_entry_gid: gid }, actor }: EntryCall) {
  const entry = await findForUpdate(tx, 'time_tracking_entries', { gid })
  // Another transaction may have deleted it after the rights were checked.
  if (!entry) throw unknownObject('time_tracking_entry', gid)
  const task = await getForUpdate(tx, 'tasks', entry.task)
  const isOwn = entry.created_by === actor.gid || actor.kind === 'service'
  if (!isOwn && !(await isAdminOf(tx, actor.gid, entry.attributable_to))) throw forbidden('time tracking entry')
  return { task, entry }
}

// wire: guess: the contract names no right
/**
 * Whether the caller is an admin of the project of an entry. Other projects of the task do not count: who can edit a task
 * can add it to a project of their own.
 */
const isAdminOf = async (tx: Writer, me: number, project: number | null): Promise<boolean> =>
  project !== null && allows((await rights(tx, me, 'project', [project])).get(project), 'admin')

async function updateEntry(call: EntryCall): Promise<void> {
  const { tx, body } = call
  const { task, entry } = await lockEntry(call)
  const after = await settleEntry(tx, task, entry, body)
  await lockWeeks(tx, entry, entry.week, after.week)
  await set(tx, 'time_tracking_entries', { gid: entry.gid }, after)
  await addMinutes(tx, task, after.duration_minutes - entry.duration_minutes)
}

async function deleteEntry(call: WriteCall<{ time_tracking_entry_gid: number }>): Promise<void> {
  const { tx } = call
  const { task, entry } = await lockEntry(call)
  await lockWeeks(tx, entry, entry.week)
  await deleteWhere(tx, 'time_tracking_entries', { gid: entry.gid })
  await addMinutes(tx, task, -entry.duration_minutes)
}

const entryQuery = {
  task: one('task', { doc: 'Only entries of this task.' }),
  attributable_to: one('project', { doc: 'Only entries that belong to this project.' }),
  portfolio: one('portfolio', { doc: 'Only entries that belong to a project of this portfolio.' }),
  user: one('user', { doc: 'Only entries of this user.' }),
  workspace: one('workspace', { doc: 'Only entries of this workspace; needs a start or an end date.' }),
  entered_on_start_date: date({ doc: 'Only entries of this day or later.' }),
  entered_on_end_date: date({ doc: 'Only entries of this day or earlier.' }),
  timesheet_approval_status: one('timesheet_approval_status', { doc: 'Only entries of this timesheet.' }),
}

/** Throws 400 without a filter, and for a workspace without a date: the list would have no bound. */
function filterOf({ entered_on_start_date: from, entered_on_end_date: to, ...query }: Values<typeof entryQuery>) {
  if (Object.keys(query).length === 0) {
    throw malformed(
      'You should specify one of task, attributable_to, portfolio, user, workspace, timesheet_approval_status',
    )
  }
  // wire: contract: at least one of the dates must be given with a workspace
  if (query.workspace !== undefined && from === undefined && to === undefined) {
    throw missingInput('entered_on_start_date')
  }
  const { timesheet_approval_status: timesheet, ...filter } = query
  return { ...filter, timesheet, from, to }
}

/** The filters that name an object of one workspace. A user belongs to several, each with its plan. */
const inWorkspace = ['workspace', 'task', 'attributable_to', 'portfolio', 'timesheet_approval_status'] as const

async function listEntries({ reader, actor, query, window }: ReadCall<unknown, Values<typeof entryQuery>>) {
  const filter: EntryFilter = filterOf(query)
  const name = inWorkspace.find(one => query[one] !== undefined)
  const [type] = (name && entryQuery[name].types) ?? []
  if (name && type) await mustHaveFeature(reader, await workspaceOf(reader, type, query[name] ?? 0), 'time_tracking')
  return entryPage(reader, actor.gid, filter, window)
}

export const operations = [
  list('/time_tracking_entries', timeTrackingEntry, {
    id: 'getTimeTrackingEntries',
    doc: 'Lists the entries that match all filters and whose tasks are visible to the caller, by their day.',
    query: entryQuery,
    execute: listEntries,
  }),
  get('/time_tracking_entries/{time_tracking_entry_gid}', timeTrackingEntry, {
    id: 'getTimeTrackingEntry',
    doc: 'Gets an entry.',
  }),
  update('/time_tracking_entries/{time_tracking_entry_gid}', timeTrackingEntry, {
    id: 'updateTimeTrackingEntry',
    doc: 'Updates the given fields of an entry. Only its user and admins of its project can, until its week is submitted.',
    // Users can correct their own where they can only comment by now.
    needs: { time_tracking_entry_gid: 'comment' },
    execute: updateEntry,
  }),
  remove('/time_tracking_entries/{time_tracking_entry_gid}', timeTrackingEntry, {
    id: 'deleteTimeTrackingEntry',
    doc: 'Deletes an entry. Only its user and admins of its project can, until its week is submitted.',
    needs: { time_tracking_entry_gid: 'comment' },
    execute: deleteEntry,
  }),
  list('/tasks/{task_gid}/time_tracking_entries', timeTrackingEntry, {
    id: 'getTimeTrackingEntriesForTask',
    doc: 'Lists the entries of a task, by their day.',
    execute: ({ reader, actor, path, window }) => entryPage(reader, actor.gid, { task: path.task_gid }, window),
  }),
  list('/time_tracking_categories/{time_tracking_category_gid}/time_tracking_entries', timeTrackingEntry, {
    id: 'getTimeTrackingEntriesForTimeTrackingCategory',
    doc: 'Lists the entries of a category that are visible to the caller, by their day.',
    query: {
      start_date: date({ doc: 'Only entries of this day or later.' }),
      end_date: date({ doc: 'Only entries of this day or earlier.' }),
    },
    execute: ({ reader, actor, path, query: { start_date: from, end_date: to }, window }) =>
      entryPage(reader, actor.gid, { category: path.time_tracking_category_gid, from, to }, window),
  }),
  create('/tasks/{task_gid}/time_tracking_entries', timeTrackingEntry, {
    id: 'createTimeTrackingEntry',
    doc: 'Creates an entry of the caller for a task.',
    execute: createEntry,
  }),
]
