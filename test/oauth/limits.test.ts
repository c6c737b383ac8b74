/** Limits of OAuth: codes and tokens count as writes, and their number is bounded. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHeaders, signedIn } from '../harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  callApi,
  consent,
  exchange,
  postForm,
  tokensFor,
} from '../harness/sign_in/oauth.ts'
import { type Json, world } from '../harness/world.ts'

test('codes that a browser fetches without a page count for its session', async () => {
  const it = await world({ limits: { minute: 10 } })
  const app = await application(it)
  const ann = await signedIn(it, it.ann)
  await consent(ann, authorizeQuery(app))
  const { cookie = '' } = pageHeaders(ann.session)
  const open = async (headers: Record<string, string> = {}) =>
    it.app.inject({ method: 'GET', url: `/-/oauth_authorize?${authorizeQuery(app)}`, headers: { cookie, ...headers } })
  const statuses: number[] = []
  for (let count = 0; count < 20; count++) statuses.push((await open()).statusCode)
  assert.ok(statuses.filter(status => status === 302).length <= 10)
  const refused = await open()
  assert.equal(refused.statusCode, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
})

test('a code is issued only to a navigation of the whole page', async () => {
  const it = await world()
  const app = await application(it)
  const ann = await signedIn(it, it.ann)
  await consent(ann, authorizeQuery(app))
  const { cookie = '' } = pageHeaders(ann.session)
  const locationOf = async (dest: string | undefined, more: Json = {}) => {
    const headers = { cookie, ...(dest === undefined ? {} : { 'sec-fetch-dest': dest }) }
    const answer = await it.app.inject({
      method: 'GET',
      url: `/-/oauth_authorize?${authorizeQuery(app, more)}`,
      headers,
    })
    return String(answer.headers.location)
  }
  for (const dest of [undefined, 'document']) assert.match(await locationOf(dest), /^https:.*[?&]code=/)
  for (const dest of ['image', 'iframe', 'empty', 'script', 'documents']) {
    assert.match(await locationOf(dest), /^\/consent\?/, dest)
    assert.match(await locationOf(dest, { prompt: 'none' }), /[?&]error=consent_required/, dest)
  }
})

test('tokens that an application requests count for it, for every person', async () => {
  const it = await world({ limits: { minute: 10 } })
  const app = await application(it)
  const { refresh_token } = await tokensFor(it, app, it.ann)
  const renew = () =>
    postForm(it, { grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret, refresh_token })
  const statuses: number[] = []
  for (let count = 0; count < 20; count++) statuses.push((await renew()).status)
  assert.ok(statuses.filter(status => status === 200).length <= 10)
  assert.equal(statuses.at(-1), 429)
  const give = { client_id: app.gid, client_secret: app.secret, token: refresh_token }
  assert.equal((await postForm(it, give, '/-/oauth_revoke')).status, 429)
  assert.equal(
    (await exchange(it, { ...app, secret: 'wrong' }, 'x')).status,
    400,
    'a wrong secret is refused without a detail',
  )
})

test('a refresh token has at most fifty access tokens, and the oldest is deleted', async () => {
  const it = await world()
  const app = await application(it)
  const first = await tokensFor(it, app, it.ann)
  const { refresh_token } = first
  const members = { grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret, refresh_token }
  const tokens: string[] = [first.access_token]
  for (let count = 0; count < 50; count++) tokens.push((await postForm(it, members)).body.access_token)
  const statusOf = async (token: string | undefined) => (await callApi(it, token ?? '', '/users/me')).status
  assert.equal(await statusOf(tokens[0]), 401)
  assert.deepEqual([await statusOf(tokens[1]), await statusOf(tokens[50])], [200, 200])
})

test('the tokens of one person share the limit of the person, also those of an application', async () => {
  const it = await world({ limits: { minute: 10, person: 2 } })
  const app = await application(it)
  const { refresh_token, access_token } = await tokensFor(it, app, it.ann)
  const members = { grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret, refresh_token }
  const tokens = [access_token as string]
  for (let count = 0; count < 5; count++) tokens.push((await postForm(it, members)).body.access_token)
  let answered = 0
  for (const token of tokens) {
    for (let count = 0; count < 10; count++) answered += Number((await callApi(it, token, '/users/me')).status === 200)
  }
  assert.ok(answered <= 20 && answered > 10, `${answered} of 60`)
})

test('a person has at most a hundred valid tokens', async () => {
  const it = await world()
  const ann = await signedIn(it, it.ann)
  const make = (more: Json = {}) => ann.post('/tokens', { name: 'x', ...more })
  const made: string[] = []
  // One was created with the person.
  for (let count = 0; count < 99; count++) made.push((await make()).data.gid)
  const { status, message } = await make()
  assert.deepEqual([status, message], [403, 'You may have at most 100 tokens: revoke one that you do not need.'])
  assert.equal((await ann.delete(`/tokens/${made[0]}`)).status, 200)
  assert.equal((await make({ expires_at: new Date(it.clock.now + 5000).toISOString() })).status, 201)
  assert.equal((await make()).status, 403)
  it.clock.now += 5001
  assert.equal((await make()).status, 201, 'an expired token does not count')
})
