/** The audit log: each event type from a real request, with its actor and origin, and without secrets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../test/harness/auditor.ts'
import { type Json, type Person, type World, world } from '../../test/harness/world.ts'
import { createSession } from '../identity/sessions.ts'
import { createToken } from '../identity/tokens.ts'
import { digest } from '../lib/secret.ts'
import { createWorkspace, join } from '../resources/people/rules/join.ts'
import { auditEvent, deleteWhere, insert, tryInsert, update } from '../store/change.ts'
import type { WriteOrigin, Writer } from '../store/db.ts'

/** A browser that is signed in. */
async function browser(w: World, person: Person) {
  const where = { agent: 'Browser', address: '10.0.0.7' }
  const by: WriteOrigin = { user: null, kind: null, application: null, ...where }
  const secret = await w.store.write(tx => createSession(tx, Number(person.gid), where), by)
  const headers = {
    ...{ cookie: `workloom_session=${secret}`, 'x-requested-with': 'page', 'content-type': 'application/json' },
    'user-agent': 'Browser',
  }
  const call =
    (method: string) =>
    (path: string, data: Json = {}) =>
      w.send({ method, url: `/-${path}`, headers, payload: JSON.stringify({ data }) })
  return { secret, headers, post: call('POST'), put: call('PUT'), delete: call('DELETE') }
}

const visitor: WriteOrigin = { user: null, kind: null, application: null, address: '10.9.9.9', agent: 'Visitor' }

async function home() {
  const w = await world()
  return { ...w, ...(await auditor(w)) }
}

const ok = async (asked: Promise<{ status: number; message: string | undefined }>) => {
  const { status, message } = await asked
  assert.ok(status < 300, String(message))
}

test('inviting, changing the role, removing and readmitting a person are recorded', async () => {
  const { ann, workspace, newEntries, store } = await home()
  await ok(ann.post(`/workspaces/${workspace}/addUser`, { user: 'new@example.com' }))
  const [invited, ...rest] = await newEntries()
  assert.deepEqual(rest, [])
  assert.equal(invited?.event_type, 'user_invited')
  assert.equal(invited.event_category, 'user_updates')
  const { gid } = invited.resource
  assert.deepEqual(invited.resource, { resource_type: 'user', gid, name: 'new', email: 'new@example.com' })
  assert.deepEqual(invited.details, {
    new_value: 'member',
    group: { gid: workspace, name: 'Example', resource_type: 'workspace' },
  })
  await store.write(tx => update(tx, 'workspace_memberships', { user: Number(gid) }, { is_admin: 1 }))
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: gid }))
  await ok(ann.post(`/workspaces/${workspace}/addUser`, { user: gid }))
  const entries = await newEntries()
  assert.deepEqual(eventTypes(entries), [
    'user_workspace_admin_role_changed',
    'user_deprovisioned',
    'user_reprovisioned',
  ])
  const { old_value, new_value, group } = entries[0]?.details ?? {}
  assert.deepEqual([old_value, new_value, group.gid], ['member', 'domain_admin', workspace])
  assert.deepEqual(entries[0]?.actor, { actor_type: 'asana' }, 'the program itself')
  assert.deepEqual(entries[0]?.context, { context_type: 'asana' })
})

test('adding and removing an e-mail domain of an organization are recorded', async () => {
  const { workspace, newEntries, store } = await home()
  const email_domains = JSON.stringify(['example.org', 'example.net'])
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { email_domains }))
  const entries = await newEntries()
  assert.deepEqual(
    entries.map(({ event_type, details }) => [event_type, details.old_value ?? details.new_value]),
    [
      ['workspace_associated_email_domain_removed', 'example.com'],
      ['workspace_associated_email_domain_added', 'example.org'],
      ['workspace_associated_email_domain_added', 'example.net'],
    ],
  )
  assert.deepEqual(entries[0]?.resource, { resource_type: 'workspace', gid: workspace, name: 'Example' })
})

test('new teams, privacy settings and members of teams and projects are recorded', async () => {
  const { ann, ben, workspace, newEntries } = await home()
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  assert.deepEqual(eventTypes(await newEntries()), ['team_created', 'team_member_added'])
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  await ok(ann.post(`/teams/${team}/removeUser`, { user: ben.gid }))
  await ok(ann.put(`/teams/${team}`, { visibility: 'public' }))
  const [added, removed, opened] = await newEntries()
  assert.deepEqual(
    [added, removed].map(line => [line?.event_type, line?.resource.gid, line?.details.group.name]),
    [
      ['team_member_added', ben.gid, 'Team'],
      ['team_member_removed', ben.gid, 'Team'],
    ],
  )
  assert.equal(opened?.event_type, 'team_privacy_settings_changed')
  assert.deepEqual(opened.details, { old_value: 'request_to_join', new_value: 'public' })
  assert.deepEqual(opened.resource, { resource_type: 'team', gid: team, name: 'Team' })
  const project = await ann.create('/projects', { workspace, name: 'Project', privacy_setting: 'private' })
  await newEntries()
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  await ok(ann.post(`/projects/${project}/removeMembers`, { members: [ben.gid] }))
  await ok(ann.put(`/projects/${project}`, { privacy_setting: 'public_to_workspace' }))
  const entries = await newEntries()
  const expected = ['project_member_added', 'project_member_removed', 'project_privacy_settings_changed']
  assert.deepEqual(eventTypes(entries), expected)
  assert.deepEqual(entries[0]?.details.group, { gid: project, name: 'Project', resource_type: 'project' })
})

