/** Exclusive use of the store, for commands that invalidate what a running server has cached. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

const exclusive: Statement<{ is_locked: number }> = statement(
  (_param, db) => db.dialect.serviceLock ?? sql<{ is_locked: number }>`select 1 as is_locked`,
)

/**
 * Locks the store against servers until the transaction ends; false if one uses it. The folder of SQLite is locked
 * already.
 */
export const hasExclusiveUse = async (tx: Writer): Promise<boolean> => (await tx.first(exclusive, {}))?.is_locked === 1
