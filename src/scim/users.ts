/**
 * Users: creates, reads, changes and deprovisions the people of an organization. A user is the account and the
 * membership of the REST API. Attributes that those lack are stored in `provisioned_users` and `provisioned_entries`.
 */

import { parseGid } from '../lib/gid.ts'
import { deleteWhere, insert, tryInsertAll, update, updateAndCount } from '../store/change.ts'
import { type PersonRow, personOf } from '../store/queries/scim/people.ts'
import type { Tables } from '../store/tables.ts'
import { unknownResource } from './errors.ts'
import { completeName, reconcileName } from './full_name.ts'
import type { ScimJson } from './json.ts'
import { readOperations } from './language/operations.ts'
import { applyPatch } from './language/patch.ts'
import { compilePatch } from './language/patch_compiler.ts'
import {
  addPerson,
  changeAddress,
  deprovision,
  mayChangeAccount,
  reactivate,
  removePerson,
  userNameOf,
} from './membership.ts'
import { columnsOf, defaultEmails, entryAttributes, entryRows, valuesOf } from './person.ts'
import { userKind } from './schema/attributes.ts'
import { completeEntries, copyValues, isEqualValue, readResource, type ScimValues } from './schema/values.ts'
import type { TenantContext, TenantWriteContext } from './tenant.ts'

/** The person with an id. Throws 404. */
export async function userOf({ reader, workspace }: TenantContext, id: string): Promise<PersonRow> {
  const user = parseGid(id)
  const row = user === undefined ? undefined : await personOf(reader, workspace, user)
  if (!row) throw unknownResource('user', id)
  return row
}

const reload = (tenant: TenantWriteContext, { user }: PersonRow) => userOf(tenant, String(user))

/** Throws 400, and 409 for a userName that another user has. */
export async function createUser(tenant: TenantWriteContext, body: ScimJson): Promise<PersonRow> {
  const values = normalizeValues(readResource(userKind, body))
  const userName = userNameOf(tenant, values.userName)
  const active = values.active !== false
  const formatted = (values.name as ScimValues | undefined)?.formatted
  const name = accountName(formatted) || (userName.split('@')[0] ?? '')
  const user = await addPerson(tenant, { userName, name, active })
  const person = await userOf(tenant, String(user))
  // Without a name in the body the name of the account stays.
  await save(tenant, person, { ...values, name: values.name ?? valuesOf(person).name, userName, active }, 'all')
  return reload(tenant, person)
}

/** Removes the attributes that the body lacks, except those that every user has. */
export async function replaceUser(tenant: TenantWriteContext, id: string, body: ScimJson): Promise<PersonRow> {
  const person = await userOf(tenant, id)
  const values = normalizeValues(readResource(userKind, body))
  const userName = userNameOf(tenant, values.userName)
  await save(tenant, person, { ...values, userName, active: values.active ?? person.is_active === 1 }, 'changes')
  return reload(tenant, person)
}

export async function patchUser(tenant: TenantWriteContext, id: string, body: ScimJson): Promise<PersonRow> {
  const operations = readOperations(body)
  const person = await userOf(tenant, id)
  const before = valuesOf(person)
  const fallbackEmails = defaultEmails(before.userName)
  const changes = compilePatch(userKind, id, operations)
  const { values, nameParts } = applyPatch(userKind, { ...before, emails: before.emails ?? fallbackEmails }, changes)
  if (!before.emails && isEqualValue(values.emails, fallbackEmails)) delete values.emails
  if (values.name) values.name = reconcileName(values.name as ScimValues, nameParts)
  await save(tenant, person, { ...normalizeValues(values), userName: userNameOf(tenant, values.userName) }, 'changes')
  return reload(tenant, person)
}

/** Deprovisions the person and hides them from the provider. Their work and its history stay. */
export async function deleteUser(tenant: TenantWriteContext, id: string): Promise<void> {
  const { tx } = tenant
  const person = await userOf(tenant, id)
  await removePerson(tenant, person)
  await storeProvisioned(tenant, person, {
    ...columnsOf(valuesOf(person)),
    account_name: person.account_name,
    deleted_at: tx.now,
  })
}

/** Values as they are stored: the name with all its parts, entries with `type` and `primary`. */
function normalizeValues(values: ScimValues): ScimValues {
  const normalized = copyValues(values)
  if (normalized.name) normalized.name = completeName(normalized.name as ScimValues)
  for (const kind of entryAttributes)
    if (normalized[kind]) normalized[kind] = completeEntries(normalized[kind] as ScimValues[])
  return normalized
}

/** Changes a person to `after`. With `changes` it writes nothing when nothing differs. */
async function save(
  tenant: TenantWriteContext,
  person: PersonRow,
  after: ScimValues,
  write: 'all' | 'changes',
): Promise<void> {
  const before = valuesOf(person)
  if (write === 'changes') {
    const hasFallbackEmails =
      before.userName === after.userName && isEqualValue(after.emails, defaultEmails(before.userName))
    if (!before.emails && hasFallbackEmails) delete after.emails
    if (isEqualValue(before, after)) return
  }
  const { tx, workspace } = tenant
  if (after.active === true && !person.is_active) await reactivate(tenant, person)
  if (after.active === false && person.is_active) await deprovision(tenant, person)
  await changeAddress(tenant, person, String(after.userName))
  const name = await renameAccount(tenant, person, before, after)
  await storeProvisioned(tenant, person, { ...columnsOf(after), account_name: name, deleted_at: null })
  if (entryAttributes.every(kind => isEqualValue(before[kind], after[kind]))) return
  await deleteWhere(tx, 'provisioned_entries', { membership: person.membership })
  await tryInsertAll(tx, 'provisioned_entries', entryRows(after, person.membership, workspace))
}

const MAX_NAME_CHARACTERS = 255

const accountName = (formatted: unknown) =>
  typeof formatted === 'string' ? formatted.trim().slice(0, MAX_NAME_CHARACTERS) : ''

/**
 * Renames the account if the organization controls it. Returns the account name to which the stored names belong: they
 * apply as long as the account has it.
 */
async function renameAccount(
  tenant: TenantWriteContext,
  person: PersonRow,
  before: ScimValues,
  after: ScimValues,
): Promise<string | null> {
  if (isEqualValue(before.name, after.name)) return person.account_name
  const name = accountName((after.name as ScimValues | undefined)?.formatted)
  if (name === '' || name === person.name || !(await mayChangeAccount(tenant, person.user, person.email)))
    return person.name
  await update(tenant.tx, 'users', { gid: person.user }, { name })
  return name
}

type ProvisionedColumns = Omit<Tables['provisioned_users'], 'membership' | 'modified_at'>

/** Inserts or updates the row of a membership in `provisioned_users`. */
async function storeProvisioned(
  { tx }: TenantWriteContext,
  { membership }: PersonRow,
  columns: ProvisionedColumns,
): Promise<void> {
  const set = { ...columns, modified_at: tx.now }
  const updated = await updateAndCount(tx, 'provisioned_users', { membership }, set)
  if (updated === 0) await insert(tx, 'provisioned_users', { ...set, membership })
}
