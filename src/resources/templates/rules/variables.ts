/** The values that an instantiation gives to the dates and roles of a project template. */
import { localDate, parseDate, parseTimestamp } from '../../../lib/date.ts'
import { unprocessable, unrecognized } from '../../../lib/errors.ts'
import { one, parts, raw, text, type Values } from '../../../vocabulary/field.ts'
import type { DateVariable, TemplateRole } from './content.ts'

const requestedDate = {
  gid: text({ required: true, max: 20, doc: 'The gid of a requested date.' }),
  // wire: contract: a date-time; its text also says a calendar date
  value: raw({ nullable: true, doc: 'A date, or a date-time.' }),
}

const requestedRole = {
  gid: text({ required: true, max: 20, doc: 'The gid of a requested role.' }),
  value: one('user', { need: 'view', nullable: true, doc: 'The user who gets the tasks of the role.' }),
}

export const requestedDates = parts('project_template', requestedDate, {
  doc: 'Values of the requested dates of the template.',
})

export const requestedRoles = parts('project_template', requestedRole, {
  doc: 'Users for the requested roles of the template. Tasks of the others stay unassigned.',
})

interface DayChoice {
  variables: readonly DateVariable[]
  given: readonly Values<typeof requestedDate>[]
  isStrict: boolean
  now: number
  timeZone: string
}

/** The day to which the dates of new tasks are relative. Throws 422 if it must be given and is not. */
export function chosenDay({ variables, given, isStrict, now, timeZone }: DayChoice): string {
  let chosen: string | undefined
  for (const [index, { gid, value }] of given.entries()) {
    const at = `requested_dates: [${index}]`
    if (!variables.some(variable => variable.gid === gid)) throw unrecognized(`${at}: gid`, gid)
    if (value !== null && value !== undefined) chosen = parseDay(`${at}: value`, value, timeZone)
  }
  const [missing] = chosen === undefined ? variables : []
  if (missing && isStrict) {
    throw unprocessable(`requested_dates has no value for ${missing.gid} (${missing.name})`)
  }
  // wire: contract: without is_strict, the default is the current date
  return chosen ?? localDate(now, timeZone)
}

const parseDay = (at: string, value: unknown, timeZone: string): string =>
  typeof value === 'string' && value.includes('T')
    ? localDate(parseTimestamp(at, value), timeZone)
    : parseDate(at, value)

/** The user of each role. Throws 400 for a role that the template does not have. */
export function chosenRoles(
  roles: readonly TemplateRole[],
  given: readonly Values<typeof requestedRole>[],
): Record<string, number> {
  const chosen: Record<string, number> = {}
  for (const [index, { gid, value }] of given.entries()) {
    if (!roles.some(role => role.gid === gid)) throw unrecognized(`requested_roles: [${index}]: gid`, gid)
    if (value) chosen[gid] = value
  }
  return chosen
}
