/** Custom types of tasks and their statuses, which the API only reads. Each response is the type as it then is. */
import { notFound } from '../../../lib/errors.ts'
import {
  addStatus,
  changeStatus,
  createCustomType,
  customTypeInput,
  deleteCustomType,
  nameInput,
  renameCustomType,
} from '../../../resources/fields/rules/custom_types.ts'
import { addedStatusInput, changedStatusInput } from '../../../resources/fields/rules/statuses.ts'
import type { Reader } from '../../../store/db.ts'
import { customTypeOf, statusOptionsOf } from '../../../store/queries/types/custom_types.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

/** A custom type as JSON, with all its statuses. */
async function present(reader: Reader, gid: number) {
  const type = await customTypeOf(reader, gid)
  if (!type) throw notFound('custom_type', gid)
  const options = await statusOptionsOf(reader, gid)
  return {
    ...{ gid: String(gid), name: type.name, project: String(type.project) },
    status_options: options.map(({ gid, name, completion_state, color, enabled }) => ({
      ...{ gid: String(gid), name, completion_state, color, enabled: enabled === 1 },
    })),
  }
}

export const routes: ConsoleRoute[] = [
  sessionRoute('POST', '/custom_types', {
    doc: 'Create a custom type of a project, for its editors, or for its admins where only they customize it.',
    body: customTypeInput,
    execute: ({ console, actor, body }) =>
      console.store.write(async tx => {
        const data = await present(tx, await createCustomType(tx, actor.gid, body))
        return { status: created, data }
      }),
  }),
  sessionRoute('PUT', '/custom_types/:custom_type_gid', {
    doc: 'Rename a custom type.',
    body: nameInput,
    execute: ({ console, actor, path: { custom_type_gid: gid = 0 }, body }) =>
      console.store.write(async tx => {
        await renameCustomType(tx, actor.gid, gid, body)
        return { data: await present(tx, gid) }
      }),
  }),
  sessionRoute('DELETE', '/custom_types/:custom_type_gid', {
    doc: 'Move a custom type to the trash, for its creator and admins of the project. Its tasks show it again when it is restored.',
    execute: ({ console, actor, path: { custom_type_gid: gid = 0 } }) =>
      console.store.write(async tx => {
        await deleteCustomType(tx, actor.gid, gid)
        return {}
      }),
  }),
  sessionRoute('POST', '/custom_types/:custom_type_gid/status_options', {
    doc: 'Add a status to a custom type, at the end unless a position is given.',
    body: addedStatusInput,
    execute: ({ console, actor, path: { custom_type_gid: gid = 0 }, body }) =>
      console.store.write(async tx => {
        await addStatus(tx, actor.gid, gid, body)
        return { status: created, data: await present(tx, gid) }
      }),
  }),
  sessionRoute('PUT', '/custom_type_status_options/:status_option_gid', {
    doc: 'Rename, colour, move, enable or disable a status of a custom type. Its completion state cannot change.',
    body: changedStatusInput,
    execute: ({ console, actor, path: { status_option_gid: gid = 0 }, body }) =>
      console.store.write(async tx => ({ data: await present(tx, await changeStatus(tx, actor.gid, gid, body)) })),
  }),
]
