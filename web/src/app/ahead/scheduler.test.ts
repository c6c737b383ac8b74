/** What is read ahead of an opening. Time stands still until a test lets it pass. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScheduler, REST_MS } from './scheduler.ts'

/** A person who points at links, and reads that end when a test says so. */
function createPerson() {
  let time = 0
  let timer: { run(): void; at: number } | undefined
  const state = { isAllowed: true }
  const reads: { address: string; signal: AbortSignal; end(error?: Error): void }[] = []
  const scheduler = createScheduler({
    isAllowed: () => state.isAllowed,
    read: (address, signal) =>
      new Promise((resolve, reject) => {
        reads.push({ address, signal, end: error => (error ? reject(error) : resolve()) })
      }),
    now: () => time,
    delay: (run, ms) => {
      timer = { run, at: time + ms }
      return () => {
        timer = undefined
      }
    },
  })
  const pass = (ms: number) => {
    time += ms
    if (!timer || timer.at > time) return
    const { run } = timer
    timer = undefined
    run()
  }
  return {
    ...{ ...scheduler, reads, state, pass },
    /** Rests on a link until it would be read. */
    rest: (address: string) => {
      scheduler.point(address, 'pointer')
      pass(REST_MS.pointer)
    },
    end: async (index: number, error?: Error) => {
      reads[index]?.end(error)
      await new Promise(resolve => setImmediate(resolve))
    },
    addresses: () => reads.map(({ address }) => address),
  }
}

test('a pointer that crosses links reads nothing, and one that rests reads the link once', async () => {
  const { point, pass, end, rest, addresses } = createPerson()
  for (let row = 0; row < 10_000; row++) {
    point(`/${row}`, 'pointer')
    pass(REST_MS.pointer - 1)
  }
  assert.deepEqual(addresses(), [])
  pass(1)
  assert.deepEqual(addresses(), ['/9999'])
  await end(0)
  point(undefined, 'pointer')
  rest('/9999')
  assert.equal(addresses().length, 1)
})

test('the focus rests longer than a pointer, because it passes what stands before its target', () => {
  const { point, pass, addresses } = createPerson()
  point('/1', 'focus')
  pass(REST_MS.pointer)
  assert.deepEqual(addresses(), [])
  pass(REST_MS.focus - REST_MS.pointer)
  assert.deepEqual(addresses(), ['/1'])
})

test('what a person leaves is given up and can be read again, and what they open is not given up', async () => {
  const { rest, point, keep, reads, end, addresses } = createPerson()
  rest('/1')
  point(undefined, 'pointer')
  assert.equal(reads[0]?.signal.aborted, true)
  await end(0, new Error('Aborted'))
  rest('/1')
  assert.deepEqual(addresses(), ['/1', '/1'])
  keep()
  point('/2', 'pointer')
  assert.equal(reads[1]?.signal.aborted, false)
})

test('two reads are under way at most, and the next one begins after one of them', async () => {
  const { rest, keep, end, addresses } = createPerson()
  for (const address of ['/1', '/2']) {
    rest(address)
    keep()
  }
  rest('/3')
  assert.deepEqual(addresses(), ['/1', '/2'])
  await end(0)
  assert.deepEqual(addresses(), ['/1', '/2', '/3'])
})

test('a minute has 30 reads at most, also of what is left at once', async () => {
  const { rest, pass, end, addresses } = createPerson()
  for (let row = 0; row < 40; row++) {
    rest(`/${row}`)
    await end(row)
  }
  assert.equal(addresses().length, 30)
  pass(60_000)
  rest('/50')
  assert.equal(addresses().at(-1), '/50')
})

test('nothing is read where reading ahead is not wanted', () => {
  const { state, rest, addresses } = createPerson()
  state.isAllowed = false
  rest('/1')
  assert.deepEqual(addresses(), [])
})
