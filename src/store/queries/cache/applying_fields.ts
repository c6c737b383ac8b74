/** The custom fields that apply to the tasks of a list. They are few and needed with every task, so they are cached. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

interface AppliedField {
  list: number
  field: number
}

const settings: Statement<AppliedField> = statement(
  (param, db) => sql<AppliedField>`select s.parent as list, s.custom_field as field from live_settings s
    where ${db.dialect.isAmong(sql.ref('s.parent'), param('lists'))}`,
)

const CACHE_KIND = 'applying'

/** The fields that apply to a list, if they are cached. */
export const cachedApplyingFields = (reader: Reader, list: number): readonly number[] | undefined =>
  reader.cache.get(CACHE_KIND, list) as readonly number[] | undefined

/** Adds the fields that apply to each list to `found`. */
export function findApplyingFields(
  reader: Reader,
  lists: Iterable<number>,
  found: Map<number, readonly number[]>,
): Promise<void> | undefined {
  const missing: number[] = []
  for (const list of lists) {
    if (found.has(list)) continue
    const fields = cachedApplyingFields(reader, list)
    if (fields === undefined) missing.push(list)
    else found.set(list, fields)
  }
  return missing.length > 0 ? load(reader, missing, found) : undefined
}

async function load(reader: Reader, lists: number[], found: Map<number, readonly number[]>): Promise<void> {
  const since = reader.cache.now()
  const byList = new Map<number, number[]>(lists.map(list => [list, []]))
  for (const { list, field } of await reader.all(settings, { lists: reader.db.dialect.set(lists) }))
    byList.get(list)?.push(field)
  for (const [list, fields] of byList) {
    found.set(list, fields)
    reader.cache.set(CACHE_KIND, list, fields, [list], since)
  }
}