test('moving to the trash and restoring are recorded', async () => {
  const { ann, workspace, newEntries, store } = await home()
  const project = await ann.create('/projects', { workspace, name: 'Project' })
  const task = await ann.create('/tasks', { name: 'Task', workspace })
  const comment = await ann.create(`/tasks/${task}/stories`, { text: 'a word too much' })
  const field = await ann.create('/custom_fields', { workspace, name: 'Field', resource_subtype: 'text' })
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  await newEntries()
  const back = async (table: 'tasks' | 'projects' | 'custom_fields' | 'teams' | 'stories', gid: string) =>
    store.write(tx => update(tx, table, { gid: Number(gid) }, { deleted_at: null }))
  await ok(ann.delete(`/stories/${comment}`))
  const [gone] = await newEntries()
  assert.equal(gone?.event_type, 'comment_deleted')
  assert.doesNotMatch(JSON.stringify(gone), /a word too much/)
  await ok(ann.delete(`/tasks/${task}`))
  await back('tasks', task)
  await ok(ann.delete(`/projects/${project}`))
  await back('projects', project)
  await ok(ann.delete(`/custom_fields/${field}`))
  await back('custom_fields', field)
  await store.write(tx => update(tx, 'teams', { gid: Number(team) }, { deleted_at: tx.now }))
  await back('teams', team)
  const entries = await newEntries()
  const pairs = ['task', 'project', 'custom_field', 'team'].flatMap(type => [`${type}_deleted`, `${type}_undeleted`])
  assert.deepEqual(eventTypes(entries), pairs)
  assert.deepEqual(entries[0]?.resource, {
    resource_type: 'task',
    resource_subtype: 'default_task',
    gid: task,
    name: 'Task',
  })
})

test('deleted system stories and purged tasks are recorded', async () => {
  const { ann, workspace, newEntries, store } = await home()
  const task = await ann.create('/tasks', { name: 'Task', workspace })
  await ok(ann.put(`/tasks/${task}`, { name: 'Other' }))
  await newEntries()
  const first = store.read.db.selectFrom('stories').select('gid').where('type', '=', 'system')
  const { gid } = await first.executeTakeFirstOrThrow()
  const set = (deleted_at: number | null) => store.write(tx => update(tx, 'stories', { gid }, { deleted_at }))
  await set(1)
  await set(null)
  const comment = await ann.create(`/tasks/${task}/stories`, { text: 'Hi' })
  await ok(ann.delete(`/stories/${comment}`))
  await store.write(tx => deleteWhere(tx, 'tasks', { gid: Number(task) })).catch(() => undefined)
  const lone = await ann.create('/tasks', { name: 'Lone', workspace, assignee: null })
  await store.write(async tx => {
    await deleteWhere(tx, 'task_followers', { task: Number(lone) })
    await deleteWhere(tx, 'tasks', { gid: Number(lone) })
  })
  const recorded = eventTypes(await newEntries())
  assert.deepEqual(recorded, ['story_deleted', 'story_undeleted', 'comment_deleted', 'task_permanently_deleted'])
})

test('signing in and out, and creating, renewing and revoking tokens are recorded', async () => {
  const all = await home()
  const { ann, newEntries } = all
  const page = await browser(all, ann)
  const created = await page.post('/tokens', { name: 'Laptop' })
  await ok(page.put(`/tokens/${created.data.gid}`, { name: 'Desk' }))
  await ok(page.post(`/tokens/${created.data.gid}/reset`))
  await ok(page.delete(`/tokens/${created.data.gid}`))
  await ok(page.post('/sign_out'))
  const entries = await newEntries()
  const token = 'user_personal_access_token'
  assert.deepEqual(
    entries.map(({ event_type, details }) => [event_type, details.old_value ?? details.new_value]),
    [
      ['user_login_succeeded', undefined],
      [`${token}_authorized`, 'Laptop'],
      [`${token}_revoked`, 'Desk'],
      [`${token}_authorized`, 'Desk'],
      [`${token}_revoked`, 'Desk'],
      ['user_logged_out', undefined],
    ],
  )
  for (const { actor, context } of entries) {
    assert.deepEqual(actor, { actor_type: 'user', gid: ann.gid, name: 'Ann', email: ann.email })
    assert.deepEqual([context.context_type, context.user_agent], ['web', 'Browser'])
  }
  assert.equal(entries[0]?.context.client_ip_address, '10.0.0.7')
})

