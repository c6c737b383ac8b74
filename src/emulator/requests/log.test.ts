/** What the log of requests keeps, by number and by the memory of the bodies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../exchange/exchange.ts'
import { bytesOf, type KeptBody, keep, NO_BODY } from '../exchange/tap.ts'
import { createRequestLog, type RequestLog } from './log.ts'

const MEGABYTE = 1024 * 1024

const logOf = (most: number): RequestLog => {
  const clock = () => 0
  return createRequestLog(clock, clock, most)
}

const arrive = (log: RequestLog) =>
  log.add({ request: { headers: {} } } as unknown as Exchange, Promise.resolve(undefined))

/** A request whose response has a body of this size. */
function exchangeIn(log: RequestLog, bytes: number): void {
  const entry = arrive(log)
  Object.assign(entry, { status: 200, responseBody: { parts: [], bytes, isCut: false } })
  log.measure(entry)
}

const idsIn = (log: RequestLog) => log.list().map(({ id }) => id)

test('the last requests are kept in their order, also after the log was emptied', () => {
  const log = logOf(3)
  for (let count = 0; count < 5; count++) arrive(log)
  assert.deepEqual(idsIn(log), [3, 4, 5])
  log.clear()
  assert.deepEqual(idsIn(log), [])
  for (let count = 0; count < 2; count++) arrive(log)
  assert.deepEqual(idsIn(log), [6, 7])
})

test('the oldest requests give way when all bodies together have more than 64 MB', () => {
  const log = logOf(100)
  for (let count = 0; count < 4; count++) exchangeIn(log, 16 * MEGABYTE)
  assert.deepEqual(idsIn(log), [1, 2, 3, 4])
  exchangeIn(log, 1)
  assert.deepEqual(idsIn(log), [2, 3, 4, 5])
  exchangeIn(log, 65 * MEGABYTE)
  assert.deepEqual(idsIn(log), [6])
})

test('a request that was dropped before its response ended does not count', () => {
  const log = logOf(100)
  const entry = arrive(log)
  log.clear()
  Object.assign(entry, { status: 200, responseBody: { parts: [], bytes: 60 * MEGABYTE, isCut: false } })
  log.measure(entry)
  for (let count = 0; count < 2; count++) exchangeIn(log, 16 * MEGABYTE)
  assert.deepEqual(idsIn(log), [2, 3])
})

test('of a body in several chunks the first 64 KB are kept', () => {
  const chunks = ['ä', Buffer.from('b'), 'ff', 'c'.repeat(65_530), 'dddddd', 'e']
  let body: KeptBody = NO_BODY
  for (const [index, chunk] of chunks.entries()) {
    body = keep(body, chunk, index === 2 ? 'hex' : undefined)
    assert.equal(body.isCut, index > 3, `after the chunk ${index}`)
  }
  const expected = Buffer.concat([Buffer.from('äb'), Buffer.from([255]), Buffer.from(`${'c'.repeat(65_530)}dd`)])
  assert.ok(bytesOf(body).equals(expected))
  assert.deepEqual([body.bytes, NO_BODY.bytes, NO_BODY.parts.length], [65_536, 0, 0])
})
