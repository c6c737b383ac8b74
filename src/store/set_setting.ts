/** Writes the settings of the installation: one text per name. `queries/settings.ts` reads them. */
import { deleteWhere, tryInsert, update } from './change.ts'
import type { Writer } from './db.ts'

/** Sets a text under a name; null removes it. */
export async function setSetting(tx: Writer, name: string, value: string | null): Promise<void> {
  if (value === null) return void (await deleteWhere(tx, 'settings', { name }))
  if (!(await tryInsert(tx, 'settings', { name, value }))) await update(tx, 'settings', { name }, { value })
}
