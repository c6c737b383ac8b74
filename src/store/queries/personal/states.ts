/** The stored preferences of a person. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

const stored: Statement<{ preferences: string }> = statement(
  param => sql<{ preferences: string }>`select s.preferences as preferences from personal_states s
    where s."user" = ${param('me')}`,
)

/** The preferences of a person that differ from the defaults, as JSON. */
export const storedPreferences = async (reader: Reader, me: number): Promise<string> =>
  (await reader.first(stored, { me }))?.preferences ?? '{}'
