/**
 * Three instances on one database as their clients see them: any request may reach any instance. A response of one is
 * valid at the others with the next request, and each honours the tokens and cursors of the others. At the end one of
 * them is killed.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  durablePostgres,
  freshDatabase,
  type InstanceOptions,
  type Instances,
  instanceOn,
  instancesOn,
  queryDatabase,
} from '../harness/faults/instances.ts'
import {
  assertNothingLost,
  type NumberedProject,
  numberedProject,
  send,
  sendOk,
  startWriters,
} from '../harness/faults/writers.ts'
import { workloom } from '../harness/program.ts'
import { receiver } from '../harness/receiver.ts'
import { until } from '../harness/until.ts'
import type { Json } from '../harness/world.ts'

const { server, skip } = await durablePostgres()

/** Whether a task was added to the project; the addition to a section is another event. */
const isMade = ({ action, resource, parent }: Json) =>
  action === 'added' && resource.resource_type === 'task' && parent?.resource_type === 'project'

const A = 0
const B = 1
const C = 2

describe('instances on one database', { skip }, () => {
  let instances: Instances
  let database: string
  let project: NumberedProject
  let own: string
  /** The session cookie of the administrator. */
  let cookie = ''
  const cleanups: (() => unknown)[] = []
  const scope = { after: (end: () => unknown) => void cleanups.push(end) }

  before(async () => {
    assert.ok(server)
    const fresh = await freshDatabase(server)
    database = fresh.database
    own = fresh.own
    instances = await instancesOn(scope, own, Array(3).fill({ args: ['--allow-private-targets'] }))
    project = await numberedProject(instances)
    const [first] = instances.all
    const signedIn = await page(A, 'POST', '/sign_in/link', { link: first?.link.split('#')[1] })
    cookie = signedIn.cookie
  })
  after(async () => {
    for (const end of cleanups) await end()
  })

  /** One of the instances, with a token. */
  const at = (index: number, token = instances.token) => ({ url: instances.all[index]?.url ?? '', token })
  const makes = async (index: number, path: string, data: Json): Promise<string> =>
    (await sendOk(at(index), 'POST', path, data)).gid
  const task = (index: number, name: string) => makes(index, '/tasks', { name, projects: [project.project] })

  /** Calls a console route of an instance. */
  async function page(index: number, method: string, path: string, data?: Json) {
    const headers = { 'x-requested-with': 'workloom', 'content-type': 'application/json', cookie }
    const body = data ? { body: JSON.stringify({ data }) } : {}
    const response = await fetch(`${at(index).url}/-${path}`, { method, headers, ...body })
    const answer = (await response.json().catch(() => ({}))) as Json
    assert.ok(response.ok, `${method} ${path} answered ${response.status} ${JSON.stringify(answer)}`)
    const [kept = ''] = response.headers.getSetCookie()
    return { status: response.status, data: answer.data as Json, cookie: kept.split(';')[0] ?? '' }
  }

  /** Waits until a request is answered with this status. */
  const soon = (status: number, ...[instance, method, path]: Parameters<typeof send>): Promise<void> =>
    until(async () => (await send(instance, method, path)).status === status, `${path} never answers ${status}`)

  test('an instance reads what any of them has written with the next request', async () => {
    for (const [writer, name] of [
      [A, 'First'],
      [B, 'Second'],
      [C, 'Third'],
    ] as const) {
      const gid = await task(writer, name)
      for (const reader of [A, B, C]) {
        assert.match((await sendOk(at(reader), 'GET', `/tasks/${gid}`)).name, new RegExp(name))
        await sendOk(at(reader), 'PUT', `/tasks/${gid}`, { name: `${name} ${reader}` })
        const other = at((reader + 1) % 3)
        assert.equal((await sendOk(other, 'GET', `/tasks/${gid}`)).name, `${name} ${reader}`)
      }
    }
  })

  test('an instance continues the pages and streams of the others', async () => {
    const stream = `/events?resource=${project.project}`
    const { sync } = (await send(at(A), 'GET', stream)).body
    const gids = await Promise.all([A, B, C, A].map((instance, n) => task(instance, `Listed ${n}`)))
    const { data } = (await send(at(B), 'GET', `${stream}&sync=${sync}`)).body
    const added = (data as Json[]).filter(isMade)
    assert.deepEqual(new Set(added.map(({ resource }) => resource.gid)), new Set(gids))
    const seen: string[] = []
    let path = `/tasks?project=${project.project}&limit=2`
    for (let turn = 0; path; turn++) {
      const { status, body } = await send(at(turn % 3), 'GET', path)
      assert.equal(status, 200)
      seen.push(...(body.data as Json[]).map(({ gid }) => gid))
      path = body.next_page?.path ?? ''
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(gids.every(gid => seen.includes(gid)))
  })

  test('the stream of each instance contains the writes of all, in one order', async () => {
    const stream = `/events?resource=${project.project}`
    let { sync } = (await send(at(A), 'GET', stream)).body as { sync: string }
    let writing = true
    const writers = [A, B, C, A, B, C].map(async (instance, n) => {
      const gid = await task(instance, `Busy ${n}`)
      for (let turn = 0; turn < 15; turn++) await sendOk(at(instance), 'PUT', `/tasks/${gid}`, { notes: `${turn}` })
      return gid
    })
    const written = Promise.all(writers).finally(() => {
      writing = false
    })
    const changes: Json[] = []
    for (let turn = 0, last = false; !last || !writing; turn++) {
      last = !writing
      const { status, body } = await send(at(turn % 3), 'GET', `${stream}&sync=${sync}`)
      assert.equal(status, 200)
      changes.push(...body.data)
      sync = body.sync
      if (last && !body.has_more) break
    }
    const gids = await written
    for (const gid of gids) {
      const own = changes.filter(({ resource }) => resource.gid === gid)
      assert.equal(own.filter(isMade).length, 1)
      assert.equal(own.filter(({ change }) => change?.field === 'notes').length, 15)
    }
  })

  test('each instance refuses a revoked token within a second', async () => {
    const { data } = await page(B, 'POST', '/tokens', { name: 'Short' })
    for (const instance of [A, B, C]) await sendOk(at(instance, data.token), 'GET', '/users/me')
    await page(C, 'DELETE', `/tokens/${data.gid}`)
    assert.equal((await send(at(C, data.token), 'GET', '/users/me')).status, 401)
    for (const instance of [A, B]) await soon(401, at(instance, data.token), 'GET', '/users/me')
  })

  test('each instance refuses a removed member within a second', async () => {
    const { gid: user } = await sendOk(at(A), 'POST', `/workspaces/${instances.workspace}/addUser`, {
      user: 'ben@example.com',
    })
    const { out, code } = await workloom(scope, [
      'token',
      'create',
      ...['--email', 'ben@example.com', '--name', 'Ben', '--database-url', own],
    ])
    assert.equal(code, 0)
    const ben = out.trim()
    const path = `/workspaces/${instances.workspace}`
    for (const instance of [A, B, C]) await sendOk(at(instance, ben), 'GET', path)
    await sendOk(at(B), 'POST', `${path}/removeUser`, { user })
    for (const instance of [A, B, C]) await soon(401, at(instance, ben), 'GET', path)
  })

  test('each instance accepts the sessions, consents and tokens of the others', async () => {
    for (const instance of [A, B, C]) assert.equal((await page(instance, 'GET', '/session')).status, 200)
    const CALLBACK = 'https://app.example.net/callback'
    const described = { name: 'Planner', redirect_uris: [CALLBACK], scopes: ['default'] }
    const { data: app } = await page(A, 'POST', '/applications', described)
    const authorization = { client_id: app.gid, redirect_uri: CALLBACK, response_type: 'code', state: 'st' }
    const { data } = await page(B, 'POST', '/oauth/consent', {
      query: `${new URLSearchParams(authorization)}`,
      allow: true,
    })
    const code = new URL(data.redirect).searchParams.get('code') ?? ''
    const { gid: client_id, client_secret } = app
    const exchange = (instance: number) =>
      fetch(`${at(instance).url}/-/oauth_token`, {
        method: 'POST',
        body: new URLSearchParams({
          ...{ grant_type: 'authorization_code', client_id, client_secret, redirect_uri: CALLBACK, code },
        }),
      })
    const first = await exchange(C)
    assert.equal(first.status, 200)
    const { access_token } = (await first.json()) as Json
    for (const instance of [A, B]) await sendOk(at(instance, access_token), 'GET', '/users/me')
    assert.equal((await exchange(A)).status, 400, 'a code is good once')
  })

  test('a live page at one instance receives changes from another', async () => {
    const line = await fetch(`${at(B).url}/-/live`, { headers: { cookie }, signal: AbortSignal.timeout(120_000) })
    assert.equal(line.status, 200)
    const gid = await task(C, 'Seen elsewhere')
    let text = ''
    for await (const part of line.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      if (text.includes(gid)) break
    }
    assert.ok(text.includes(gid))
  })

  test('instances count the requests of a token together', async t => {
    const few: InstanceOptions = { limits: 'usual', args: ['--limit-minute', '10'] }
    const three = await Promise.all([few, few, few].map(one => instanceOn(t, own, one)))
    const { data } = await page(A, 'POST', '/tokens', { name: 'Counted' })
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        send({ url: three[n % 3]?.url ?? '', token: data.token }, 'GET', '/users/me'),
      ),
    )
    const passed = answers.filter(({ status }) => status === 200).length
    const back = Math.ceil((performance.now() - began) / 6000)
    assert.ok(passed >= 10 && passed <= 10 + back, `${passed} of 30 came through`)
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
  })

  test('each event is delivered once, in order, and delivery continues when an instance is killed', async t => {
    const target = await receiver()
    await makes(B, '/webhooks', { resource: project.project, target: target.url })
    const deliveredGids = () => {
      const events = target.events().filter(isMade)
      return events.map(({ resource }) => resource.gid as string)
    }
    const made: string[] = []
    for (let turn = 0; turn < 12; turn++) made.push(await task(turn % 3, `Told ${turn}`))
    while (deliveredGids().length < made.length) await pause(50)
    assert.deepEqual(deliveredGids(), made)
    const writers = startWriters(t, { ...project, urls: instances.all.map(({ url }) => url) })
    await writers.waitForProgress()
    const [, , killed] = instances.all
    assert.ok(killed)
    writers.removeInstance(killed.url)
    assert.equal((await killed.stop('SIGKILL')).code, null)
    await writers.waitForProgress()
    await writers.stop()
    await assertNothingLost(at(A).url, database, project, writers)
    // Jobs that the killed instance had claimed return when their lease ends. It is unknown whether their target
    // received them.
    const all = [...made, ...writers.acknowledged.values()]
    while (!all.every(gid => deliveredGids().includes(gid))) await pause(100)
    const [jobs] = await queryDatabase(
      database,
      `select count(*) as all, count(distinct (kind, subject)) as subjects from jobs`,
    )
    assert.equal(jobs?.all, jobs?.subjects)
  })
})
