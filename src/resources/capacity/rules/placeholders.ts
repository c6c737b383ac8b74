/**
 * Placeholders, as the console creates and changes them: every member of the workspace who is no guest does. One in the
 * trash keeps its allocations and rates, which count as before and are purged with it.
 */
import { forbidden, missingInput, notFound } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { getForUpdate, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { text, type Values } from '../../../vocabulary/field.ts'
import { mustHaveFeature } from '../../people/rules/plan.ts'

export const placeholderInput = { name: text({ required: true, max: 1024, doc: 'The name of the placeholder.' }) }

type PlaceholderInput = Values<typeof placeholderInput>

/** The columns of a name. Throws 400 for an empty one. */
export function nameIn({ name: given }: PlaceholderInput) {
  const name = given.trim()
  if (name === '') throw missingInput('name')
  return { name }
}

/** Creates a placeholder. Throws 404 for a caller outside of the workspace, 403 for a guest. */
export async function createPlaceholder(tx: Writer, me: number, workspace: number, given: PlaceholderInput) {
  const right = (await rights(tx, me, 'workspace', [workspace])).get(workspace)
  if (!allows(right, 'view')) throw notFound('organization', workspace)
  if (!allows(right, 'edit')) throw forbidden('workspace')
  await mustHaveFeature(tx, workspace, 'allocations')
  const gid = tx.gid()
  const columns = { created_by: me, created_at: tx.now, deleted_at: null, deleted_by: null }
  await insert(tx, 'placeholders', { gid, workspace, ...nameIn(given), ...columns })
  return gid
}

/** Locks a placeholder that the caller can change. Throws 404 for one that they cannot see, 403 for the others. */
async function lockChangeable(tx: Writer, me: number, gid: number): Promise<void> {
  const right = (await rights(tx, me, 'placeholder', [gid])).get(gid)
  if (!allows(right, 'view')) throw notFound('placeholder', gid)
  const { deleted_at } = await getForUpdate(tx, 'placeholders', gid)
  if (deleted_at !== null) throw notFound('placeholder', gid)
  if (!allows(right, 'edit')) throw forbidden('placeholder')
}

export async function renamePlaceholder(tx: Writer, me: number, gid: number, given: PlaceholderInput): Promise<void> {
  await lockChangeable(tx, me, gid)
  await update(tx, 'placeholders', { gid }, nameIn(given))
}

/** Moves a placeholder to the trash. */
export async function deletePlaceholder(tx: Writer, me: number, gid: number): Promise<void> {
  await lockChangeable(tx, me, gid)
  await update(tx, 'placeholders', { gid }, { deleted_at: tx.now, deleted_by: me })
}
