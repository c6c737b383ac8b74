import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyLocation, locationKinds, queryLocation } from '../../test/harness/transfer/locations.ts'
import { openPostgres } from '../store/postgres.ts'
import { openSqlite } from '../store/sqlite.ts'
import type { DataLocation } from '../store/transfer/location.ts'
import type { ProgramContext } from './command.ts'
import { run } from './run.ts'

const clock = () => Date.UTC(2026, 0, 5, 9)

/** The JSON output of a command. */
async function answer(place: DataLocation, ...words: string[]) {
  let said = ''
  const untouched = () => assert.fail('nothing of a server is needed')
  const program: ProgramContext = {
    ...{ version: '1', environment: {}, clock, web: '', node: 1, stopped: untouched, createApp: untouched },
    ...{ print: text => (said += text), printError: () => {}, showProgress: null },
  }
  const where = 'folder' in place ? ['--data', place.folder] : ['--database-url', place.database]
  await run([...words, '--json', ...where], program)
  return JSON.parse(said)
}

for (const kind of locationKinds) {
  test(`doctor reports incorrect access grants in a ${kind}, and rights repair corrects them`, async t => {
    const given = await emptyLocation(t, kind)
    const place = 'folder' in given ? { folder: join(given.folder, 'data') } : given
    const store = await ('folder' in place
      ? openSqlite({ folder: place.folder, clock })
      : openPostgres({ url: place.database }))
    await store.close()
    const found = async () => {
      const all: { check: string; status: string; message: string; advice: string }[] = await answer(place, 'doctor')
      const { status, advice } = all.find(({ check }) => check === 'rights') ?? assert.fail()
      return [status, advice]
    }
    assert.deepEqual(await found(), ['ok', ''])
    await queryLocation(
      place,
      'insert into access_grants (object, kind, principal, level, workspace) values (9, 3, 2, 4, 1)',
    )
    assert.deepEqual(await found(), ['failure', 'correct them: workloom rights repair'])
    assert.deepEqual(await answer(place, 'rights', 'repair'), { corrected: 1 })
    assert.deepEqual(await found(), ['ok', ''])
    assert.deepEqual(await answer(place, 'rights', 'repair'), { corrected: 0 })
  })
}
