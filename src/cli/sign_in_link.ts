/** `sign-in-link`: prints a link for a person who cannot sign in, for example because the provider does not answer. */
import { CommandError } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { createLink, linkTo } from '../identity/links.ts'
import type { Reader, Store, Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { isServiceAccount } from '../store/queries/identity/service_accounts.ts'
import { accountOfEmail, type SignInAccount } from '../store/queries/identity/sign_in.ts'
import { servingAddress } from '../store/queries/instances/address.ts'
import { isFolderLocked } from '../store/sqlite.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

/** The address for links, and a warning if no server answers there; otherwise the warning is empty. */
export interface ServerAddress {
  url: string
  warning: string
}

/** The address of the server: from the settings, as the server announced it, or the default. */
export async function getServerAddress(
  { publicUrl, port, location }: Settings,
  { read, clock }: Store,
): Promise<ServerAddress> {
  if (publicUrl !== null) return { url: publicUrl, warning: '' }
  // A server locks its folder. Without the lock, the announced address is that of a server that was killed.
  const isServed = location === 'memory' || 'database' in location || isFolderLocked(location.folder)
  const known = isServed ? await servingAddress(read, clock()) : undefined
  if (known !== undefined) return { url: known, warning: '' }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    warning: `No server is running here: the link works after one serves ${url}, or name another address with --public-url.`,
  }
}

/** Gets the account of a person who can sign in. Throws a CommandError, also for a service account. */
async function getAccount(reader: Reader, email: string): Promise<SignInAccount> {
  const account = await accountOfEmail(reader, email)
  if (!account || (await isServiceAccount(reader, account.gid))) {
    throw new CommandError(`No account has the e-mail address ${email}: create it with setup first.`)
  }
  if (!account.can_sign_in)
    throw new CommandError(`${email} no longer belongs to an organization: add them to one first.`)
  return account
}

/** Gets the account, and locks its credentials until the transaction ends. */
export async function lockAccount(tx: Writer, email: string): Promise<SignInAccount> {
  const { gid } = await getAccount(tx, email)
  // credentials: the person may be leaving, and the new credential must not outlast that.
  await advisoryLock(tx, 'credentials', gid)
  return getAccount(tx, email)
}

export const signInLink: Command = {
  words: 'sign-in-link',
  doc: 'print a link that signs a person in, once and within an hour',
  options: ['email', 'public-url', 'port', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: ['email'],
  async main(settings, program) {
    const { email = '' } = settings
    const { secret, address } = await withStore(settings, program, async store => ({
      secret: await store.write(async tx => createLink(tx, (await lockAccount(tx, email)).gid, 'operator')),
      address: await getServerAddress(settings, store),
    }))
    program.print(linkTo(address.url, secret))
    if (address.warning) program.printError(address.warning)
  },
}
