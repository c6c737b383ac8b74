/** The reading of lists. The server answers when a test lets it. */
import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createLists } from './lists.ts'
import { createLoading } from './loading.ts'
import { createRecords } from './records.ts'

interface Requested {
  readonly path: string
  readonly signal: AbortSignal | undefined
  answer(): Promise<void>
}

const LIST = '{"my_access":"edit","sections":[]}\n{"gid":"5","section":null,"rank":"a0","name":"Task"}\n{"end":true}\n'

afterEach(() => mock.restoreAll())

function createPage() {
  const requests: Requested[] = []
  mock.method(globalThis, 'fetch', (path: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    const answer = async () => {
      resolve(new Response(LIST))
      for (let turn = 0; turn < 5; turn++) await new Promise(next => setImmediate(next))
    }
    requests.push({ path, signal: signal ?? undefined, answer })
    return promise
  })
  const records = createRecords()
  const lists = createLists(records)
  const loading = createLoading({ records, lists, stored: [], during: read => read, notify: () => {} })
  return { ...loading, requests, lists }
}

test('a list that is being read is not read again, and neither is one that was', async () => {
  const { load, loaded, requests, lists } = createPage()
  const both = Promise.all([load('1', 'incomplete'), load('1', 'incomplete')])
  assert.equal(requests.length, 1)
  await requests[0]?.answer()
  await both
  await load('1', 'incomplete')
  assert.equal(requests.length, 1)
  assert.equal(loaded.get('1'), 'incomplete')
  assert.equal(lists.contents('1').entries.length, 1)
})

test('a list is read again for more of it, and on request', async () => {
  const { load, requests } = createPage()
  for (const again of [
    () => load('1', 'incomplete'),
    () => load('1', 'all'),
    () => load('1', 'all', { again: true }),
  ]) {
    const done = again()
    await requests.at(-1)?.answer()
    await done
  }
  assert.deepEqual(
    requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('show')),
    ['incomplete', 'all', 'all'],
  )
})

test('a list that is given up is no longer read, and can be read anew', async () => {
  const { load, fresh, requests } = createPage()
  const end = new AbortController()
  const early = load('1', 'incomplete', { signal: end.signal })
  end.abort()
  const opened = load('1', 'incomplete')
  await assert.rejects(early)
  assert.equal(requests[0]?.signal?.aborted, true)
  await requests[1]?.answer()
  await opened
  assert.equal(requests.length, 2)
  assert.ok(fresh.has('1'))
})

test('a list that a page opens meanwhile is read to its end', async () => {
  const { load, requests } = createPage()
  const end = new AbortController()
  const early = load('1', 'incomplete', { signal: end.signal })
  const opened = load('1', 'incomplete')
  end.abort()
  assert.equal(requests[0]?.signal?.aborted, false)
  await requests[0]?.answer()
  await Promise.all([early, opened])
  assert.equal(requests.length, 1)
})
