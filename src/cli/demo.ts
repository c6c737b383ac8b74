/** `demo`: fills an empty store with the data of an invented company, to try the program. */
import { CommandError } from '../config/options.ts'
import { DEMO_EMAIL, loadDemo } from '../exchange/demo/demo.ts'
import { ORGANIZATION } from '../exchange/demo/organization.ts'
import { openFiles } from '../files/location.ts'
import { createLink, linkTo } from '../identity/links.ts'
import type { Command } from './command.ts'
import { getServerAddress } from './sign_in_link.ts'
import { withStore } from './store.ts'

export const demo: Command = {
  words: 'demo',
  doc: 'fill an empty store with the people, projects and tasks of an invented company, and print a sign-in link',
  options: [
    ...(['json', 'public-url', 'port', 'files', 'data', 'database-url'] as const),
    ...(['moved-anyway', 'memory'] as const),
  ],
  required: [],
  async main(settings, program) {
    const { loaded, address } = await withStore(
      settings,
      program,
      async store => ({
        loaded: await loadDemo(
          store,
          { clock: program.clock, files: openFiles(settings.files, program.clock) },
          // A program that reads JSON creates a link when it needs one.
          async (tx, made) => ({ ...made, secret: settings.json ? '' : await createLink(tx, made.user, 'operator') }),
        ),
        address: await getServerAddress(settings, store),
      }),
      { creates: true },
    )
    if (!loaded)
      throw new CommandError(
        'The store is not empty, and the demo does not mix with other data: name a new folder with --data, or an empty database with --database-url.',
      )
    const [workspace, user] = [String(loaded.workspace), String(loaded.user)]
    if (settings.json) return program.print(JSON.stringify({ workspace, user, email: DEMO_EMAIL }))
    program.print(`${ORGANIZATION} is ready: ${loaded.people} people, ${loaded.projects} projects, ${loaded.tasks} tasks.

  administrator  ${DEMO_EMAIL}

This address signs the administrator in, once and within an hour:

  ${linkTo(address.url, loaded.secret)}

workloom sign-in-link --email NAME@… signs in as another person, such as noah@${DEMO_EMAIL.split('@')[1]}.`)
    if (address.warning) program.printError(address.warning)
  },
}
