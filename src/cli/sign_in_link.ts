/** `sign-in-link`: a way in for somebody who has none, such as an administrator whose provider does not answer. */
import { Refusal } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { createLink, linkTo } from '../identity/links.ts'
import { hold } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { isServiceAccount } from '../store/queries/identity/service_accounts.ts'
import { type Account, accountOfEmail } from '../store/queries/identity/sign_in.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

/** Where people reach a server that this process knows nothing of: as it was told, or as it is by itself. */
export const homeOf = ({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`

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
  options: ['email', 'public-url', 'port', 'data', 'database-url', 'memory'],
  required: ['email'],
  async run(settings, program) {
    const { email = '' } = settings
    const secret = await withStore(settings, program, store =>
      store.write(async tx => createLink(tx, (await heldAccountFor(tx, email)).gid, 'operator')),
    )
    program.print(linkTo(homeOf(settings), secret))
  },
}
