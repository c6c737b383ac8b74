/** The read transaction of the embedded store, and what it must learn of the commits of other processes. */
import type { DatabaseSync } from 'node:sqlite'
import type { MemoryCache } from './cache/memory_cache.ts'

interface ReadTransaction {
  /** Begins one unless one is open. */
  begin(): void
  beginForRequest(): void
  end(): void
}

/**
 * One read transaction per turn of the event loop: the reads of a turn see one state, and locks are taken once instead of
 * for each statement. A durable write also ends it, so that later reads see every acknowledged write. A request begins
 * another one unless a request began it: between other work and the arrival of the request, another process may have written.
 */
export function createReadTransaction(database: DatabaseSync, before: () => void): ReadTransaction {
  const [begin, commit] = [database.prepare('begin'), database.prepare('commit')]
  let running: 'request' | 'other' | undefined
  const end = () => {
    if (running && database.isOpen) commit.run()
    running = undefined
  }
  const start = (by: 'request' | 'other') => {
    before()
    begin.run()
    running = by
    setImmediate(end)
  }
  return {
    begin() {
      if (!running) start('other')
    },
    beginForRequest() {
      if (running === 'request') return
      end()
      start('request')
    },
    end,
  }
}

/**
 * Returns a function that clears the cache when another process, such as a command, has written. Writes of the own
 * connection do not change its data version. Call it before a read.
 */
export function createForeignCommitCheck(writing: DatabaseSync, cache: MemoryCache): () => void {
  const dataVersion = writing.prepare('pragma data_version')
  dataVersion.setReturnArrays(true)
  let known: unknown
  return () => {
    const [version] = dataVersion.get() as unknown as [number]
    if (version !== known) cache.clear()
    known = version
  }
}
