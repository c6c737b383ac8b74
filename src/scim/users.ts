/**
 * Users: creates, reads, changes and deprovisions the people of an organization. A user is the account and the
 * membership of the REST API. Attributes that those lack are stored in `provisioned_users` and `provisioned_entries`.
 */
import { parseGid } from '../lib/gid.ts'
import { insert, tryInsertAll, deleteWhere, update, updateAndCount } from '../store/change.ts'
import { type PersonRow, personOf } from '../store/queries/scim/people.ts'
import type { Tables } from '../store/tables.ts'
import { missing } from './errors.ts'
import { completeName, followed } from './full_name.ts'
import { readOperations } from './language/operations.ts'
import { patched } from './language/patch.ts'
import { deprovision, discard, enlist, governs, reactivate, readdress, userNameOf } from './membership.ts'
import { columnsOf, entryRows, kindsOfEntries, usualEmails, valuesOf } from './person.ts'
import type { Realm, WriteRealm } from './realm.ts'
import { userKind } from './schema/attributes.ts'
import { completed, copied, isSame, readResource, type Values } from './schema/values.ts'

type Json = Record<string, unknown>

/** The person with an id. Throws 404. */
export async function userOf({ reader, workspace }: Realm, id: string): Promise<PersonRow> {
  const user = parseGid(id)
  const row = user === undefined ? undefined : await personOf(reader, workspace, user)
  if (!row) throw missing('user', id)
  return row
}

const again = (realm: WriteRealm, { user }: PersonRow) => userOf(realm, String(user))

/** Throws 400, and 409 for a userName that another user has. */
export async function createUser(realm: WriteRealm, body: Json): Promise<PersonRow> {
  const values = settled(readResource(userKind, body))
  const userName = userNameOf(realm, values.userName)
  const active = values.active !== false
  const formatted = (values.name as Values | undefined)?.formatted
  const name = accountName(formatted) || (userName.split('@')[0] ?? '')
  const user = await enlist(realm, { userName, name, active })
  const person = await userOf(realm, String(user))
  // Without a name in the body the name of the account stays.
  await save(realm, person, { ...values, name: values.name ?? valuesOf(person).name, userName, active }, 'all')
  return again(realm, person)
}

/** Removes the attributes that the body lacks, except those that every user has. */
export async function replaceUser(realm: WriteRealm, id: string, body: Json): Promise<PersonRow> {
  const person = await userOf(realm, id)
  const values = settled(readResource(userKind, body))
  const userName = userNameOf(realm, values.userName)
  await save(realm, person, { ...values, userName, active: values.active ?? person.is_active === 1 }, 'changes')
  return again(realm, person)
}

export async function patchUser(realm: WriteRealm, id: string, body: Json): Promise<PersonRow> {
  const operations = readOperations(body)
  const person = await userOf(realm, id)
  const before = valuesOf(person)
  const usual = usualEmails(before.userName)
  const { values, named } = patched(userKind, id, { ...before, emails: before.emails ?? usual }, operations)
  if (!before.emails && isSame(values.emails, usual)) delete values.emails
  if (values.name) values.name = followed(values.name as Values, named)
  await save(realm, person, { ...settled(values), userName: userNameOf(realm, values.userName) }, 'changes')
  return again(realm, person)
}

/** Deprovisions the person and hides them from the provider. Their work and its history stay. */
export async function deleteUser(realm: WriteRealm, id: string): Promise<void> {
  const { tx } = realm
  const person = await userOf(realm, id)
  await discard(realm, person)
  await keep(realm, person, { ...columnsOf(valuesOf(person)), account_name: person.account_name, deleted_at: tx.now })
}

/** Values as they are stored: the name with all its parts, entries with `type` and `primary`. */
function settled(values: Values): Values {
  const kept = copied(values)
  if (kept.name) kept.name = completeName(kept.name as Values)
  for (const kind of kindsOfEntries) if (kept[kind]) kept[kind] = completed(kept[kind] as Values[])
  return kept
}

/** Changes a person to `after`. With `changes` it writes nothing when nothing differs. */
async function save(realm: WriteRealm, person: PersonRow, after: Values, write: 'all' | 'changes'): Promise<void> {
  const before = valuesOf(person)
  if (write === 'changes') {
    const isUsual = before.userName === after.userName && isSame(after.emails, usualEmails(before.userName))
    if (!before.emails && isUsual) delete after.emails
    if (isSame(before, after)) return
  }
  const { tx, workspace } = realm
  if (after.active === true && !person.is_active) await reactivate(realm, person)
  if (after.active === false && person.is_active) await deprovision(realm, person)
  await readdress(realm, person, String(after.userName))
  const name = await rename(realm, person, before, after)
  await keep(realm, person, { ...columnsOf(after), account_name: name, deleted_at: null })
  if (kindsOfEntries.every(kind => isSame(before[kind], after[kind]))) return
  await deleteWhere(tx, 'provisioned_entries', { membership: person.place })
  await tryInsertAll(tx, 'provisioned_entries', entryRows(after, person.place, workspace))
}

const LONGEST_NAME = 255

const accountName = (formatted: unknown) =>
  typeof formatted === 'string' ? formatted.trim().slice(0, LONGEST_NAME) : ''

/**
 * Renames the account if the organization controls it. Returns the account name to which the stored names belong: they
 * apply as long as the account has it.
 */
async function rename(realm: WriteRealm, person: PersonRow, before: Values, after: Values): Promise<string | null> {
  if (isSame(before.name, after.name)) return person.account_name
  const name = accountName((after.name as Values | undefined)?.formatted)
  if (name === '' || name === person.name || !(await governs(realm, person.user, person.email))) return person.name
  await update(realm.tx, 'users', { gid: person.user }, { name })
  return name
}

type Kept = Omit<Tables['provisioned_users'], 'membership' | 'modified_at'>

/** Inserts or updates the row of a membership in `provisioned_users`. */
async function keep({ tx }: WriteRealm, { place }: PersonRow, columns: Kept): Promise<void> {
  const set = { ...columns, modified_at: tx.now }
  const known = await updateAndCount(tx, 'provisioned_users', { membership: place }, set)
  if (known === 0) await insert(tx, 'provisioned_users', { ...set, membership: place })
}
