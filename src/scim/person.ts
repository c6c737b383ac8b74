/**
 * Conversion of a person between store and wire: rows to values of the resource, values to columns, values to JSON.
 * People who were never provisioned have values too, derived from their accounts.
 */

import { addressKey } from '../lib/address.ts'
import { entryColumns, type PersonRow } from '../store/queries/scim/people.ts'
import type { Tables } from '../store/tables.ts'
import { splitName } from './full_name.ts'
import type { ScimJson } from './json.ts'
import { ENTERPRISE, USER } from './schema/attributes.ts'
import { completeEntries, emptyValues, type ScimValue, type ScimValues } from './schema/values.ts'

type ProvisionedRow = Tables['provisioned_users']
type PersonColumn = keyof ProvisionedRow & keyof PersonRow

const coreColumns: [attribute: string, column: PersonColumn][] = [
  ['externalId', 'external_id'],
  ['title', 'title'],
  ['preferredLanguage', 'preferred_language'],
]

const enterpriseColumns: [attribute: string, column: PersonColumn][] = [
  ['employeeNumber', 'employee_number'],
  ['costCenter', 'cost_center'],
  ['organization', 'organization'],
  ['division', 'division'],
  ['department', 'department'],
]

const nameColumns: [attribute: string, column: PersonColumn][] = [
  ['formatted', 'formatted'],
  ['givenName', 'given_name'],
  ['familyName', 'family_name'],
]

export const entryAttributes = ['emails', 'phoneNumbers', 'addresses'] as const

/** The sub-attributes of entries, in the order of `entryColumns`. */
const entryParts = [
  ...(['value', 'type', 'primary', 'formatted', 'streetAddress', 'locality'] as const),
  ...(['region', 'postalCode', 'country'] as const),
]

// --- From the store

/** The values of a person. Without `emails` when none were sent: see `defaultEmails`. */
export function valuesOf(row: PersonRow): ScimValues {
  const values = emptyValues()
  const isKept = row.user_name !== null && addressKey(row.user_name) === row.email
  values.userName = isKept && row.user_name ? row.user_name : row.email
  values.active = row.is_active === 1
  copyColumns(values, coreColumns, row)
  const name = row.account_name === row.name ? copyColumns(emptyValues(), nameColumns, row) : splitName(row.name)
  if (Object.keys(name).length > 0) values.name = name
  const company = copyColumns(emptyValues(), enterpriseColumns, row)
  if (row.manager !== null) company.manager = { value: row.manager }
  if (Object.keys(company).length > 0) values[ENTERPRISE] = company
  for (const [kind, entries] of Map.groupBy(JSON.parse(row.entries) as unknown[][], ([kind]) => String(kind))) {
    values[kind] = entries.sort(([, a], [, b]) => Number(a) - Number(b)).map(([, , ...columns]) => entryOf(columns))
  }
  return values
}

function copyColumns(values: ScimValues, pairs: [string, PersonColumn][], row: PersonRow): ScimValues {
  for (const [attribute, column] of pairs) {
    const value = row[column]
    if (value !== null) values[attribute] = String(value)
  }
  return values
}

function entryOf(columns: unknown[]): ScimValues {
  const entry = emptyValues()
  for (const [index, name] of entryParts.entries()) {
    const value = columns[index]
    if (value !== null && value !== undefined) entry[name] = name === 'primary' ? value === 1 : String(value)
  }
  return entry
}

/** The `emails` of a person for whom none were sent: the userName. */
export const defaultEmails = (userName: ScimValue | undefined): ScimValues[] =>
  completeEntries([Object.assign(emptyValues(), { value: String(userName) })])

// --- To the store

export function columnsOf(
  values: ScimValues,
): Omit<ProvisionedRow, 'membership' | 'account_name' | 'modified_at' | 'deleted_at'> {
  const company = (values[ENTERPRISE] ?? {}) as ScimValues
  const name = (values.name ?? {}) as ScimValues
  const manager = company.manager as ScimValues | undefined
  const from = (source: ScimValues, attribute: string) => (source[attribute] as string | undefined) ?? null
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
const entryKey = (kind: string, value: string | null): string | null =>
  value === null ? null : kind === 'emails' ? addressKey(value) : value.toLowerCase()

/** The rows of all entries of a person. */
export function entryRows(values: ScimValues, membership: number, workspace: number): Tables['provisioned_entries'][] {
  return entryAttributes.flatMap(kind =>
    ((values[kind] ?? []) as ScimValues[]).map((entry, position) => {
      const cell = (name: string) => (entry[name] as string | undefined) ?? null
      const columns = Object.fromEntries(entryColumns.map((column, index) => [column, cell(entryParts[index] ?? '')]))
      return {
        ...(columns as unknown as Tables['provisioned_entries']),
        membership,
        workspace,
        kind,
        position,
        value_key: entryKey(kind, cell('value')),
        is_primary: entry.primary === true ? 1 : 0,
      }
    }),
  )
}

// --- To the wire

/** A person as JSON with all attributes; `base` is the address of the interface. */
export function presentPerson(row: PersonRow, base: string): ScimJson {
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
    emails: emails ?? defaultEmails(userName),
    ...(company === undefined ? {} : { [ENTERPRISE]: withManagerLink(company as ScimValues, base) }),
  }
}

function withManagerLink({ manager, ...company }: ScimValues, base: string): ScimValues {
  const value = (manager as ScimValues | undefined)?.value
  if (value === undefined) return company
  return { ...company, manager: { value, $ref: `${base}/Users/${encodeURIComponent(String(value).toWellFormed())}` } }
}
