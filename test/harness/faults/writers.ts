/**
 * Writers that create tasks at several instances as fast as they can, and record each acknowledged one. Each name is
 * sent once: a task that exists twice was created twice by the program.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { CleanupScope } from '../program.ts'
import type { Json } from '../world.ts'
import { type Instances, queryDatabase } from './instances.ts'

export interface NumberedProject {
  token: string
  workspace: string
  project: string
}

export interface ApiResponse {
  status: number
  retryAfter: string | null
  body: Json
}

/** Sends one request to an instance. Fails when it takes longer than the timeout. */
export async function send(
  { url, token, timeoutMs = 60_000 }: { url: string; token: string; timeoutMs?: number },
  method: string,
  path: string,
  data?: Json,
): Promise<ApiResponse> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = data ? { body: JSON.stringify({ data }) } : {}
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`${url}/api/1.0${path}`, { method, headers, signal, ...body })
  const text = await response.text()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: JSON.parse(text) as Json }
}

/** Sends a request that must succeed. */
export async function sendOk(instance: { url: string; token: string }, method: string, path: string, data?: Json) {
  const { status, body } = await send(instance, method, path, data)
  assert.ok(status < 300, `${method} ${path} answered ${status} ${JSON.stringify(body)}`)
  return body.data as Json
}

/** A project whose tasks are numbered. */
export async function numberedProject({ all, token, workspace }: Instances): Promise<NumberedProject> {
  const instance = { url: all[0]?.url ?? '', token }
  const { gid: project } = await sendOk(instance, 'POST', '/projects', { workspace, name: 'Busy' })
  const custom_field = { name: 'Number', resource_subtype: 'text', id_prefix: 'N' }
  await sendOk(instance, 'POST', `/projects/${project}/addCustomFieldSetting`, { custom_field })
  return { token, workspace, project }
}

export interface Writers {
  /** The gids of acknowledged tasks, by name. */
  acknowledged: Map<string, string>
  /** The number of requests that were answered with a retry. */
  refused(): number
  /** Waits until each instance under load has acknowledged one more task. */
  waitForProgress(): Promise<void>
  /** Sends this instance no more requests; pending ones need not be answered. */
  removeInstance(url: string): void
  /** Sends this instance requests as well. */
  addInstance(url: string): void
  /** Stops the writers. Fails if one got an unexpected response, or none. */
  stop(): Promise<void>
}

interface WriterOptions extends NumberedProject {
  urls: readonly string[]
  count?: number
  /** Milliseconds within which each request must be answered. */
  timeoutMs?: number
}

/** The shared state of the writers. */
interface WriterLog {
  acknowledged: Map<string, string>
  /** The number of tasks that each instance acknowledged. */
  countByInstance: Map<string, number>
  instances: Set<string>
  refused: number
  /** Unexpected responses. */
  unexpected: string[]
}

async function createTask(log: WriterLog, { project, ...caller }: WriterCall, name: string): Promise<void> {
  const { url } = caller
  const { status, retryAfter, body } = await send(caller, 'POST', '/tasks', { name, projects: [project] })
  if (status === 201) {
    log.acknowledged.set(name, body.data.gid)
    log.countByInstance.set(url, (log.countByInstance.get(url) ?? 0) + 1)
    return
  }
  log.refused++
  const isRetry = status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '')
  if (!isRetry) log.unexpected.push(`${name} at ${url} was answered ${status} ${JSON.stringify(body)}`)
  await pause(100)
}

interface WriterCall {
  url: string
  token: string
  project: string
  timeoutMs: number
}

const createLog = (urls: readonly string[]): WriterLog => ({
  ...{ acknowledged: new Map(), countByInstance: new Map(), instances: new Set(urls), refused: 0, unexpected: [] },
})

/** Writers that start later use other names. */
let started = 0

export function startWriters(
  t: CleanupScope,
  { urls, token, project, count = 6, timeoutMs = 60_000 }: WriterOptions,
): Writers {
  const label = ++started
  const log = createLog(urls)
  const { acknowledged, countByInstance, instances, unexpected } = log
  const stopping = new AbortController()
  t.after(() => stopping.abort())
  const write = async (number: number) => {
    for (let index = 0; !stopping.signal.aborted; index++) {
      const open = [...instances]
      const url = open[(number + index) % open.length] ?? ''
      const name = `${label}.${number}.${index}`
      await createTask(log, { url, token, project, timeoutMs }, name).catch(error => {
        // An instance that is killed does not answer its pending requests.
        if (instances.has(url)) unexpected.push(`${name} at ${url}: ${error} ${error.cause}`)
        return pause(100)
      })
    }
  }
  const writers = Array.from({ length: count }, (_, number) => write(number))
  return {
    acknowledged,
    refused: () => log.refused,
    async waitForProgress() {
      const before = new Map(countByInstance)
      const isBehind = (url: string) => (countByInstance.get(url) ?? 0) <= (before.get(url) ?? 0)
      while ([...instances].some(isBehind) && unexpected.length === 0) await pause(20)
      assert.deepEqual(unexpected, [])
    },
    removeInstance: url => void instances.delete(url),
    addInstance: url => void instances.add(url),
    async stop() {
      stopping.abort()
      await Promise.all(writers)
      assert.deepEqual(unexpected, [])
    },
  }
}

/** Every acknowledged task exists, none exists twice, and each has a distinct number and position. */
export async function assertNothingLost(
  url: string,
  database: string,
  place: NumberedProject,
  { acknowledged }: Writers,
): Promise<void> {
  const found = await tasksOf(url, place)
  const names = found.map(({ name }) => name as string)
  assert.equal(new Set(names).size, names.length, 'every task exists once')
  const gids = new Map(found.map(({ name, gid }) => [name, gid]))
  const missing = [...acknowledged].filter(([name, gid]) => gids.get(name) !== gid)
  assert.deepEqual(missing, [], 'every acknowledged task exists')
  const numbers = found.map(({ custom_fields }) => custom_fields[0]?.display_value as string)
  assert.deepEqual(
    numbers.filter(number => !/^N-\d+$/.test(number)),
    [],
    'each task has a number',
  )
  assert.equal(new Set(numbers).size, numbers.length, 'no number is used twice')
  const [ranks] = await queryDatabase(
    database,
    `select count(*) as places, count(distinct rank) as ranks from task_memberships where project = ${place.project}`,
  )
  assert.equal(ranks?.places, ranks?.ranks, 'no position is used twice')
  const [all] = await queryDatabase(
    database,
    `select count(*) as made, count(distinct gid) as gids from
      (select gid from tasks union all select gid from stories union all select gid from jobs) one`,
  )
  assert.equal(all?.made, all?.gids, 'no gid is used twice')
}

/** All tasks of the project, page by page. */
export async function tasksOf(
  url: string,
  { token, project }: Pick<NumberedProject, 'token' | 'project'>,
): Promise<Json[]> {
  const all: Json[] = []
  let path = `/tasks?project=${project}&limit=100&opt_fields=name,created_at,custom_fields.display_value`
  while (path) {
    const { status, body } = await send({ url, token }, 'GET', path)
    assert.equal(status, 200)
    all.push(...body.data)
    path = body.next_page?.path ?? ''
  }
  return all
}
