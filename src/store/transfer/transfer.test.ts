import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { folderFor } from '../../../test/harness/program.ts'
import { fullFolder } from '../../../test/harness/transfer/full.ts'
import {
  allRows,
  assertTransferRefused,
  emptyLocation,
  fullLocation,
  locationKinds,
  noDatabase,
  noProgress,
  openAsServer,
  queryLocation,
  sourceKinds,
  targetKinds,
} from '../../../test/harness/transfer/locations.ts'
import { insert } from '../change.ts'
import type { Writer } from '../db.ts'
import { NewerSchema } from '../migrate.ts'
import { openPostgres } from '../postgres.ts'
import { openSource, openTarget } from './location.ts'
import { move } from './move.ts'
import { currentSchema } from './schema.ts'
import { PAGE_ROWS, type TransferTarget } from './source.ts'
import { fillAndClose, transfer } from './transfer.ts'

/** More than a page. */
const ROWS = PAGE_ROWS + 203

const tables = (await currentSchema()).tables.map(({ name }) => name)

for (const [from, to] of sourceKinds.flatMap(source => targetKinds(source).map(target => [source, target] as const))) {
  test(`a move from a ${from} to a ${to} transfers all rows of all tables`, async t => {
    const source = await fullLocation(t, from, ROWS)
    const target = await emptyLocation(t, to)
    const before = await allRows(source, tables)
    const sums = await move(source, target, noProgress)
    const there = await allRows(target, tables)
    assert.deepEqual(there, before)
    assert.deepEqual(
      sums.map(({ name, rows }) => [name, rows]),
      tables.map(name => [name, there.get(name)?.length]),
    )
    assert.ok(sums.every(({ rows }) => rows >= ROWS - 3))
    const versions = 'select version from schema_versions order by version'
    assert.deepEqual(await queryLocation(target, versions), await queryLocation(source, versions))
    await (await openAsServer(target)).close()
  })
}

