/** Webhooks for their owners: handshake, filters, limits, and access. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptAll, type ReceiverBehavior, receiver } from '../../../test/harness/receiver.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type Json, type World, world } from '../../../test/harness/world.ts'
import { createWebhookClient, type HostResolver } from '../../jobs/webhook_client.ts'
import { insertAll } from '../../store/change.ts'
import { webhookOf } from '../../store/queries/jobs/webhooks.ts'

const REFUSED = 'The remote server which is intended to receive the webhook did not respond with the handshake secret.'

const patient = createWebhookClient({ allowPrivate: true })
/** For targets that never answer. */
const impatient = createWebhookClient({ allowPrivate: true, timeoutMs: 300 })

async function home(post = patient) {
  const w = await world({ post })
  const project = await w.ann.create('/projects', { name: 'P', workspace: w.workspace, privacy_setting: 'private' })
  return { ...w, project }
}

test('a webhook is created when its target returns the secret, which is in the response once', async () => {
  const { ann, project, store, clock } = await home()
  const { url, requests } = await receiver()
  clock.step = 0
  const made = await ann.post('/webhooks', { resource: project, target: url })
  assert.equal(made.status, 201)
  const { gid, ...shown } = made.data
  assert.deepEqual(shown, {
    resource_type: 'webhook',
    active: true,
    resource: { gid: project, resource_type: 'project', name: 'P' },
    target: url,
    created_at: new Date(clock.now).toISOString(),
    last_success_at: null,
    last_failure_at: null,
    last_failure_content: null,
    delivery_retry_count: 0,
    next_attempt_after: null,
    failure_deletion_timestamp: null,
    filters: [],
  })
  const secret = String(made.body['X-Hook-Secret'])
  assert.match(secret, /^[0-9a-f]{64}$/)
  assert.deepEqual(Object.keys(made.body), ['data', 'X-Hook-Secret'])
  assert.equal(made.headers.location, `/api/1.0/webhooks/${gid}`)
  const [handshake] = requests
  assert.deepEqual(
    [requests.length, handshake?.method, handshake?.path, handshake?.body, handshake?.headers['x-hook-secret']],
    [1, 'POST', '/hook?of=test', '{}', secret],
  )
  assert.equal(handshake?.headers['content-type'], 'application/json')
  assert.equal(handshake?.headers['user-agent'], 'Workloom')
  assert.ok(!JSON.stringify((await ann.get(`/webhooks/${gid}`)).body).includes(secret))
  assert.ok(!(await webhookOf(store.read, Number(gid)))?.secret.includes(secret), 'it is sealed')
})

test('form-encoded requests can create webhooks', async () => {
  const { ann, project, send } = await home()
  const { url } = await receiver()
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams({ resource: project, target: url }).toString()
  const made = await send({ method: 'POST', url: '/api/1.0/webhooks', headers, payload })
  assert.equal(made.status, 201)
})

const wrong: Record<string, ReceiverBehavior> = {
  'says nothing of a secret': response => response.end(),
  'repeats another secret': response => response.setHeader('X-Hook-Secret', 'x'.repeat(64)).end(),
  'answers an error': (response, got, request) => {
    response.statusCode = 500
    acceptAll(response, got, request)
  },
  'answers 201': (response, got, request) => {
    response.statusCode = 201
    acceptAll(response, got, request)
  },
  'leads elsewhere': response => response.writeHead(302, { location: '/' }).end(),
  'never answers': () => {},
  'hangs up': (_response, _got, request) => request.socket.destroy(),
}

for (const [what, behave] of Object.entries(wrong)) {
  test(`a target that ${what} gets no webhook`, async () => {
    const isSilent = what === 'never answers'
    const { ann, project, workspace } = await home(isSilent ? impatient : patient)
    const { url } = await receiver(behave)
    const { status, message } = await ann.post('/webhooks', { resource: project, target: url })
    const late = isSilent ? ' No answer within 0.3 seconds.' : ''
    assert.deepEqual([status, message], [400, REFUSED + late])
    assert.deepEqual((await ann.get(`/webhooks?workspace=${workspace}`)).data, [])
  })
}

test('the error for an unreachable or private target has no further details', async () => {
  const { ann, project } = await home()
  const unreachable = await ann.post('/webhooks', { resource: project, target: 'http://127.0.0.1:1/' })
  assert.deepEqual([unreachable.status, unreachable.message], [400, `${REFUSED} It refused the connection.`])
  const resolve: HostResolver = (host, done) =>
    host === 'inside.example.com' ? done(null, [{ address: '10.0.0.1', family: 4 }]) : done(new Error('ENOTFOUND'), [])
  const w = await world({ post: createWebhookClient({ allowPrivate: false, resolve }) })
  const inside = await w.ann.create('/projects', { name: 'P', workspace: w.workspace, privacy_setting: 'private' })
  for (const host of ['inside.example.com', 'none.example.com', '10.0.0.1', '[::1]']) {
    const { status, message } = await w.ann.post('/webhooks', { resource: inside, target: `http://${host}/` })
    assert.deepEqual([status, message], [403, 'The target cannot be called. It has no public address.'], host)
  }
})

