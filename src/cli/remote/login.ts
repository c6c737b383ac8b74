/** `login`: stores a server and a token for the commands that call it. The token is checked first. */
import { usageError } from '../../config/options.ts'
import type { Command } from '../command.ts'
import { connect, credentialsPath, explained, saveCredentials } from './credentials.ts'

export const login: Command = {
  words: 'login',
  doc: 'store server and token for api and whoami; token from --token, WORKLOOM_TOKEN or standard input',
  options: ['url', 'token', 'json'],
  required: [],
  async main({ call, json }, program) {
    const { url } = call
    if (url === undefined) throw usageError('login needs --url URL. Run workloom login --help for all options.')
    if (call.token === undefined) program.printError(`Paste an access token of ${url}:`)
    const token = call.token ?? (await program.readInput?.())?.trim() ?? ''
    if (token === '') throw usageError('login needs a token: --token TEXT, WORKLOOM_TOKEN, or standard input.')
    const credentials = { url, token }
    const { data } = await explained(credentials, () =>
      connect(credentials, program).request<{ name: string }>('GET', '/users/me', { query: { opt_fields: 'name' } }),
    )
    const path = credentialsPath(program)
    saveCredentials(path, credentials)
    program.print(json ? JSON.stringify({ url, path }) : `Logged in to ${url} as ${data.name}; stored in ${path}.`)
  },
}
