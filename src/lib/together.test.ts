/** Concurrent calls: the caller continues only after all have ended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { together } from './together.ts'

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