test('a target can accept with 204', async () => {
  const { ann, project } = await home()
  const { url } = await receiver((response, got, request) => {
    response.statusCode = 204
    acceptAll(response, got, request)
  })
  await ann.create('/webhooks', { resource: project, target: url })
})

test('a target can call the API before it responds, and the checks run again afterwards', async () => {
  const { ann, project } = await home()
  const made: string[] = []
  const { url } = await receiver(async (...answer) => {
    made.push(await ann.create('/tasks', { name: 'made meanwhile', projects: [project] }))
    acceptAll(...answer)
  })
  await ann.create('/webhooks', { resource: project, target: url })
  assert.equal(made.length, 1)
  const late = await receiver(async (...answer) => {
    await ann.delete(`/projects/${project}`)
    acceptAll(...answer)
  })
  const { status } = await ann.post('/webhooks', { resource: project, target: late.url })
  assert.equal(status, 400)
})

test('invalid target addresses are refused, and so are private ones unless the operator allows them', async () => {
  const inside = [{ address: '127.0.0.1', family: 4 }]
  const w = await world({
    post: createWebhookClient({ allowPrivate: false, resolve: (_host, done) => done(null, inside) }),
  })
  const resource = await w.ann.create('/projects', { name: 'P', workspace: w.workspace, privacy_setting: 'private' })
  const statusOf = async (target: string) => (await w.ann.post('/webhooks', { resource, target })).status
  for (const target of ['', 'nothing', 'ftp://example.com', 'http://', 'http://a:b@example.com', '//example.com'])
    assert.equal(await statusOf(target), 400, target)
  for (const target of [
    ...['http://127.0.0.1', 'http://127.1/', 'http://0x7f000001', 'http://2130706433', 'http://017700000001'],
    ...['http://[::1]/', 'http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', 'http://0/', 'http://10.1.2.3:8080'],
    ...[
      'http://192.168.1.1',
      'http://172.16.0.1',
      'http://169.254.169.254/latest',
      'http://[fe80::1]',
      'http://[fd00::1]',
    ],
    ...['http://100.64.0.1', 'http://224.0.0.1', 'http://[64:ff9b::7f00:1]', 'https://[2002:7f00:1::]', 'http://[::]'],
    ...['http://localhost:3000', 'http://looks.fine.example.com/', 'http://127.0.0.1.', 'http://①②⑦.0.0.1'],
  ]) {
    assert.equal(await statusOf(target), 403, target)
  }
})

test('a webhook needs access to the events of its object', async () => {
  const { ann, ben, project, workspace, person } = await home()
  const { url: target } = await receiver()
  const statusOf = async (who: World['ann'], resource: string) =>
    (await who.post('/webhooks', { resource, target })).status
  assert.equal(await statusOf(ben, project), 400, 'a project that he does not see')
  const list = (await ok(ann.get(`/users/me/user_task_list?workspace=${workspace}`))).data.gid
  assert.equal(await statusOf(ann, list), 201)
  assert.equal(await statusOf(ben, list), 403, 'other users can see the list, but not its events')
  assert.equal(await statusOf(ann, ann.gid), 400, 'people cannot be watched')
  const viewer = await person('Vic', { is_view_only: true })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [viewer.gid] }))
  assert.equal(await statusOf(viewer, project), 403)
})

test('only its owner can list, read, update and delete a webhook', async () => {
  const { ann, ben, project, workspace, service } = await home()
  const { url: target } = await receiver()
  const other = await ann.create('/projects', { name: 'Q', workspace, privacy_setting: 'private' })
  const gid = await ann.create('/webhooks', { resource: project, target })
  await ann.create('/webhooks', { resource: other, target })
  await ann.create('/webhooks', { resource: other, target })
  const bot = await service('Bot')
  const listed = async (query: string) => (await ok(ann.get(`/webhooks?workspace=${workspace}${query}`))).data as Json[]
  assert.deepEqual([(await listed('')).length, (await listed(`&resource=${other}`)).length], [3, 2])
  const [first] = await listed(`&resource=${project}`)
  assert.deepEqual(Object.keys(first ?? {}), ['gid', 'resource_type', 'active', 'resource', 'target'])
  assert.equal((await ann.get('/webhooks')).message, 'workspace: Missing input')
  for (const who of [ben, bot]) {
    assert.deepEqual((await ok(who.get(`/webhooks?workspace=${workspace}`))).data, [])
    for (const refused of [
      await who.get(`/webhooks/${gid}`),
      await who.put(`/webhooks/${gid}`, { filters: [] }),
      await who.delete(`/webhooks/${gid}`),
    ]) {
      assert.equal(refused.status, 404)
    }
  }
  assert.deepEqual((await ok(ann.delete(`/webhooks/${gid}`))).body, { data: {} })
  assert.equal((await ann.get(`/webhooks/${gid}`)).status, 404)
})

