/** `token create`: prints a new access token for a person who has an account. */
import { createToken } from '../identity/tokens.ts'
import type { Command } from './command.ts'
import { lockAccount } from './sign_in_link.ts'
import { withStore } from './store.ts'

export const tokenCreate: Command = {
  words: 'token create',
  doc: 'print a new access token for a person',
  options: ['email', 'name', 'json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: ['email', 'name'],
  async main(settings, program) {
    const { email = '', name = '', json } = settings
    const token = await withStore(settings, program, store =>
      // A service account has exactly the token with which it was created.
      store.write(async tx => createToken(tx, (await lockAccount(tx, email)).gid, name)),
    )
    program.print(json ? JSON.stringify({ token }) : token)
  },
}
