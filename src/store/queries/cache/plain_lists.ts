/**
 * Projects to which a task is added without further reads: they are not in the trash, and no custom field numbers their
 * tasks. Nearly all are, so this is cached, and the commit checks that it still holds (`Writer.premises`).
 */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

interface ListRow {
  gid: number
  is_deleted: number
  /** JSON: the gid of each custom field of the project, and whether it numbers tasks. */
  fields: string
}

const listsByGid: Statement<ListRow> = statement((param, { dialect }) => {
  const numbers = sql`case when f.id_prefix is not null and f.deleted_at is null then 1 else 0 end`
  return sql<ListRow>`select p.gid as gid, case when p.deleted_at is null then 0 else 1 end as is_deleted,
    (select ${dialect.collect(dialect.array([sql`f.gid`, numbers]))} from custom_field_settings s
      join custom_fields f on f.gid = s.custom_field where s.parent = p.gid) as fields
    from projects p where ${dialect.isAmong(sql.ref('p.gid'), param('gids'))}`
})

const CACHE_KIND = 'plain list'

/**
 * Whether all of these lists are plain projects. If so, the transaction relies on it. Call it before a task is added: who
 * deletes a project or adds a number to it waits for transactions that add tasks, or commits before this one does.
 */
export async function relyOnPlainLists(tx: Writer, lists: readonly number[]): Promise<boolean> {
  const { cache, premises } = tx
  if (premises === null) return false
  const missing = lists.filter(list => cache.get(CACHE_KIND, list) === undefined)
  if (missing.length > 0) await loadLists(tx, missing)
  if (!lists.every(list => cache.get(CACHE_KIND, list) === true)) return false
  for (const list of lists) for (const gid of cache.on(CACHE_KIND, list)) premises.add(gid)
  return true
}

/** On PostgreSQL, what was loaded is cached from the next request on. */
async function loadLists(tx: Writer, gids: readonly number[]): Promise<void> {
  const since = tx.cache.now()
  for (const { gid, is_deleted, fields } of await tx.all(listsByGid, { gids: tx.db.dialect.set(gids) })) {
    const all = JSON.parse(fields) as [field: number, numbers: number][]
    const isPlain = is_deleted === 0 && all.every(([, numbers]) => numbers === 0)
    tx.cache.set(CACHE_KIND, gid, isPlain, [gid, ...all.map(([field]) => field)], since)
  }
}
