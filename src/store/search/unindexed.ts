/**
 * Adds new texts to the index of words on SQLite. A trigger only records them in `unindexed_texts`, because the index
 * writes a segment at each savepoint, which costs more than all words of a text.
 *
 * Invariant: `unindexed_texts` is empty after each commit of the write queue, so that reads find every committed text.
 */
import type { DatabaseSync } from 'node:sqlite'
import { indexedWords } from '../dialect.ts'

export interface TextIndexer {
  /** Whether a transfer or a migration has left texts that are not indexed. */
  isBehind(): boolean
  /** Indexes all recorded texts, in the current transaction. */
  catchUp(): void
}

export function createTextIndexer(database: DatabaseSync): TextIndexer {
  const first = database.prepare('select gid from unindexed_texts limit 1')
  const index = database.prepare(`insert into search_index (rowid, words)
    select t.gid, ${indexedWords('t.', 't.workspace')} from unindexed_texts u join search_texts t on t.gid = u.gid`)
  const clear = database.prepare('delete from unindexed_texts')
  const isBehind = () => first.get() !== undefined
  return {
    isBehind,
    catchUp() {
      if (!isBehind()) return
      index.run()
      clear.run()
    },
  }
}
