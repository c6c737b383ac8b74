/** Loads the timesheets of people, each in the status in which it was. */
import { addDays, weekOf } from '../../../lib/date.ts'
import { type sentStatuses, statusOf, timesheetStatuses } from '../../../resources/time/rules/timesheet_status.ts'
import { MAX_MESSAGE_CHARACTERS, mustBeWeek } from '../../../resources/time/timesheet_approval_status.ts'
import { tryInsert } from '../../../store/change.ts'
import { date, oneOf, text } from '../../../vocabulary/field.ts'
import { forEachObject, loader, parentOf } from '../given.ts'

/** As responses show them, and as requests send them. */
const statuses = [...timesheetStatuses, ...timesheetStatuses.map(status => status.toLowerCase())]

export const timesheets = loader({
  type: 'timesheet_approval_status',
  fields: {
    start_date: date({ required: true, doc: 'The first day of the week: a Monday.' }),
    end_date: date({ doc: 'The last day of the week: the Sunday after it.' }),
    approval_status: oneOf(statuses, { doc: 'The status; a draft by default.' }),
    message: text({ max: MAX_MESSAGE_CHARACTERS, doc: 'What the latest change of the status said.' }),
  },
  load: ({ tx, workspace }, objects) =>
    forEachObject(objects, async object => {
      const { gid, created_at, values } = object
      const { start_date, end_date = addDays(start_date, 6), approval_status = 'DRAFT', message = null } = values
      mustBeWeek(start_date, end_date)
      const week = { user: parentOf(object), start_date, end_date, week: weekOf(start_date) }
      const status = { approval_status: statusOf(approval_status as (typeof sentStatuses)[number]), message }
      const isNew = await tryInsert(tx, 'timesheet_approval_statuses', {
        ...{ gid, workspace, ...week, ...status, created_at },
      })
      if (!isNew) throw new Error(`start_date: There is a timesheet for the week of ${start_date} already`)
    }),
})
