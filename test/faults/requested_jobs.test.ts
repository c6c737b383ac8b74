/**
 * A server is killed again and again while it duplicates a project.
 *
 * Invariants:
 * - The job continues after each restart, and succeeds.
 * - Each task is copied once, with its subtask, and no step is done twice.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { folderFor, type RunningServer, startProgram } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

const PARENTS = 60
const SUBTASKS = 20
const MIN_KILLS = 3

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

const created = async (caller: ApiCaller, path: string, data: Json): Promise<string> =>
  (await call(caller, path, data)).data.gid

/** Calls `work` with each number below `count`, some at once. */
async function each(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  const AT_ONCE_COUNT = 10
  for (let from = 0; from < count; from += AT_ONCE_COUNT) {
    const numbers = Array.from({ length: Math.min(AT_ONCE_COUNT, count - from) }, (_, at) => from + at)
    await Promise.all(numbers.map(work))
  }
}

/** Creates a project whose tasks have subtasks. */
async function seed(caller: ApiCaller, workspace: string): Promise<string> {
  const project = await created(caller, '/projects', { workspace, name: 'Source' })
  await each(PARENTS, async at => {
    const parent = await created(caller, '/tasks', { name: `Task ${at}`, projects: [project] })
    await each(SUBTASKS, below => created(caller, `/tasks/${parent}/subtasks`, { name: `Task ${at}.${below}` }))
  })
  return project
}

/** Every object of a list, page by page. */
async function list(caller: ApiCaller, start: string): Promise<Json[]> {
  const all: Json[] = []
  for (let path = `${start}&limit=100`; path; ) {
    const { data, next_page } = await call(caller, path)
    all.push(...(data as Json[]))
    path = next_page?.path ?? ''
  }
  return all
}

async function assertWhole(caller: ApiCaller, project: string) {
  const tasks = await list(caller, `/projects/${project}/tasks?opt_fields=name`)
  const names = tasks.map(({ name }) => name)
  assert.deepEqual([names.length, new Set(names).size], [PARENTS, PARENTS], 'each task is copied once')
  for (const { gid, name } of tasks) {
    const below = await list(caller, `/tasks/${gid}/subtasks?opt_fields=name`)
    const expected = Array.from({ length: SUBTASKS }, (_, at) => `${name}.${at}`)
    assert.deepEqual(below.map(one => one.name).sort(), expected.sort())
    const stories = await list(caller, `/tasks/${gid}/stories?opt_fields=resource_subtype`)
    const subtypes = stories.map(one => one.resource_subtype)
    const once = ['added_to_project', ...Array(SUBTASKS).fill('subtask_added')]
    assert.deepEqual(subtypes.sort(), once.sort())
  }
}

test('a job survives kill -9 in its middle, and does no step twice', { timeout: 240_000 }, async t => {
  const folder = folderFor(t)
  const limits = ['--limit-minute', 'off', '--limit-cost', 'off', '--limit-writes', 'off', '--limit-reads', 'off']
  const start = (): Promise<RunningServer> => startProgram(t, ['--data', folder, ...limits])
  let server = await start()
  const { token } = server
  const caller = () => ({ url: server.url, token })
  const workspace = (await call(caller(), '/workspaces')).data[0].gid as string
  const project = await seed(caller(), workspace)
  let kills = 0
  for (let attempt = 0; kills < MIN_KILLS; attempt++) {
    assert.ok(attempt < 10, 'the jobs end before they can be killed')
    const body = { name: 'Copy', include: 'task_subtasks' }
    const { data } = await call(caller(), `/projects/${project}/duplicate`, body)
    for (let status = data.status; status === 'not_started' || status === 'in_progress'; ) {
      if (status === 'in_progress' && kills < MIN_KILLS + attempt) {
        await pause(Math.random() * 30)
        await server.stop('SIGKILL')
        server = await start()
        kills++
      }
      await pause(5)
      status = (await call(caller(), `/jobs/${data.gid}`)).data.status
    }
    assert.equal((await call(caller(), `/jobs/${data.gid}`)).data.status, 'succeeded')
    await assertWhole(caller(), data.new_project.gid)
  }
  t.diagnostic(`${kills} kills`)
  assert.equal((await server.stop('SIGTERM')).code, 0)
})
