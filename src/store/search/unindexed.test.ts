/** Texts that several writes of one commit insert, change and delete: the index has the words of those that remain. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../lib/clock.ts'
import { deleteAll, insert } from '../change.ts'
import type { Store, Writer } from '../db.ts'
import { openSqlite } from '../sqlite.ts'
import { statement } from '../statement.ts'

const matching = statement<{ gid: number }>(
  (param, { dialect }) => sql<{ gid: number }>`${dialect.textsWith(param('query'))} order by gid`,
)

async function found({ read }: Store, word: string): Promise<number[]> {
  const query = read.db.dialect.wordQuery(1, [word], false)
  return (await read.all(matching, { query })).map(({ gid }) => gid)
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

test('the words of texts are found that writes of one commit add, replace and delete', async t => {
  const { store } = await opened(t)
  await store.write(add(1, 'old'))
  await Promise.all([
    store.write(remove(1)),
    store.write(add(1, 'draft')),
    store.write(remove(1)),
    store.write(add(1, 'final')),
    store.write(add(2, 'final')),
    store.write(add(3, 'final')),
    store.write(remove(3)),
  ])
  assert.deepEqual(await Promise.all(['old', 'draft', 'final'].map(word => found(store, word))), [[], [], [1, 2]])
})

test('the words of a write that fails are not found, and those of the others in its commit are', async t => {
  const { store } = await opened(t)
  const failing = store.write(async tx => {
    await add(1, 'lost')(tx)
    throw new Error('no')
  })
  await Promise.all([store.write(add(2, 'stays')), assert.rejects(failing), store.write(add(3, 'stays'))])
  await store.write(remove(3))
  assert.deepEqual(await Promise.all([found(store, 'lost'), found(store, 'stays')]), [[], [2]])
})

test('a snapshot finds the words of the writes before it in its transaction', async t => {
  const { store } = await opened(t)
  const query = store.read.db.dialect.wordQuery(1, ['early'], false)
  const [, rows] = await Promise.all([
    store.write(add(1, 'early')),
    store.snapshot(reader => reader.all(matching, { query })),
  ])
  assert.deepEqual(
    rows.map(({ gid }) => gid),
    [1],
  )
})

test('texts that another program has inserted are found after the start', async t => {
  const { store, folder } = await opened(t)
  const database = new DatabaseSync(join(folder, 'workloom.db'))
  database.exec("insert into search_texts values (1, 1, 1, null, '', 'restored')")
  database.close()
  const second = await openSqlite({ folder, clock: systemClock })
  assert.deepEqual(await found(second, 'restored'), [1])
  await second.close()
  assert.deepEqual(await found(store, 'restored'), [1])
})