test('creating, renaming and deleting a service account are recorded under its own type', async () => {
  const all = await home()
  const page = await browser(all, all.ann)
  await all.newEntries()
  const path = `/organizations/${all.workspace}/service_accounts`
  const created = await page.post(path, { name: 'Sync', scopes: ['all'] })
  const { gid } = created.data
  await ok(page.put(`${path}/${gid}`, { name: 'Mirror' }))
  await ok(page.post(`${path}/${gid}/reset`))
  await ok(page.delete(`${path}/${gid}`))
  const entries = await all.newEntries()
  const account = 'service_account'
  assert.deepEqual(eventTypes(entries), [`${account}_created`, `${account}_name_changed`, `${account}_deleted`])
  assert.deepEqual(entries[1]?.details, { old_value: 'Sync', new_value: 'Mirror' })
  assert.deepEqual(entries[2]?.resource, { resource_type: account, gid, name: 'Mirror' })
})

const inDetail = async (w: World, work: (tx: Writer) => Promise<unknown>, by?: WriteOrigin) => {
  await w.store.write(work, by)
}

test('passwords and sign-in links are recorded with the user who acts', async () => {
  const all = await home()
  const { ann, ben, newEntries } = all
  const user = Number(ben.gid)
  const set = (changed_at: number) => async (tx: Writer) => {
    const row = { hash: `scrypt ${changed_at}`, changed_at }
    if (!(await tryInsert(tx, 'passwords', { user, ...row }))) await update(tx, 'passwords', { user }, row)
  }
  const as = (person: Person): WriteOrigin => ({ ...visitor, user: Number(person.gid), kind: 'session' })
  const row = { user, created_at: 1, expires_at: 2 }
  await inDetail(all, tx => insert(tx, 'sign_in_links', { hash: 'x', purpose: 'reset', ...row }), visitor)
  await inDetail(all, tx => insert(tx, 'sign_in_links', { hash: 'y', purpose: 'invitation', ...row }), visitor)
  await inDetail(all, set(1), as(ben))
  await inDetail(all, set(2), as(ben))
  await inDetail(all, set(3), as(ann))
  // The same password with a stronger hash makes no entry.
  await inDetail(all, tx => update(tx, 'passwords', { user }, { hash: 'scrypt more' }), visitor)
  const entries = await newEntries()
  assert.deepEqual(
    entries.map(({ event_type, actor, resource }) => [event_type, actor.gid ?? actor.actor_type, resource.gid]),
    [
      ['user_forgot_password_started', 'anonymous', ben.gid],
      ['user_password_changed', ben.gid, ben.gid],
      ['user_password_changed', ben.gid, ben.gid],
      ['user_password_reset', ann.gid, ben.gid],
    ],
  )
})

test('authorizing and revoking an application are recorded, and its writes name it', async () => {
  const all = await home()
  const user = Number(all.ben.gid)
  const application = 77
  const by = { ...visitor, user, kind: 'session' }
  await inDetail(all, async tx => {
    const row = { owner: user, name: 'Planner', secret_hash: 'hush', redirect_uris: '', scopes: '', created_at: 1 }
    await insert(tx, 'applications', { gid: application, ...row } as never)
  })
  await inDetail(all, tx => insert(tx, 'grants', { gid: 78, application, user, scopes: '', created_at: 1 }), by)
  const email_domains = JSON.stringify(['example.com', 'example.de'])
  const gid = Number(all.workspace)
  await inDetail(all, tx => update(tx, 'workspaces', { gid }, { email_domains }), {
    ...by,
    kind: 'application',
    application,
  })
  await inDetail(all, tx => deleteWhere(tx, 'grants', { gid: 78 }), by)
  const [created, authorized, changed, revoked] = await all.newEntries()
  assert.deepEqual([created?.event_type, created?.details], ['oauth_app_created', { new_value: 'Planner' }])
  assert.deepEqual([authorized?.event_type, authorized?.details], ['user_app_authorized', { new_value: 'Planner' }])
  assert.deepEqual([revoked?.event_type, revoked?.details], ['user_app_revoked', { old_value: 'Planner' }])
  assert.deepEqual(changed?.context, {
    ...{ context_type: 'api', api_authentication_method: 'oauth', client_ip_address: '10.9.9.9' },
    ...{ user_agent: 'Visitor', oauth_app_name: 'Planner' },
  })
})

