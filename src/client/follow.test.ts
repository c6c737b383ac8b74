/** A stream of events: tokens, full pages and waits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WorkloomError } from './failure.ts'
import { type FollowOptions, follow } from './follow.ts'

/** A stream of numbers from 0, of which a response has at most ten. */
function streamOf(count: number, options: FollowOptions = {}, expires: readonly string[] = []) {
  const log: string[] = []
  const expired = new Set(expires)
  const load = async (sync: string | undefined) => {
    log.push(`load ${sync}`)
    if (sync === undefined || expired.delete(sync))
      throw new WorkloomError({ status: 412, errors: [{ message: 'Sync' }], sync: '5', operation: 'getEvents' })
    const end = Math.min(Number(sync) + 10, count)
    const data = Array.from({ length: end - Number(sync) }, (_, index) => Number(sync) + index)
    return { data, sync: String(end), has_more: end < count }
  }
  const sleep = async (milliseconds: number) => {
    log.push(`sleep ${milliseconds}`)
    if (log.length > 20) throw new Error('enough')
  }
  const note = (word: string) => (sync: string) => log.push(`${word} ${sync}`)
  return { log, events: follow<number>(load, sleep, { onResync: note('resync'), onSync: note('sync'), ...options }) }
}

async function first(events: AsyncGenerator<number>, count: number): Promise<number[]> {
  const found: number[] = []
  for await (const one of events) if (found.push(one) === count) break
  return found
}

test('a stream reads all full responses at once, and waits only when it is read', async () => {
  const { log, events } = streamOf(25, { sync: '0', interval: 7 })
  const found: number[] = []
  await assert.rejects(async () => {
    for await (const one of events) found.push(one)
  }, /enough/)
  assert.deepEqual(
    found,
    Array.from({ length: 25 }, (_, index) => index),
  )
  assert.deepEqual(log.slice(0, 9), [
    ...['load 0', 'sync 10', 'load 10', 'sync 20', 'load 20', 'sync 25', 'sleep 7', 'load 25', 'sync 25'],
  ])
})

test('a token is passed on only after its events were read', async () => {
  const { log, events } = streamOf(25, { sync: '0' })
  assert.equal((await first(events, 10)).length, 10)
  assert.deepEqual(log, ['load 0'])
})

test('a stream without a token, or with an expired one, resynchronizes and continues at the new one', async () => {
  for (const [sync, expired] of [
    [undefined, []],
    ['0', ['0']],
  ] as const) {
    const { log, events } = streamOf(9, sync === undefined ? {} : { sync }, expired)
    assert.deepEqual(await first(events, 4), [5, 6, 7, 8])
    assert.deepEqual(log, [`load ${sync}`, 'resync 5', 'sync 5', 'load 5'])
  }
})

test('a server that refuses every token is polled slowly', async () => {
  const error = new WorkloomError({ status: 412, errors: [], sync: '5', operation: 'getEvents' })
  let waits = 0
  const sleep = async () => void (++waits === 3 && assert.fail('enough'))
  const loads: unknown[] = []
  const load = (sync: string | undefined) => {
    loads.push(sync)
    return Promise.reject(error)
  }
  await assert.rejects(first(follow<number>(load, sleep, {}), 1), /enough/)
  assert.equal(loads.length, 4)
})

test('another error ends the stream', async () => {
  const load = () => Promise.reject(new WorkloomError({ status: 403, errors: [], operation: 'getEvents' }))
  await assert.rejects(
    first(
      follow<number>(load, async () => undefined, {}),
      1,
    ),
    { status: 403 },
  )
})
