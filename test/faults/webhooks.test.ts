/**
 * A server with a webhook is repeatedly killed under the load of writers, between a write and its delivery.
 *
 * Invariant: the target receives every committed change in the order of the commits. It may receive a change twice, but
 * only by going back, never by omitting one.
 *
 * WORKLOOM_KILLS sets the number of kills (10).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderFor, type RunningServer, startProgram } from '../harness/program.ts'
import { acceptAll, receiver } from '../harness/receiver.ts'
import { until } from '../harness/until.ts'
import type { Json } from '../harness/world.ts'

const KILLS = Number(process.env.WORKLOOM_KILLS ?? 10)
const WRITERS = 4

interface ApiCaller {
  url: string
  token: string
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function call({ url, token }: ApiCaller, path: string, data?: Json): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = data && { method: 'POST', body: JSON.stringify({ data }) }
  const response = await fetch(`${url}/api/1.0${path}`, { headers, ...body })
  const text = await response.text()
  assert.ok(response.ok, `${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Json
}

/** Creates tasks until the server is killed. Records the gids of the acknowledged ones. */
async function write(caller: ApiCaller, project: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    try {
      acknowledged.push((await call(caller, '/tasks', { name: 'T', projects: [project] })).data.gid)
      await pause(Math.random() * 30)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

/** Every task of a project, in the order of creation. */
async function tasks(caller: ApiCaller, project: string): Promise<string[]> {
  const all: string[] = []
  for (let path = `/tasks?project=${project}&limit=100`; path; ) {
    const { data, next_page } = await call(caller, path)
    all.push(...(data as Json[]).map(({ gid }) => gid as string))
    path = next_page?.path ?? ''
  }
  return all.sort((a, b) => Number(a) - Number(b))
}

test(`a target receives every event in order, though the server is killed ${KILLS} times`, async t => {
  const folder = folderFor(t)
  const start = () => startProgram(t, ['--data', folder, '--allow-private-targets', '--limit-minute', 'off'])
  const target = await receiver(async (...exchange) => {
    await pause(Math.random() * 200)
    acceptAll(...exchange)
  })
  /** The tasks in all "added to the project" events, repetitions included. */
  const delivered = () =>
    target
      .events()
      .flatMap(({ action, resource, parent }) =>
        action === 'added' && parent?.resource_type === 'project' ? (resource.gid as string) : [],
      )
  let server: RunningServer = await start()
  const { token } = server
  const workspace = (await call(server, '/workspaces')).data[0].gid as string
  const project = (await call(server, '/projects', { name: 'P', workspace, privacy_setting: 'private' })).data.gid
  await call(server, '/webhooks', { resource: project, target: target.url })
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const writers = Array.from({ length: WRITERS }, () => write({ url: server.url, token }, project, acknowledged))
    // At some moment of the load, independently of the speed of the machine.
    const enough = acknowledged.length + 2 + Math.floor(Math.random() * 40)
    await until(() => acknowledged.length >= enough, 'no task is acknowledged')
    assert.equal((await server.stop('SIGKILL')).code, null, 'it did not end by itself')
    await Promise.all(writers)
    server = await start()
  }
  const committed = await tasks({ url: server.url, token }, project)
  const missing = () => committed.filter(gid => !delivered().includes(gid))
  await until(() => missing().length === 0, 'a task is not delivered')
  assert.deepEqual([...new Set(delivered())], committed, 'and for the first time in the order of the commits')
  const known = new Set(committed)
  assert.ok(acknowledged.length > KILLS && acknowledged.every(gid => known.has(gid)))
  const again = delivered().length - committed.length
  t.diagnostic(`${acknowledged.length} acknowledged, ${committed.length} committed, ${again} told again`)
  assert.equal((await server.stop('SIGTERM')).code, 0)
})
