import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTogether } from './reading.ts'

test('reads of one type and selection that start together are one request', async () => {
  const requests: string[] = []
  const read = readTogether(async (type, gids, fields) => void requests.push(`${type} ${gids} ${fields}`))
  await Promise.all([read('task', '1', 'name'), read('task', '2', 'name'), read('task', '1', 'name')])
  await Promise.all([read('task', '3', 'name'), read('task', '3', 'notes'), read('user', '4', 'name')])
  assert.deepEqual(requests, ['task 1,2 name', 'task 3 name', 'task 3 notes', 'user 4 name'])
})

test('each of them fails with the request, and the next one starts again', async () => {
  let count = 0
  const read = readTogether(async () => {
    count++
    if (count === 1) throw new Error('offline')
  })
  const results = await Promise.allSettled([read('task', '1', 'name'), read('task', '2', 'name')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await read('task', '1', 'name')
  assert.equal(count, 2)
})
