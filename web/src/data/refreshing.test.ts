import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from './call.ts'
import { createRefreshing, LIST } from './refreshing.ts'

/** A refreshing whose time stands still: `pass` runs what waits, and `answer` ends the oldest fetch. */
function startRefreshing(pending: ReadonlySet<string> = new Set()) {
  const requests: string[] = []
  const answers: { resolve(): void; reject(error: Error): void }[] = []
  const waiting: { run(): void; ms: number }[] = []
  const { refresh, during, answered } = createRefreshing({
    fetch: (type, gids) => {
      requests.push(`${type} ${gids}`)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    isPending: gid => pending.has(gid),
    lists: () => ['10', '11'],
    delay: (run, ms) => {
      const one = { run, ms }
      waiting.push(one)
      return () => void waiting.splice(waiting.indexOf(one), 1)
    },
  })
  const settled = () => new Promise(resolve => setImmediate(resolve))
  const pass = async () => {
    const delays = waiting.map(({ ms }) => ms)
    for (const { run } of waiting.splice(0)) run()
    await settled()
    return delays
  }
  const answer = async (error?: Error) => {
    const one = answers.shift()
    if (error) one?.reject(error)
    else one?.resolve()
    await settled()
  }
  return { requests, refresh, during, answered, pass, answer, settled }
}

test('changes of a short time are fetched together, one type after the other', async () => {
  const { requests, refresh, pass, answer } = startRefreshing()
  refresh('task', '1')
  refresh('section', '2')
  refresh('task', '3')
  await pass()
  assert.deepEqual(requests, ['task 1,3'])
  await answer()
  assert.deepEqual(requests, ['task 1,3', 'section 2'])
})

test('a change during a fetch is fetched after it', async () => {
  const { requests, refresh, pass, answer } = startRefreshing()
  refresh('task', '1')
  await pass()
  refresh('task', '1')
  await pass()
  assert.deepEqual(requests, ['task 1'])
  await answer()
  await pass()
  assert.deepEqual(requests, ['task 1', 'task 1'])
})

test('what was fetched while a list was being read is fetched again after it', async () => {
  const { requests, refresh, during, pass, answer, settled } = startRefreshing()
  let endRead = () => {}
  const read = during(new Promise<void>(resolve => (endRead = resolve)))
  refresh('task', '1')
  await pass()
  await answer()
  await pass()
  assert.deepEqual(requests, ['task 1'])
  endRead()
  await read
  await settled()
  await pass()
  assert.deepEqual(requests, ['task 1', 'task 1'])
  await answer()
  await pass()
  assert.equal(requests.length, 2)
})

test('what was being fetched when a list was read is fetched again', async () => {
  const { requests, refresh, during, pass, answer } = startRefreshing()
  refresh('task', '1')
  await pass()
  await during(Promise.resolve())
  await answer()
  await pass()
  assert.deepEqual(requests, ['task 1', 'task 1'])
})

test('a fetch that the server could not answer is repeated, and one that it refused is not', async () => {
  const { requests, refresh, pass, answer } = startRefreshing()
  refresh('task', '1')
  await pass()
  await answer(new Failure(503, 'Busy.'))
  const [delayMs = 0] = await pass()
  assert.ok(delayMs >= 1000)
  assert.deepEqual(requests, ['task 1', 'task 1'])
  await answer(new Failure(403, 'Forbidden'))
  await pass()
  assert.equal(requests.length, 2)
})

test('an object about which a call waits is fetched again once, after the answer of the call', async () => {
  const pending = new Set(['1'])
  const { requests, refresh, answered, pass, answer } = startRefreshing(pending)
  refresh('task', '1')
  for (let round = 0; round < 3; round++) {
    await pass()
    await answer()
    answered()
  }
  assert.deepEqual(requests, ['task 1'])
  pending.clear()
  answered()
  for (let round = 0; round < 3; round++) {
    await pass()
    await answer()
  }
  assert.deepEqual(requests, ['task 1', 'task 1'])
})

test('with very many changes the lists in use are fetched instead', async () => {
  const { requests, refresh, pass } = startRefreshing()
  for (let gid = 100; gid < 600; gid++) refresh('task', String(gid))
  await pass()
  assert.deepEqual(requests, [`${LIST} 10,11`])
})
