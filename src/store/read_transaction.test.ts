/** Reads that wait for the end of a turn of the event loop. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, beforeEach, describe, test } from 'node:test'
import { atEndOfTurn, createReadTransaction } from './read_transaction.ts'
import { sqliteConnection } from './sqlite.ts'

describe('reads at the end of a turn', () => {
  const database = new DatabaseSync(':memory:')
  after(() => database.close())
  const log: string[] = []
  beforeEach(() => log.splice(0))
  const transaction = createReadTransaction(database, () => log.push('begin'))
  const direct = sqliteConnection(database, () => {
    transaction.begin()
    log.push('read')
  })
  const connection = atEndOfTurn(direct, transaction)
  const one = () => connection.tuples('select 1', [])

  test('run together and in one transaction', async () => {
    const reads = [one(), one()].map(read => read.then(() => log.push('answer')))
    assert.deepEqual(log, [])
    await Promise.all(reads)
    assert.deepEqual(log, ['begin', 'read', 'read', 'answer', 'answer'])
    assert.equal(database.isTransaction, false)
  })

  test('run in the transaction that a request has begun', async () => {
    transaction.beginForRequest()
    assert.deepEqual(await one(), [[1]])
    assert.deepEqual(log, ['begin', 'read'])
    assert.equal(database.isTransaction, false)
  })

  test('run in another transaction if a write has ended the first', async () => {
    transaction.beginForRequest()
    const read = one()
    transaction.end()
    assert.deepEqual(await read, [[1]])
    assert.deepEqual(log, ['begin', 'begin', 'read'])
    assert.equal(database.isTransaction, false)
  })

  test('fail alone', async () => {
    const reads = [connection.all('select absent', []), one()]
    await assert.rejects(reads[0] as Promise<unknown>, /absent/)
    assert.deepEqual(await reads[1], [[1]])
  })
})
