/** Live updates of a person's own objects outside a workspace: sent as kinds, and to that person only. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Person, type World, world } from '../../../test/harness/world.ts'
import { createSession } from '../../identity/sessions.ts'
import { createToken } from '../../identity/tokens.ts'
import { deleteWhere } from '../../store/change.ts'
import { ownedFingerprints } from '../../store/queries/events/fingerprints.ts'
import { schedule } from '../../store/queries/jobs/queue.ts'
import { createStream } from './stream.ts'

/** The stream of a person; returns what it received since the last call. */
async function page({ store, clock }: World, person: Person, seesJobs = false) {
  const session = await store.write(tx =>
    createSession(tx, Number(person.gid), { agent: 'test', address: '127.0.0.1' }),
  )
  let text = ''
  let isOver = false
  const sink = {
    write: (more: string) => {
      text += more
    },
    bufferedBytes: () => 0,
    end: () => {
      isOver = true
    },
  }
  const me = Number(person.gid)
  const owned = await ownedFingerprints(store.read, me, seesJobs)
  const options = { store, clock: () => clock.now, session, me, seesJobs, owned, log: () => undefined }
  const stream = createStream({ ...options, sink }, new Map())
  return {
    isOver: () => isOver,
    received: async () => {
      text = ''
      await stream.checkOwn()
      return text
    },
  }
}

const own = (...kinds: string[]) => `event: own\ndata: ${JSON.stringify(kinds)}\n\n`

test('a page receives created and deleted tokens of its own person only', async () => {
  const all = await world()
  const [mine, other] = [await page(all, all.ann), await page(all, all.ben)]
  assert.equal(await mine.received(), '', 'nothing has changed')
  await all.store.write(tx => createToken(tx, Number(all.ann.gid), 'laptop'))
  assert.equal(await mine.received(), own('tokens'))
  assert.equal(await mine.received(), '', 'it is sent once')
  await all.store.write(tx => deleteWhere(tx, 'tokens', { user: Number(all.ann.gid), kind: 'personal' }))
  assert.equal(await mine.received(), own('tokens'))
  assert.equal(await other.received(), '')
})

test('a page receives another session of its person', async () => {
  const all = await world()
  const mine = await page(all, all.ann)
  await page(all, all.ann)
  assert.equal(await mine.received(), own('sessions'))
})

test('jobs are sent only to administrators of the installation', async () => {
  const all = await world()
  const [admin, member] = [await page(all, all.ann, true), await page(all, all.ben)]
  await all.store.write(tx => schedule(tx, 'expire', 1, tx.now))
  assert.equal(await admin.received(), own('jobs'))
  assert.equal(await member.received(), '')
})

test('a page receives changed preferences, views and favorites of its own person only', async () => {
  const all = await world()
  const [mine, other] = [await page(all, all.ann), await page(all, all.ben)]
  const visitor = await signedIn(all, all.ann)
  await mine.received()
  const project = await all.ann.create('/projects', { workspace: all.workspace, name: 'Plan' })
  const writes: [kind: string, write: () => Promise<unknown>][] = [
    ['preference', () => visitor.put('/preferences', { density: 'compact' })],
    ['view', () => visitor.post('/views', { parent: project, name: 'Mine', is_shared: true })],
    ['favorite', () => visitor.put(`/favorites/${project}`, {})],
  ]
  for (const [kind, write] of writes) {
    await write()
    assert.equal(await mine.received(), own(kind))
  }
  assert.equal(await other.received(), '')
})

test('a page whose session has ended receives nothing and is closed', async () => {
  const all = await world()
  const mine = await page(all, all.ann)
  await all.store.write(tx => deleteWhere(tx, 'tokens', { user: Number(all.ann.gid), kind: 'session' }))
  assert.equal(await mine.received(), '')
  assert.equal(mine.isOver(), true)
})
