/** Deliveries, with a manual clock: contents, order, retries and deletion. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { acceptAll, receiver } from '../../test/harness/receiver.ts'
import { ok } from '../../test/harness/sample.ts'
import { setActive } from '../../test/harness/work.ts'
import { type Json, world } from '../../test/harness/world.ts'
import { createWebhookClient } from './webhook_client.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

const post = createWebhookClient({ allowPrivate: true })

async function testDelivery() {
  const w = await world({ post })
  w.clock.step = 0
  const target = await receiver()
  const project = await w.ann.create('/projects', { name: 'P', workspace: w.workspace, privacy_setting: 'private' })
  const webhook = async (resource: string, filters?: Json[], who = w.ann) => {
    const made = await ok(who.post('/webhooks', { resource, target: target.url, filters }))
    return { gid: made.data.gid as string, secret: made.body['X-Hook-Secret'] as string }
  }
  const tick = async (later = 0) => {
    w.clock.now += later
    await w.jobs.tick()
  }
  const task = (name: string, more: Json = { projects: [project] }) => w.ann.create('/tasks', { name, ...more })
  const shown = async (gid: string) => (await ok(w.ann.get(`/webhooks/${gid}`))).data
  /** The tasks of delivered `added` events, in order. */
  const added = () =>
    target
      .events()
      .flatMap(({ action, resource, parent }) =>
        action === 'added' && resource.resource_type === 'task' && parent?.resource_type === 'project'
          ? resource.gid
          : [],
      )
  return { ...w, target, project, webhook, tick, task, shown, added }
}

test('events have the format of the real service, and a signature of their exact bytes', async () => {
  const { ann, target, project, webhook, tick, task, clock } = await testDelivery()
  const { secret } = await webhook(project)
  const gid = await task('A')
  await tick()
  await ok(ann.put(`/tasks/${gid}`, { name: 'Ünï “Ω” 🦉 </script>' }))
  await tick(SECOND)
  const [first, second] = target.deliveries()
  assert.ok(first && second)
  const created_at = new Date(clock.now - SECOND).toISOString()
  const user = { gid: ann.gid, resource_type: 'user' }
  const resource = { gid, resource_type: 'task', resource_subtype: 'default_task' }
  assert.deepEqual(first.events[0], {
    ...{ user, created_at, action: 'added', resource },
    parent: { gid: project, resource_type: 'project' },
  })
  const change = { field: 'name', action: 'changed' }
  assert.equal(
    JSON.stringify(second.events[0]),
    JSON.stringify({ user, created_at, action: 'changed', resource, parent: null, change }),
  )
  const noted = second.events[1]
  assert.deepEqual([noted?.action, noted?.user, noted?.parent], ['added', null, resource])
  for (const { body, headers } of [first, second]) {
    const sign = (text: string) => createHmac('sha256', secret).update(text, 'utf8').digest('hex')
    assert.equal(headers['x-hook-signature'], sign(body))
    assert.equal(headers['x-hook-signature'], sign(JSON.stringify(JSON.parse(body))), 'as official samples do')
    assert.equal(headers['content-type'], 'application/json')
    assert.ok(!body.includes('"name":'))
  }
})

test('events contain values that are objects, and no others', async () => {
  const { ann, ben, target, project, webhook, tick, task, workspace } = await testDelivery()
  const enum_options = [{ name: 'One' }]
  const field = { workspace, name: 'F', resource_subtype: 'enum', enum_options }
  const custom_field = await ann.create('/custom_fields', field)
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
  const [option] = (await ok(ann.get(`/custom_fields/${custom_field}`))).data.enum_options
  const gid = await task('A')
  await webhook(gid)
  await ok(
    ann.put(`/tasks/${gid}`, {
      assignee: ben.gid,
      due_on: '2026-02-03',
      custom_fields: { [custom_field]: option.gid },
    }),
  )
  await tick()
  const of = (name: string) => target.events().find(({ change }) => change?.field === name)?.change
  assert.deepEqual(of('assignee').new_value, { gid: ben.gid, resource_type: 'user' })
  assert.deepEqual(Object.keys(of('due_on')), ['field', 'action'])
  assert.deepEqual(of('followers'), {
    ...{ field: 'followers', action: 'added', added_value: { gid: ben.gid, resource_type: 'user' } },
  })
  assert.deepEqual(of('custom_fields').new_value, {
    ...{ gid: custom_field, resource_type: 'custom_field', resource_subtype: 'enum' },
    enum_value: { gid: option.gid, resource_type: 'enum_option' },
  })
})

