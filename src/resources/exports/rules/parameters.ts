/** The parameters of an export of resources: which objects of which types, with which fields. */
import { parseTimestamp } from '../../../lib/date.ts'
import { invalid, missingInput, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'

/** The types that an export of resources can contain. */
export const EXPORTABLE = ['task', 'team', 'message'] as const
export type ExportableName = (typeof EXPORTABLE)[number]

/** The people of a filter: an object matches if it has any of them. */
const PEOPLE_FILTERS = ['assigned_by', 'assignee', 'commented_on_by', 'created_by', 'followers', 'liked_by'] as const
const TIME_FILTERS = ['created_at', 'modified_at'] as const

export type PeopleFilter = (typeof PEOPLE_FILTERS)[number]
export type TimeFilter = (typeof TIME_FILTERS)[number]

export interface ExportParameter {
  resource_type: ExportableName
  people: Partial<Record<PeopleFilter, number[]>>
  /** Milliseconds since the Unix epoch, both exclusive. */
  times: Partial<Record<TimeFilter, { after?: number; before?: number }>>
  /** As `opt_fields`; empty for all fields. */
  fields: string
}

const FIELD = 'export_request_parameters'
const MAX_PARAMETERS = 50
const MAX_PEOPLE = 1000
const MAX_FIELDS_CHARACTERS = 16_384

/** Parses what a client sent. Throws 400 for anything else. */
export function parseParameters(raw: unknown): ExportParameter[] {
  if (!Array.isArray(raw)) throw invalid(FIELD, 'Not a list')
  if (raw.length === 0) throw missingInput(FIELD)
  if (raw.length > MAX_PARAMETERS) throw invalid(FIELD, `Too many values (maximum ${MAX_PARAMETERS})`)
  return raw.map((one, index) => parseParameter(`${FIELD}: [${index}]`, one))
}

function parseParameter(at: string, raw: unknown): ExportParameter {
  const { resource_type: type, filters = {}, fields = [] } = membersOf(at, raw)
  if (type === undefined) throw missingInput(`${at}: resource_type`)
  if (!isExportable(type)) throw invalid(`${at}: resource_type`, `Not a recognized value: ${printable(type)}`)
  const parameter: ExportParameter = { resource_type: type, people: {}, times: {}, fields: fieldsOf(at, fields) }
  for (const [name, value] of Object.entries(membersOf(`${at}: filters`, filters ?? {}))) {
    // wire: contract: teams have no filters
    if (type === 'team') throw invalid(`${at}: filters`, 'Teams cannot be filtered')
    addFilter(parameter, `${at}: filters: ${printable(name)}`, name, value)
  }
  return parameter
}

function addFilter({ people, times }: ExportParameter, at: string, name: string, value: unknown): void {
  const [field = '', operator] = name.split('.')
  if (operator === 'any' && isOneOf(PEOPLE_FILTERS, field)) people[field] = gidsOf(at, value)
  else if ((operator === 'after' || operator === 'before') && isOneOf(TIME_FILTERS, field))
    times[field] = { ...times[field], [operator]: parseTimestamp(at, value) }
  else throw invalid(at, 'Not a filter')
}

function gidsOf(at: string, raw: unknown): number[] {
  const values = Array.isArray(raw) ? raw : [raw]
  if (values.length > MAX_PEOPLE) throw invalid(at, `Too many values (maximum ${MAX_PEOPLE})`)
  return values.map(value => {
    const gid = typeof value === 'string' || typeof value === 'number' ? parseGid(String(value)) : undefined
    if (gid === undefined) throw unrecognized(at, printable(value))
    return gid
  })
}

function fieldsOf(at: string, raw: unknown): string {
  const texts = Array.isArray(raw) ? raw : [raw]
  if (!texts.every(text => typeof text === 'string')) throw invalid(`${at}: fields`, 'Not a list of names')
  const fields = texts.join()
  if (fields.length > MAX_FIELDS_CHARACTERS) throw invalid(`${at}: fields`, 'Too long')
  return fields
}

function membersOf(at: string, raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalid(at, 'Not an object')
  return raw as Record<string, unknown>
}

const isExportable = (type: unknown): type is ExportableName => isOneOf(EXPORTABLE, type)

const isOneOf = <T extends string>(among: readonly T[], text: unknown): text is T => among.includes(text as T)

/** A value of a client for an error text. */
const printable = (value: unknown): string => String(value).slice(0, 100).toWellFormed()
