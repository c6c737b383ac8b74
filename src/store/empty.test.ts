/** The file with which an emulator begins. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { emulated } from '../../test/harness/emulator/emulated.ts'
import { folderFor } from '../../test/harness/program.ts'
import { bytesInEmptyFile, emptyFileOf } from './empty.ts'
import { openSqlite } from './sqlite.ts'

const store = await openSqlite({ folder: null, clock: () => 1_790_000_000_000 })
const whole = store.serialize()
await store.close()

function file(t: TestContext, content: Uint8Array): string {
  const path = join(folderFor(t), 'empty.db')
  writeFileSync(path, content)
  return path
}

test('a file is read as it was written, and not at all if it is damaged', t => {
  assert.deepEqual(bytesInEmptyFile(file(t, emptyFileOf(whole))), Buffer.from(whole))
  const wrong = Buffer.from(emptyFileOf(whole))
  wrong.writeUInt8(wrong.readUInt8(5000) ^ 1, 5000)
  for (const content of [wrong, wrong.subarray(0, 4096), Buffer.alloc(0), Buffer.alloc(32)])
    assert.equal(bytesInEmptyFile(file(t, content)), undefined)
  assert.equal(bytesInEmptyFile(join(folderFor(t), 'missing')), undefined)
})

/** A store whose schema differs visibly from that of migrations. */
function marked(t: TestContext, sql: string): Uint8Array {
  const database = new DatabaseSync(file(t, whole))
  database.exec(sql)
  const bytes = database.serialize()
  database.close()
  return emptyFileOf(bytes)
}

const hasMark = async (path: string): Promise<boolean> => {
  const { emulator, api } = await emulated({ emptyStore: path })
  assert.equal((await api('GET', '/users/me')).data.name, 'Ann Lee')
  return Buffer.from(emulator.world.store.engine.serialize()).includes('CREATE TABLE mark (a)')
}

test('an emulator begins with the file, and migrates an empty store without a usable one', async t => {
  assert.equal(await hasMark(file(t, marked(t, 'create table mark (a)'))), true)
  const newer = 'create table mark (a); insert into schema_versions (version) values (9999)'
  assert.equal(await hasMark(file(t, marked(t, newer))), false)
  assert.equal(await hasMark(file(t, emptyFileOf(Buffer.from('no database')))), false)
  assert.equal(await hasMark(join(folderFor(t), 'missing')), false)
})