const delivered = (events: Json[]) =>
  events.map(({ resource, action, change }) => [resource.resource_type, action, change?.field ?? ''].join(' ').trim())

const filtered: [string, Json[], string[]][] = [
  ['a type', [{ resource_type: 'story' }], ['story added', 'story added']],
  ['an action', [{ action: 'changed' }], ['task changed name', 'task changed completed', 'task changed completed_at']],
  ['a subtype', [{ resource_subtype: 'marked_complete' }], ['story added']],
  ['a field', [{ resource_type: 'task', action: 'changed', fields: ['name'] }], ['task changed name']],
  ['either', [{ fields: ['name'] }, { resource_subtype: 'name_changed' }], ['task changed name', 'story added']],
  ['what does not happen', [{ resource_type: 'task', action: 'deleted' }], []],
]

for (const [what, filters, expected] of filtered) {
  test(`filters select by ${what}`, async () => {
    const { ann, target, project, webhook, tick, task } = await testDelivery()
    const gid = await task('A')
    await webhook(project, filters)
    await ok(ann.put(`/tasks/${gid}`, { name: 'B', completed: true }))
    await tick()
    assert.deepEqual(delivered(target.events()), expected)
  })
}

test('a webhook on a workspace receives events of its projects and people, and of nothing below', async () => {
  const { target, webhook, tick, ann, ben, workspace } = await testDelivery()
  await webhook(workspace, [{ resource_type: 'project' }, { resource_type: 'workspace_membership', action: 'removed' }])
  const project = await ann.create('/projects', { name: 'Q', workspace, privacy_setting: 'private' })
  await ann.create('/tasks', { name: 'A', projects: [project] })
  await ok(ann.put(`/projects/${project}`, { name: 'R' }))
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  await tick()
  assert.deepEqual(delivered(target.events()), [
    'project added',
    'project changed name',
    'workspace_membership removed',
  ])
})

test('a webhook on My Tasks receives assignments and comments', async () => {
  const { ann, ben, target, webhook, tick, workspace } = await testDelivery()
  const mine = (await ok(ann.get(`/users/me/user_task_list?workspace=${workspace}`))).data.gid
  await webhook(mine, [{ resource_type: 'task', action: 'added' }, { resource_subtype: 'comment_added' }])
  const task = await ben.create('/tasks', { name: 'A', workspace, assignee: ann.gid })
  await ok(ben.post(`/tasks/${task}/stories`, { text: 'please' }))
  await ben.create('/tasks', { name: 'B', workspace, assignee: 'me' })
  await tick()
  assert.deepEqual(delivered(target.events()), ['task added', 'task added', 'story added'])
  assert.deepEqual(target.events()[0]?.parent, { gid: mine, resource_type: 'user_task_list' })
})

test('many changes are delivered in order, a hundred at a time', async () => {
  const { project, webhook, tick, task, target, added } = await testDelivery()
  await webhook(project)
  const made: string[] = []
  for (let count = 0; count < 120; count++) made.push(await task(`T${count}`))
  await tick()
  assert.deepEqual(added(), made)
  assert.ok(target.deliveries().every(({ events }) => events.length <= 100))
  assert.equal(target.events().length, 360)
})