test('a webhook of an application is not found with a personal token, and the other way round', async () => {
  const { ann, project, store, workspace } = await home()
  const { url: target } = await receiver()
  const gid = await ann.create('/webhooks', { resource: project, target })
  await store.write(tx => tx.connection.execute('update webhooks set application = 7', []))
  assert.equal((await ann.get(`/webhooks/${gid}`)).status, 404)
  assert.deepEqual((await ok(ann.get(`/webhooks?workspace=${workspace}`))).data, [])
})

test('an update replaces all filters, and nothing else can change', async () => {
  const { ann, project } = await home()
  const { url: target } = await receiver()
  const filters = [{ resource_type: 'task', action: 'changed', fields: ['due_on', 'name'] }, { resource_type: 'story' }]
  const gid = await ann.create('/webhooks', { resource: project, target, filters })
  assert.deepEqual((await ok(ann.get(`/webhooks/${gid}`))).data.filters, filters)
  const changed = await ok(ann.put(`/webhooks/${gid}`, { filters: [{ resource_subtype: 'milestone', nothing: 1 }] }))
  assert.deepEqual(changed.data.filters, [{ resource_subtype: 'milestone' }])
  assert.equal((await ann.put(`/webhooks/${gid}`, { target })).message, 'target: Cannot write this property')
  for (const bad of [{}, 'x', [1], [[]], [{ action: 'renamed' }], [{ fields: 'name' }], [{ resource_type: 7 }]])
    assert.equal((await ann.put(`/webhooks/${gid}`, { filters: bad })).status, 400, JSON.stringify(bad))
})

test('webhooks on workspaces, teams and portfolios need narrow filters', async () => {
  const { ann, workspace } = await home()
  const { url: target, requests } = await receiver()
  const team = await ann.create('/teams', { organization: workspace, name: 'T' })
  const says = async (resource: string, filters?: Json[]) => ann.post('/webhooks', { resource, target, filters })
  const message =
    'Webhooks for larger scoped resources must have at least one filter and all filters must be in our whitelist.'
  const project = { resource_type: 'project', action: 'added' }
  for (const filters of [
    ...[undefined, [], [{}], [{ resource_type: 'task', action: 'added' }], [project, { resource_type: 'story' }]],
    ...[[{ action: 'added' }], [{ resource_type: 'team_membership', action: 'changed' }]],
    ...[[{ resource_type: 'team_membership' }], [{ resource_type: 'project', action: 'changed', fields: ['name'] }]],
  ]) {
    const { status, body } = await says(workspace, filters)
    assert.equal(status, 400, JSON.stringify(filters))
    const [{ help, ...error }] = body.errors
    const named = { error: 'invalid_filters_for_larger_scoped_webhooks', message, user_message: message }
    assert.deepEqual(error, named)
    assert.ok(help)
  }
  assert.equal(requests.length, 0, 'no request was sent to the target')
  const fine = [project, { resource_type: 'workspace_membership', action: 'removed' }, { resource_type: 'project' }]
  const portfolio = await ann.create('/portfolios', { workspace, name: 'F' })
  assert.equal((await says(portfolio, [{ resource_type: 'portfolio_membership' }])).message, message)
  for (const resource of [workspace, team, portfolio]) {
    const made = await ok(says(resource, fine))
    assert.equal((await ann.put(`/webhooks/${made.data.gid}`, { filters: [] })).message, message)
  }
})

test('an object has at most 1,000 webhooks, and a user with an application at most 10,000', async () => {
  const { ann, project, store, workspace } = await home()
  const { url: target, requests } = await receiver()
  const other = await ann.create('/projects', { name: 'Q', workspace, privacy_setting: 'private' })
  const gid = Number(await ann.create('/webhooks', { resource: project, target }))
  const row = await webhookOf(store.read, gid)
  assert.ok(row)
  const add = (count: number, more: object) =>
    store.write(tx =>
      insertAll(
        tx,
        'webhooks',
        Array.from({ length: count }, () => ({ ...row, ...more, gid: tx.gid() })),
      ),
    )
  await add(998, {})
  await ann.create('/webhooks', { resource: project, target })
  const full = await ann.post('/webhooks', { resource: project, target })
  assert.deepEqual(
    [full.status, full.message],
    [403, 'An object may have at most 1000 webhooks, and this one has them.'],
  )
  await add(8999, { resource: Number(other) + 1 })
  await ann.create('/webhooks', { resource: other, target })
  const handshake = requests.length
  const most = await ann.post('/webhooks', { resource: other, target })
  assert.deepEqual([most.status, most.message], [403, 'You may have at most 10000 webhooks.'])
  assert.equal(requests.length, handshake, 'no request was sent to the target')
})
