/** What expires by the clock of a world: each is valid until shortly before its time, and an advance ends it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Emulated, emulated } from '../../../test/harness/emulator/emulated.ts'
import { formOf, multipartType } from '../../../test/harness/files/form.ts'
import type { Json } from '../../../test/harness/world.ts'
import { createSession, sessionCookie } from '../../identity/sessions.ts'
import { heldAt } from './clock.ts'

const held = () => emulated({ initialClock: heldAt(Date.parse('2026-01-05T09:00:00.000Z')) })

/** Advances the clock, with all jobs that become due. Returns what ran. */
async function advance(e: Emulated, by: string): Promise<Json[]> {
  const { status, data } = await e.control('POST', '/clock', { advance: by })
  assert.deepEqual([status, data?.is_cut], [200, false], by)
  return data.ran
}

/** The gid of a new object of the organization. */
async function create(e: Emulated, path: string, data: Json): Promise<string> {
  const made = await e.api('POST', path, { workspace: e.emulator.world.seeded.workspace, ...data })
  assert.equal(made.status, 201, `refused: ${made.message}`)
  return made.data.gid
}

/** Calls the console as Ann, in a new session. */
async function signedIn({ emulator: { world }, send }: Emulated) {
  const browser = { agent: 'test', address: '127.0.0.1' }
  const session = await world.store.write(tx => createSession(tx, Number(world.seeded.gids.ann), browser))
  const cookie = `${sessionCookie(false)}=${session}`
  const headers = { cookie, 'x-requested-with': 'workloom', 'sec-fetch-site': 'same-origin' }
  return (method: string, path: string, data?: Json) =>
    send(method, `/-${path}`, { token: null, headers, ...(data && { body: { data } }) })
}

test('an advance of 15 minutes expires the offset of a page', async () => {
  const e = await held()
  for (const name of ['One', 'Two']) await create(e, '/tasks', { name, assignee: 'me' })
  const list = `/tasks?assignee=me&workspace=${e.emulator.world.seeded.workspace}&limit=1`
  const { offset } = (await e.api('GET', list)).body.next_page
  const next = () => e.api('GET', `${list}&offset=${offset}`)
  await advance(e, '14m')
  assert.equal((await next()).data.length, 1)
  await advance(e, '2m')
  const { status, message } = await next()
  assert.deepEqual([status, message], [400, 'offset: Your pagination token has expired.'])
})

test('an advance of a day expires a sync token, and the answer has one that works', async () => {
  const e = await held()
  const resource = await create(e, '/projects', { name: 'P' })
  const eventsAfter = (sync: string) => e.api('GET', `/events?resource=${resource}&sync=${sync}`)
  const { sync } = (await e.api('GET', `/events?resource=${resource}`)).body
  await create(e, '/tasks', { name: 'New', projects: [resource] })
  await advance(e, '23h')
  const early = await eventsAfter(sync)
  assert.equal(early.status, 200)
  assert.ok(early.data.length > 0)
  await advance(e, '2h')
  const late = await eventsAfter(sync)
  assert.equal(late.status, 412)
  assert.match(late.message ?? '', /Sync token invalid or too old/)
  assert.equal((await eventsAfter(late.body.sync)).status, 200)
})

test('an advance of two minutes expires the download address of an attachment', async () => {
  const e = await held()
  const parent = await create(e, '/tasks', { name: 'With a file' })
  const form = formOf([
    { name: 'parent', content: parent },
    { name: 'file', fileName: 'notes.txt', content: 'Some notes' },
  ])
  const headers = { 'content-type': multipartType }
  const { data } = await e.send('POST', '/api/1.0/attachments', { body: form.toString(), headers })
  const address = async () => (await e.api('GET', `/attachments/${data.gid}?opt_fields=download_url`)).data.download_url
  const download = (url: string) => e.send('GET', url.replace(/^https?:\/\/[^/]+/, ''), { token: null })
  const first = await address()
  await advance(e, '1m')
  const early = await download(first)
  assert.deepEqual([early.status, early.text], [200, 'Some notes'])
  await advance(e, '2m')
  const late = await download(first)
  assert.equal(late.status, 403)
  assert.match(late.message ?? '', /^This download link has expired/)
  assert.equal((await download(await address())).status, 200)
})

test('an advance of 30 days expires a session, and empties the trash', async () => {
  const e = await held()
  const { workspace } = e.emulator.world.seeded
  const first = await signedIn(e)
  const task = await create(e, '/tasks', { name: 'Deleted', assignee: 'me' })
  assert.equal((await e.api('DELETE', `/tasks/${task}`)).status, 200)
  const trash = async (call: typeof first) =>
    (await call('GET', `/trash?workspace=${workspace}`)).data.map(({ name }: Json) => name)
  assert.deepEqual(await trash(first), ['Deleted'])
  // The jobs of the weeks before would take a while.
  await e.control('POST', '/clock', { freeze: '2026-02-03T09:00:00.000Z' })
  const second = await signedIn(e)
  assert.equal((await first('GET', '/session')).status, 200)
  assert.deepEqual(await trash(second), ['Deleted'])
  const ran = await advance(e, '2d')
  assert.equal((await first('GET', '/session')).status, 401)
  assert.deepEqual(await trash(second), [])
  assert.equal((await second('POST', `/trash/${task}/restore`)).status, 404)
  assert.ok(ran.some(({ kind }) => kind === 'empty_trash'))
})

const CALLBACK = 'http://localhost:3000/callback'

const WITH_APPLICATION = {
  seed: 1,
  workspace: { key: 'acme', name: 'Acme', domains: ['acme.test'], plan: 'enterprise' },
  people: { ann: { name: 'Ann Lee', email: 'ann@acme.test', admin: true, token: 'ann-token' } },
  applications: { app: { secret: 'app-secret', redirect_uris: [CALLBACK], scopes: ['default'] } },
}

test('an advance of ten minutes expires a code of OAuth, and one of an hour its access token', async () => {
  const e = await held()
  assert.equal((await e.control('POST', '/reset', { seed: WITH_APPLICATION, keep: ['clock'] })).status, 200)
  const { app = '' } = e.emulator.world.seeded.gids
  const ann = await signedIn(e)
  const codeOf = async () => {
    const query = String(new URLSearchParams({ client_id: app, redirect_uri: CALLBACK, response_type: 'code' }))
    const { data, message } = await ann('POST', '/oauth/consent', { query, allow: true })
    return new URL(data?.redirect ?? assert.fail(message)).searchParams.get('code') ?? ''
  }
  const exchange = (code: string) => {
    const client = { client_id: app, client_secret: 'app-secret', redirect_uri: CALLBACK }
    const body = String(new URLSearchParams({ grant_type: 'authorization_code', ...client, code }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return e.send('POST', '/-/oauth_token', { token: null, body, headers })
  }
  const [early, late] = [await codeOf(), await codeOf()]
  await advance(e, '9m')
  const { status, body } = await exchange(early)
  assert.equal(status, 200, JSON.stringify(body))
  await advance(e, '2m')
  const expired = await exchange(late)
  assert.deepEqual([expired.status, expired.body.error], [400, 'invalid_grant'])
  const me = () => e.send('GET', '/api/1.0/users/me', { token: body.access_token })
  assert.equal((await me()).status, 200)
  await advance(e, '1h')
  const { status: after, message } = await me()
  assert.equal(after, 401)
  assert.match(message ?? '', /The bearer token has expired/)
})