for (const kind of locationKinds) {
  test(`sequences continue after a move to a ${kind}`, async t => {
    const source = await fullLocation(t, kind)
    const target = await emptyLocation(t, kind)
    await move(source, target, noProgress)
    const row = `workspace, at, resource_type, resource, action, streams`
    await queryLocation(target, `insert into changes (${row}) values (1, 1, 'task', 1, 'added', '[]')`)
    // Forty were assigned, and the last three rows were deleted.
    assert.deepEqual(await queryLocation(target, 'select max(gid) as gid from changes'), [{ gid: '41' }])
  })

  test(`an unused sequence starts with 1 after a move to a ${kind}`, async t => {
    const source = { folder: folderFor(t) }
    await (await openAsServer(source)).close()
    const target = await emptyLocation(t, kind)
    await move(source, target, noProgress)
    const row = `workspace, at, resource_type, resource, action, streams`
    await queryLocation(target, `insert into changes (${row}) values (1, 1, 'task', 1, 'added', '[]')`)
    assert.deepEqual(await queryLocation(target, 'select gid from changes'), [{ gid: '1' }])
  })

  test(`an interrupted move to a ${kind} resumes after its last page`, async t => {
    const source = await fullLocation(t, 'folder', ROWS)
    const location = await emptyLocation(t, kind)
    const pages = 2 * tables.length
    let written = 0
    for (const stop of [1, 2, 31, 60]) {
      const target = await openTarget(location)
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
      await assert.rejects(openAsServer(location), NewerSchema, 'an incomplete transfer cannot be served')
      await assertTransferRefused(
        move(location, await emptyLocation(t, kind), noProgress),
        /has an incomplete transfer: finish it/,
      )
    }
    const target = await openTarget(location)
    const side = await openSource(source)
    const counted: TransferTarget = {
      ...target,
      write: (table, rows) => target.write(table, rows).then(() => void written++),
    }
    await transfer(side, counted, () => {})
    await Promise.all([side.close(), target.close()])
    assert.equal(written, pages, 'no page is written twice')
    assert.deepEqual(await allRows(location, tables), await allRows(source, tables))
  })

  test(`a row that differs in a ${kind} is found, and the target is not a store`, async t => {
    const source = await fullLocation(t, 'folder')
    const after = async (faulty: (target: TransferTarget) => Partial<TransferTarget>, sentence: RegExp) => {
      const location = await emptyLocation(t, kind)
      const [side, target] = [await openSource(source), await openTarget(location)]
      await assertTransferRefused(
        transfer(side, { ...target, ...faulty(target) }, () => {}),
        sentence,
      )
      await Promise.all([side.close(), target.close()])
      await assert.rejects(openAsServer(location), NewerSchema)
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
      /^The row favorites \(user \d+, resource \d+\) differs between /,
    )
    await after(
      ({ setSelfReferences }) => ({ setSelfReferences: (table, rows) => setSelfReferences(table, rows.slice(1)) }),
      /^The row tasks /,
    )
  })

  test(`an incomplete transfer of another source in a ${kind} is not resumed`, async t => {
    const location = await emptyLocation(t, kind)
    const [side, target] = [await openSource(await fullLocation(t, 'folder')), await openTarget(location)]
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
    await assertTransferRefused(
      move(other, location, noProgress),
      /^The incomplete transfer in the .* is not one of the folder/,
    )
  })

  test(`a ${kind} that has data, or is served, is refused as a target`, async t => {
    const source = await fullLocation(t, 'folder')
    const full = await fullLocation(t, kind)
    const before = await allRows(full, tables)
    await assertTransferRefused(move(source, full, noProgress), /has data already: name an empty location/)
    assert.deepEqual(await allRows(full, tables), before)
    const location = await emptyLocation(t, kind)
    const store = await openAsServer(location)
    await assertTransferRefused(move(source, location, noProgress), /nother process.*: stop it first/)
    await store.close()
    await move(source, location, noProgress)
  })

  test(`a ${kind} that is served, empty, older or newer is refused as a source`, async t => {
    const source = await fullLocation(t, kind)
    const target = await emptyLocation(t, 'folder')
    const store = await openAsServer(source)
    await assertTransferRefused(move(source, target, noProgress), /nother process.*: stop it first/)
    await store.close()
    const [last] = await queryLocation(source, 'select max(version) as version from schema_versions')
    const version = Number(last?.version)
    const set = (to: number) =>
      queryLocation(source, `update schema_versions set version = ${to} where version > ${version - 1}`)
    await set(version + 1)
    await assertTransferRefused(move(source, target, noProgress), /was made by a newer version of Workloom/)
    await queryLocation(source, `delete from schema_versions where version >= ${version}`)
    await assertTransferRefused(move(source, target, noProgress), /has an older version: start this version on it once/)
    await queryLocation(source, 'drop table schema_versions')
    await assertTransferRefused(
      move(source, target, noProgress),
      /There is no data of Workloom in the (?:folder|database)/,
    )
  })
}

test('an error about a text that PostgreSQL cannot store names the row', { skip: noDatabase }, async t => {
  const source = await fullLocation(t, 'folder')
  await queryLocation(source, `update sections set name = 'a' || char(0) || 'b' where gid = 3007`)
  const location = await emptyLocation(t, 'database')
  const sentence = /^The row sections \(gid 3007\) cannot be copied, because it contains the character U\+0000/
  await assertTransferRefused(move(source, location, noProgress), sentence)
  await move(source, await emptyLocation(t, 'folder'), noProgress)
  await queryLocation(source, `delete from settings where name = 'moved_to'`)
  await queryLocation(source, `update sections set name = 'ab' where gid = 3007`)
  await move(source, location, noProgress)
})

test('a row that is written after a transfer began is not transferred', async t => {
  const source = await fullLocation(t, 'folder')
  const side = await openSource(source)
  await queryLocation(source, `update users set name = 'later'`)
  const target = await emptyLocation(t, 'folder')
  await fillAndClose(side, await openTarget(target), noProgress)
  await side.close()
  assert.deepEqual(await queryLocation(target, `select gid from users where name = 'later'`), [])
})

test('commands cannot write while data is moved, and data cannot be moved while they write', {
  skip: noDatabase,
}, async t => {
  const location = await fullLocation(t, 'database')
  assert.ok('database' in location)
  const store = await openPostgres({ url: location.database, clock: Date.now })
  t.after(store.close)
  const add = (tx: Writer) => insert(tx, 'settings', { name: 'later', value: 'x' })
  const side = await openSource(location)
  await assert.rejects(store.write(add), { status: 503, message: /is not available right now/ })
  await side.close()
  await store.write(async tx => {
    await add(tx)
    await assert.rejects(openSource(location), /nother process.*: stop it first/)
  })
  assert.equal((await queryLocation(location, `select 1 from settings where name = 'later'`)).length, 1)
})
