/** Exclusive use of the store, for commands that invalidate what a running server has cached. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

const exclusive: Statement<{ held: number }> = statement(
  (_param, db) => db.dialect.serviceLock ?? sql<{ held: number }>`select 1 as held`,
)

/**
 * Locks the store against servers until the transaction ends; false if one uses it. The folder of SQLite is locked
 * already.
 */
export const hasExclusiveUse = async (tx: Writer): Promise<boolean> => (await tx.first(exclusive, {}))?.held === 1
