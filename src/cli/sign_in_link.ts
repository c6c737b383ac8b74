/** `sign-in-link`: a way in for somebody who has none, such as an administrator whose provider does not answer. */
import { Refusal } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { createLink, linkTo } from '../identity/links.ts'
import { hold } from '../store/change.ts'
import type { Reader, Store, Writer } from '../store/db.ts'
import { isServiceAccount } from '../store/queries/identity/service_accounts.ts'
import { type Account, accountOfEmail } from '../store/queries/identity/sign_in.ts'
import { servedAt } from '../store/queries/instances/address.ts'
import { isHeld } from '../store/sqlite.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

/** Where links lead, and what to say of that when nobody answers there; empty when there is nothing to say. */
export interface Home {
  url: string
  warning: string
}

/** Where people reach the server: as this command was told, as the server says, or as one is by itself. */
export async function homeOf({ publicUrl, port, place }: Settings, { read, clock }: Store): Promise<Home> {
  if (publicUrl !== null) return { url: publicUrl, warning: '' }
  // A folder has one server, which holds it; of one that was killed only the address is left.
  const isServed = place === 'memory' || 'database' in place || isHeld(place.folder)
  const known = isServed ? await servedAt(read, clock()) : undefined
  if (known !== undefined) return { url: known, warning: '' }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    warning: `No server runs here: the link works when one serves ${url}, or name another with --public-url.`,
  }
}

/** The account of a person who may come in. Throws a Refusal, also for a service account, which is nobody's. */
async function accountFor(reader: Reader, email: string): Promise<Account> {
  const account = await accountOfEmail(reader, email)
  if (!account || (await isServiceAccount(reader, account.gid))) {
    throw new Refusal(`Nobody here has the e-mail address ${email}: make the account with setup first.`)
  }
  if (!account.may_enter) throw new Refusal(`${email} belongs to no organization any more: bring them back first.`)
  return account
}

/** The same for what is to open the account: nobody ends the person's access before the transaction ends. */
export async function heldAccountFor(tx: Writer, email: string): Promise<Account> {
  const { gid } = await accountFor(tx, email)
  // doors: the person may be leaving, and nothing must outlast that.
  await hold(tx, 'doors', gid)
  return accountFor(tx, email)
}

export const signInLink: Command = {
  words: 'sign-in-link',
  doc: 'Print a link that signs a person in, once and within an hour.',
  options: ['email', 'public-url', 'port', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: ['email'],
  async run(settings, program) {
    const { email = '' } = settings
    const { secret, home } = await withStore(settings, program, async store => ({
      secret: await store.write(async tx => createLink(tx, (await heldAccountFor(tx, email)).gid, 'operator')),
      home: await homeOf(settings, store),
    }))
    program.print(linkTo(home.url, secret))
    if (home.warning) program.complain(home.warning)
  },
}
