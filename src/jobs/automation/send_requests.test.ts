/** Requests that rules send: what they contain, repetition, and refused targets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCEPTED, ruleWorld } from '../../../test/harness/automation/rules.ts'
import { receiver } from '../../../test/harness/receiver.ts'
import { ok } from '../../../test/harness/sample.ts'
import { createWebhookClient } from '../webhook_client.ts'

const URL = 'https://example.com/hook?secret=1'
const HOUR_MS = 60 * 60 * 1000
const unavailable = { ...ACCEPTED, status: 503 }

test('a rule sends a request with the task, the run and its own data', async () => {
  const w = await ruleWorld()
  const data = { text: 'Done: {{task.name}}', nested: { list: ['{{task.gid}}', 1] } }
  const { gid } = await w.rule({ kind: 'task_added' }, [{ kind: 'send_request', url: URL, data }])
  const task = await w.task({ name: 'Bolt' })
  const { data: runs } = await ok(w.console.get(`/rules/${gid}/runs`))
  assert.deepEqual(w.sent, [
    {
      target: URL,
      body: {
        rule: { gid, name: 'Rule' },
        run: runs[0].gid,
        task: { gid: task, resource_type: 'task', name: 'Bolt' },
        data: { text: 'Done: Bolt', nested: { list: [task, 1] } },
      },
    },
  ])
})

test('a request that the target does not accept is repeated, and those after it wait', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'task_added' }, [
    { kind: 'send_request', url: URL, data: { of: '{{task.name}}' } },
  ])
  w.answers.next = unavailable
  await w.task({ name: 'A' })
  await w.task({ name: 'B' })
  assert.equal(w.sent.length, 1)
  await w.tick(10_000)
  assert.equal(w.sent.length, 2)
  w.answers.next = ACCEPTED
  await w.tick(20_000)
  assert.deepEqual(
    w.sent.map(({ body }) => body.data.of),
    ['A', 'A', 'A', 'B'],
  )
  assert.equal((await w.shown(gid)).failures, 0)
})

test('a request that no attempt delivers is given up, and the rule shows why', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'task_added' }, [{ kind: 'send_request', url: URL }])
  w.answers.next = unavailable
  await w.task()
  for (let hour = 0; hour < 12; hour++) await w.tick(HOUR_MS)
  assert.equal(w.sent.length, 9)
  const { failures, last_error } = await w.shown(gid)
  assert.deepEqual(
    [failures, last_error],
    [1, 'Sending a request to example.com failed. The target answered with status 503.'],
  )
})

test('a target in the network of the operator is not called', async () => {
  const target = await receiver()
  const w = await ruleWorld({ post: createWebhookClient({ allowPrivate: false }) })
  const { gid } = await w.rule({ kind: 'task_added' }, [{ kind: 'send_request', url: target.url }])
  await w.task()
  assert.equal(target.requests.length, 0)
  assert.match((await w.shown(gid)).last_error, /It has no public address/)
})

test('deleting a rule deletes the requests that wait', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'task_added' }, [{ kind: 'send_request', url: URL }])
  w.answers.next = unavailable
  await w.task()
  await ok(w.console.delete(`/rules/${gid}`))
  await w.tick(HOUR_MS)
  assert.equal(w.sent.length, 1)
})
