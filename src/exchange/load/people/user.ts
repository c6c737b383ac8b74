/** Loads people: accounts with their memberships of the workspace and My Tasks lists, and their tokens. */
import { addressKey } from '../../../lib/address.ts'
import { digest } from '../../../lib/secret.ts'
import { termsOf } from '../../../policy/standing.ts'
import { newUserTaskList } from '../../../resources/people/rules/join.ts'
import { membershipColumns } from '../../../resources/people/rules/role_terms.ts'
import { findForUpdate, insertAll } from '../../../store/change.ts'
import { usersOfEmails } from '../../../store/queries/people.ts'
import { flag, one, text } from '../../../vocabulary/field.ts'
import { forEachObject, type GivenObject, type Loading, loader, mustBeDistinct, RefusedObject } from '../given.ts'

interface AccountValues {
  name: string
  email: string
  time_zone?: string
  admin?: boolean
  guest?: boolean
  view_only?: boolean
  active?: boolean
  is_service?: boolean
  /** A custom role. */
  role?: number
  token?: string
  /** Of the token: names separated by a space, or null for all. */
  scopes?: string | null
}

export type Account = GivenObject<AccountValues>

/** Inserts accounts that are members of the workspace. */
export async function insertAccounts(into: Loading, accounts: readonly Account[]): Promise<void> {
  const { tx, workspace } = into
  await mustBeFree(into, accounts)
  await insertAll(tx, 'users', accounts.map(userRow))
  for (const { gid, values } of accounts) into.timeZones.set(gid, values.time_zone ?? 'UTC')
  const ofRole = await rolesOf(into, accounts)
  const [memberships, tokens, lists] = [[], [], []] as [object[], object[], ReturnType<typeof newUserTaskList>[]]
  for (const account of accounts) {
    const { gid: user, created_at, values } = account
    const within = into.gidsWithin(account)
    memberships.push({
      gid: within(),
      user,
      workspace,
      ...flagsOf(account),
      role: null,
      hides: 0,
      ...ofRole(account),
      created_at,
    })
    lists.push(newUserTaskList({ gid: within, now: created_at }, user, workspace))
    const gid = within()
    if (values.token !== undefined) tokens.push(tokenRow(account, gid, values.token))
  }
  await insertAll(tx, 'workspace_memberships', memberships as never)
  await insertAll(
    tx,
    'user_task_lists',
    lists.map(({ list }) => list),
  )
  await insertAll(
    tx,
    'sections',
    lists.flatMap(({ sections }) => sections),
  )
  await insertAll(tx, 'tokens', tokens as never)
}

/** The columns that follow from the role of an account. */
async function rolesOf({ tx, workspace }: Loading, accounts: readonly Account[]) {
  const columns = new Map<number, ReturnType<typeof membershipColumns>>()
  await forEachObject(accounts, async ({ values: { role } }) => {
    if (role === undefined || columns.has(role)) return
    const found = await findForUpdate(tx, 'roles', { gid: role, workspace })
    if (!found || found.is_standard_role) throw new Error('role: Must be a custom role of the workspace')
    columns.set(role, membershipColumns(termsOf(found)))
  })
  return ({ gid, values: { role, admin, guest, view_only } }: Account) => {
    const own = role === undefined ? undefined : columns.get(role)
    if (role === undefined || !own) return {}
    const contradicts = (flag: boolean | undefined, column: number) => flag !== undefined && Number(flag) !== column
    if (contradicts(admin, own.is_admin) || contradicts(guest, own.is_guest) || view_only)
      throw new RefusedObject(gid, new Error('role: Says already whether this is an administrator or a guest'))
    return { ...own, role }
  }
}

const userRow = ({ gid, created_at, values: { name, email, time_zone = 'UTC' } }: Account) => ({
  ...{ gid, name, email: addressKey(email), time_zone, photo: null, created_at },
})

const flagsOf = ({ values: { active = true, admin, guest, view_only, is_service } }: Account) => ({
  ...{ is_active: Number(active), is_admin: Number(admin ?? false), is_guest: Number(guest ?? false) },
  ...{ is_view_only: Number(view_only ?? false), is_service: Number(is_service ?? false) },
})

const tokenRow = ({ gid: user, created_at, values }: Account, gid: number, token: string) => ({
  ...{ gid, user, hash: digest(token), kind: values.is_service ? 'service' : 'personal', name: 'Given' },
  ...{ scopes: values.scopes ?? null, application: null, refresh_token: null },
  ...{ created_at, expires_at: null, last_used_at: null },
})

async function mustBeFree({ tx }: Loading, accounts: readonly Account[]): Promise<void> {
  mustBeDistinct(accounts, ({ values: { email } }) => addressKey(email))
  const known = await usersOfEmails(
    tx,
    accounts.map(({ values: { email } }) => addressKey(email)),
  )
  for (const { gid, values } of accounts) {
    if (known.has(addressKey(values.email)))
      throw new RefusedObject(gid, new Error(`email: There is an account with the address ${values.email} already`))
  }
}

export const users = loader({
  type: 'user',
  fields: {
    name: text({ required: true, max: 255, doc: 'The name of the user.' }),
    email: text({ required: true, max: 320, doc: 'The address; by default the key at the first domain.' }),
    time_zone: text({ max: 100, doc: 'The IANA name of the time zone; by default UTC.' }),
    admin: flag({ doc: 'Whether the user is an administrator of the workspace.' }),
    guest: flag({ doc: 'Whether the user is a guest.' }),
    view_only: flag({ doc: 'Whether the user can only view.' }),
    role: one('role', {
      need: 'view',
      doc: 'A custom role, which says whether the user is an administrator or a guest.',
    }),
    active: flag({ doc: 'Whether the membership is active; true by default.' }),
    token: text({ max: 200, doc: 'A personal access token.' }),
  },
  load: insertAccounts,
})
