/** The addresses of serving instances, for the links that commands print. */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

const serving: Statement<{ address: string }> = statement(
  param => sql<{ address: string }>`select n.address as address from instances n
    where n.is_serving = 1 and n.leased_until > ${param('now')} and n.address is not null order by n.number limit 1`,
)

/**
 * The address of a serving instance; undefined when there is none. With SQLite, the address of a killed process stays,
 * so the caller must check that a server is running.
 */
export const servingAddress = async (reader: Reader, now: number): Promise<string | undefined> =>
  (await reader.first(serving, { now }))?.address

const deletion: Statement<never> = statement(() => sql`delete from instances`)

const insertion: Statement<never> = statement(
  param => sql`insert into instances (number, lease, leased_until, is_serving, address)
    values (0, '', ${sql.lit(Number.MAX_SAFE_INTEGER)}, 1, ${param('address')})`,
)

/** Stores the address of the only process that serves the store, and deletes all others. */
export async function replaceAddress(tx: Writer, address: string): Promise<void> {
  await tx.all(deletion, {})
  await tx.all(insertion, { address })
}
