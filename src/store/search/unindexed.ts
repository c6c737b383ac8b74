/**
 * Adds new texts to the index of words on SQLite. A trigger only records them in `unindexed_texts`, because the index
 * writes a segment each time, which costs more than all words of a text. Until they are indexed, every search reads them.
 *
 * Invariant: `unindexed_texts` has few rows after each commit of the write queue, so that searches stay bounded.
 */
import type { DatabaseSync } from 'node:sqlite'
import { indexedWords } from '../dialect.ts'

/** Each is a candidate of every search. Fewer would make more commits write to the index. */
export const MAX_UNINDEXED_TEXTS = 32

export interface TextIndexer {
  /** Whether there are more recorded texts than searches may read. */
  isBehind(): boolean
  /** Indexes all recorded texts if there are too many, in the current transaction. */
  catchUp(): void
}

export function createTextIndexer(database: DatabaseSync): TextIndexer {
  const beyond = database.prepare(`select gid from unindexed_texts limit 1 offset ${MAX_UNINDEXED_TEXTS}`)
  const index = database.prepare(`insert into search_index (rowid, words)
    select t.gid, ${indexedWords('t.', 't.workspace')} from unindexed_texts u join search_texts t on t.gid = u.gid`)
  const clear = database.prepare('delete from unindexed_texts')
  const isBehind = () => beyond.get() !== undefined
  return {
    isBehind,
    catchUp() {
      if (!isBehind()) return
      index.run()
      clear.run()
    },
  }
}
