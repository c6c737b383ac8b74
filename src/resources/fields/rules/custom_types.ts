/**
 * Custom types, as the console creates and changes them. Editors of a project create and change its types; admins and the
 * creator of a type delete it. A project can reserve this for its admins, like its other customization.
 */
import { forbidden, malformed, notFound, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { getForUpdate, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type CustomTypeRow, customTypeCount, statusOptionOf } from '../../../store/queries/types/custom_types.ts'
import { parts, text, type Values } from '../../../vocabulary/field.ts'
import { mustManage } from '../../work/rules/project_members.ts'
import { mustNotBeGuest } from './guests.ts'
import {
  type addedStatusInput,
  addStatusOption,
  type changedStatusInput,
  changeStatusOption,
  createStatusOptions,
  mustHaveName,
  statusInput,
} from './statuses.ts'

const MAX_CUSTOM_TYPES = 100

export const nameInput = { name: text({ required: true, max: 1024, doc: 'The name of the type.' }) }

/** The input for a new custom type. */
export const customTypeInput = {
  project: text({ required: true, max: 20, doc: 'The gid of the project.' }),
  ...nameInput,
  status_options: parts('custom_type_status_option', statusInput, {
    doc: 'The statuses, in their order: at least one for each completion state. By default one for each.',
  }),
}

/** Creates a custom type of a project with its status options; returns its gid. */
export async function createCustomType(tx: Writer, me: number, given: Values<typeof customTypeInput>): Promise<number> {
  const project = parseGid(given.project)
  const right = project === undefined ? undefined : (await rights(tx, me, 'project', [project])).get(project)
  if (project === undefined || !allows(right, 'view')) throw unrecognized('project', given.project)
  // Locked, so that concurrent requests do not exceed the limit.
  const row = await getForUpdate(tx, 'projects', project)
  const { workspace } = row
  if (row.deleted_at !== null) throw unrecognized('project', given.project)
  await mustNotBeGuest(tx, me, workspace)
  mustManage(row, right, 'customization')
  if ((await customTypeCount(tx, project)) >= MAX_CUSTOM_TYPES) {
    throw malformed(`A project can have at most ${MAX_CUSTOM_TYPES} custom types`)
  }
  const gid = tx.gid()
  await insert(tx, 'custom_types', {
    ...{ gid, project, workspace, name: mustHaveName(given.name, 'name') },
    ...{ created_by: me, created_at: tx.now, deleted_at: null, deleted_by: null },
  })
  await createStatusOptions(tx, { gid, workspace }, given.status_options)
  return gid
}

/** Locks a custom type that the caller can change. Throws 404 for one that they cannot see, 403 for the others. */
async function getChangeable(tx: Writer, me: number, gid: number): Promise<CustomTypeRow> {
  const right = (await rights(tx, me, 'custom_type', [gid])).get(gid)
  if (!allows(right, 'view')) throw notFound('custom_type', gid)
  const type = await getForUpdate(tx, 'custom_types', gid)
  if (type.deleted_at !== null) throw notFound('custom_type', gid)
  if (!allows(right, 'edit')) throw forbidden('custom_type')
  await mustNotBeGuest(tx, me, type.workspace)
  mustManage(await getForUpdate(tx, 'projects', type.project), right, 'customization')
  return type
}

export async function renameCustomType(
  tx: Writer,
  me: number,
  gid: number,
  given: Values<typeof nameInput>,
): Promise<void> {
  await getChangeable(tx, me, gid)
  await update(tx, 'custom_types', { gid }, { name: mustHaveName(given.name, 'name') })
}

/** Moves a custom type to the trash. Its tasks keep it, and show it again when it is restored. */
export async function deleteCustomType(tx: Writer, me: number, gid: number): Promise<void> {
  const { created_by } = await getChangeable(tx, me, gid)
  const right = (await rights(tx, me, 'custom_type', [gid])).get(gid)
  if (created_by !== me && !allows(right, 'admin')) throw forbidden('custom_type')
  await update(tx, 'custom_types', { gid }, { deleted_at: tx.now, deleted_by: me })
}

/** Adds a status option to a custom type; returns its gid. */
export const addStatus = async (tx: Writer, me: number, type: number, given: Values<typeof addedStatusInput>) =>
  addStatusOption(tx, await getChangeable(tx, me, type), given)

/** Changes a status option; returns the gid of its type. */
export async function changeStatus(
  tx: Writer,
  me: number,
  gid: number,
  given: Values<typeof changedStatusInput>,
): Promise<number> {
  const option = await statusOptionOf(tx, gid)
  const right = (await rights(tx, me, 'custom_type_status_option', [gid])).get(gid)
  if (!option || !allows(right, 'view')) throw notFound('custom_type_status_option', gid)
  const type = await getChangeable(tx, me, option.custom_type)
  await changeStatusOption(tx, option, given)
  return type.gid
}
