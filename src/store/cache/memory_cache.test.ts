/** The memory cache: no value outlives its dependencies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERYTHING, Invalidations, MemoryCache } from './memory_cache.ts'

/** A cache with functions that set and get a value under one key, which depends on the objects 1 and 2. */
function home(catchUp?: () => Promise<void>) {
  const memory = new MemoryCache(catchUp)
  const { view } = memory
  const keep = (since = view.now()) => view.set('kind', 1, 'value', [1, 2], since)
  const get = () => view.get('kind', 1)
  return { memory, near: view, keep, get }
}

test('a value is returned for its own kind and key only', () => {
  const { near, keep, get } = home()
  keep()
  assert.equal(get(), 'value')
  assert.equal(near.get('kind', 2), undefined)
  assert.equal(near.get('other', 1), undefined)
  assert.deepEqual(near.on('kind', 1), [1, 2])
})

test('a change of any dependency invalidates a value, a change of another object does not', () => {
  for (const [gid, expected] of [
    [1, undefined],
    [2, undefined],
    [3, 'value'],
    [EVERYTHING, undefined],
  ] as const) {
    const { memory, keep, get } = home()
    keep()
    memory.invalidate(new Set([gid]))
    assert.equal(get(), expected, `object ${gid}`)
    assert.equal(get(), expected, `object ${gid}, asked again`)
  }
})

test('a value is not cached when a dependency changed during loading', () => {
  const { memory, near, keep, get } = home()
  const since = near.now()
  memory.invalidate(new Set([2]))
  keep(since)
  assert.equal(get(), undefined)
  memory.invalidate(new Set([3]))
  keep()
  assert.equal(get(), 'value')
})

test('a value loaded before the cache was cleared is not cached', () => {
  const { memory, near, keep, get } = home()
  keep()
  const since = near.now()
  memory.clear()
  assert.equal(get(), undefined)
  keep(since)
  assert.equal(get(), undefined)
})

test('a disabled cache stores no value until it is enabled again', () => {
  const { memory, keep, get } = home()
  memory.clear('off')
  keep()
  assert.equal(get(), undefined)
  memory.clear()
  keep()
  assert.equal(get(), 'value')
})

test('a transaction reads no value of an object that it changed, and caches none for others', () => {
  const { memory, keep, get } = home()
  keep()
  const marks = new Invalidations([7])
  const own = memory.viewWithin(marks)
  assert.equal(own.get('kind', 1), 'value')
  marks.add(2)
  assert.equal(own.get('kind', 1), undefined)
  own.set('kind', 1, 'mine', [1, 2], own.now())
  assert.equal(get(), 'value', 'others see what is committed')
  assert.equal(own.isCommitted, false)
})

test('a transaction reads no cached value while the objects of a write are unknown', async () => {
  const { memory, keep } = home()
  keep()
  const marks = new Invalidations()
  const own = memory.viewWithin(marks)
  const finding = Promise.withResolvers<void>()
  marks.defer(finding.promise)
  assert.equal(own.get('kind', 1), undefined)
  finding.resolve()
  await marks.settled()
  assert.equal(own.get('kind', 1), 'value')
})

test('a cache with delayed synchronization admits a loaded value after it catches up', () => {
  const { memory, keep, get } = home(async () => {})
  keep()
  assert.equal(get(), undefined, 'it may be newer than the cache')
  const loaded = memory.takePending()
  memory.invalidate(new Set([3]))
  memory.admit(loaded)
  assert.equal(get(), 'value')
})

test('a cache with delayed synchronization rejects a loaded value that has changed meanwhile', () => {
  const { memory, keep, get } = home(async () => {})
  keep()
  const loaded = memory.takePending()
  memory.invalidate(new Set([1]))
  memory.admit(loaded)
  assert.equal(get(), undefined)
})

test('the cache bounds its size and the number of recorded changes', () => {
  const { memory, near, get, keep } = home()
  for (let key = 0; key < 200; key++) near.set('large', key, key, [key], near.now(), 1024 * 1024)
  const kept = Array.from({ length: 200 }, (_, key) => near.get('large', key)).filter(value => value !== undefined)
  assert.ok(kept.length > 0 && kept.length < 70, `${kept.length} megabytes`)
  keep()
  for (let gid = 10; gid < 150_010; gid++) memory.invalidate(new Set([gid]))
  assert.equal(get(), undefined, 'a value older than the recorded changes is invalid')
})
