/** Reads of several statements in one snapshot: later commits are invisible to all of them. */
import type pg from 'pg'
import type { Connection } from '../db.ts'
import { connectionOf, isTranslated, translated } from './connection.ts'

const BEGIN = { name: 'begin_snapshot', text: 'begin isolation level repeatable read, read only' }

export async function withSnapshot<T>(pool: pg.Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(error => {
    throw translated(error)
  })
  let broken: Error | undefined
  try {
    await client.query(BEGIN).catch(error => {
      throw translated(error)
    })
    return await work(connectionOf(client))
  } catch (error) {
    // A lost connection must not be reused.
    if (isTranslated(error)) broken = error as Error
    throw error
  } finally {
    if (!broken) await client.query('rollback').catch(cause => (broken = cause))
    client.release(broken)
  }
}
