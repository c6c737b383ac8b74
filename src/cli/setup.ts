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
    const { founded, home } = await withStore(
      settings,
      program,
      async store => ({
        founded: await store.write(async tx => {
          const made = await setUp(tx, { ...settings, email })
          // A program that reads JSON uses the token, not the link.
          return { ...made, secret: json ? '' : await createLink(tx, made.user, 'operator') }
        }),
        home: await getServerAddress(settings, store),
      }),
      { creates: true },
    )
    const [workspace, user, { token }] = [String(founded.workspace), String(founded.user), founded]
    if (founded.otherOrganizations > 0)
      program.printError(otherOrganizationsWarning(organization, founded.otherOrganizations))
    if (json) return program.print(JSON.stringify({ workspace, user, token }))
    const kept = founded.accountExisted
      ? '\nThe account existed already: its password and its other tokens are unchanged.\n'
      : ''
    program.print(`${organization} is ready.

  workspace      ${workspace}
  administrator  ${email} (${user})
  access token   ${token}
${kept}
The token is shown only now. This address signs the administrator in, once and within an hour:

  ${linkTo(home.url, founded.secret)}`)
    if (home.warning) program.printError(home.warning)
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
