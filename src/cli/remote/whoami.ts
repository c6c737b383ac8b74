/** `whoami`: the person of the token, and the server. */
import type { Command } from '../command.ts'
import { connect, credentialsFor, explained } from './credentials.ts'

interface Me {
  gid: string
  name: string
  email: string
  workspaces: { gid: string; name: string }[]
}

export const whoami: Command = {
  words: 'whoami',
  doc: 'print server, person and workspaces of the token',
  options: ['url', 'token', 'json'],
  required: [],
  async main({ call, json }, program) {
    const credentials = credentialsFor(call, program)
    const query = { opt_fields: 'name,email,workspaces.name' }
    const { data } = await explained(credentials, () =>
      connect(credentials, program).request<Me>('GET', '/users/me', { query }),
    )
    const { gid, name, email, workspaces } = data
    const { url } = credentials
    if (json) return program.print(JSON.stringify({ url, gid, name, email, workspaces }))
    const rows = [
      ['server', url],
      ['person', `${name} <${email}> (${gid})`],
    ]
    for (const one of workspaces) rows.push(['workspace', `${one.name} (${one.gid})`])
    program.print(rows.map(([word = '', text]) => `${word.padEnd(10)} ${text}`).join('\n'))
  },
}
