/**
 * Sends reads over the connections of a pool. A synchronization of the memory cache (`cache_sync.ts`) is the last
 * statement of each round trip.
 *
 * Invariants:
 * - when a read is answered, the cache knows every commit that the read can have seen: the server runs the statements of a
 *   round trip in order, and each sees what was committed when it began;
 * - a read that fails does not fail those that share its round trip: they run again, each in a round trip of its own.
 */
import pg from 'pg'
import {
  collected,
  type ParserOf,
  RoundTrip,
  type SendStatement,
  type SentStatement,
  type WireAnswer,
  type WireStatement,
} from './pipeline.ts'

/** A synchronization as a statement. */
export interface SyncStatement extends WireStatement {
  /** Updates the cache by the answer. */
  apply(answer: WireAnswer): void
}

export interface ReadOptions {
  parserOf: ParserOf
  /** A synchronization that begins now. */
  synchronization(): SyncStatement
  /** Whether a connection must not be reused after this error. */
  isOutage(error: unknown): boolean
  /** How many reads of one turn of the event loop may share a round trip. */
  max: number
}

/** The reads of one turn of the event loop share round trips, with at most `max` reads in each. */
export const readSender = (pool: pg.Pool, options: ReadOptions): SendStatement =>
  collected(reads => {
    for (let at = 0; at < reads.length; at += options.max) void answer(pool, reads.slice(at, at + options.max), options)
  })

/** Answers reads by one round trip. */
async function answer(pool: pg.Pool, reads: readonly SentStatement[], options: ReadOptions): Promise<void> {
  try {
    const answers = await roundTrip(pool, reads, options)
    for (const [at, { resolve }] of reads.entries()) resolve(answers[at] as WireAnswer)
  } catch (error) {
    const isOfOneRead = error instanceof pg.DatabaseError && reads.length > 1
    if (isOfOneRead) for (const one of reads) void answer(pool, [one], options)
    else for (const { reject } of reads) reject(error)
  }
}

async function roundTrip(
  pool: pg.Pool,
  reads: readonly WireStatement[],
  { parserOf, synchronization, isOutage }: ReadOptions,
): Promise<WireAnswer[]> {
  const client = await pool.connect()
  const sync = synchronization()
  const answers: WireAnswer[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const take = (answer: WireAnswer) => void answers.push(answer)
      const sent = reads.map(read => ({ ...read, resolve: take, reject }))
      const last = { ...sync, resolve: (answer: WireAnswer) => resolve(sync.apply(answer)), reject }
      client.query(new RoundTrip([...sent, last], parserOf) as never)
    })
  } catch (error) {
    // The server skips the rest of the round trip that has a failed statement, and the connection is as before.
    const isUsable = error instanceof pg.DatabaseError && !isOutage(error)
    client.release(isUsable ? undefined : (error as Error))
    throw error
  }
  client.release()
  return answers
}
