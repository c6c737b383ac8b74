import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joined } from 'node:path'
import { after, test } from 'node:test'
import { isPostgres } from '../../test/harness/engine.ts'
import { watchStatements } from '../../test/harness/statements.ts'
import { world } from '../../test/harness/world.ts'
import { randomHex } from '../lib/secret.ts'
import { createUser } from '../resources/people/rules/join.ts'
import { deleteWhere } from '../store/change.ts'
import { openSqlite } from '../store/sqlite.ts'
import { authenticate, issueToken } from './tokens.ts'

const watch = watchStatements()

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, session: undefined })
const refused = { status: 401, message: 'Not Authorized' }

test('a token that is deleted in one process fails in the others with the next request', async () => {
  const folder = mkdtempSync(joined(tmpdir(), 'workloom-test-'))
  let now = Date.UTC(2026, 0, 5)
  const [one, other] = [
    await openSqlite({ folder, clock: () => now++ }),
    await openSqlite({ folder, clock: () => now++, node: 1 }),
  ]
  after(async () => {
    for (const store of [one, other]) await store.close()
    rmSync(folder, { recursive: true })
  })
  const { gid, token } = await one.write(async tx => {
    const user = await createUser(tx, { name: 'Ann', email: 'ann@example.com' })
    return issueToken(tx, { user, name: 'laptop' })
  })
  assert.equal((await authenticate(other, bearer(token), now)).token, gid)
  assert.equal((await authenticate(one, bearer(token), now)).token, gid)
  await other.write(tx => deleteWhere(tx, 'tokens', { gid }))
  await assert.rejects(authenticate(one, bearer(token), now), refused)
})

/** Fewer over a network, where a query takes longer. */
const MANY = isPostgres ? 2_000 : 100_000

test('an unknown token costs one small query, and leaves nothing in memory', async () => {
  const { store, ann } = await world()
  watch.take()
  for (let count = 0; count < MANY; count++) {
    await assert.rejects(authenticate(store, bearer(`2/${ann.gid}/${count}:${randomHex(16)}`), 0), refused)
  }
  const ran = watch.take()
  assert.equal(ran.length, MANY)
  const [text = '', ...others] = new Set(ran)
  assert.deepEqual(others, [], 'one statement for all of them, and no write')
  const plan = (await watch.explain(text)).join('\n')
  assert.match(plan, isPostgres ? /Index Scan using tokens_hash_key/ : /SEARCH t USING INDEX .*\(hash=\?\)/)
})

test('a token is accepted in the header, and nowhere else', async () => {
  const { send, ann } = await world()
  const ask = async (url: string, headers = {}) => (await send({ method: 'GET', url, headers })).status
  assert.equal(await ask('/api/1.0/users/me', { authorization: `Bearer ${ann.token}` }), 200)
  for (const name of ['access_token', 'token', 'api_key', 'bearer']) {
    assert.equal(await ask(`/api/1.0/users/me?${name}=${encodeURIComponent(ann.token)}`), 401)
    assert.equal(await ask(`/-/tokens?${name}=${encodeURIComponent(ann.token)}`), 401)
  }
  const payload = JSON.stringify({ access_token: ann.token, data: { name: 'x', access_token: ann.token } })
  const headers = { 'content-type': 'application/json' }
  assert.equal((await send({ method: 'POST', url: '/api/1.0/tags', headers, payload })).status, 401)
})

test('a header without a valid token is refused', async () => {
  const { send, ann } = await world()
  const [secret = ''] = ann.token.split(':').slice(1)
  const headers = [
    'Bearer',
    'Bearer ',
    `Bearer ${secret}`,
    `Bearer ${ann.token}x`,
    `Bearer ${ann.token.slice(0, -1)}`,
    `Bearer ${ann.token.toUpperCase()}`,
    `Bearer  ${ann.token}`,
    `Token ${ann.token}`,
    ann.token,
    `Basic ${ann.token}`,
    `Basic ${Buffer.from(`${ann.token}:password`).toString('base64')}`,
    `Basic ${Buffer.from(`:${ann.token}`).toString('base64')}`,
    `Bearer ${"' or 1=1 --"}`,
    `Bearer ${'a'.repeat(10_000)}`,
  ]
  for (const authorization of headers) {
    const { status, message } = await send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization } })
    assert.deepEqual([status, message], [401, 'Not Authorized'], authorization.slice(0, 60))
  }
})

test('authentication works while the store refuses writes', async () => {
  const { store, ann } = await world()
  const stuck = { ...store, write: () => Promise.reject(new Error('disk full')) }
  assert.equal((await authenticate(stuck, bearer(ann.token), 0)).gid, Number(ann.gid))
})