test('sign-in settings are recorded in every organization, without the secret of the provider', async () => {
  const all = await home()
  const other = await all.store.write(tx => createWorkspace(tx, { name: 'O', domains: [], plan: 'enterprise' }))
  const trust = { email_domains: ['example.com', 'example.org'], trusts_addresses: true }
  const value = (issuer: string | null, password: boolean) =>
    JSON.stringify({
      password,
      provider: issuer && { name: 'N', issuer, client_id: 'c', client_secret: 'sealed', ...trust },
    })
  const there = 'https://id.example for example.com example.org, trusting its addresses'
  const name = 'sign_in'
  await inDetail(all, tx => insert(tx, 'settings', { name, value: value('https://id.example', true) }))
  await inDetail(all, tx => update(tx, 'settings', { name }, { value: value('https://id.example', false) }))
  await inDetail(all, tx => insert(tx, 'settings', { name: 'another', value: 'x' }))
  const entries = await all.newEntries()
  assert.deepEqual(
    entries.map(({ details }) => details),
    [
      { old_value: 'password', new_value: `password, ${there}` },
      { old_value: `password, ${there}`, new_value: there },
    ],
  )
  assert.equal(entries[0]?.event_type, 'workspace_required_sso_provider_settings_changed')
  assert.deepEqual(entries[0]?.resource, { resource_type: 'workspace', gid: all.workspace, name: 'Example' })
  const rows = await all.store.read.db
    .selectFrom('audit_log_events')
    .selectAll()
    .where('workspace', '=', other)
    .execute()
  assert.deepEqual([rows.length, rows[0]?.resource], [2, other])
})

test('an event without a row is recorded, unless its transaction rolls back', async () => {
  const all = await home()
  const failed = (tx: Writer) =>
    auditEvent(tx, {
      event: 'user_login_failed',
      resource: { type: 'user', gid: Number(all.ben.gid) },
      details: { method: ['PASSWORD'] },
    })
  await inDetail(all, async tx => failed(tx), visitor)
  const lost = all.store.write(async tx => {
    failed(tx)
    throw new Error('no')
  }, visitor)
  await assert.rejects(lost)
  const unknown = all.store.write(async tx => auditEvent(tx, { event: 'none', resource: { type: 'user', gid: 1 } }))
  await assert.rejects(unknown, /no events of the type none/)
  const [line, ...rest] = await all.newEntries()
  assert.deepEqual(rest, [])
  assert.deepEqual(line?.actor, { actor_type: 'anonymous' })
  assert.deepEqual([line?.event_type, line?.details], ['user_login_failed', { method: ['PASSWORD'] }])
  assert.deepEqual(line?.resource.email, all.ben.email)
})

test('an event of a person is recorded in each organization of theirs, including the one just left', async () => {
  const all = await home()
  const second = await all.store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Second', domains: [], plan: 'enterprise' })
    await join(tx, Number(all.ben.gid), gid)
    return gid
  })
  await all.store.write(tx => createToken(tx, Number(all.ben.gid), 'mine'))
  const cem = await all.person('Cem')
  await all.newEntries()
  await ok(all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: cem.gid }))
  assert.deepEqual(eventTypes(await all.newEntries()), ['user_deprovisioned', 'user_personal_access_token_revoked'])
  const { db } = all.store.read
  const there = await db.selectFrom('audit_log_events').select('event_type').where('workspace', '=', second).execute()
  assert.deepEqual(
    there.map(row => row.event_type),
    ['user_invited', 'user_personal_access_token_authorized'],
  )
})

test('no entry contains a token, a digest or another secret', async () => {
  const all = await home()
  const page = await browser(all, all.ann)
  const { data } = await page.post('/tokens', { name: 'Laptop' })
  const again = await page.post(`/tokens/${data.gid}/reset`)
  const account = await page.post(`/organizations/${all.workspace}/service_accounts`, { name: 'S', scopes: ['all'] })
  await all.store.write(async tx => {
    await insert(tx, 'passwords', { user: Number(all.ann.gid), hash: 'scrypt$secret', changed_at: 1 })
    const row = { user: Number(all.ann.gid), purpose: 'reset', created_at: 1, expires_at: 2 }
    await insert(tx, 'sign_in_links', { hash: 'digest-of-link', ...row })
    await insert(tx, 'settings', { name: 'secret', value: 'seal-of-all' })
  })
  await page.post('/sign_out')
  const secrets = [page.secret, data.token, again.data.token, account.data.token, all.ann.token, all.bot.token]
  const rows = JSON.stringify(await all.store.read.db.selectFrom('audit_log_events').selectAll().execute())
  const parts = secrets.flatMap(secret => [secret, secret.split(':')[1], digest(secret)])
  for (const part of [...parts, 'scrypt$secret', 'digest-of-link', 'seal-of-all']) {
    assert.ok(part && !rows.includes(part), `a line holds ${part}`)
  }
})
