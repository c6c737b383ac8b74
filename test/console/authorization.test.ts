/**
 * Authorization of every console route: without a session, from another site, with a token, and by people without
 * access. A new route is tested through the table of routes; a new parameter needs a value below.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleRoute } from '../../src/http/console/route.ts'
import { routes } from '../../src/http/console/routes.ts'
import { issueToken } from '../../src/identity/tokens.ts'
import { createTeam } from '../../src/resources/people/rules/create_team.ts'
import { insert } from '../../src/store/change.ts'
import type { Field } from '../../src/vocabulary/field.ts'
import { makeCustomType } from '../harness/fields.ts'
import { makeProjectTemplate, makeTaskTemplate } from '../harness/samples/templates.ts'
import { pageHeaders, serviceAccount, signedIn } from '../harness/sign_in/console.ts'
import { type Answer, world } from '../harness/world.ts'

const all = await world()
const { ann, ben, person, workspace, store, send } = all
const [admin, member, outsider] = [
  await signedIn(all, ann),
  await signedIn(all, ben),
  await signedIn(all, await person('Sam', null)),
]

/** Values of path parameters: objects of Ann and of her organization. */
const named = await store.write(async tx => {
  const user = Number(ann.gid)
  const [application_gid, grant_gid] = [tx.gid(), tx.gid()]
  const common = { scopes: 'default', created_at: tx.now }
  await insert(tx, 'applications', {
    ...{ gid: application_gid, owner: user, name: 'App', secret_hash: 'x', redirect_uris: '[]', ...common },
    owner_left_at: null,
  })
  await insert(tx, 'grants', { gid: grant_gid, application: application_gid, user, ...common })
  const { gid: token_gid } = await issueToken(tx, { user, name: 'laptop' })
  const trashed = tx.gid()
  const tag = { name: 'Gone', color: null, notes: '', created_at: tx.now, deleted_at: tx.now }
  await insert(tx, 'tags', { gid: trashed, workspace: Number(workspace), ...tag })
  const [webhook_gid, delivery_gid] = [tx.gid(), tx.gid()]
  await insert(tx, 'webhooks', {
    ...{ gid: webhook_gid, workspace: Number(workspace), user, resource_type: 'tag', resource: trashed, active: 1 },
    ...{
      application: 0,
      token: null,
      target: 'http://example.com/',
      secret: '',
      filters: '[]',
      cursor: 0,
      created_at: tx.now,
    },
    ...{ last_success_at: null, last_failure_at: null, last_failure_content: null, delivery_retry_count: 0 },
    ...{ next_attempt_after: null, failure_deletion_timestamp: null, heartbeat_at: tx.now },
  })
  await insert(tx, 'webhook_deliveries', {
    ...{ gid: delivery_gid, webhook: webhook_gid, first_change: null, last_change: null, events: 0, attempt: 1 },
    ...{ status: 200, error: null, started_at: tx.now, finished_at: tx.now },
    ...{ signature: null, body: null, response: null },
  })
  const invitation_gid = tx.gid()
  await insert(tx, 'invitations', {
    ...{ gid: invitation_gid, email: 'ann@example.com', workspace: Number(workspace), is_admin: 0, is_guest: 1 },
    ...{ invited_by: null, created_at: tx.now, expires_at: tx.now + 1_000_000_000 },
  })
  const reaction_gid = tx.gid()
  const reaction = { target: trashed, workspace: Number(workspace), user, emoji_base: '👍', emoji: '👍' }
  await insert(tx, 'reactions', { gid: reaction_gid, ...reaction })
  const notification_gid = tx.gid()
  await insert(tx, 'notifications', {
    ...{ gid: notification_gid, user, workspace: Number(workspace), resource_type: 'tag', resource: trashed },
    ...{ cause: 'assigned', story: null, actor: null, unread: 1, is_mention: 0, is_assigned: 1, is_described: 0 },
    ...{ created_at: tx.now, shown_at: tx.now, read_at: null, archived_at: null },
  })
  const secretTeam = await createTeam(tx, { organization: Number(workspace), name: 'Secret', visibility: 'secret' })
  const join_request_gid = tx.gid()
  await insert(tx, 'access_requests', {
    ...{ gid: join_request_gid, target: secretTeam, target_type: 'team', workspace: Number(workspace) },
    ...{ requester: user, message: null, approval_status: 'pending', created_at: tx.now },
  })
  return {
    join_request_gid,
    notification_gid,
    reaction_gid,
    invitation_gid,
    application_gid,
    grant_gid,
    token_gid,
    trashed,
    webhook_gid,
    delivery_gid,
  }
})
const project = await ann.create('/projects', { workspace, name: 'Private', privacy_setting: 'private' })
const task = await ann.create('/tasks', { projects: [project], name: 'Private' })
const { type, statuses } = await makeCustomType(all, ann, project)
/** A rule of a project that only Ann can see. */
async function ruleOfAnn(): Promise<string> {
  const project = await ann.create('/projects', { name: 'Plan', workspace, privacy_setting: 'private' })
  const rule = { project, name: 'Rule', trigger: { kind: 'task_added' }, actions: [{ kind: 'comment', text: 'Hi' }] }
  return (await (await signedIn(all, ann)).post('/rules', rule)).data.gid
}

