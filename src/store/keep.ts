/** What the installation remembers about itself, one text under a name: written here, read in `queries/settings.ts`. */
import { linked, unlink, update } from './change.ts'
import type { Writer } from './db.ts'

/** Keeps a text under a name, in place of what was there; null removes it. */
export async function keepSetting(tx: Writer, name: string, value: string | null): Promise<void> {
  if (value === null) return void (await unlink(tx, 'settings', { name }))
  if (!(await linked(tx, 'settings', { name, value }))) await update(tx, 'settings', { name }, { value })
}
