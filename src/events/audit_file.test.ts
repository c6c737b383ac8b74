/** The audit log as a file: each entry once, also when the program fails or the file is removed. */
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderFor } from '../../test/harness/program.ts'
import { type Json, type World, world } from '../../test/harness/world.ts'
import { update } from '../store/change.ts'
import { openAuditFile } from './audit_file.ts'

async function home(t: TestContext) {
  const w = await world()
  const path = join(folderFor(t), 'audit.jsonl')
  const logged: Json[] = []
  const keep = () => openAuditFile({ store: w.store, path, log: line => void logged.push(line) })
  let count = 0
  const team = () => w.ann.create('/teams', { organization: w.workspace, name: `Team ${++count}` })
  return { ...w, path, logged, keep, team }
}

const lines = (path: string): Json[] => {
  const text = readFileSync(path, 'utf8')
  assert.ok(text === '' || text.endsWith('\n'))
  return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
}

const gids = (path: string) => lines(path).map(({ gid }) => gid as string)

async function wanted({ store }: World): Promise<string[]> {
  const rows = await store.read.db.selectFrom('audit_log_events').select('gid').orderBy('cursor').execute()
  return rows.map(({ gid }) => String(gid))
}

test('the file gets the existing entries, then each new one, and only its owner can read it', async t => {
  const all = await home(t)
  const { path, keep, team, workspace } = all
  const file = await keep()
  await team()
  await file.flush()
  assert.deepEqual(gids(path), await wanted(all))
  assert.equal(statSync(path).mode & 0o777, 0o600)
  await team()
  await team()
  await file.close()
  assert.deepEqual(gids(path), await wanted(all))
  const line = lines(path).at(-2)
  assert.deepEqual(Object.keys(line ?? {}), [
    ...['gid', 'workspace', 'created_at', 'event_type', 'event_category', 'actor', 'resource', 'details', 'context'],
  ])
  assert.deepEqual([line?.workspace, line?.event_type, line?.resource.name], [workspace, 'team_created', 'Team 3'])
})

test('a commit wakes the writer of the file', async t => {
  const all = await home(t)
  const file = await all.keep()
  await all.team()
  const there = await wanted(all)
  while (gids(all.path).length < there.length) await new Promise(resolve => setTimeout(resolve, 5))
  assert.deepEqual(gids(all.path), there)
  await file.close()
})

test('the file continues after a restart', async t => {
  const all = await home(t)
  for (let round = 0; round < 3; round++) {
    const file = await all.keep()
    await all.team()
    await file.close()
    await all.team()
  }
  await (await all.keep()).close()
  assert.deepEqual(gids(all.path), await wanted(all))
})

test('an entry that is in the file is not written again when the stored cursor is behind', async t => {
  const all = await home(t)
  await (await all.keep()).close()
  const { db } = all.store.read
  const noted = await db.selectFrom('settings').selectAll().where('name', '=', 'audit_file').executeTakeFirstOrThrow()
  await all.team()
  await (await all.keep()).close()
  // The program ended after it wrote the file and before it stored the cursor.
  await all.store.write(tx => update(tx, 'settings', { name: 'audit_file' }, { value: noted.value }))
  await all.team()
  await (await all.keep()).close()
  assert.deepEqual(gids(all.path), await wanted(all))
})

test('a partial line is truncated and written again', async t => {
  const all = await home(t)
  const { path, keep, team } = all
  await (await keep()).close()
  const { size } = statSync(path)
  const { db } = all.store.read
  const place = (await db.selectFrom('settings').selectAll().where('name', '=', 'audit_file').execute())[0]?.value ?? ''
  for (const cut of [1, 5, 100]) {
    await team()
    await (await keep()).close()
    truncateSync(path, size + cut)
    await all.store.write(tx => update(tx, 'settings', { name: 'audit_file' }, { value: place }))
    await (await keep()).close()
    assert.deepEqual(gids(path), await wanted(all), `${cut} bytes of it`)
  }
})

test('a removed file is replaced by a new one, also over a restart', async t => {
  const all = await home(t)
  const { path, keep, team } = all
  const file = await keep()
  await team()
  await file.flush()
  renameSync(path, `${path}.1`)
  await team()
  await file.flush()
  await file.close()
  renameSync(path, `${path}.2`)
  await team()
  await (await keep()).close()
  assert.deepEqual([1, 2].flatMap(n => gids(`${path}.${n}`)).concat(gids(path)), await wanted(all))
  assert.equal(lines(path).length, 2)
})

test('an existing file keeps its content', async t => {
  const { path, keep } = await home(t)
  writeFileSync(path, 'a note without an end')
  await (await keep()).close()
  assert.match(readFileSync(path, 'utf8'), /^a note without an end\n\{"gid"/)
  appendFileSync(path, 'not ours\n')
  await (await keep()).close()
  assert.match(readFileSync(path, 'utf8'), /not ours\n$/)
})

test('a failed write is logged once, and retried until it succeeds', async t => {
  const all = await home(t)
  const { path, keep, team, logged } = all
  const file = await keep()
  await file.flush()
  renameSync(path, `${path}.1`)
  const folder = join(path, '..')
  renameSync(folder, `${folder}-away`)
  t.after(() => rmSync(`${folder}-away`, { recursive: true, force: true }))
  await team()
  await assert.rejects(file.flush())
  await assert.rejects(file.flush())
  renameSync(`${folder}-away`, folder)
  await file.close()
  assert.deepEqual([...gids(`${path}.1`), ...gids(path)], await wanted(all))
  assert.ok(logged.length <= 1, 'once')
})

test('a path that cannot be opened is refused at once', async t => {
  const { store } = await world()
  const path = join(folderFor(t), 'nowhere', 'audit.jsonl')
  await assert.rejects(openAuditFile({ store, path, log: () => undefined }), /ENOENT/)
})
