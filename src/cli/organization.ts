/**
 * Organizations, as an operator names them. Setting one up makes the organization, its administrator, a token; saying
 * the same again changes nothing and finds the same organization and person. The token is a new one each time, because
 * a token cannot be shown again.
 */
import { Refusal } from '../config/options.ts'
import { DEFAULT_ORGANIZATION, type Settings } from '../config/settings.ts'
import { createToken } from '../identity/tokens.ts'
import { createUser, createWorkspace, join } from '../resources/people/rules/join.ts'
import { changeRole, roleOf } from '../resources/people/rules/role.ts'
import { hold, INSTALLATION, linked, update } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { onlyOrganization, organizationCount } from '../store/queries/identity/organizations.ts'
import { usersOfEmails } from '../store/queries/people.ts'
import { isEmpty, organizationsNamed } from '../store/queries/workspaces.ts'

export interface Founded {
  workspace: number
  user: number
  token: string
  /** Whether the account was there before, with what opens it. */
  wasThere: boolean
  /** How many organizations there were before this one, when it was made beside others; else 0. */
  beside: number
}

/** The organization of this name. Throws a Refusal for two: one of them may be called so to be taken for the other. */
async function organizationNamed(reader: Reader, name: string): Promise<number | undefined> {
  const [found, another] = await organizationsNamed(reader, name)
  if (another === undefined) return found
  throw new Refusal(`Several organizations are called ${JSON.stringify(name)}: have one of them renamed first.`)
}

/** The organization of this name; where none was said, the only one there is. Throws a Refusal. */
export async function organizationOf(reader: Reader, name: string): Promise<number> {
  const found = await organizationNamed(reader, name)
  const workspace = found ?? (name === DEFAULT_ORGANIZATION ? await onlyOrganization(reader) : undefined)
  if (workspace === undefined) {
    throw new Refusal(`There is no organization ${JSON.stringify(name)}: name one with --organization.`)
  }
  return workspace
}

/** Lets a person administer the installation. False when the person does so already. */
export const nameAdministrator = (tx: Writer, user: number): Promise<boolean> =>
  linked(tx, 'administrators', { user, created_at: tx.now })

/** Sets up what is empty; of two who come at once the second one finds it set up, and answers nothing. */
export async function setUpFirst(tx: Writer, wish: Parameters<typeof setUp>[1]): Promise<Founded | undefined> {
  // once: an installation has one first organization.
  await hold(tx, 'once', INSTALLATION)
  return (await isEmpty(tx)) ? setUp(tx, wish) : undefined
}

/** `email` is in normal form. A name is used for a new account only; a plan is also given to an organization that exists. */
export async function setUp(
  tx: Writer,
  { email, name, organization, plan }: Pick<Settings, 'name' | 'organization' | 'plan'> & { email: string },
): Promise<Founded> {
  const [local = email, domain = ''] = email.split('@')
  // once: of two who set the same up at the same time, the second one finds it.
  await hold(tx, 'once', INSTALLATION)
  const isFirst = await isEmpty(tx)
  const known = await organizationNamed(tx, organization)
  if (known && plan) await update(tx, 'workspaces', { gid: known }, { plan })
  const beside = known === undefined ? await organizationCount(tx) : 0
  const workspace =
    known ?? (await createWorkspace(tx, { name: organization, domains: [domain], plan: plan ?? 'enterprise' }))
  const account = (await usersOfEmails(tx, [email])).get(email)
  const user = account ?? (await createUser(tx, { name: name ?? local, email }))
  const isEmptied = await join(tx, user, workspace, roleOf('admin'))
  await changeRole(tx, workspace, user, 'admin')
  // Later ones are named by a command of their own.
  if (isFirst) await nameAdministrator(tx, user)
  return {
    workspace,
    user,
    token: await createToken(tx, user, 'Set-up'),
    wasThere: account !== undefined && !isEmptied,
    beside,
  }
}
