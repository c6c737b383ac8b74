import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { allPages, gidsOf } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

/** Ann administers a secret team with Ben, who composes templates there. */
async function office(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, ben, workspace } = home
  const team = await ann.create('/teams', { organization: workspace, name: 'Team', visibility: 'secret' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  const page = await signedIn(home, ben)
  const compose = async (more: Json = {}): Promise<string> =>
    (await ok(page.post('/project_templates', { team, name: 'Launch', tasks: [{ name: 'Task' }], ...more }))).data.gid
  const path = (gid: string) => `/project_templates/${gid}`
  return { ...home, team, page, compose, path }
}

const isSeen = async (person: Person, path: string) => {
  const { status } = await person.get(path)
  assert.ok([200, 404].includes(status), `${status}`)
  return status === 200
}

test('a project template can be composed, read, listed and deleted', async () => {
  const { ann, ben, team, compose, path, workspace } = await office()
  const gid = await compose({
    ...{ html_description: '<body>The <strong>plan</strong></body>', color: 'light-green' },
    ...{ requested_roles: [{ name: 'Lead' }], tasks: [{ name: 'Task', due_on: 3, role: 0 }] },
  })
  const { data } = await ok(ben.get(path(gid)))
  const [role] = data.requested_roles
  assert.deepEqual(data, {
    ...{ gid, resource_type: 'project_template', name: 'Launch', description: 'The plan' },
    ...{ html_description: '<body>The <strong>plan</strong></body>', public: true, color: 'light-green' },
    owner: { gid: ben.gid, resource_type: 'user', name: 'Ben' },
    team: { gid: team, resource_type: 'team', name: 'Team' },
    requested_dates: [{ gid: '1', name: 'Start Date', description: 'Choose a start date for your project.' }],
    requested_roles: [{ gid: role.gid, resource_type: 'template_role', name: 'Lead' }],
  })
  assert.match(role.gid, /^[0-9]+$/)
  const compact = [{ gid, resource_type: 'project_template', name: 'Launch' }]
  for (const list of [`?workspace=${workspace}`, `?team=${team}`, '']) {
    assert.deepEqual((await ok(ann.get(`/project_templates${list}`))).data, compact)
  }
  assert.deepEqual((await ok(ann.get(`/teams/${team}/project_templates`))).data, compact)
  assert.deepEqual((await ben.delete(path(gid))).body, { data: {} })
  const deleted = await ben.get(path(gid))
  assert.deepEqual([deleted.status, deleted.message], [404, `project_template: Unknown object: ${gid}`])
  assert.equal((await ben.delete(path(gid))).status, 404)
  assert.deepEqual(await gidsOf(ann, `/project_templates?team=${team}`), [])
})

test('a project template is visible to its owner and the admins of its team, a public one to the whole team', async () => {
  const { ann, ben, person, team, compose, path, service, workspace } = await office()
  const [mia, sue] = [await person('Mia'), await person('Sue', { is_admin: true })]
  await ok(ann.post(`/teams/${team}/addUser`, { user: mia.gid }))
  const [shared, secret] = [await compose(), await compose({ public: false })]
  const [bot, eve] = [await service('Bot'), await person('Eve')]
  for (const who of [ben, ann, sue, bot]) {
    assert.deepEqual([await isSeen(who, path(shared)), await isSeen(who, path(secret))], [true, true])
  }
  assert.deepEqual([await isSeen(mia, path(shared)), await isSeen(mia, path(secret))], [true, false])
  assert.deepEqual([await isSeen(eve, path(shared)), await isSeen(eve, path(secret))], [false, false])
  assert.deepEqual(await gidsOf(mia, `/project_templates?workspace=${workspace}`), [shared])
  assert.equal((await mia.delete(path(shared))).status, 403)
  assert.equal((await eve.delete(path(shared))).status, 404)
  assert.equal((await ann.delete(path(secret))).status, 200)
  assert.equal((await ben.delete(path(shared))).status, 200)
})

test('a public project template without a team is visible to the members of the workspace, and not to guests', async () => {
  const { ann, ben, person, page, workspace, path } = await office()
  const gil = await person('Gil', { is_guest: true })
  const body = { workspace, name: 'Launch', tasks: [] }
  const { gid } = (await ok(page.post('/project_templates', body))).data
  const hidden = (await ok(page.post('/project_templates', { ...body, public: false }))).data.gid
  const eve = await person('Eve')
  assert.deepEqual([await isSeen(eve, path(gid)), await isSeen(eve, path(hidden))], [true, false])
  assert.deepEqual([await isSeen(gil, path(gid)), await isSeen(gil, path(hidden))], [false, false])
  assert.equal((await eve.delete(path(gid))).status, 403)
  assert.equal((await ann.delete(path(gid))).status, 200)
  assert.deepEqual(await gidsOf(ben, '/project_templates'), [hidden])
})

test('the templates of a team in the trash are hidden from everyone, and come back with it', async () => {
  const { ann, ben, team, compose, path, store, service } = await office()
  const gid = await compose()
  const set = (deleted_at: number | null) =>
    store.write(tx => update(tx, 'teams', { gid: Number(team) }, { deleted_at }))
  await set(1)
  for (const who of [ben, ann, await service('Bot')]) assert.equal(await isSeen(who, path(gid)), false)
  await set(null)
  assert.equal(await isSeen(ben, path(gid)), true)
})

test('the template of a person who leaves gets a new owner', async () => {
  const { ann, ben, compose, path, workspace } = await office()
  const gid = await compose({ public: false })
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.equal((await ok(ann.get(path(gid)))).data.owner.gid, ann.gid)
})

test('invalid contents of a project template are refused', async () => {
  const { page, team, workspace, ann, person } = await office()
  const sam = await person('Sam', null)
  const refused = async (more: Json, status = 400) => {
    const answer = await page.post('/project_templates', { team, name: 'Launch', tasks: [], ...more })
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    return answer.message
  }
  const task = (more: Json) => refused({ tasks: [{ name: 'One' }, { name: 'Two', ...more }] })
  assert.equal(await refused({ name: undefined }), 'name: Missing input')
  assert.equal(await refused({ name: ' ' }), 'name: Missing input')
  assert.equal(await refused({ tasks: undefined }), 'tasks: Missing input')
  assert.equal(await refused({ team: undefined }), 'You should specify one of workspace, team')
  assert.equal(await refused({ team: '1' }), 'team: Not a recognized ID: 1')
  assert.equal(await refused({ tasks: [{}] }), 'tasks: [0]: name: Missing required field')
  assert.equal(await task({ name: ' ' }), 'tasks: [1]: name: Missing input')
  assert.equal(await task({ parent: 1 }), 'tasks: [1]: parent: Not a recognized value: 1')
  assert.equal(await task({ parent: 0.5 }), 'tasks: [1]: parent: Not a recognized value: 0.5')
  assert.equal(await task({ section: 1 }), 'tasks: [1]: section: Not a recognized value: 1')
  assert.equal(await task({ role: 0 }), 'tasks: [1]: role: Not a recognized value: 0')
  assert.equal(await task({ due_on: 1e9 }), 'tasks: [1]: due_on: Not a number of days: 1000000000')
  assert.equal(await task({ start_on: 1 }), 'tasks: [1]: start_on: Needs a due date')
  assert.equal(await task({ start_on: 2, due_on: 1 }), 'tasks: [1]: start_on: Must not be after the due date')
  assert.equal(await task({ due_time: '13:15:00.000Z' }), 'tasks: [1]: due_on: Needs a day for the time')
  assert.equal(
    await task({ due_on: 1, due_time: '25:00' }),
    'tasks: [1]: due_time: Time must be in the form 13:15:00.000Z',
  )
  assert.equal(
    await task({ resource_subtype: 'milestone', start_on: 1, due_on: 1 }),
    'Milestones cannot have a start date',
  )
  assert.equal(await task({ dependencies: [1] }), 'tasks: [1]: dependencies: A task cannot depend on itself')
  assert.equal(await task({ dependencies: ['0'] }), 'tasks: [1]: dependencies: Not a recognized value: -1')
  assert.equal(await task({ dependencies: {} }), 'tasks: [1]: dependencies: Not a list of positions')
  assert.equal(await task({ custom_fields: { 1: 'x' } }), 'tasks: custom_fields: Unknown object: 1')
  assert.equal(await task({ custom_fields: [] }), 'tasks: [1]: custom_fields: Value is not a JSON object')
  assert.equal(await task({ assignee: sam.gid }), `tasks: [1]: assignee: Not a recognized ID: ${sam.gid}`)
  assert.equal(
    await refused({ tasks: Array.from({ length: 501 }, () => ({ name: 'One' })) }),
    'tasks: Too many values (maximum 500)',
  )
  const field = await ann.create('/custom_fields', {
    workspace,
    name: 'Number',
    resource_subtype: 'number',
    precision: 0,
  })
  assert.equal(await task({ custom_fields: { [field]: 'x' } }), 'number_value: Not a number: x')
  assert.deepEqual(await gidsOf(ann, '/project_templates'), [])
})

test('a project template is updated by its owner, its content as a whole', async () => {
  const home = await office()
  const { page, ann, ben, person, compose, path, team } = home
  const gid = await compose({ tasks: [{ name: 'Task', due_on: 1 }] })
  const change = (body: Json, by = page) => by.put(path(gid), body)
  await ok(change({ name: 'Renamed', description: 'New' }))
  const { data } = await ok(ben.get(path(gid)))
  assert.deepEqual([data.name, data.description, data.requested_dates.length], ['Renamed', 'New', 1])
  const partial = await change({ sections: [] })
  assert.equal(partial.message, 'The content of a template is replaced as a whole: send tasks too')
  await ok(change({ tasks: [{ name: 'Other' }] }))
  assert.deepEqual((await ok(ben.get(path(gid)))).data.requested_dates, [])
  const [mia, eve] = [await person('Mia'), await person('Eve')]
  await ok(ann.post(`/teams/${team}/addUser`, { user: mia.gid }))
  assert.equal((await change({ name: 'Mine' }, await signedIn(home, mia))).status, 403)
  assert.equal((await change({ name: 'Mine' }, await signedIn(home, eve))).status, 404)
  assert.equal((await ok(ben.get(path(gid)))).data.name, 'Renamed')
})

test('project templates are paged without loss', async () => {
  const { ben, team, compose } = await office()
  const gids: string[] = []
  for (let index = 0; index < 5; index++) gids.push(await compose())
  assert.deepEqual(await allPages(ben, `/project_templates?team=${team}&limit=2`), gids)
  assert.deepEqual(await allPages(ben, `/teams/${team}/project_templates?limit=2`), gids)
})

test('changes of a project template are in events and in the audit log', async () => {
  const { page, service, ben, compose, path, workspace } = await office()
  const bot = await service('Bot')
  const events = await follow(bot, `/workspaces/${workspace}/events`)
  const gid = await compose()
  await ok(page.put(path(gid), { name: 'Renamed' }))
  await ok(ben.delete(path(gid)))
  const found = (await events.poll()).filter(({ resource }: Json) => resource?.gid === gid)
  const actions = found.map(({ action }: Json) => action)
  assert.deepEqual(actions, ['added', 'changed', 'deleted'])
  const { data } = await ok(bot.get(`/workspaces/${workspace}/audit_log_events?resource_gid=${gid}`))
  assert.deepEqual(
    data.map(({ event_type, resource }: Json) => [event_type, resource.name]),
    [['project_template_deleted', 'Renamed']],
  )
})

test('templates need a plan that has them', async () => {
  const { page, ben, compose, path, store, workspace, team } = await office()
  const gid = await compose()
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'free' }))
  const refusal = 'Templates are not available for free users.'
  const made = await page.post('/project_templates', { team, name: 'Launch', tasks: [] })
  assert.deepEqual([made.status, made.message], [402, refusal])
  const deleted = await ben.delete(path(gid))
  assert.deepEqual([deleted.status, deleted.message], [402, refusal])
  assert.equal((await ben.get(path(gid))).status, 200)
})
