/** `administrator`: the administrators of the installation, whom the operator appoints, not an organization. */
import { CommandError } from '../config/options.ts'
import { deleteAndCount } from '../store/change.ts'
import { installationAdministrators } from '../store/queries/identity/administrators.ts'
import { accountOfEmail } from '../store/queries/identity/sign_in.ts'
import type { Command } from './command.ts'
import { addAdministrator } from './organization.ts'
import { lockAccount } from './sign_in_link.ts'
import { withStore } from './store.ts'

const options = ['email', 'data', 'database-url', 'moved-anyway', 'memory'] as const

export const administratorAdd: Command = {
  words: 'administrator add',
  doc: 'add an administrator of the installation, who can change the sign-in methods',
  options,
  required: ['email'],
  async main(settings, program) {
    const { email = '' } = settings
    await withStore(settings, program, store =>
      store.write(async tx => addAdministrator(tx, (await lockAccount(tx, email)).gid)),
    )
    program.print(`${email} is an administrator of the installation.`)
  },
}

export const administratorRemove: Command = {
  words: 'administrator remove',
  doc: 'remove an administrator of the installation',
  options,
  required: ['email'],
  async main(settings, program) {
    const { email = '' } = settings
    const ended = await withStore(settings, program, store =>
      store.write(async tx => {
        const account = await accountOfEmail(tx, email)
        return account ? deleteAndCount(tx, 'administrators', { user: account.gid }) : 0
      }),
    )
    if (ended === 0)
      throw new CommandError(`${email} is not an administrator of the installation: see workloom administrator list.`)
    program.print(`${email} is no longer an administrator of the installation.`)
  },
}

export const administratorList: Command = {
  words: 'administrator list',
  doc: 'list the administrators of the installation',
  options: ['json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: [],
  async main(settings, program) {
    const administrators = await withStore(settings, program, store => installationAdministrators(store.read))
    const people = administrators.map(({ gid, name, email }) => ({ gid: String(gid), name, email }))
    if (settings.json) return program.print(JSON.stringify(people))
    program.print(
      people.map(({ name, email }) => `${email}  ${name}`).join('\n') || 'The installation has no administrator.',
    )
  },
}
