/**
 * The shelf in the store itself. What must always hold: a swap is one statement, and so a transaction of its own; what is
 * over counts as not there, whether it was swept or not.
 */
import { sql } from 'kysely'
import type { Clock } from '../../../lib/clock.ts'
import type { Reader, Statement } from '../../db.ts'
import type { Found, Shelf } from '../../shelf.ts'
import { statement } from '../../statement.ts'

const putting: Statement<{ version: number }> = statement(
  param => sql<{ version: number }>`insert into shelf (name, version, text, until)
    values (${param('name')}, ${param('next')}, ${param('text')}, ${param('until')})
    on conflict (name) do update set version = excluded.version, text = excluded.text, until = excluded.until
    where shelf.version = ${param('version')} or shelf.until <= ${param('now')}
    returning version`,
)

const finding: Statement<Found> = statement(
  param => sql<Found>`select version, text from shelf where name = ${param('name')}`,
)

const nothing: Found = { version: 0, text: '' }

/** `first` runs a statement, also one that writes, and answers when it is committed. */
export const tableShelf = (store: Pick<Reader, 'first'>, clock: Clock): Shelf => ({
  async swap(name, version, text, keep) {
    const now = clock()
    const until = now + Math.ceil(keep)
    const put = await store.first(putting, { name, version, next: version + 1, text, now, until })
    if (put) return null
    const found = await store.first(finding, { name })
    return found ? { ...found } : nothing
  },
})
