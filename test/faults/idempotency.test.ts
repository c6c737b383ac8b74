/**
 * A server is killed while pages create tags, each with an `Idempotency-Key`. After the restart, the pages send again what
 * got no response.
 *
 * Invariants:
 * - Every tag exists once, whether its first response was lost or not.
 * - An acknowledged request that is sent again gets its response again.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderFor, type RunningServer, startProgram } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

const ROUNDS = 3
const WRITERS = 8

interface Page {
  url: string
  cookie: string
}

const pageHeaders = { 'content-type': 'application/json', 'x-requested-with': 'test' }

/** The cookie of a session that begins with the link which the server printed. */
async function signIn({ url, link: address }: RunningServer): Promise<string> {
  const [, link = ''] = address.split('#')
  const body = JSON.stringify({ data: { link } })
  const signedIn = await fetch(`${url}/-/sign_in/link`, { method: 'POST', headers: pageHeaders, body })
  assert.ok(signedIn.ok, `signing in answered ${signedIn.status}`)
  const [cookie = ''] = signedIn.headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}

/** Creates a tag; the key of the request is its name. Returns the response. */
async function createTag({ url, cookie }: Page, workspace: string, name: string): Promise<string> {
  const headers = { ...pageHeaders, cookie, 'idempotency-key': name }
  const body = JSON.stringify({ data: { workspace, name } })
  const response = await fetch(`${url}/api/1.0/tags`, { method: 'POST', headers, body })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return text
}

/** Creates tags until the server is killed. Records the name of each before its request, and then the response. */
async function write(page: Page, workspace: string, label: string, responses: Map<string, string | undefined>) {
  for (let n = 0; ; n++) {
    const name = `${label}.${n}`
    responses.set(name, undefined)
    try {
      responses.set(name, await createTag(page, workspace, name))
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

async function read({ url, cookie }: Page, path: string): Promise<Json> {
  const response = await fetch(`${url}/api/1.0${path}`, { headers: { ...pageHeaders, cookie } })
  assert.ok(response.ok, `${path} answered ${response.status}`)
  return (await response.json()) as Json
}

/** The names of all tags. */
async function namesOf(page: Page, workspace: string): Promise<string[]> {
  const names: string[] = []
  let path = `/tags?workspace=${workspace}&limit=100&opt_fields=name`
  while (path) {
    const { data, next_page } = await read(page, path)
    names.push(...data.map(({ name }: Json) => name))
    path = next_page?.path ?? ''
  }
  return names
}

test('requests that are sent again after kill -9 have been executed once', async t => {
  const folder = folderFor(t)
  let server = await startProgram(t, ['--data', folder])
  const cookie = await signIn(server)
  const workspace = (await read({ url: server.url, cookie }, '/workspaces')).data[0].gid as string
  const responses = new Map<string, string | undefined>()
  for (let round = 0; round < ROUNDS; round++) {
    const page = { url: server.url, cookie }
    const before = responses.size
    const writers = Array.from({ length: WRITERS }, (_, n) => write(page, workspace, `${round}.${n}`, responses))
    while (responses.size < before + 5 * WRITERS) await new Promise(resolve => setTimeout(resolve, 2))
    await server.stop('SIGKILL')
    await Promise.all(writers)
    server = await startProgram(t, ['--data', folder])
    const back = { url: server.url, cookie }
    for (const [name, response] of [...responses].slice(before)) {
      const again = await createTag(back, workspace, name)
      assert.equal(again, response ?? again, 'an acknowledged request gets its response again')
    }
  }
  const names = await namesOf({ url: server.url, cookie }, workspace)
  assert.deepEqual(names.toSorted(), [...responses.keys()].toSorted())
  assert.equal((await server.stop('SIGTERM')).code, 0)
})
