/** Failed sign-ins: the audit log records them, and the response does not reveal it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { watchStatements } from '../../../test/harness/statements.ts'
import { controlWrites } from '../../../test/harness/stores/writes.ts'
import { type World, world } from '../../../test/harness/world.ts'
import { createPasswords } from '../../identity/passwords.ts'
import { insert, update } from '../../store/change.ts'

const watch = watchStatements()
const GOOD = 'correct horse battery'
const hash = await createPasswords().hash(GOOD)

/** A world in which Ann has a password, and a test can delay writes and wait for them. */
async function failureWorld() {
  const all = await world()
  await all.store.write(tx => insert(tx, 'passwords', { user: Number(all.ann.gid), hash, changed_at: tx.now }))
  return { ...all, ...(await auditor(all)), ...controlWrites(all.store) }
}

const attempt = async (all: World, email: string, password = 'a guess') => {
  const headers = { 'x-requested-with': 'workloom', 'user-agent': 'Guesser' }
  const { status, body } = await browser(all).call('POST', '/sign_in', { email, password }, headers)
  return { status, body }
}

test('a wrong password is an audit entry about the person, without an actor, with the client address', async () => {
  const all = await failureWorld()
  assert.equal((await attempt(all, 'ANN@example.com')).status, 401)
  await all.settled()
  const [line, ...rest] = await all.newEntries()
  assert.deepEqual(rest, [])
  assert.deepEqual([line?.event_type, line?.event_category], ['user_login_failed', 'logins'])
  assert.deepEqual(line?.actor, { actor_type: 'anonymous' })
  assert.deepEqual([line?.resource.gid, line?.resource.email], [all.ann.gid, 'ann@example.com'])
  assert.deepEqual(line?.details, { method: ['PASSWORD'] })
  const { context_type, user_agent, client_ip_address } = line?.context ?? {}
  assert.deepEqual([context_type, user_agent, client_ip_address], ['web', 'Guesser', '127.0.0.1'])
  assert.ok(!JSON.stringify(line).includes('a guess'))
})

test('a failed sign-in is recorded for an account without a password, and not for unknown or former people', async () => {
  const all = await failureWorld()
  const gone = await all.person('Gone')
  await all.store.write(tx => update(tx, 'workspace_memberships', { user: Number(gone.gid) }, { is_active: 0 }))
  await all.newEntries()
  for (const email of ['ben@example.com', 'nobody@example.com', 'gone@example.com']) {
    assert.equal((await attempt(all, email, GOOD)).status, 401)
  }
  assert.equal((await attempt(all, 'ann@example.com', GOOD)).status, 200)
  await all.settled()
  const lines = await all.newEntries()
  assert.deepEqual(eventTypes(lines), ['user_login_failed', 'user_login_succeeded'])
  assert.equal(lines[0]?.resource.gid, all.ben.gid)
  assert.deepEqual(all.logged, [])
})

test('a failed sign-in runs the same statements and waits for no write, with and without an account', async () => {
  const all = await failureWorld()
  const release = all.pause()
  const seen = []
  for (const email of ['ann@example.com', 'nobody@example.com']) {
    watch.take()
    seen.push({ ...(await attempt(all, email)), statements: watch.take() })
  }
  assert.deepEqual(seen[0], seen[1])
  assert.equal(seen[0]?.status, 401)
  release()
  await all.settled()
  assert.deepEqual(eventTypes(await all.newEntries()), ['user_login_failed'])
})

test('a stopping server writes the pending audit entries', async () => {
  const all = await failureWorld()
  const release = all.pause()
  assert.equal((await attempt(all, 'ann@example.com')).status, 401)
  let isClosed = false
  const closing = all.app.close().then(() => {
    isClosed = true
  })
  for (let turn = 0; turn < 100; turn++) await new Promise(resolve => setImmediate(resolve))
  assert.equal(isClosed, false)
  release()
  await closing
  const { db } = all.store.read
  const query = db.selectFrom('audit_log_events').select('actor_type').where('event_type', '=', 'user_login_failed')
  assert.deepEqual(
    (await query.execute()).map(row => row.actor_type),
    ['anonymous'],
  )
})

test('a failure to write the audit entry is logged, and the response is the same', async t => {
  const all = await failureWorld()
  t.mock.method(all.store, 'write', () => Promise.reject(new Error('no room')))
  assert.equal((await attempt(all, 'ann@example.com')).status, 401)
  t.mock.restoreAll()
  assert.deepEqual(
    all.logged.map(({ level, cause }) => [level, cause]),
    [['error', 'Error: no room']],
  )
})
