/** What the installation remembers about itself. */
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'

const setting: Statement<{ value: string }> = statement((param, db) =>
  db.selectFrom('settings').select('value').where('name', '=', param('name')),
)

export async function settingOf(reader: Reader, name: string): Promise<string | undefined> {
  return (await reader.first(setting, { name }))?.value
}

/** Whether the store answers at all. */
export async function answers(reader: Reader): Promise<boolean> {
  try {
    await settingOf(reader, 'secret')
    return true
  } catch {
    return false
  }
}
