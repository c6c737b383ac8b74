/** Templates as the app composes them, for tests of other things. */
import {
  createProjectTemplate,
  createTaskTemplate,
  type NewProjectTemplate,
  type NewTaskTemplate,
} from '../../../src/resources/templates/rules/compose.ts'
import type { Person, World } from '../world.ts'

const session = { token: 0, kind: 'session', scopes: null, application: null, timeZone: 'UTC', roles: [] } as const

/** Creates a project template of a person, in the world's organization; returns its gid. */
export const makeProjectTemplate = (
  { store, workspace }: Pick<World, 'store' | 'workspace'>,
  owner: Pick<Person, 'gid'>,
  given: Partial<NewProjectTemplate> = {},
): Promise<string> =>
  store.write(async tx => {
    const call = {
      tx,
      actor: { gid: Number(owner.gid), ...session },
      rights: { workspace: 'edit', team: 'edit' },
    } as const
    const body = { workspace: Number(workspace), name: 'Template', tasks: [{ name: 'Task' }], ...given }
    return String(await createProjectTemplate(call, body))
  })

/** Creates a task template in a project; returns its gid. */
export const makeTaskTemplate = (
  { store }: Pick<World, 'store'>,
  author: Pick<Person, 'gid'>,
  project: string,
  tasks: NewTaskTemplate['tasks'] = [{ name: 'Task' }],
): Promise<string> =>
  store.write(async tx => {
    const actor = { gid: Number(author.gid), ...session }
    return String(await createTaskTemplate(tx, actor, { project: Number(project), name: 'Template', tasks }))
  })
