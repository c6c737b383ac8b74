/** Whether a command has the store for itself, as it needs when no server may go on with what it knows. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

const alone: Statement<{ held: number }> = statement(
  (_param, db) => db.dialect.alone ?? sql<{ held: number }>`select 1 as held`,
)

/** Whether no server uses the store; then none comes until the transaction ends. A folder has been held before. */
export const isAlone = async (tx: Writer): Promise<boolean> => (await tx.first(alone, {}))?.held === 1
