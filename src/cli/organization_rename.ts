/** `organization rename`: renames an organization, for example to correct a typing mistake. */
import { CommandError } from '../config/options.ts'
import { update } from '../store/change.ts'
import { organizationsNamed } from '../store/queries/workspaces.ts'
import type { Command } from './command.ts'
import { getOrganization } from './organization.ts'
import { withStore } from './store.ts'

export const organizationRename: Command = {
  words: 'organization rename',
  doc: 'rename an organization',
  options: ['organization', 'name', 'json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: ['name'],
  async main(settings, program) {
    const { organization, name = '', json } = settings
    const workspace = await withStore(settings, program, store =>
      store.write(async tx => {
        const gid = await getOrganization(tx, organization)
        const others = (await organizationsNamed(tx, name)).filter(other => other !== gid)
        if (others.length > 0)
          throw new CommandError(`Another organization has the name ${JSON.stringify(name)}: choose another name.`)
        await update(tx, 'workspaces', { gid }, { name })
        return gid
      }),
    )
    program.print(
      json ? JSON.stringify({ workspace: String(workspace), name }) : `The name of the organization is now ${name}.`,
    )
  },
}
