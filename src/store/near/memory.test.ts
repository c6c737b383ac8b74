/** What is kept in memory: never longer than it holds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERYTHING, Marks, Memory } from './memory.ts'

/** A memory that has `value` under a key, made from the objects 1 and 2. */
function home(catchUp?: () => Promise<void>) {
  const memory = new Memory(catchUp)
  const { near } = memory
  const keep = (since = near.now()) => near.put('kind', 1, 'value', [1, 2], since)
  const get = () => near.get('kind', 1)
  return { memory, near, keep, get }
}

test('a value is found again under its kind and key alone', () => {
  const { near, keep, get } = home()
  keep()
  assert.equal(get(), 'value')
  assert.equal(near.get('kind', 2), undefined)
  assert.equal(near.get('other', 1), undefined)
  assert.deepEqual(near.on('kind', 1), [1, 2])
})

test('a value ends with each of its objects, and with no other', () => {
  for (const [gid, expected] of [
    [1, undefined],
    [2, undefined],
    [3, 'value'],
    [EVERYTHING, undefined],
  ] as const) {
    const { memory, keep, get } = home()
    keep()
    memory.publish(new Set([gid]))
    assert.equal(get(), expected, `object ${gid}`)
    assert.equal(get(), expected, `object ${gid}, asked again`)
  }
})

test('a value of which an object changed while it was loaded is not kept', () => {
  const { memory, near, keep, get } = home()
  const since = near.now()
  memory.publish(new Set([2]))
  keep(since)
  assert.equal(get(), undefined)
  memory.publish(new Set([3]))
  keep()
  assert.equal(get(), 'value')
})

test('what was loaded before everything was forgotten is not kept', () => {
  const { memory, near, keep, get } = home()
  keep()
  const since = near.now()
  memory.forget()
  assert.equal(get(), undefined)
  keep(since)
  assert.equal(get(), undefined)
})

test('a memory that is off keeps nothing until it is on again', () => {
  const { memory, keep, get } = home()
  memory.forget('off')
  keep()
  assert.equal(get(), undefined)
  memory.forget()
  keep()
  assert.equal(get(), 'value')
})

test('a transaction is shown nothing that it has touched, and keeps nothing of it for others', () => {
  const { memory, keep, get } = home()
  keep()
  const marks = new Marks([7])
  const own = memory.within(marks)
  assert.equal(own.get('kind', 1), 'value')
  marks.add(2)
  assert.equal(own.get('kind', 1), undefined)
  own.put('kind', 1, 'mine', [1, 2], own.now())
  assert.equal(get(), 'value', 'others see what is committed')
  assert.equal(own.isCommitted, false)
})

test('while it is not known what a transaction touches, it is shown nothing', async () => {
  const { memory, keep } = home()
  keep()
  const marks = new Marks()
  const own = memory.within(marks)
  const finding = Promise.withResolvers<void>()
  marks.wait(finding.promise)
  assert.equal(own.get('kind', 1), undefined)
  finding.resolve()
  await marks.settled()
  assert.equal(own.get('kind', 1), 'value')
})

test('where commits are heard of later, a value waits until memory has caught up', () => {
  const { memory, keep, get } = home(async () => {})
  keep()
  assert.equal(get(), undefined, 'it may be newer than memory')
  const loaded = memory.take()
  memory.publish(new Set([3]))
  memory.heard(loaded)
  assert.equal(get(), 'value')
})

test('where commits are heard of later, a value that has changed meanwhile is not kept', () => {
  const { memory, keep, get } = home(async () => {})
  keep()
  const loaded = memory.take()
  memory.publish(new Set([1]))
  memory.heard(loaded)
  assert.equal(get(), undefined)
})

test('what is kept does not grow for ever, and neither do the changes that are known', () => {
  const { memory, near, get, keep } = home()
  for (let key = 0; key < 200; key++) near.put('large', key, key, [key], near.now(), 1024 * 1024)
  const kept = Array.from({ length: 200 }, (_, key) => near.get('large', key)).filter(value => value !== undefined)
  assert.ok(kept.length > 0 && kept.length < 70, `${kept.length} megabytes`)
  keep()
  for (let gid = 10; gid < 150_010; gid++) memory.publish(new Set([gid]))
  assert.equal(get(), undefined, 'who has not looked for so long does not know what has changed')
})
