/** `token create`: a new access token for somebody who has an account. */
import { createToken } from '../identity/tokens.ts'
import type { Command } from './command.ts'
import { heldAccountFor } from './sign_in_link.ts'
import { withStore } from './store.ts'

export const tokenCreate: Command = {
  words: 'token create',
  doc: 'Print a new access token for a person.',
  options: ['email', 'name', 'json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: ['email', 'name'],
  async run(settings, program) {
    const { email = '', name = '', json } = settings
    const token = await withStore(settings, program, store =>
      // A service account has the token that it was made with, and none beside it.
      store.write(async tx => createToken(tx, (await heldAccountFor(tx, email)).gid, name)),
    )
    program.print(json ? JSON.stringify({ token }) : token)
  },
}
