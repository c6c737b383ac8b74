import assert from 'node:assert/strict'
import fs, { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { folderFor } from '../../../test/harness/program.ts'
import { fullFolder } from '../../../test/harness/transfer/full.ts'
import {
  allRows,
  assertTransferRefused,
  emptyLocation,
  fullLocation,
  locationKinds,
  noProgress,
  openAsServer,
  queryLocation,
  sourceKinds,
  targetKinds,
} from '../../../test/harness/transfer/locations.ts'
import { insert } from '../change.ts'
import { grantDifferences } from '../queries/access/difference.ts'
import { createBackup } from './backup.ts'
import { type DataLocation, openSource, openTarget } from './location.ts'
import { openBackup, restore } from './restore.ts'
import { currentSchema } from './schema.ts'
import { PAGE_ROWS, type TransferTarget } from './source.ts'
import { transfer } from './transfer.ts'

const manifest = { created_at: 1, version: '1.2.3', key: null, progress: noProgress.progress }
const tables = (await currentSchema()).tables.map(({ name }) => name)

async function backedUp(t: TestContext, location: DataLocation): Promise<string> {
  const file = join(folderFor(t), 'backup.db')
  await createBackup({ ...manifest, location, file })
  return file
}

/** The version of the schema before access grants, the text index and all that came later. */
const OLDER_VERSION = 6

const restored = async (file: string, location: DataLocation) =>
  restore(await openBackup(file, () => {}), location, noProgress)

for (const from of sourceKinds) {
  test(`a backup of a ${from} is one file, which restores to each engine`, async t => {
    const source = await fullLocation(t, from, PAGE_ROWS + 203)
    const file = join(folderFor(t), 'backup.db')
    const { checksums, bytes } = await createBackup({ ...manifest, key: 'secret', location: source, file })
    assert.deepEqual(readdirSync(join(file, '..')), ['backup.db'])
    assert.deepEqual([statSync(file).size, statSync(file).mode & 0o777], [bytes, 0o600])
    for (const to of targetKinds(from)) {
      const backup = await openBackup(file, () => {})
      assert.deepEqual({ ...backup.manifest }, { created_at: 1, version: '1.2.3', key: 'secret' })
      assert.deepEqual(backup.checksums, checksums)
      const target = await emptyLocation(t, to)
      await restore(backup, target, noProgress)
      assert.deepEqual(await allRows(target, tables), await allRows(source, tables))
      await (await openAsServer(target)).close()
      const row = 'workspace, at, resource_type, resource, action, streams'
      await queryLocation(target, `insert into changes (${row}) values (1, 1, 'task', 1, 'added', '[]')`)
      assert.deepEqual(await queryLocation(target, 'select max(gid) as gid from changes'), [
        { gid: String(PAGE_ROWS + 204) },
      ])
    }
  })
}

for (const from of locationKinds) {
  test(`a backup of a ${from} during writes is a snapshot of one moment`, async t => {
    const source = await fullLocation(t, from)
    const store = await openAsServer(source)
    let count = 0
    let going = true
    const write = async () => {
      while (going) {
        // Two rows of one transaction, far from each other in the file.
        const name = `n${++count}`
        await store.write(async tx => {
          await insert(tx, 'settings', { name, value: 'x'.repeat(2000) })
          await insert(tx, 'signing_keys', { kid: name, public_key: '', private_key: '', created_at: tx.now })
        })
        await new Promise(resolve => setTimeout(resolve, 1))
      }
    }
    const writers = [write(), write(), write()]
    while (count < 50) await new Promise(resolve => setTimeout(resolve, 1))
    const before = await queryLocation(source, `select name from settings where value like 'xx%'`)
    const file = await backedUp(t, source)
    going = false
    await Promise.all(writers)
    await store.close()
    const target = await emptyLocation(t, 'folder')
    await restored(file, target)
    const settings = (await queryLocation(target, `select name from settings where value like 'xx%'`)).map(
      row => row.name,
    )
    const keys = (
      await queryLocation(target, `select kid from signing_keys where kid like 'n%' and public_key = ''`)
    ).map(row => row.kid)
    assert.deepEqual(settings.sort(), keys.sort())
    assert.ok(before.length > 40)
    for (const { name } of before) assert.ok(settings.includes(name), `${name} was written before the backup began`)
  })
}

for (const to of locationKinds) {
  test(`a restore to a ${to} does not change existing data`, async t => {
    const file = await backedUp(t, await fullLocation(t, 'folder'))
    const full = await fullLocation(t, to, 5)
    const before = await allRows(full, tables)
    await assertTransferRefused(
      restored(file, full),
      /is not empty: name another one|has data already: name an empty location/,
    )
    assert.deepEqual(await allRows(full, tables), before)
    const served = await emptyLocation(t, to)
    const store = await openAsServer(served)
    await assertTransferRefused(restored(file, served), /nother process.*: stop it first/)
    await store.close()
  })

  test(`a backup of an older version is migrated in a ${to}`, async t => {
    const source = { folder: folderFor(t) }
    await fullFolder(source.folder, 40, OLDER_VERSION)
    const file = await backedUp(t, source)
    const target = await emptyLocation(t, to)
    await restored(file, target)
    const store = await openAsServer(target)
    assert.deepEqual(await grantDifferences(store.read), [])
    await store.close()
    assert.notDeepEqual(await queryLocation(target, 'select * from access_grants'), [])
    const [last] = await queryLocation(target, 'select max(version) as version from schema_versions')
    assert.equal(Number(last?.version), (await currentSchema()).version)
    for (const { name, columns } of await olderTables(source)) {
      const select = `select ${columns.map(column => `"${column}"`)} from "${name}"`
      const rows = async (location: DataLocation) =>
        (await queryLocation(location, select)).map(row => JSON.stringify(row))
      assert.deepEqual((await rows(target)).sort(), (await rows(source)).sort(), name)
    }
  })
}

/** The tables of an older version, with the columns that they still have. */
async function olderTables(source: DataLocation) {
  const older = await queryLocation(source, `select name from sqlite_master where type = 'table'`)
  const names = new Set(older.map(({ name }) => name))
  const { tables: newer } = await currentSchema()
  const those = newer.filter(({ name }) => names.has(name) && name !== 'schema_versions')
  return Promise.all(
    those.map(async ({ name, columns }) => {
      const had = new Set(
        (await queryLocation(source, `select name from pragma_table_info('${name}')`)).map(row => row.name),
      )
      return { name, columns: columns.map(column => column.name).filter(column => had.has(column)) }
    }),
  )
}

test('a killed restore to a folder can be run again', async t => {
  const file = await backedUp(t, await fullLocation(t, 'folder'))
  const { folder } = { folder: folderFor(t) }
  for (const name of ['lock', 'workloom.db.partial', 'workloom.db.partial-journal']) {
    writeFileSync(join(folder, name), name === 'lock' ? '' : 'half')
  }
  await restored(file, { folder })
  assert.deepEqual(
    readdirSync(folder).filter(name => name !== 'lock'),
    ['workloom.db'],
  )
  const other = folderFor(t)
  writeFileSync(join(other, 'letter.txt'), 'mine')
  await assertTransferRefused(restored(file, { folder: other }), /is not empty: name another one/)
  assert.equal(readFileSync(join(other, 'letter.txt'), 'utf8'), 'mine')
})

test('a file that is not a backup, or was changed, is refused before anything is written', async t => {
  const file = await backedUp(t, await fullLocation(t, 'folder', 200))
  const wrong = async (spoil: (copy: string) => void, sentence: RegExp) => {
    const copy = join(folderFor(t), 'copy.db')
    copyFileSync(file, copy)
    spoil(copy)
    await assertTransferRefused(
      openBackup(copy, () => {}),
      sentence,
    )
  }
  const change = (text: string) => (copy: string) => {
    const database = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
    database.exec(text)
    database.close()
  }
  const digest = /was changed after it was made \(the table tags has another digest\): restore another one/
  await wrong(change(`update tags set name = name || ' ' where gid = 7007`), digest)
  await wrong(change('delete from tags where gid = 7007'), /was changed after it was made/)
  await wrong(change('delete from jobs where gid = 7007'), /the table jobs has another digest/)
  await wrong(change('drop table jobs'), /was changed after it was made \(a table is missing\)/)
  await wrong(change('delete from workspaces where gid = 7007'), /refers to a missing row of workspaces/)
  await wrong(change('drop table backup; drop table backup_tables'), /is not a backup of Workloom/)
  await wrong(
    change('insert into schema_versions (version) values (1000)'),
    /was made by a newer version of Workloom, 1\.2\.3/,
  )
  // Rows and digests are valid, but a foreign declaration would change later reads or writes.
  const foreign = (type: string) =>
    new RegExp(`was changed after it was made \\(the ${type} "evil" does not belong to Workloom\\)`)
  const grab = `begin update settings set value = 'mine'; end`
  await wrong(change(`create trigger evil after insert on tasks ${grab}`), foreign('trigger'))
  await wrong(change('create view evil as select * from users'), foreign('view'))
  await wrong(change('create index evil on users (name)'), foreign('index'))
  await wrong(change('create table evil (gid integer primary key)'), foreign('table'))
  await wrong(
    change('alter table tags rename to t; create view tags as select * from t'),
    /does not belong to Workloom|SQLite cannot read|was changed after it was made/,
  )
  const size = statSync(file).size
  for (const left of [0, 100, 4096, size / 2, size - 4096]) {
    await wrong(
      copy => truncateSync(copy, left),
      /SQLite cannot read the file|is not a backup|was changed after it was made/,
    )
  }
  // Every 37th page is overwritten, a different one each time.
  for (let page = 1; page * 4096 < size; page += 37) {
    const spoiled = readFileSync(file)
    spoiled.fill(0xa5, page * 4096, page * 4096 + 4096)
    await wrong(copy => writeFileSync(copy, spoiled), /SQLite cannot read the file|was changed after it was made/)
  }
  await wrong(copy => writeFileSync(copy, 'A letter, of no use here.'.repeat(400)), /SQLite cannot read the file/)
  await assertTransferRefused(
    openBackup(join(file, '..', 'none.db'), () => {}),
    /There is no file/,
  )
})

test('a backup replaces no file, and leaves none when it fails', async t => {
  const location = await fullLocation(t, 'folder')
  const file = join(folderFor(t), 'backup.db')
  const both = await Promise.allSettled([
    createBackup({ ...manifest, location, file }),
    createBackup({ ...manifest, location, file }),
  ])
  assert.deepEqual(
    both.map(({ status }) => status).sort(),
    ['fulfilled', 'rejected'],
    'one of two concurrent backups succeeds',
  )
  assert.deepEqual(readdirSync(dirname(file)), ['backup.db'])
  const before = readFileSync(file)
  await assertTransferRefused(createBackup({ ...manifest, location, file }), /exists already: name another one/)
  assert.deepEqual(readFileSync(file), before)
  const other = join(folderFor(t), 'backup.db')
  await assertTransferRefused(
    createBackup({ ...manifest, location: { folder: folderFor(t) }, file: other }),
    /There is no data of Workloom in/,
  )
  await queryLocation(location, `pragma foreign_keys = off`)
  const database = new DatabaseSync(join((location as { folder: string }).folder, 'workloom.db'), {
    enableForeignKeyConstraints: false,
  })
  database.exec('delete from users where gid = 7007')
  database.close()
  await assertTransferRefused(
    createBackup({ ...manifest, location, file: other }),
    /is damaged \(a row of \w+ refers to a missing row of users/,
  )
  assert.deepEqual(readdirSync(dirname(other)), [])
})

test('a backup works on a file system without hard links', async t => {
  const location = await fullLocation(t, 'folder')
  const file = join(folderFor(t), 'backup.db')
  const refuse = t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  t.after(() => {
    refuse.mock.restore()
    syncBuiltinESMExports()
  })
  await createBackup({ ...manifest, location, file })
  assert.equal(refuse.mock.callCount(), 1)
  assert.deepEqual(readdirSync(dirname(file)), ['backup.db'])
  writeFileSync(`${file}.2`, 'a letter')
  await assertTransferRefused(createBackup({ ...manifest, location, file: `${file}.2` }), /exists already/)
})

test('a backup omits foreign indexes and triggers, and refuses a foreign table', async t => {
  const location = await fullLocation(t, 'folder')
  await queryLocation(location, 'create index mine on users (name)')
  await queryLocation(location, 'create trigger mine_too after delete on tags begin select 1; end')
  const file = await backedUp(t, location)
  const target = await emptyLocation(t, 'folder')
  await restored(file, target)
  assert.deepEqual(await queryLocation(target, `select name from sqlite_schema where name like 'mine%'`), [])
  assert.deepEqual(await allRows(target, tables), await allRows(location, tables))
  await queryLocation(location, 'create table mine_alone (gid integer primary key)')
  const again = join(folderFor(t), 'backup.db')
  await assertTransferRefused(
    createBackup({ ...manifest, location, file: again }),
    /table "mine_alone" does not belong to Workloom: move it/,
  )
})

test('a backup refuses an incomplete transfer', async t => {
  const [location, source] = [await emptyLocation(t, 'folder'), await fullLocation(t, 'folder')]
  const target: TransferTarget = await openTarget(location)
  const failing = { ...target, finish: () => Promise.reject(new Error('stopped')) }
  const side = await openSource(source)
  await assert.rejects(
    transfer(side, failing, () => {}),
    /stopped/,
  )
  await Promise.all([side.close(), target.close()])
  await assertTransferRefused(createBackup({ ...manifest, location, file: join(folderFor(t), 'b.db') }), /incomplete/)
})
