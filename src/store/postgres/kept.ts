/**
 * Answers that are kept near, for statements that say on which columns they depend (`kept` of a statement). What must
 * always hold: whatever this process changes is forgotten before the change is acknowledged; what another one changes is
 * forgotten when it tells so, and after `LONGEST` in any case; while nobody can be heard, nothing is kept.
 */
import type { Clock } from '../../lib/clock.ts'
import type { Statement, Values } from '../db.ts'
import type { Tables } from '../tables.ts'

type Table = keyof Tables

/** Milliseconds for which an answer is believed although nobody has told of a change. */
const LONGEST = 5000
/** So many answers of one statement are kept. */
const MOST = 10_000

interface Answer {
  row: unknown
  until: number
}

export interface Kept {
  /** The answer that is kept, or else the one that `ask` finds. What is not found is not kept. */
  first<Row>(statement: Statement<Row>, values: Values, ask: () => Promise<Row | undefined>): Promise<Row | undefined>
  /** Forgets what depends on these tables; without them, everything. */
  forget(tables?: readonly string[]): void
  /** Whether others can be heard. */
  heed(isHeard: boolean): void
}

export function createKept(now: Clock): Kept {
  const answers = new Map<Statement<unknown>, Map<string, Answer>>()
  let heard = false
  /** Counts what was forgotten: an answer that was asked for before that may be older. */
  let age = 0
  const forget = (tables?: readonly string[]) => {
    age++
    for (const [{ kept }, known] of answers) {
      if (tables === undefined || tables.some(table => kept?.[table as Table])) known.clear()
    }
  }
  return {
    async first(statement, values, ask) {
      if (!heard) return ask()
      const known = answers.get(statement) ?? new Map<string, Answer>()
      answers.set(statement, known)
      const key = JSON.stringify(values)
      const found = known.get(key)
      if (found && found.until > now()) return found.row as Awaited<ReturnType<typeof ask>>
      const asked = age
      const row = await ask()
      if (row === undefined || asked !== age || !heard) return row
      if (known.size >= MOST) known.clear()
      known.set(key, { row, until: now() + LONGEST })
      return row
    },
    forget,
    heed(isHeard) {
      heard = isHeard
      forget()
    },
  }
}
