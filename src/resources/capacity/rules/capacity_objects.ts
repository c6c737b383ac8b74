/**
 * What allocations, budgets and rates have in common: each is of a project, in a table that has the name of the feature
 * that it needs.
 */
import { unknownObject } from '../../../lib/errors.ts'
import { getForUpdate, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { mustHaveFeature } from '../../people/rules/plan.ts'

const tables = { allocation: 'allocations', budget: 'budgets', rate: 'rates' } as const

type CapacityType = keyof typeof tables

/** Locks the project of a new object; returns its workspace. Throws 402 without the feature. */
export async function lockParent(tx: Writer, type: CapacityType, parent: number): Promise<number> {
  const { workspace, deleted_at } = await getForUpdate(tx, 'projects', parent)
  await mustHaveFeature(tx, workspace, tables[type])
  // Another transaction may have deleted it after the rights were checked.
  if (deleted_at !== null) throw unknownObject('project', parent)
  return workspace
}

/** Moves an object to the trash. Throws 402 without the feature, 404 for one that is there. */
export async function moveToTrash(tx: Writer, me: number, type: CapacityType, gid: number): Promise<void> {
  const { workspace, deleted_at } = await getForUpdate(tx, tables[type], gid)
  await mustHaveFeature(tx, workspace, tables[type])
  if (deleted_at !== null) throw unknownObject(type, gid)
  await update(tx, tables[type], { gid }, { deleted_at: tx.now, deleted_by: me })
}
