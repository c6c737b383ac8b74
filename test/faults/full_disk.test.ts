/**
 * The disk is full: writes are refused as an outage and leave nothing, and reads go on. Once there is space everything
 * works again. The limit is SQLite's own on the number of pages, which the engine handles like a full disk.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Store } from '../../src/store/db.ts'
import { isPostgres } from '../harness/engine.ts'
import { forgetUsedStores } from '../harness/stores/pooled_store.ts'
import { type World, world } from '../harness/world.ts'

/** A server with a full disk is an outage like any other: see its tests. */
const skip = isPostgres && 'the limit is specific to SQLite'

beforeEach(forgetUsedStores)

/** Lets the store grow by at most this many pages; 0 removes the limit. */
async function room(store: Store, pages: number): Promise<void> {
  const [row] = await store.write(tx => tx.connection.all('pragma page_count', []))
  const limit = pages ? (row as { page_count: number }).page_count + pages : 4294967294
  await store.write(tx => tx.connection.all(`pragma max_page_count = ${limit}`, []))
}

const names = async ({ ann, workspace }: World) =>
  (await ann.get(`/tags?workspace=${workspace}`)).data.map((tag: { name: string }) => tag.name)

test('writes are refused and data stays intact while the disk is full, and writes work again afterwards', {
  skip,
}, async () => {
  const w = await world()
  const { ann, store, workspace, logged } = w
  await ann.create('/tags', { name: 'before', workspace })
  await room(store, 8)
  const refused = await ann.post('/tags', { name: 'too big', workspace, notes: 'x'.repeat(60_000) })
  assert.deepEqual([refused.status, /try again/.test(refused.message ?? '')], [503, true])
  assert.match(logged.find(({ level }) => level === 'error')?.cause, /database or disk is full/)
  assert.deepEqual(await names(w), ['before'])
  assert.equal((await ann.get('/users/me')).status, 200)

  await ann.create('/tags', { name: 'small', workspace })
  await room(store, 0)
  await ann.create('/tags', { name: 'after', workspace, notes: 'x'.repeat(60_000) })
  assert.deepEqual(await names(w), ['before', 'small', 'after'])
})

test('writes that share a commit with one that fills the disk each fail, and none is half written', {
  skip,
}, async () => {
  const w = await world()
  const { ann, store, workspace } = w
  await room(store, 8)
  const notes = ['', '', 'x'.repeat(60_000), '', '']
  const answers = await Promise.all(notes.map((text, n) => ann.post('/tags', { name: `${n}`, workspace, notes: text })))
  const made = answers.flatMap(({ status }, n) => (status === 201 ? [`${n}`] : []))
  assert.deepEqual(await names(w), made)
  assert.ok(answers.every(({ status }) => status === 201 || status === 503))
  assert.equal(answers[2]?.status, 503)
})
