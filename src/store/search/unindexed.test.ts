/** Texts that several writes of one commit insert, change and delete: the words of those that remain are found. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../lib/clock.ts'
import { deleteAll, insert } from '../change.ts'
import type { Reader, Store, Writer } from '../db.ts'
import { openSqlite } from '../sqlite.ts'
import { statement } from '../statement.ts'
import { MAX_UNINDEXED_TEXTS } from './unindexed.ts'

const word = ({ read }: Store, text: string) => read.db.dialect.wordQuery(1, [text], false)

const indexed = statement<{ gid: number }>(
  (param, { dialect }) => sql<{ gid: number }>`${dialect.textsWith(param('query'))}`,
)

/** As every search, it compares the texts that the index finds. */
const matching = statement<{ gid: number }>(
  (param, { dialect }) => sql<{ gid: number }>`select gid from search_texts
    where gid in (${dialect.textsWith(param('query'))}) and body = ${param('word')} order by gid`,
)

async function found(reader: Reader, word: string): Promise<number[]> {
  const query = reader.db.dialect.wordQuery(1, [word], false)
  return (await reader.all(matching, { query, word })).map(({ gid }) => gid)
}

const text = (gid: number, body: string) => ({ gid, object: gid, workspace: 1, custom_field: null, title: '', body })

const add = (gid: number, body: string) => (tx: Writer) => insert(tx, 'search_texts', text(gid, body))
const remove = (gid: number) => (tx: Writer) => deleteAll(tx, 'search_texts', [gid])

/** Opens a store whose folder is deleted with the test. */
async function opened(t: { after(work: () => unknown): void }): Promise<{ store: Store; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-texts-'))
  const store = await openSqlite({ folder, clock: systemClock })
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  return { store, folder }
}

/** Adds texts to a commit until it writes the index. */
const fill = (store: Store) =>
  Promise.all(Array.from({ length: MAX_UNINDEXED_TEXTS + 1 }, (_, at) => store.write(add(1000 + at, 'other'))))

const fillings = [
  { state: 'while they are not indexed', others: () => Promise.resolve() },
  { state: 'when they are indexed', others: fill },
]

for (const { state, others } of fillings) {
  test(`the words of texts are found that writes of one commit add, replace and delete, ${state}`, async t => {
    const { store } = await opened(t)
    await Promise.all([store.write(add(1, 'old')), others(store)])
    await Promise.all([
      store.write(remove(1)),
      store.write(add(1, 'draft')),
      store.write(remove(1)),
      store.write(add(1, 'final')),
      store.write(add(2, 'final')),
      store.write(add(3, 'final')),
      store.write(remove(3)),
    ])
    const words = ['old', 'draft', 'final'].map(word => found(store.read, word))
    assert.deepEqual(await Promise.all(words), [[], [], [1, 2]])
  })

  test(`the words of a write that fails are not found, and those of the others in its commit are, ${state}`, async t => {
    const { store } = await opened(t)
    const failing = store.write(async tx => {
      await add(1, 'lost')(tx)
      throw new Error('no')
    })
    const rest = [store.write(add(2, 'stays')), assert.rejects(failing), store.write(add(3, 'stays')), others(store)]
    await Promise.all(rest)
    await store.write(remove(3))
    assert.deepEqual(await Promise.all([found(store.read, 'lost'), found(store.read, 'stays')]), [[], [2]])
  })
}

test('a commit indexes the texts of all before it when a search would have to read too many', async t => {
  const { store } = await opened(t)
  const candidates = async () => (await store.read.all(indexed, { query: word(store, 'absent') })).length
  for (let gid = 1; gid <= MAX_UNINDEXED_TEXTS; gid++) await store.write(add(gid, 'present'))
  assert.equal(await candidates(), MAX_UNINDEXED_TEXTS, 'each commit would write to the index')
  await store.write(add(MAX_UNINDEXED_TEXTS + 1, 'present'))
  assert.equal(await candidates(), 0)
  assert.equal((await found(store.read, 'present')).length, MAX_UNINDEXED_TEXTS + 1)
})

test('a snapshot finds the words of the writes before it in its transaction', async t => {
  const { store } = await opened(t)
  const [, texts] = await Promise.all([store.write(add(1, 'early')), store.snapshot(reader => found(reader, 'early'))])
  assert.deepEqual(texts, [1])
})

test('texts that another program has inserted are found after the start', async t => {
  const { store, folder } = await opened(t)
  const database = new DatabaseSync(join(folder, 'workloom.db'))
  database.exec("insert into search_texts values (1, 1, 1, null, '', 'restored')")
  database.close()
  const second = await openSqlite({ folder, clock: systemClock })
  assert.deepEqual(await found(second.read, 'restored'), [1])
  await second.close()
  assert.deepEqual(await found(store.read, 'restored'), [1])
})
