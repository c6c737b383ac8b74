/**
 * A server is killed while it writes the audit log file, several times on the same folder.
 *
 * Invariant: in the end the file contains every entry of the log, once and in order.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { folderFor, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import type { Json } from '../harness/world.ts'

const ROUNDS = 6

async function call(url: string, token: string, path: string, data?: Json): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/1.0${path}`, {
    headers,
    ...(data && { method: 'POST', body: JSON.stringify({ data }) }),
  })
  assert.ok(response.ok, `${path} answered ${response.status}`)
  return (await response.json()) as Json
}

/** Creates teams until the server is killed. Counts the acknowledged ones. */
async function write(url: string, token: string, organization: string, made: { count: number }): Promise<void> {
  for (let n = 0; ; n++) {
    try {
      await call(url, token, '/teams', { name: `Team ${n}`, organization })
      made.count++
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

/** Removes the file, and waits until a new one exists. */
async function takeAway(path: string): Promise<void> {
  renameSync(path, `${path}.old`)
  await until(() => existsSync(path) && readFileSync(path).length > 0, 'no new file is written')
}

const gidsIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => (line === '' ? [] : [JSON.parse(line).gid as string]))

test('the audit log file contains every entry once, however often the server was killed', async t => {
  const folder = folderFor(t)
  const [data, path] = [join(folder, 'data'), join(folder, 'audit.jsonl')]
  const args = ['--data', data, '--audit-file', path, '--limit-minute', 'off']
  let token = ''
  const made = { count: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startProgram(t, args)
    token = server.token || token
    const { data: all } = await call(server.url, token, '/workspaces')
    const writers = [1, 2, 3].map(() => write(server.url, token, all[0].gid, made))
    const enough = made.count + 3 + 5 * round
    await until(() => made.count >= enough, 'no team is acknowledged')
    if (round === 2) await takeAway(path)
    await server.stop('SIGKILL')
    await Promise.all(writers)
  }
  await (await startProgram(t, args)).stop('SIGTERM')
  const database = new DatabaseSync(join(data, 'workloom.db'), { readOnly: true })
  const rows = database.prepare('select gid from audit_log_events order by cursor').all()
  database.close()
  assert.ok(rows.length >= 2 * made.count)
  assert.deepEqual(
    [...gidsIn(`${path}.old`), ...gidsIn(path)],
    rows.map(({ gid }) => String(gid)),
  )
})