test('a delivery contains only changes that the owner can see', async () => {
  const { ann, ben, target, project, webhook, tick, workspace } = await testDelivery()
  const tag = await ben.create('/tags', { name: 'T', workspace })
  await webhook(tag, undefined, ben)
  await ann.create('/tasks', { name: 'hers', projects: [project], tags: [tag] })
  const his = await ben.create('/tasks', { name: 'his', workspace, assignee: 'me', tags: [tag] })
  await tick()
  assert.deepEqual(
    target.events().map(({ resource }) => resource.gid),
    [his],
  )
})

test('a failed delivery is retried with growing delays, before any later one', async () => {
  const { target, project, webhook, tick, task, shown, added, clock } = await testDelivery()
  const { gid } = await webhook(project)
  await tick()
  target.behave = response => response.writeHead(500).end('out of order')
  const first = await task('A')
  await tick()
  const failing = await shown(gid)
  assert.deepEqual(
    [failing.delivery_retry_count, failing.last_failure_content, failing.last_failure_at],
    [1, 'out of order', new Date(clock.now).toISOString()],
  )
  assert.equal(failing.failure_deletion_timestamp, new Date(clock.now + 24 * HOUR).toISOString())
  const second = await task('B')
  const waits: number[] = []
  for (let round = 0; round < 11; round++) {
    const next = Date.parse((await shown(gid)).next_attempt_after)
    const before = target.requests.length
    await tick(next - clock.now - 1)
    assert.equal(target.requests.length, before, 'not yet')
    await tick(1)
    assert.equal(target.requests.length, before + 1)
    waits.push((Date.parse((await shown(gid)).next_attempt_after) - clock.now) / SECOND)
  }
  assert.deepEqual(waits, [20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600])
  target.behave = acceptAll
  target.requests.splice(0)
  await tick(HOUR)
  assert.deepEqual(added(), [first, second])
  const healthy = await shown(gid)
  assert.deepEqual(
    [healthy.delivery_retry_count, healthy.next_attempt_after, healthy.failure_deletion_timestamp],
    [0, null, null],
  )
  assert.equal(healthy.last_success_at, new Date(clock.now).toISOString())
})

test('a webhook is deleted after 24 hours without a success, and its owner gets an e-mail', async () => {
  const { ann, target, project, webhook, tick, task, announced, logged } = await testDelivery()
  const { gid } = await webhook(project)
  await tick()
  target.behave = (_response, _got, request) => request.socket.destroy()
  await task('A')
  for (let hour = 0; hour < 24; hour++) await tick(HOUR)
  assert.equal((await ann.get(`/webhooks/${gid}`)).status, 200)
  assert.equal(announced.length, 0)
  await tick(HOUR)
  assert.equal((await ann.get(`/webhooks/${gid}`)).status, 404)
  const { host } = new URL(target.url)
  const text = `For ann@example.com:\n\nHello Ann,\n\nYour webhook ${gid} to ${host} was deleted`
  const [email = ''] = announced
  assert.ok(email.startsWith(text) && email.includes('24 hours'), email)
  assert.ok(!email.includes('of=test'), 'the rest of the address may be a secret')
  assert.deepEqual([announced.length, logged.filter(({ user }) => user)], [1, []])
  const before = target.requests.length
  await tick(24 * HOUR)
  assert.equal(target.requests.length, before)
})

test('a webhook is deleted when its target answers 410', async () => {
  const { ann, target, project, webhook, tick } = await testDelivery()
  const { gid } = await webhook(project)
  target.behave = response => response.writeHead(410).end()
  await tick()
  assert.equal((await ann.get(`/webhooks/${gid}`)).status, 404)
})

test('a delivery is repeated, in order, when its success was not recorded', async () => {
  const { target, project, webhook, tick, task, added } = await testDelivery()
  await webhook(project)
  await tick()
  target.behave = (response, _got, request) => {
    response.writeHead(200, { 'content-length': '10' }).write('o')
    setTimeout(() => request.socket.destroy(), 10)
  }
  const first = await task('A')
  await tick()
  target.behave = acceptAll
  const second = await task('B')
  await tick(10 * SECOND)
  assert.deepEqual(added(), [first, first, second])
})

