/**
 * Conversion of a person between store and wire: rows to values of the resource, values to columns, values to JSON.
 * People who were never provisioned have values too, derived from their accounts.
 */

import { addressKey } from '../lib/address.ts'
import { entryColumns, type PersonRow } from '../store/queries/scim/people.ts'
import type { Tables } from '../store/tables.ts'
import { partsOf } from './full_name.ts'
import { ENTERPRISE, USER } from './schema/attributes.ts'
import { completed, noValues, type Value, type Values } from './schema/values.ts'

type Provisioned = Tables['provisioned_users']
type Column = keyof Provisioned & keyof PersonRow

const plain: [attribute: string, column: Column][] = [
  ['externalId', 'external_id'],
  ['title', 'title'],
  ['preferredLanguage', 'preferred_language'],
]

const enterprise: [attribute: string, column: Column][] = [
  ['employeeNumber', 'employee_number'],
  ['costCenter', 'cost_center'],
  ['organization', 'organization'],
  ['division', 'division'],
  ['department', 'department'],
]

const names: [attribute: string, column: Column][] = [
  ['formatted', 'formatted'],
  ['givenName', 'given_name'],
  ['familyName', 'family_name'],
]

export const kindsOfEntries = ['emails', 'phoneNumbers', 'addresses'] as const

/** The sub-attributes of entries, in the order of `entryColumns`. */
const parts = [
  ...(['value', 'type', 'primary', 'formatted', 'streetAddress', 'locality'] as const),
  ...(['region', 'postalCode', 'country'] as const),
]

// --- From the store

/** The values of a person. Without `emails` when none were sent: see `defaultEmails`. */
export function valuesOf(row: PersonRow): Values {
  const values = noValues()
  const isKept = row.user_name !== null && addressKey(row.user_name) === row.email
  values.userName = isKept && row.user_name ? row.user_name : row.email
  values.active = row.is_active === 1
  take(values, plain, row)
  const name = row.account_name === row.name ? take(noValues(), names, row) : partsOf(row.name)
  if (Object.keys(name).length > 0) values.name = name
  const company = take(noValues(), enterprise, row)
  if (row.manager !== null) company.manager = { value: row.manager }
  if (Object.keys(company).length > 0) values[ENTERPRISE] = company
  for (const [kind, entries] of Map.groupBy(JSON.parse(row.entries) as unknown[][], ([kind]) => String(kind))) {
    values[kind] = entries.sort(([, a], [, b]) => Number(a) - Number(b)).map(([, , ...columns]) => entryOf(columns))
  }
  return values
}

function take(values: Values, pairs: [string, Column][], row: PersonRow): Values {
  for (const [attribute, column] of pairs) {
    const value = row[column]
    if (value !== null) values[attribute] = String(value)
  }
  return values
}

function entryOf(columns: unknown[]): Values {
  const entry = noValues()
  for (const [index, name] of parts.entries()) {
    const value = columns[index]
    if (value !== null && value !== undefined) entry[name] = name === 'primary' ? value === 1 : String(value)
  }
  return entry
}

/** The `emails` of a person for whom none were sent: the userName. */
export const usualEmails = (userName: Value | undefined): Values[] =>
  completed([Object.assign(noValues(), { value: String(userName) })])

// --- To the store

export function columnsOf(
  values: Values,
): Omit<Provisioned, 'membership' | 'account_name' | 'modified_at' | 'deleted_at'> {
  const company = (values[ENTERPRISE] ?? {}) as Values
  const name = (values.name ?? {}) as Values
  const manager = company.manager as Values | undefined
  const from = (source: Values, attribute: string) => (source[attribute] as string | undefined) ?? null
  return {
    user_name: from(values, 'userName'),
    external_id: from(values, 'externalId'),
    formatted: from(name, 'formatted'),
    given_name: from(name, 'givenName'),
    family_name: from(name, 'familyName'),
    title: from(values, 'title'),
    preferred_language: from(values, 'preferredLanguage'),
    department: from(company, 'department'),
    cost_center: from(company, 'costCenter'),
    organization: from(company, 'organization'),
    division: from(company, 'division'),
    employee_number: from(company, 'employeeNumber'),
    manager: manager ? from(manager, 'value') : null,
  }
}

/** The key by which filters find an entry. */
const keyOf = (kind: string, value: string | null): string | null =>
  value === null ? null : kind === 'emails' ? addressKey(value) : value.toLowerCase()

/** The rows of all entries of a person. */
export function entryRows(values: Values, membership: number, workspace: number): Tables['provisioned_entries'][] {
  return kindsOfEntries.flatMap(kind =>
    ((values[kind] ?? []) as Values[]).map((entry, position) => {
      const cell = (name: string) => (entry[name] as string | undefined) ?? null
      const columns = Object.fromEntries(entryColumns.map((column, index) => [column, cell(parts[index] ?? '')]))
      return {
        ...(columns as unknown as Tables['provisioned_entries']),
        membership,
        workspace,
        kind,
        position,
        value_key: keyOf(kind, cell('value')),
        is_primary: entry.primary === true ? 1 : 0,
      }
    }),
  )
}

// --- To the wire

/** A person as JSON with all attributes; `base` is the address of the interface. */
export function shownPerson(row: PersonRow, base: string): Record<string, unknown> {
  const { userName, externalId, active, emails, [ENTERPRISE]: company, ...rest } = valuesOf(row)
  const id = String(row.user)
  return {
    schemas: company === undefined ? [USER] : [USER, ENTERPRISE],
    id,
    ...(externalId === undefined ? {} : { externalId }),
    meta: {
      resourceType: 'User',
      created: new Date(row.created_at).toISOString(),
      lastModified: new Date(row.modified_at ?? row.created_at).toISOString(),
      location: `${base}/Users/${id}`,
    },
    userName,
    active,
    ...rest,
    emails: emails ?? usualEmails(userName),
    ...(company === undefined ? {} : { [ENTERPRISE]: withLink(company as Values, base) }),
  }
}

function withLink({ manager, ...company }: Values, base: string): Values {
  const value = (manager as Values | undefined)?.value
  if (value === undefined) return company
  return { ...company, manager: { value, $ref: `${base}/Users/${encodeURIComponent(String(value).toWellFormed())}` } }
}
