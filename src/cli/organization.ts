/**
 * Organizations by name, for the operator. A set-up creates the organization, its administrator and a token. It is
 * idempotent except for the token, which is new each time because a token cannot be shown again.
 */
import { CommandError } from '../config/options.ts'
import { DEFAULT_ORGANIZATION, type Settings } from '../config/settings.ts'
import { createToken } from '../identity/tokens.ts'
import { createUser, createWorkspace, join } from '../resources/people/rules/join.ts'
import { changeRole, roleOf } from '../resources/people/rules/role.ts'
import { tryInsert, update } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { advisoryLock, INSTALLATION } from '../store/locks.ts'
import { onlyOrganization, organizationCount } from '../store/queries/identity/organizations.ts'
import { usersOfEmails } from '../store/queries/people.ts'
import { isEmpty, organizationsNamed } from '../store/queries/workspaces.ts'

export interface OrganizationSetup {
  workspace: number
  user: number
  token: string
  /** Whether the account existed before, with its credentials. */
  accountExisted: boolean
  /** The number of other organizations if this one is new; otherwise 0. */
  otherOrganizations: number
}

/** Finds an organization by name. Throws a CommandError for two, because one may have been named to imitate the other. */
async function findOrganization(reader: Reader, name: string): Promise<number | undefined> {
  const [first, second] = await organizationsNamed(reader, name)
  if (second === undefined) return first
  throw new CommandError(`Several organizations have the name ${JSON.stringify(name)}: rename one of them first.`)
}

/** Gets an organization by name; without a name, the only one. Throws a CommandError. */
export async function getOrganization(reader: Reader, name: string): Promise<number> {
  const found = await findOrganization(reader, name)
  const workspace = found ?? (name === DEFAULT_ORGANIZATION ? await onlyOrganization(reader) : undefined)
  if (workspace === undefined) {
    throw new CommandError(`There is no organization ${JSON.stringify(name)}: name one with --organization.`)
  }
  return workspace
}

/** Adds an administrator of the installation. Returns false if the person is one already. */
export const addAdministrator = (tx: Writer, user: number): Promise<boolean> =>
  tryInsert(tx, 'administrators', { user, created_at: tx.now })

/** Sets up an empty store. Returns undefined if it is not empty; of two concurrent calls, only one sets it up. */
export async function setUpFirst(
  tx: Writer,
  options: Parameters<typeof setUp>[1],
): Promise<OrganizationSetup | undefined> {
  // installation: it has one first organization.
  await advisoryLock(tx, 'installation', INSTALLATION)
  return (await isEmpty(tx)) ? setUp(tx, options) : undefined
}

/** `email` is in normal form. `name` applies only to a new account; `plan` also to an existing organization. */
export async function setUp(
  tx: Writer,
  { email, name, organization, plan }: Pick<Settings, 'name' | 'organization' | 'plan'> & { email: string },
): Promise<OrganizationSetup> {
  const [local = email, domain = ''] = email.split('@')
  // installation: of two concurrent set-ups, the second one must find the result of the first.
  await advisoryLock(tx, 'installation', INSTALLATION)
  const isFirst = await isEmpty(tx)
  const known = await findOrganization(tx, organization)
  if (known && plan) await update(tx, 'workspaces', { gid: known }, { plan })
  const otherOrganizations = known === undefined ? await organizationCount(tx) : 0
  const workspace =
    known ?? (await createWorkspace(tx, { name: organization, domains: [domain], plan: plan ?? 'enterprise' }))
  const account = (await usersOfEmails(tx, [email])).get(email)
  const user = account ?? (await createUser(tx, { name: name ?? local, email }))
  const isEmptied = await join(tx, user, workspace, roleOf('admin'))
  await changeRole(tx, workspace, user, 'admin')
  // Further administrators are added by the command `administrator add`.
  if (isFirst) await addAdministrator(tx, user)
  return {
    workspace,
    user,
    token: await createToken(tx, user, 'Set-up'),
    accountExisted: account !== undefined && !isEmptied,
    otherOrganizations,
  }
}
