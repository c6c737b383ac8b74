/** `token create`: a new access token for somebody who has an account. */
import { Refusal } from '../config/options.ts'
import { createToken } from '../identity/tokens.ts'
import { isServiceAccount } from '../store/queries/identity/service_accounts.ts'
import { usersOfEmails } from '../store/queries/people.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

export const tokenCreate: Command = {
  words: 'token create',
  doc: 'Print a new access token for a person.',
  options: ['email', 'name', 'json', 'data', 'database-url', 'memory'],
  required: ['email', 'name'],
  async run(settings, program) {
    const { email = '', name = '', json } = settings
    const token = await withStore(settings, program, async store => {
      const user = (await usersOfEmails(store.read, [email])).get(email)
      // A service account has the token that it was made with, and none beside it.
      if (!user || (await isServiceAccount(store.read, user)))
        throw new Refusal(`Nobody here has the e-mail address ${email}: make the account with setup first.`)
      return store.write(tx => createToken(tx, user, name))
    })
    program.print(json ? JSON.stringify({ token }) : token)
  },
}
