/** Where the instances that serve are reached, so that commands can say so in the links that they print. */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

const serving: Statement<{ address: string }> = statement(
  param => sql<{ address: string }>`select n.address as address from instances n
    where n.is_serving = 1 and n.leased_until > ${param('now')} and n.address is not null order by n.number limit 1`,
)

/**
 * An address at which the store is served; undefined when there is none. Where one process at a time serves, the address
 * of one that was killed stays: whoever asks must know that there is a server.
 */
export const servedAt = async (reader: Reader, now: number): Promise<string | undefined> =>
  (await reader.first(serving, { now }))?.address

const leaving: Statement<never> = statement(() => sql`delete from instances`)

const coming: Statement<never> = statement(
  param => sql`insert into instances (number, lease, leased_until, is_serving, address)
    values (0, '', ${sql.lit(Number.MAX_SAFE_INTEGER)}, 1, ${param('address')})`,
)

/** Keeps the address of the one process that serves the store, whatever others have left there. */
export async function announcedAlone(tx: Writer, address: string): Promise<void> {
  await tx.all(leaving, {})
  await tx.all(coming, { address })
}
