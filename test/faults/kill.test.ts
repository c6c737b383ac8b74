/**
 * A server is killed under the load of eight writers, ten times on the same folder.
 *
 * Invariants:
 * - Every acknowledged write exists, once and complete.
 * - Every other write exists completely or not at all.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderFor, type RunningServer, startProgram } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

const ROUNDS = 10
const WRITERS = 8
/** Long enough to reveal a half-written tag. */
const NOTES = 'written whole or not at all '.repeat(40)

interface ApiCaller {
  url: string
  token: string
}

async function call({ url, token }: ApiCaller, path: string, data?: Json): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = data && { method: 'POST', body: JSON.stringify({ data }) }
  const response = await fetch(`${url}/api/1.0${path}`, { headers, ...body })
  assert.ok(response.ok, `${path} answered ${response.status}`)
  return (await response.json()) as Json
}

/** Creates tags until the server is killed. Records the acknowledged ones, by name. */
async function write(caller: ApiCaller, workspace: string, label: string, acknowledged: Map<string, string>) {
  for (let n = 0; ; n++) {
    const name = `${label}.${n}`
    try {
      const { data } = await call(caller, '/tags', { name, workspace, notes: NOTES, followers: ['me'] })
      acknowledged.set(name, data.gid)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

/** Every tag of the workspace, page by page. */
async function tags(caller: ApiCaller, workspace: string): Promise<Json[]> {
  const all: Json[] = []
  let path = `/tags?workspace=${workspace}&limit=100&opt_fields=name,notes,followers`
  while (path) {
    const { data, next_page } = await call(caller, path)
    all.push(...(data as Json[]))
    path = next_page?.path ?? ''
  }
  return all
}

function compare(found: Json[], acknowledged: Map<string, string>): void {
  const names = found.map(tag => tag.name)
  assert.equal(new Set(names).size, names.length, 'every tag is there once')
  const gids = new Map(found.map(tag => [tag.name, tag.gid]))
  for (const [name, gid] of acknowledged) assert.equal(gids.get(name), gid, `${name} was acknowledged and is lost`)
  for (const tag of found) {
    assert.equal(tag.notes, NOTES, `${tag.name} is half written`)
    assert.equal(tag.followers.length, 1, `${tag.name} is half written`)
  }
}

/** Kills the server at some moment of the load, independently of the speed of the machine. */
async function round(server: RunningServer, caller: ApiCaller, workspace: string, number: number) {
  const acknowledged = new Map<string, string>()
  const writers = Array.from({ length: WRITERS }, (_, n) => write(caller, workspace, `${number}.${n}`, acknowledged))
  const enough = WRITERS + 1 + Math.floor(Math.random() * 100)
  let isRunning = true
  const over = Promise.all(writers).finally(() => {
    isRunning = false
  })
  while (isRunning && acknowledged.size < enough) {
    await Promise.race([over, new Promise(resolve => setTimeout(resolve, Math.random() * 10))])
  }
  const { code } = await server.stop('SIGKILL')
  assert.equal(code, null, 'it did not end by itself')
  await over
  return acknowledged
}

test('acknowledged writes survive ten times kill -9 under eight writers', async t => {
  const folder = folderFor(t)
  const acknowledged = new Map<string, string>()
  let server = await startProgram(t, ['--data', folder])
  const { token } = server
  const workspace = (await call(server, '/workspaces')).data[0].gid as string
  for (let number = 0; number < ROUNDS; number++) {
    const caller = { url: server.url, token }
    for (const [name, gid] of await round(server, caller, workspace, number)) acknowledged.set(name, gid)
    server = await startProgram(t, ['--data', folder])
    compare(await tags({ url: server.url, token }, workspace), acknowledged)
  }
  assert.ok(acknowledged.size > ROUNDS * WRITERS, `only ${acknowledged.size} writes were acknowledged`)
  t.diagnostic(`${acknowledged.size} acknowledged writes`)
  assert.equal((await server.stop('SIGTERM')).code, 0)
})