const values: Record<string, number | string | undefined> = {
  ...named,
  project_template_gid: await makeProjectTemplate(all, ann, { public: false }),
  task_template_gid: await makeTaskTemplate(all, ann, project),
  organization_gid: workspace,
  user_gid: ann.gid,
  custom_type_gid: type,
  status_option_gid: statuses[0],
  gid: named.trashed,
  project_gid: project,
  task_gid: task,
  placeholder_gid: (await admin.post(`/organizations/${workspace}/placeholders`, { name: 'Designer' })).data.gid,
  account_gid: (await serviceAccount(all)).gid,
  rule_gid: await ruleOfAnn(),
  list_gid: project,
  object_gid: task,
  view_gid: (await admin.post('/views', { parent: workspace, name: 'Mine' })).data.gid,
  session_gid: admin.session.split(':')[0]?.split('/')[2],
}

/** Members of an organization share its placeholders, and check formulas before they save a field. */
const isShared = ({ path }: { path: string }) => /placeholder|formulas/.test(path)

const fillPath = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    assert.ok(values[name], `There is no value for :${name}: add one to \`values\` in this file.`)
    return String(values[name])
  })

const role = (await ann.get(`/roles?workspace=${workspace}`)).body.data[0].gid

/** A valid value of a field, so that a refusal has another reason. */
const samples: Partial<Record<Field['kind'], (field: Field) => unknown>> = {
  text: () => 'ann@example.com',
  oneOf: ({ values: choices }) => choices?.[0],
  someOf: ({ values: choices }) => choices?.slice(0, 1) ?? [],
  flag: () => true,
  timestamp: () => '2027-01-01T00:00:00Z',
  one: ({ types }) => (types?.includes('role') ? role : {}),
}

function bodyOf({ body }: ConsoleRoute): object {
  const required = Object.entries(body).filter(([, field]) => field.required)
  return Object.fromEntries(required.map(([name, field]) => [name, samples[field.kind]?.(field) ?? {}]))
}

function ask(route: ConsoleRoute, headers: Record<string, string>): Promise<Answer> {
  const { method, path } = route
  const url = `/-${fillPath(path)}`
  if (method === 'GET') return send({ method, url, headers })
  const payload = JSON.stringify({ data: bodyOf(route) })
  return send({ method, url, headers: { ...headers, 'content-type': 'application/json' }, payload })
}

const title = ({ method, path }: ConsoleRoute) => `${method} /-${path}`

async function assertRefused(route: ConsoleRoute, headers: Record<string, string>, ...statuses: number[]) {
  const { status, message } = await ask(route, headers)
  assert.ok(statuses.includes(status), `${title(route)} answers ${status}: ${message}`)
}

const called = routes.filter(({ page }) => !page)
const personal = called.filter(({ access }) => access === 'session')

test('a route that requires a session refuses a request without one, and with an invalid one', async () => {
  const { cookie: _, ...bare } = pageHeaders('')
  for (const route of personal) {
    await assertRefused(route, bare, 401)
    await assertRefused(route, pageHeaders(`${admin.session}x`), 401)
    await assertRefused(route, pageHeaders(encodeURIComponent(ann.token)), 401)
    await assertRefused(route, { ...bare, authorization: `Bearer ${ann.token}` }, 401)
  }
})

test('a cookie alone authenticates no request, wherever it comes from', async () => {
  const { 'x-requested-with': _, ...plain } = pageHeaders(admin.session)
  for (const route of called) {
    await assertRefused(route, plain, 401)
    for (const site of ['cross-site', 'same-site']) {
      await assertRefused(route, { ...pageHeaders(admin.session), 'sec-fetch-site': site }, 401)
    }
  }
})

test('another site cannot read any response, not even a refusal', async () => {
  for (const url of ['/-/session', '/-/tokens', '/-/nothing', '/-/oauth_token']) {
    const { headers } = await send({ method: url.endsWith('token') ? 'POST' : 'GET', url })
    assert.equal(headers['access-control-allow-origin'], undefined, url)
    assert.equal(headers['referrer-policy'], 'no-referrer', url)
  }
})

test('an object that the path names is unknown to a person outside its organization', async () => {
  for (const route of personal.filter(({ path }) => path.includes(':'))) {
    await assertRefused(route, pageHeaders(outsider.session), 404)
  }
})

test('an object that belongs to another member is unknown to a member of the same organization', async () => {
  const own = personal.filter(({ path }) => path.includes(':') && !path.includes(':organization_gid'))
  for (const route of own.filter(one => !isShared(one))) await assertRefused(route, pageHeaders(member.session), 404)
})

test('the pages of an organization require its administrators', async () => {
  const rooms = personal.filter(({ path }) => /:organization_gid\/./.test(path))
  assert.ok(rooms.length > 5)
  for (const route of rooms.filter(one => !isShared(one))) await assertRefused(route, pageHeaders(member.session), 403)
})

test('a gid that cannot exist matches no route', async () => {
  for (const route of personal.filter(({ path }) => path.includes(':'))) {
    for (const text of ['me', '0', '-1', '1e3', '%00', '9'.repeat(40)]) {
      const { method, path } = route
      const url = `/-${path.replace(/:\w+/g, text)}`
      const { status } = await send({ method, url, headers: pageHeaders(admin.session) })
      assert.equal(status, 404, `${method} ${url} answers ${status}`)
    }
  }
})

test('refused requests have changed nothing', async () => {
  assert.equal((await ann.get('/users/me')).status, 200)
  assert.equal((await admin.get('/tokens')).data.length, 2)
  assert.equal((await admin.get(`/organizations/${workspace}/trash`)).data.length, 1)
  assert.equal((await admin.get(`/organizations/${workspace}/service_accounts`)).data.length, 1)
})
