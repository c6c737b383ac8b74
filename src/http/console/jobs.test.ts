/** The list of jobs: its columns, and who may read it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import { createSession } from '../../identity/sessions.ts'
import { createWorkspace, join } from '../../resources/people/rules/join.ts'
import { claim, retry, schedule } from '../../store/queries/jobs/queue.ts'

async function home() {
  const w = await world()
  const jobs = async (who: Person) => {
    const where = { agent: '', address: '' }
    const secret = await w.store.write(tx => createSession(tx, Number(who.gid), where))
    const headers = { cookie: `workloom_session=${secret}`, 'x-requested-with': 'page' }
    return w.send({ method: 'GET', url: '/-/jobs', headers })
  }
  return { ...w, jobs }
}

test('the list has waiting, running and failed jobs', async () => {
  const { ann, store, clock, jobs } = await home()
  clock.step = 0
  await store.write(async tx => {
    await schedule(tx, 'broken', 7, tx.now)
    const [job] = await claim(tx, { kinds: ['broken'], limit: 1, lease: 'a', until: tx.now + 1000 })
    assert.ok(job)
    await retry(tx, 'a', job, tx.now + 5000, 'It did not answer.')
    await schedule(tx, 'busy', 8, tx.now)
    await claim(tx, { kinds: ['busy'], limit: 1, lease: 'b', until: tx.now + 1000 })
    await schedule(tx, 'patient', 9, tx.now + 9000)
  })
  const shown = (await jobs(ann)).data as unknown as Json[]
  const of = Object.fromEntries(shown.map(job => [job.kind, job]))
  assert.deepEqual(shown.map(({ kind, state, subject }) => [kind, state, subject]).sort(), [
    ['broken', 'failed', '7'],
    ['busy', 'running', '8'],
    ['patient', 'waiting', '9'],
  ])
  const { last_error, run_at, attempts } = of.broken as Json
  assert.deepEqual([last_error, run_at, attempts], ['It did not answer.', new Date(clock.now + 5000).toISOString(), 1])
})

test('only administrators of the installation read the list of jobs', async () => {
  const { ann, ben, store, jobs, send, person } = await home()
  assert.equal((await jobs(ann)).status, 200)
  assert.equal((await jobs(ben)).status, 403)
  const sam = await person('Sam', null)
  await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: [], plan: 'enterprise' })
    await join(tx, Number(sam.gid), gid, { is_admin: true })
  })
  assert.equal((await jobs(sam)).status, 403)
  const headers = { authorization: `Bearer ${ann.token}`, 'x-requested-with': 'page' }
  assert.equal((await send({ method: 'GET', url: '/-/jobs', headers })).status, 401)
})
