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

/** What is derived from other rows, by the name of its check, and a row that is wrong. */
const derived = {
  rights: 'insert into access_grants (object, kind, principal, level, workspace) values (9, 3, 2, 4, 1)',
  search: `insert into search_texts (gid, object, workspace, title, body) values (9, 9, 1, 'x', '')`,
}

for (const kind of locationKinds) {
  for (const [name, wrongRow] of Object.entries(derived))
    test(`doctor reports incorrect ${name} in a ${kind}, and ${name} repair corrects it`, async t => {
      const given = await emptyLocation(t, kind)
      const place = 'folder' in given ? { folder: join(given.folder, 'data') } : given
      const store = await ('folder' in place
        ? openSqlite({ folder: place.folder, clock })
        : openPostgres({ url: place.database }))
      await store.close()
      const found = async () => {
        const all: { check: string; status: string; message: string; advice: string }[] = await answer(place, 'doctor')
        const { status, advice } = all.find(({ check }) => check === name) ?? assert.fail()
        return [status, advice]
      }
      assert.deepEqual(await found(), ['ok', ''])
      await queryLocation(place, wrongRow)
      assert.deepEqual(await found(), ['failure', `correct them: workloom ${name} repair`])
      assert.deepEqual(await answer(place, name, 'repair'), { corrected: 1 })
      assert.deepEqual(await found(), ['ok', ''])
      assert.deepEqual(await answer(place, name, 'repair'), { corrected: 0 })
    })
}
