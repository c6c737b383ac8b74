/** Settings of the installation, by name. */
import { withTimeout } from '../../lib/clock.ts'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'

const setting: Statement<{ value: string }> = statement((param, db) =>
  db.selectFrom('settings').select('value').where('name', '=', param('name')),
)

export async function settingOf(reader: Reader, name: string): Promise<string | undefined> {
  return (await reader.first(setting, { name }))?.value
}

/** Load balancers do not wait longer for a health check. */
const ANSWER_TIMEOUT_MS = 3000

/** Whether the store answers a query within the timeout. */
export async function isAnswering(reader: Reader): Promise<boolean> {
  const asked = settingOf(reader, 'secret').then(
    () => true,
    () => false,
  )
  return withTimeout(ANSWER_TIMEOUT_MS, asked, false)
}
