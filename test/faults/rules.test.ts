/**
 * A server with a rule is repeatedly killed under the load of writers, between a change, its run and the end of the run.
 *
 * Invariant: the rule acts exactly once for every committed change.
 *
 * WORKLOOM_KILLS sets the number of kills (5).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderFor, type RunningServer, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import type { Json } from '../harness/world.ts'

const KILLS = Number(process.env.WORKLOOM_KILLS ?? 5)
const WRITERS = 3

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

/** Creates a rule through the console, with the session of the link that the server printed. */
async function createRule({ url, link: address }: RunningServer, rule: Json): Promise<void> {
  const [, link = ''] = address.split('#')
  const page = { 'content-type': 'application/json', 'x-requested-with': 'test' }
  const signIn = { method: 'POST', headers: page, body: JSON.stringify({ data: { link } }) }
  const signedIn = await fetch(`${url}/-/sign_in/link`, signIn)
  assert.ok(signedIn.ok, `signing in answered ${signedIn.status}: ${await signedIn.text()}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const creation = { method: 'POST', headers: { ...page, cookie }, body: JSON.stringify({ data: rule }) }
  const made = await fetch(`${url}/-/rules`, creation)
  assert.equal(made.status, 201, await made.text())
}

/** Creates tasks until the server is killed. Counts the acknowledged ones. */
async function write(caller: ApiCaller, project: string, acknowledged: { count: number }): Promise<void> {
  for (;;) {
    try {
      await call(caller, '/tasks', { name: 'T', projects: [project] })
      acknowledged.count++
      await pause(Math.random() * 200)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

/** Every task of a project with the number of its subtasks. */
async function subtaskCounts(caller: ApiCaller, project: string): Promise<number[]> {
  const all: number[] = []
  for (let path = `/tasks?project=${project}&limit=100&opt_fields=num_subtasks`; path; ) {
    const { data, next_page } = await call(caller, path)
    all.push(...(data as Json[]).map(({ num_subtasks }) => num_subtasks as number))
    path = next_page?.path ?? ''
  }
  return all
}

test(`a rule acts once for every change, though the server is killed ${KILLS} times`, async t => {
  const folder = folderFor(t)
  const start = () => startProgram(t, ['--data', folder, '--limit-minute', 'off'])
  let server: RunningServer = await start()
  const { token } = server
  const workspace = (await call(server, '/workspaces')).data[0].gid as string
  const project = (await call(server, '/projects', { name: 'P', workspace, privacy_setting: 'private' })).data.gid
  await createRule(server, {
    ...{ project, name: 'Split', trigger: { kind: 'task_added' } },
    actions: [
      { kind: 'create_subtask', name: 'First' },
      { kind: 'create_subtask', name: 'Second' },
    ],
  })
  const acknowledged = { count: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    const writers = Array.from({ length: WRITERS }, () => write({ url: server.url, token }, project, acknowledged))
    // At some moment of the load, independently of the speed of the machine.
    const enough = acknowledged.count + 4 + Math.floor(Math.random() * 20)
    await until(() => acknowledged.count >= enough, 'no task is acknowledged')
    assert.equal((await server.stop('SIGKILL')).code, null, 'it did not end by itself')
    await Promise.all(writers)
    server = await start()
  }
  const now = { url: server.url, token }
  await until(async () => (await subtaskCounts(now, project)).every(count => count >= 2), 'a task is not split')
  const counts = await subtaskCounts(now, project)
  assert.ok(counts.length > KILLS, `${counts.length} tasks`)
  assert.deepEqual([...new Set(counts)], [2], 'each task was split once')
  t.diagnostic(`${counts.length} tasks`)
  assert.equal((await server.stop('SIGTERM')).code, 0)
})
