/**
 * The stores that the bench seeds with SQL of its own. The program must find in them what it would have written. The
 * measurements are not tested here.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { here } from '../../bench/checkout.ts'
import { openProgram } from '../../bench/program.ts'
import type { Shape } from '../../bench/stores/content.ts'
import { inserter } from '../../bench/stores/rows.ts'
import { fillFolder } from '../../bench/stores/seed.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openSqlite } from '../../src/store/sqlite.ts'

const home = mkdtempSync(join(tmpdir(), 'workloom-seed-'))
after(() => rmSync(home, { recursive: true }))

const tiny: Shape = { tasks: 480, fields: true, people: 20, projects: 4, workspaces: 2, team: 5 }

async function openSeeded(name: string, shape: Shape) {
  const folder = join(home, name)
  await (await openSqlite({ folder, clock: systemClock })).close()
  const seeded = await fillFolder(folder, shape, here)
  const { app, close } = await openProgram(folder)
  const data = async (path: string) => {
    const headers = { authorization: `Bearer ${seeded.token}` }
    const answer = await app.inject({ url: `/api/1.0${path}`, headers })
    assert.equal(answer.statusCode, 200, answer.payload)
    return answer.json().data
  }
  return { seeded, data, close }
}

test('a seeded task shows a value of each of its five fields', async () => {
  const { seeded, data, close } = await openSeeded('fields', tiny)
  const task = await data(`/tasks/${seeded.tasks[1]}`)
  const shown = task.custom_fields.map((field: { resource_subtype: string; display_value: string | null }) => [
    field.resource_subtype,
    typeof field.display_value,
  ])
  const kinds = ['enum', 'number', 'text', 'date', 'people']
  assert.deepEqual(
    shown,
    kinds.map(kind => [kind, 'string']),
  )
  assert.equal((await data(`/projects/${seeded.hundred}/tasks?limit=100`)).length, 100)
  await close()
})

test('a store that is seeded without fields has no custom fields', async () => {
  const { seeded, data, close } = await openSeeded('plain', { ...tiny, fields: false })
  assert.deepEqual((await data(`/tasks/${seeded.tasks[1]}`)).custom_fields, [])
  await close()
})

test('the first person is a member of every workspace, and each workspace has equally many tasks', async () => {
  const { seeded, data, close } = await openSeeded('workspaces', tiny)
  const { workspaces } = await data('/users/me?opt_fields=workspaces.name')
  assert.deepEqual(
    workspaces.map(({ name }: { name: string }) => name),
    ['Example 0', 'Example 1'],
  )
  assert.equal(seeded.tasks.length, 2 * tiny.tasks)
  const last = await data(`/tasks/${seeded.tasks.at(-2)}?opt_fields=workspace.name`)
  assert.equal(last.workspace.name, 'Example 1')
  assert.equal((await data(`/teams/${seeded.team}/users`)).length, tiny.team)
  await close()
})

test('the bench requests every task without a parent once', async () => {
  const { seeded, close } = await openSeeded('every', tiny)
  const { buffer, byteOffset, length } = readFileSync(seeded.every)
  const gids = new Float64Array(buffer.slice(byteOffset, byteOffset + length))
  assert.equal(new Set(gids).size, tiny.workspaces * tiny.tasks * 0.9)
  await close()
})

test('the seeder omits columns that an older schema does not have', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table enum_options (gid integer primary key, name text)')
  const insert = inserter(database)
  const option = { custom_field: 1, workspace: 2, color: 'red', enabled: 1, rank: 'a' }
  for (const gid of [3, 4]) insert('enum_options', { ...option, gid, name: 'Low' })
  insert('workspace_domains', { domain: 'example.com', workspace: 2 })
  assert.deepEqual(database.prepare('select gid, name from enum_options').all().map(Object.values), [
    [3, 'Low'],
    [4, 'Low'],
  ])
  database.close()
})
