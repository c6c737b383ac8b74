/**
 * The timesheet of a user for a week from Monday to Sunday. Its user submits it, and administrators of the workspace approve
 * or reject it. Submitted and approved ones lock the entries of the week.
 */
import { addDays, isMonday, weekOf } from '../../lib/date.ts'
import { forbidden, invalid, malformed, missingInput } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { auditEvent, getForUpdate, update as set, tryInsert } from '../../store/change.ts'
import { advisoryLock } from '../../store/locks.ts'
import { timesheetPage } from '../../store/queries/time/timesheets.ts'
import { date, one, oneOf, someOf, text, timestamp } from '../../vocabulary/field.ts'
import { create, get, list, update, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { lockMembers } from '../work/rules/membership.ts'
import {
  mustFollow,
  sentStatuses,
  statusOf,
  type TimesheetStatus,
  timesheetStatuses,
} from './rules/timesheet_status.ts'

export const timesheetApprovalStatus = resource('timesheet_approval_status', {
  doc: 'The timesheet of a user for a week, and whether it is approved.',
  guard: 'timesheet_approval_status',
  changes: { addedTo: { workspace: 'workspace' }, columns: { approval_status: 'approval_status' } },
  fields: {
    created_at: timestamp({ compact: true, doc: 'When the timesheet was created.' }),
    user: one('user', {
      skipAccessCheck: true,
      compact: true,
      write: 'create',
      need: 'view',
      required: true,
      doc: 'The user whose week it is.',
    }),
    workspace: one('workspace', {
      skipAccessCheck: true,
      compact: true,
      write: 'create',
      need: 'comment',
      required: true,
      doc: 'The workspace.',
    }),
    start_date: date({ compact: true, write: 'create', required: true, doc: 'The first day of the week: a Monday.' }),
    end_date: date({ compact: true, write: 'create', required: true, doc: 'The last day of the week: a Sunday.' }),
    approval_status: oneOf(timesheetStatuses, { compact: true, doc: 'The status.' }),
  },
})

/** Throws 400 for anything but a week from Monday to Sunday. */
export function mustBeWeek(start: string, end: string): void {
  if (!isMonday(start)) throw invalid('start_date', `A week begins on Monday, not on ${start}`)
  const sunday = addDays(start, 6)
  if (end !== sunday) throw invalid('end_date', `The week that begins on ${start} ends on ${sunday}, not on ${end}`)
}

interface TimesheetInput {
  user: number
  workspace: number
  start_date: string
  end_date: string
}

async function createTimesheet({ tx, actor, body, rights }: WriteCall<unknown, TimesheetInput>): Promise<number> {
  const { user, workspace, start_date, end_date } = body
  await mustHaveFeature(tx, workspace, 'timesheets')
  mustBeWeek(start_date, end_date)
  if (user !== actor.gid && !allows(rights.workspace, 'admin')) throw forbidden('user')
  await lockMembers(tx, workspace, [user], () => 'user')
  const gid = tx.gid()
  const row = { gid, workspace, user, start_date, end_date, week: weekOf(start_date) }
  const created = { approval_status: 'DRAFT', message: null, created_at: tx.now }
  if (await tryInsert(tx, 'timesheet_approval_statuses', { ...row, ...created })) return gid
  throw malformed(`This user has a timesheet for the week of ${start_date} already`)
}

export const MAX_MESSAGE_CHARACTERS = 2000

interface TimesheetStatusInput {
  approval_status: (typeof sentStatuses)[number]
  message?: string
}

type StatusCall = WriteCall<{ timesheet_approval_status_gid: number }, TimesheetStatusInput>

async function changeStatus({ tx, path, body, rights }: StatusCall): Promise<void> {
  const found = await getForUpdate(tx, 'timesheet_approval_statuses', path.timesheet_approval_status_gid)
  const { gid, workspace, user } = found
  await mustHaveFeature(tx, workspace, 'timesheets')
  // timesheets: a concurrent request could change an entry of this week.
  await advisoryLock(tx, 'timesheets', user)
  const [before, after] = [found.approval_status as TimesheetStatus, statusOf(body.approval_status)]
  mustFollow(before, after, allows(rights.timesheet_approval_status_gid, 'admin'))
  const { message = null } = body
  await set(tx, 'timesheet_approval_statuses', { gid }, { approval_status: after, message })
  auditEvent(tx, {
    ...{ event: 'timesheet_approval_status_changed', workspace },
    resource: { type: 'timesheet_approval_status', gid },
    details: { old_value: before, new_value: after, ...(message === null ? {} : { message }) },
  })
}

export const operations = [
  list('/timesheet_approval_statuses', timesheetApprovalStatus, {
    id: 'getTimesheetApprovalStatuses',
    doc: 'Lists the timesheets of a workspace, by their week: all for administrators, their own for others.',
    query: {
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
      user: one('user', { doc: 'Only timesheets of this user.' }),
      from_date: date({ doc: 'Only weeks that end on this day or later.' }),
      to_date: date({ doc: 'Only weeks that begin on this day or earlier.' }),
      approval_statuses: someOf(sentStatuses, { doc: 'Only timesheets with one of these statuses.' }),
    },
    execute({ reader, actor, query, rights, window }) {
      const { workspace, user, from_date: from, to_date: to, approval_statuses: statuses } = query
      if (statuses?.length === 0) throw missingInput('approval_statuses')
      const isAdmin = allows(rights.workspace, 'admin')
      return timesheetPage(
        reader,
        actor.gid,
        {
          ...{ workspace, user: user ?? (isAdmin ? undefined : actor.gid), statuses: statuses?.map(statusOf) },
          from: from === undefined ? undefined : weekOf(from),
          to: to === undefined ? undefined : weekOf(to),
        },
        window,
      )
    },
  }),
  create('/timesheet_approval_statuses', timesheetApprovalStatus, {
    id: 'createTimesheetApprovalStatus',
    doc: 'Creates the timesheet of a user for a week, as a draft. Administrators can create those of others.',
    execute: createTimesheet,
  }),
  get('/timesheet_approval_statuses/{timesheet_approval_status_gid}', timesheetApprovalStatus, {
    id: 'getTimesheetApprovalStatus',
    doc: 'Gets a timesheet.',
  }),
  update('/timesheet_approval_statuses/{timesheet_approval_status_gid}', timesheetApprovalStatus, {
    id: 'updateTimesheetApprovalStatus',
    doc: 'Submits a timesheet, makes it a draft again, approves or rejects it.',
    body: {
      approval_status: oneOf(sentStatuses, { required: true, doc: 'The new status.' }),
      message: text({ max: MAX_MESSAGE_CHARACTERS, doc: 'What to say about it.' }),
    },
    // Guests submit their own.
    needs: { timesheet_approval_status_gid: 'comment' },
    execute: changeStatus,
  }),
]
