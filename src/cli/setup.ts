/** `setup`: makes an organization and its administrator, or finds them, and prints a new token. */
import type { Command } from './command.ts'
import { setUp } from './organization.ts'
import { withStore } from './store.ts'

export const setup: Command = {
  words: 'setup',
  doc: 'Make an organization with an administrator, and print a new access token.',
  options: ['email', 'name', 'organization', 'plan', 'json', 'data', 'database-url', 'memory'],
  required: ['email'],
  async run(settings, program) {
    const { email = '', organization, json } = settings
    const founded = await withStore(settings, program, store => store.write(tx => setUp(tx, { ...settings, email })))
    const [workspace, user, { token }] = [String(founded.workspace), String(founded.user), founded]
    if (json) return program.print(JSON.stringify({ workspace, user, token }))
    program.print(`${organization} is ready.

  workspace      ${workspace}
  administrator  ${email} (${user})
  access token   ${token}

The token is shown only now.`)
  },
}
