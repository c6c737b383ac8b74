/** Writes the settings of the installation: one text per name. `queries/settings.ts` reads them. */
import { deleteWhere, tryInsert, update, updateAndCount } from './change.ts'
import type { Writer } from './db.ts'

/** Sets a text under a name; null removes it. */
export async function setSetting(tx: Writer, name: string, value: string | null): Promise<void> {
  if (value === null) return void (await deleteWhere(tx, 'settings', { name }))
  if (!(await tryInsert(tx, 'settings', { name, value }))) await update(tx, 'settings', { name }, { value })
}

/**
 * Sets the text under a name if it is still `from`, where null means that there is none; returns whether it was. Of several
 * concurrent transactions with the same `from`, one sets the text, and the others wait for its end.
 */
export const trySetSetting = async (tx: Writer, name: string, from: string | null, value: string): Promise<boolean> =>
  from === null
    ? tryInsert(tx, 'settings', { name, value })
    : (await updateAndCount(tx, 'settings', { name, value: from }, { value })) > 0