test('an empty heartbeat is sent at once and every eight hours, independently of deliveries', async () => {
  const { target, project, webhook, tick, task, clock } = await testDelivery()
  const { secret } = await webhook(project)
  const beats: number[] = []
  const began = clock.now
  target.behave = (response, { events }) => {
    if (events.length === 0) beats.push((clock.now - began) / HOUR)
    response.end()
  }
  for (let hour = 0; hour <= 24; hour++) {
    await tick(hour === 0 ? 0 : HOUR)
    await task('A')
  }
  assert.deepEqual(beats, [0, 8, 16, 24])
  const [, beat] = target.requests
  assert.equal(beat?.body, '{"events":[]}')
  assert.equal(beat?.headers['x-hook-signature'], createHmac('sha256', secret).update('{"events":[]}').digest('hex'))
})

test('a webhook is deleted when only heartbeats fail', async () => {
  const { ann, target, project, webhook, tick } = await testDelivery()
  const { gid } = await webhook(project)
  target.behave = response => response.writeHead(503).end()
  for (let hour = 0; hour <= 25; hour++) await tick(HOUR)
  assert.equal((await ann.get(`/webhooks/${gid}`)).status, 404)
})

test('a target whose name now leads to a private address is not called', async () => {
  const strict = createWebhookClient({ allowPrivate: false })
  let allowed = true
  const w = await world({ post: (...call) => (allowed ? post : strict)(...call) })
  const target = await receiver()
  const project = await w.ann.create('/projects', { name: 'P', workspace: w.workspace, privacy_setting: 'private' })
  const gid = await w.ann.create('/webhooks', { resource: project, target: target.url })
  allowed = false
  await w.jobs.tick()
  const { data } = await ok(w.ann.get(`/webhooks/${gid}`))
  assert.deepEqual([target.requests.length, data.last_failure_content], [1, 'It has no public address.'])
})

test('a webhook is deleted when its owner loses access to its resource', async () => {
  const { ann, ben, target, project, webhook, tick, task } = await testDelivery()
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  const { gid } = await webhook(project, undefined, ben)
  await tick()
  await ok(ann.post(`/projects/${project}/removeMembers`, { members: [ben.gid] }))
  target.requests.splice(0)
  await task('A')
  await tick()
  assert.deepEqual([target.requests.length, (await ben.get(`/webhooks/${gid}`)).status], [0, 404])
})

test('a webhook is deleted with the membership of its owner, and with the token that created it', async () => {
  const w = await testDelivery()
  const { ann, ben, store, target, project, webhook, tick } = w
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  await webhook(project, undefined, ben)
  await webhook(project)
  await tick()
  await setActive(w, ben, false)
  await store.write(tx => tx.connection.execute('delete from tokens where "user" = ?', [Number(ann.gid)]))
  target.requests.splice(0)
  await store.write(tx => tx.connection.execute('update webhooks set heartbeat_at = 0', []))
  await store.write(tx => tx.connection.execute('update jobs set run_at = 0', []))
  await tick()
  const left = await store.read.db.selectFrom('webhooks').select('gid').execute()
  assert.deepEqual([left, target.requests.length], [[], 0])
})

test('the deletion of the resource is delivered', async () => {
  const { ann, target, project, webhook, tick } = await testDelivery()
  await webhook(project)
  await tick()
  await ok(ann.delete(`/projects/${project}`))
  await tick()
  assert.deepEqual(delivered(target.events()), ['project deleted'])
})

test('a delivery to a webhook that is deleted meanwhile is not recorded', async () => {
  const { ann, target, project, webhook, tick, task, logged } = await testDelivery()
  const { gid } = await webhook(project)
  await tick()
  target.behave = async response => {
    await ann.delete(`/webhooks/${gid}`)
    response.end()
  }
  await task('A')
  await tick()
  assert.deepEqual(logged, [])
})
