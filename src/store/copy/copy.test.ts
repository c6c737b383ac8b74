import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fullFolder } from '../../../test/harness/copy/full.ts'
import {
  ask,
  everything,
  fullPlace,
  kinds,
  noDatabase,
  placeFor,
  refused,
  serve,
  sources,
  targetsOf,
  watch,
} from '../../../test/harness/copy/places.ts'
import { folderFor } from '../../../test/harness/program.ts'
import { insert } from '../change.ts'
import type { Writer } from '../db.ts'
import { NewerSchema } from '../migrate.ts'
import { openPostgres } from '../postgres.ts'
import { move } from './move.ts'
import { openSource, openTarget } from './places.ts'
import { currentSchema } from './schema.ts'
import { PAGE_ROWS, type TransferTarget } from './side.ts'
import { fillAndClose, transfer } from './transfer.ts'

/** More than a page. */
const ROWS = PAGE_ROWS + 203

const tables = (await currentSchema()).tables.map(({ name }) => name)

for (const [from, to] of sources.flatMap(source => targetsOf(source).map(target => [source, target] as const))) {
  test(`a move from a ${from} to a ${to} transfers all rows of all tables`, async t => {
    const source = await fullPlace(t, from, ROWS)
    const target = await placeFor(t, to)
    const before = await everything(source, tables)
    const sums = await move(source, target, watch)
    const there = await everything(target, tables)
    assert.deepEqual(there, before)
    assert.deepEqual(
      sums.map(({ name, rows }) => [name, rows]),
      tables.map(name => [name, there.get(name)?.length]),
    )
    assert.ok(sums.every(({ rows }) => rows >= ROWS - 3))
    const versions = 'select version from schema_versions order by version'
    assert.deepEqual(await ask(target, versions), await ask(source, versions))
    await (await serve(target)).close()
  })
}

