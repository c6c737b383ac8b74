/**
 * A time period is a fiscal year of a workspace, or a half or a quarter of one. The program creates them from the month in
 * which the fiscal years of the workspace start (`rules/time_periods.ts`); no client changes them.
 */
import { timePeriodPage } from '../../store/queries/goals/time_periods.ts'
import { date, one, oneOf, text } from '../../vocabulary/field.ts'
import { get, list } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { PERIODS } from './rules/fiscal_year.ts'

export const timePeriod = resource('time_period', {
  doc: 'A fiscal year of a workspace, or a half or a quarter of one.',
  guard: 'time_period',
  cached: true,
  changes: { none: 'the API has no events of time periods' },
  fields: {
    end_on: date({ compact: true, doc: 'The last day.' }),
    start_on: date({ compact: true, doc: 'The first day.' }),
    period: oneOf(PERIODS, { compact: true, doc: 'The kind of period: a year, a half or a quarter.' }),
    display_name: text({
      compact: true,
      doc: 'The name, such as `Q1 FY26`. A fiscal year has the name of the year in which it ends.',
    }),
    // wire: documentation: quarters belong to halves, halves to years
    parent: one('time_period', {
      skipAccessCheck: true,
      nullable: true,
      doc: 'The period that contains this one: the half of a quarter, the year of a half. Null for a year.',
    }),
  },
})

export const operations = [
  list('/time_periods', timePeriod, {
    id: 'getTimePeriods',
    doc: 'Lists the time periods of a workspace, from five years before the current fiscal year to five years after it.',
    query: {
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
      start_on: date({ doc: 'Only periods that end on this date or later.' }),
      end_on: date({ doc: 'Only periods that start on this date or earlier.' }),
    },
    execute: ({ reader, query, window }) =>
      timePeriodPage(reader, { workspace: query.workspace, from: query.start_on, until: query.end_on }, window),
  }),
  get('/time_periods/{time_period_gid}', timePeriod, { id: 'getTimePeriod', doc: 'Gets a time period.' }),
]
