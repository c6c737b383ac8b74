/** Calls that another page left: they are sent once that page has ended, and by one page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxItem } from './outbox.ts'
import { createTakeover } from './takeover.ts'

const item = (id: string, page: string | undefined, createdAt: number): OutboxItem => ({
  ...{ id, title: id, subject: id, patches: [], call: { method: 'PUT', path: `/${id}` }, createdAt },
  ...(page !== undefined && { page }),
})

/** A browser with stored calls, whose pages end when a test says so. */
function browser(items: readonly OutboxItem[]) {
  const stored = new Map(items.map(one => [one.id, one]))
  const waiting: { page: string; run(): Promise<void> }[] = []
  const storage = {
    put: async (one: OutboxItem) => void stored.set(one.id, one),
    delete: async (id: string) => void stored.delete(id),
    all: async () => [...stored.values()],
  }
  const open = (page: string) => {
    const taken: string[] = []
    const afterPage = (other: string, run: () => Promise<void>) =>
      new Promise<void>(resolve => waiting.push({ page: other, run: () => run().then(resolve) }))
    const restore = createTakeover({
      ...{ storage, page, afterPage },
      take: found => void taken.push(...found.map(({ id }) => id)),
    })
    return { taken, restore }
  }
  /** A page ends: those that wait for it go on, one after the other. */
  const end = async (page: string) => {
    for (const { run } of waiting.filter(one => one.page === page)) await run()
  }
  return { stored, waiting, open, end }
}

test('calls without a page and those of the page itself are taken at once, in their order', async () => {
  const { open } = browser([item('b', 'me', 2), item('a', undefined, 1), item('c', 'me', 1)])
  const { taken, restore } = open('me')
  await restore()
  assert.deepEqual(taken.toSorted(), ['a', 'b', 'c'])
  assert.deepEqual(
    taken.filter(id => id !== 'a'),
    ['c', 'b'],
  )
})

test('calls of an open page are taken by one page after it has ended, without those that it sent itself', async () => {
  const { stored, waiting, open, end } = browser([item('a', 'first', 1), item('b', 'first', 2)])
  const [second, third] = [open('second'), open('third')]
  await second.restore()
  await second.restore()
  await third.restore()
  assert.equal(waiting.length, 2, 'a page waits once')
  assert.deepEqual([second.taken, third.taken], [[], []])
  stored.delete('a')
  await end('first')
  assert.deepEqual([second.taken, third.taken], [['b'], []])
  assert.equal(stored.get('b')?.page, 'second')
})