for (const kind of kinds) {
  test(`sequences continue after a move to a ${kind}`, async t => {
    const source = await fullPlace(t, kind)
    const target = await placeFor(t, kind)
    await move(source, target, watch)
    const row = `workspace, at, resource_type, resource, action, streams`
    await ask(target, `insert into changes (${row}) values (1, 1, 'task', 1, 'added', '[]')`)
    // Forty were assigned, and the last three rows were deleted.
    assert.deepEqual(await ask(target, 'select max(gid) as gid from changes'), [{ gid: '41' }])
  })

  test(`an unused sequence starts with 1 after a move to a ${kind}`, async t => {
    const source = { folder: folderFor(t) }
    await (await serve(source)).close()
    const target = await placeFor(t, kind)
    await move(source, target, watch)
    const row = `workspace, at, resource_type, resource, action, streams`
    await ask(target, `insert into changes (${row}) values (1, 1, 'task', 1, 'added', '[]')`)
    assert.deepEqual(await ask(target, 'select gid from changes'), [{ gid: '1' }])
  })

  test(`an interrupted move to a ${kind} resumes after its last page`, async t => {
    const source = await fullPlace(t, 'folder', ROWS)
    const place = await placeFor(t, kind)
    const pages = 2 * tables.length
    let written = 0
    for (const stop of [1, 2, 31, 60]) {
      const target = await openTarget(place)
      const failing: TransferTarget = {
        ...target,
        async write(table, rows) {
          if (written === stop) throw new Error('stopped')
          await target.write(table, rows)
          written++
        },
      }
      const side = await openSource(source)
      await assert.rejects(
        transfer(side, failing, () => {}),
        /stopped/,
      )
      await Promise.all([side.close(), target.close()])
      await assert.rejects(serve(place), NewerSchema, 'an incomplete transfer cannot be served')
      await refused(move(place, await placeFor(t, kind), watch), /has an incomplete transfer: finish it/)
    }
    const target = await openTarget(place)
    const side = await openSource(source)
    const counted: TransferTarget = { ...target, write: (table, rows) => target.write(table, rows).then(() => void written++) }
    await transfer(side, counted, () => {})
    await Promise.all([side.close(), target.close()])
    assert.equal(written, pages, 'no page is written twice')
    assert.deepEqual(await everything(place, tables), await everything(source, tables))
  })

  test(`a row that differs in a ${kind} is found, and the target is not a store`, async t => {
    const source = await fullPlace(t, 'folder')
    const after = async (faulty: (target: TransferTarget) => Partial<TransferTarget>, sentence: RegExp) => {
      const place = await placeFor(t, kind)
      const [side, target] = [await openSource(source), await openTarget(place)]
      await refused(
        transfer(side, { ...target, ...faulty(target) }, () => {}),
        sentence,
      )
      await Promise.all([side.close(), target.close()])
      await assert.rejects(serve(place), NewerSchema)
    }
    await after(
      ({ write }) => ({
        write: (table, rows) => write(table, table.name === 'tags' ? rows.map(row => row.with(2, `${row[2]} `)) : rows),
      }),
      /^The row tags \(gid \d+\) differs between the folder .* and the /,
    )
    await after(
      ({ write }) => ({
        write: (table, rows) => write(table, rows.slice(0, table.name === 'favorites' ? -1 : rows.length)),
      }),
      /^The row favorites \(user \d+, resource \d+\) is not the same/,
    )
    await after(({ setSelfReferences: connect }) => ({ setSelfReferences: (table, rows) => connect(table, rows.slice(1)) }), /^The row tasks /)
  })

  test(`an incomplete transfer of another source in a ${kind} is not resumed`, async t => {
    const place = await placeFor(t, kind)
    const [side, target] = [await openSource(await fullPlace(t, 'folder')), await openTarget(place)]
    await assert.rejects(
      transfer(side, { ...target, finish: () => Promise.reject(new Error('stopped')) }, () => {}),
      /stopped/,
    )
    await Promise.all([side.close(), target.close()])
    const other = { folder: folderFor(t) }
    const file = await fullFolder(other.folder, 40)
    const database = new DatabaseSync(file)
    database.exec(`update workspaces set name = 'Other'`)
    database.close()
    await refused(move(other, place, watch), /^The incomplete transfer in the .* is not one of the folder/)
  })

  test(`a ${kind} that has data, or is served, is refused as a target`, async t => {
    const source = await fullPlace(t, 'folder')
    const full = await fullPlace(t, kind)
    const before = await everything(full, tables)
    await refused(move(source, full, watch), /has data already: name an empty location/)
    assert.deepEqual(await everything(full, tables), before)
    const place = await placeFor(t, kind)
    const store = await serve(place)
    await refused(move(source, place, watch), /nother process.*: stop it first/)
    await store.close()
    await move(source, place, watch)
  })

  test(`a ${kind} that is served, empty, older or newer is refused as a source`, async t => {
    const source = await fullPlace(t, kind)
    const target = await placeFor(t, 'folder')
    const store = await serve(source)
    await refused(move(source, target, watch), /nother process.*: stop it first/)
    await store.close()
    const [last] = await ask(source, 'select max(version) as version from schema_versions')
    const version = Number(last?.version)
    const set = (to: number) => ask(source, `update schema_versions set version = ${to} where version > ${version - 1}`)
    await set(version + 1)
    await refused(move(source, target, watch), /was made by a newer version of Workloom/)
    await ask(source, `delete from schema_versions where version >= ${version}`)
    await refused(move(source, target, watch), /has an older version: start this version on it once/)
    await ask(source, 'drop table schema_versions')
    await refused(move(source, target, watch), /There is no data of Workloom in the (?:folder|database)/)
  })
}

test('an error about a text that PostgreSQL cannot store names the row', { skip: noDatabase }, async t => {
  const source = await fullPlace(t, 'folder')
  await ask(source, `update sections set name = 'a' || char(0) || 'b' where gid = 3007`)
  const place = await placeFor(t, 'database')
  const sentence = /^The row sections \(gid 3007\) cannot be copied, because it contains the character U\+0000/
  await refused(move(source, place, watch), sentence)
  await move(source, await placeFor(t, 'folder'), watch)
  await ask(source, `delete from settings where name = 'moved_to'`)
  await ask(source, `update sections set name = 'ab' where gid = 3007`)
  await move(source, place, watch)
})

test('a row that is written after a transfer began is not transferred', async t => {
  const source = await fullPlace(t, 'folder')
  const side = await openSource(source)
  await ask(source, `update users set name = 'later'`)
  const target = await placeFor(t, 'folder')
  await fillAndClose(side, await openTarget(target), watch)
  await side.close()
  assert.deepEqual(await ask(target, `select gid from users where name = 'later'`), [])
})

test('commands cannot write while data is moved, and data cannot be moved while they write', {
  skip: noDatabase,
}, async t => {
  const place = await fullPlace(t, 'database')
  assert.ok('database' in place)
  const store = await openPostgres({ url: place.database, clock: Date.now })
  t.after(store.close)
  const add = (tx: Writer) => insert(tx, 'settings', { name: 'later', value: 'x' })
  const side = await openSource(place)
  await assert.rejects(store.write(add), { status: 503, message: /is not available right now/ })
  await side.close()
  await store.write(async tx => {
    await add(tx)
    await assert.rejects(openSource(place), /nother process.*: stop it first/)
  })
  assert.equal((await ask(place, `select 1 from settings where name = 'later'`)).length, 1)
})
