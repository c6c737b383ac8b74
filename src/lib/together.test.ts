/** Several calls: the caller continues only after all have ended, and at once if none must be awaited. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn, together, withLoaded } from './together.ts'

test('results are in the order of the promises', async () => {
  assert.deepEqual(await together(Promise.resolve(1), Promise.resolve('a')), [1, 'a'])
})

test('the first error in order is thrown after all promises have settled', async () => {
  const ended: string[] = []
  const late = async () => {
    for (let turn = 0; turn < 5; turn++) await null
    ended.push('late')
    throw new Error('late')
  }
  const soon = async () => {
    ended.push('soon')
    throw new Error('soon')
  }
  await assert.rejects(together(late(), soon()), /late/)
  assert.deepEqual(ended, ['soon', 'late'])
})

test('values that are loaded are used at once, others when all of them are there', async () => {
  const join = (one: number, other: string) => `${one}${other}`
  assert.equal(withLoaded([1, 'a'], join), '1a')
  assert.equal(await withLoaded([Promise.resolve(1), 'a'], join), '1a')
  const fails = withLoaded([1, Promise.reject(new Error('unknown'))], join)
  await assert.rejects(async () => fails, /unknown/)
})

test('steps follow each other, and only a step that waits makes the caller wait', async () => {
  const done: number[] = []
  const step = (one: number) => void done.push(one)
  assert.equal(inTurn([1, 2], step), undefined)
  const waiting = inTurn([3, 4, 5], one => (one === 4 ? Promise.resolve().then(() => step(one)) : step(one)))
  assert.deepEqual(done, [1, 2, 3])
  await waiting
  assert.deepEqual(done, [1, 2, 3, 4, 5])
})
