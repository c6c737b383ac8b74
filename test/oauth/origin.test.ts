/** The recorded actor and origin of writes by OAuth. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { auditor } from '../harness/auditor.ts'
import { pageHeaders, signedIn } from '../harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  consent,
  exchange,
  postForm,
  redirectMembers,
  tokensFor,
} from '../harness/sign_in/oauth.ts'
import { type World, world } from '../harness/world.ts'

/** The origins of writes from now on; records of token use have none. */
function origins(t: TestContext, { store }: World) {
  const { mock } = t.mock.method(store, 'write')
  return () => {
    const recorded = mock.calls.flatMap(({ arguments: [, by] }) => by ?? [])
    mock.resetCalls()
    return recorded
  }
}

const withoutPerson = { user: null, kind: null, application: null, address: '127.0.0.1', agent: 'Planner/1' }

test('a consent is recorded for the person who gave it, in the browser with the session', async () => {
  const it = await world()
  const app = await application(it)
  const { newEntries } = await auditor(it)
  const ann = await signedIn(it, it.ann)
  await newEntries()
  await consent(ann, authorizeQuery(app))
  const [line, ...rest] = await newEntries()
  assert.deepEqual(rest, [])
  assert.deepEqual([line?.event_type, line?.details], ['user_app_authorized', { new_value: 'Planner' }])
  assert.deepEqual([line?.actor.gid, line?.resource.gid], [it.ann.gid, it.ann.gid])
  const { context_type, client_ip_address, user_agent } = line?.context ?? {}
  assert.deepEqual([context_type, client_ip_address], ['web', '127.0.0.1'])
  assert.match(user_agent, /./)
})

test('a redirect without a consent page is recorded for the person, in that browser', async t => {
  const it = await world()
  const app = await application(it)
  const ann = await signedIn(it, it.ann)
  await consent(ann, authorizeQuery(app))
  const recorded = origins(t, it)
  const headers = { ...pageHeaders(ann.session), 'user-agent': 'Browser/1' }
  const url = `/-/oauth_authorize?${authorizeQuery(app)}`
  const { headers: redirectHeaders } = await it.app.inject({ method: 'GET', url, headers })
  assert.ok(redirectMembers(redirectHeaders.location).code)
  const by = { user: Number(it.ann.gid), kind: 'session', application: null, address: '127.0.0.1', agent: 'Browser/1' }
  assert.deepEqual(recorded(), [by])
})

test('an exchange, a refresh or a revocation by an application is recorded without a person', async t => {
  const it = await world()
  const app = await application(it)
  const { refresh_token } = await tokensFor(it, app, it.ann)
  const { code } = await consent(await signedIn(it, it.ann), authorizeQuery(app))
  const recorded = origins(t, it)
  const agent = { 'user-agent': 'Planner/1' }
  const shown = { client_id: app.gid, client_secret: app.secret }
  assert.equal((await exchange(it, app, 'wrong')).status, 400)
  assert.deepEqual(
    recorded().map(({ user, address }) => [user, address]),
    [[null, '127.0.0.1']],
  )
  const requests: [string, object][] = [
    ['/-/oauth_token', { grant_type: 'authorization_code', redirect_uri: 'https://app.example.net/callback', code }],
    ['/-/oauth_token', { grant_type: 'refresh_token', refresh_token }],
    ['/-/oauth_revoke', { token: refresh_token }],
  ]
  for (const [url, members] of requests) {
    assert.equal((await postForm(it, { ...shown, ...members }, url, agent)).status, 200, url)
    assert.deepEqual(recorded(), [withoutPerson], url)
  }
})
