/** Requests with the same `Idempotency-Key` at once, at any instance: one is executed, and all get its response. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, instances } from '../harness/instances.ts'
import { apiPage } from '../harness/pages/api.ts'
import { signedIn } from '../harness/sign_in/console.ts'

test('of requests with the same key at once, one is executed, and the others get its response', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const { call } = apiPage(all, (await signedIn(all, ann)).session)
  for (const key of ['a', 'b', 'c']) {
    const answers = await atOnce(() => call('POST', '/tags', { workspace, name: key }, { 'idempotency-key': key }))
    assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1)
    assert.equal(answers[0]?.status, 201)
  }
  const tags = await store.read.db.selectFrom('tags').select('name').orderBy('name').execute()
  assert.deepEqual(
    tags.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
})

test('of different requests with the same key at once, one is executed, and the others are refused', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const { call } = apiPage(all, (await signedIn(all, ann)).session)
  const answers = await atOnce(n => call('POST', '/tags', { workspace, name: `Tag ${n}` }, { 'idempotency-key': 'a' }))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [201, ...Array<number>(19).fill(400)])
  assert.equal((await store.read.db.selectFrom('tags').select('gid').execute()).length, 1)
})

test('a request whose transaction fails leaves its key to the one that waits', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const { call } = apiPage(all, (await signedIn(all, ann)).session)
  const send = (name: string | null) => call('POST', '/tags', { workspace, name }, { 'idempotency-key': 'a' })
  const answers = await Promise.all([send(null), send('A'), send(null), send('A')])
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 2)
  assert.equal(made[0]?.text, made[1]?.text)
})
