/** `setup`: creates or finds an organization and its administrator, and prints a new token. */
import { createLink, linkTo } from '../identity/links.ts'
import type { Command } from './command.ts'
import { setUp } from './organization.ts'
import { getServerAddress } from './sign_in_link.ts'
import { withStore } from './store.ts'

export const setup: Command = {
  words: 'setup',
  doc: 'create an organization with an administrator, and print an access token and a sign-in link',
  options: [
    ...(['email', 'name', 'organization', 'plan', 'json', 'public-url', 'port'] as const),
    ...(['data', 'database-url', 'moved-anyway', 'memory'] as const),
  ],
  required: ['email'],
  async main(settings, program) {
    const { email = '', organization, json } = settings
    const { created, address } = await withStore(
      settings,
      program,
      async store => ({
        created: await store.write(async tx => {
          const setup = await setUp(tx, { ...settings, email })
          // A program that reads JSON uses the token, not the link.
          return { ...setup, secret: json ? '' : await createLink(tx, setup.user, 'operator') }
        }),
        address: await getServerAddress(settings, store),
      }),
      { creates: true },
    )
    const [workspace, user, { token }] = [String(created.workspace), String(created.user), created]
    if (created.otherOrganizations > 0)
      program.printError(otherOrganizationsWarning(organization, created.otherOrganizations))
    if (json) return program.print(JSON.stringify({ workspace, user, token }))
    const accountNote = created.accountExisted
      ? '\nThe account existed already: its password and its other tokens are unchanged.\n'
      : ''
    program.print(`${organization} is ready.

  workspace      ${workspace}
  administrator  ${email} (${user})
  access token   ${token}
${accountNote}
The token is shown only now. This address signs the administrator in, once and within an hour:

  ${linkTo(address.url, created.secret)}`)
    if (address.warning) program.printError(address.warning)
  },
}

/** The warning that a new organization may be a typing mistake. */
function otherOrganizationsWarning(name: string, others: number): string {
  const quoted = JSON.stringify(name)
  return (
    `${quoted} is a new organization, in addition to ${others === 1 ? 'the existing one' : `the ${others} existing ones`}: if you meant` +
    ` one of those, name it; workloom organization rename --organization ${quoted} --name NAME renames this one.`
  )
}
