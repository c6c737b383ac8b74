/** The read transaction of the embedded store, and what it must learn of the commits of other processes. */
import type { DatabaseSync } from 'node:sqlite'
import type { MemoryCache } from './cache/memory_cache.ts'
import type { Connection } from './db.ts'

interface ReadTransaction {
  /** Begins one unless one is open. */
  begin(): void
  beginForRequest(): void
  end(): void
  /** Runs a read at the end of the turn, in its transaction. */
  defer(read: () => void): void
}

/**
 * One read transaction per turn of the event loop: the reads of a turn see one state, and locks are taken once instead of
 * for each statement. A durable write also ends it, so that later reads see every acknowledged write. A request begins
 * another one unless a request began it: between other work and the arrival of the request, another process may have written.
 */
export function createReadTransaction(database: DatabaseSync, before: () => void): ReadTransaction {
  const [begin, commit] = [database.prepare('begin'), database.prepare('commit')]
  let running: 'request' | 'other' | undefined
  let deferred: (() => void)[] = []
  const end = () => {
    if (running && database.isOpen) commit.run()
    running = undefined
  }
  const endTurn = () => {
    const reads = deferred
    deferred = []
    for (const read of reads) read()
    end()
  }
  const start = (by: 'request' | 'other') => {
    before()
    begin.run()
    running = by
    setImmediate(endTurn)
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
    defer(read) {
      // A running transaction ends the turn itself. The first read begins another one if a write ends it before.
      if (!running && deferred.length === 0) setImmediate(endTurn)
      deferred.push(read)
    },
  }
}

/**
 * A connection whose reads run together at the end of the turn of the event loop. The requests of a turn then pass each
 * phase one after the other, which takes two thirds of the time: the instructions of a phase stay in the caches of the processor.
 */
export function atEndOfTurn(connection: Connection, { defer }: Pick<ReadTransaction, 'defer'>): Connection {
  const deferred = <T>(read: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => defer(() => void read().then(resolve, reject)))
  return {
    all: (sql, values) => deferred(() => connection.all(sql, values)),
    tuples: (sql, values) => deferred(() => connection.tuples(sql, values)),
    first: (sql, values) => deferred(() => connection.first(sql, values)),
    execute: (sql, values) => deferred(() => connection.execute(sql, values)),
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
