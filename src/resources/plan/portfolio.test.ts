import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { follow, followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { portfolioOffice } from '../../../test/harness/samples/portfolios.ts'
import { allPages, gidsOf } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

test('a portfolio can be created, read, updated and deleted', async () => {
  const { ann, workspace } = await world()
  const made = await ann.post('/portfolios', { workspace, name: 'Launches', color: 'light-green' })
  assert.equal(made.status, 201)
  const { gid, created_at, ...rest } = made.data
  assert.equal(made.headers.location, `/api/1.0/portfolios/${gid}`)
  assert.match(created_at, /^\d{4}-/)
  const me = { gid: ann.gid, resource_type: 'user', name: 'Ann' }
  assert.deepEqual(rest, {
    ...{ resource_type: 'portfolio', name: 'Launches', color: 'light-green', created_by: me, owner: me, members: [me] },
    ...{ current_status_update: null, custom_field_settings: [], custom_fields: [], project_templates: [] },
    ...{ due_on: null, start_on: null, public: false, privacy_setting: 'members_only' },
    default_access_level: 'viewer',
    workspace: {
      gid: workspace,
      resource_type: 'workspace',
      name: (await ann.get(`/workspaces/${workspace}`)).data.name,
    },
    permalink_url: `http://localhost:80/1/${workspace}/portfolio/${gid}`,
  })
  assert.deepEqual((await ok(ann.get(`/portfolios/${gid}`))).data, made.data)
  assert.deepEqual((await ann.get(`/portfolios?workspace=${workspace}`)).data, [
    { gid, resource_type: 'portfolio', name: 'Launches' },
  ])
  const changes = { name: 'Big launches', color: null, due_on: '2026-03-02', start_on: '2026-03-01', public: true }
  const { data } = await ok(ann.put(`/portfolios/${gid}`, { ...changes, archived: true }))
  assert.deepEqual(data, { ...made.data, ...changes, privacy_setting: 'public_to_domain' })
  assert.equal((await ann.get(`/portfolios/${gid}?opt_fields=archived`)).data.archived, true)
  assert.deepEqual((await ann.delete(`/portfolios/${gid}`)).body, { data: {} })
  const deleted = await ann.get(`/portfolios/${gid}`)
  assert.deepEqual([deleted.status, deleted.message], [404, `portfolio: Unknown object: ${gid}`])
  assert.equal((await ann.delete(`/portfolios/${gid}`)).status, 404)
  assert.deepEqual(await gidsOf(ann, `/portfolios?workspace=${workspace}`), [])
})

test('an invalid portfolio is refused', async () => {
  const { ann, workspace, portfolio } = await portfolioOffice()
  const refused = async (body: Json) => {
    const { status, message } = await ann.post('/portfolios', { workspace, name: 'P', ...body })
    assert.equal(status, 400)
    return message
  }
  assert.equal(await refused({ workspace: undefined }), 'workspace: Missing input')
  assert.equal(await refused({ workspace: '1' }), 'workspace: Not a recognized ID: 1')
  assert.equal(await refused({ color: 'none' }), 'color: Not a recognized value: none')
  assert.equal(
    await refused({ default_access_level: 'commenter' }),
    'default_access_level: Not a recognized value: commenter',
  )
  assert.equal(
    await refused({ due_on: '2026-01-05', start_on: '2026-01-05' }),
    'start_on: Must not be the due date itself',
  )
  assert.equal(
    await refused({ start_on: '2026-01-05' }),
    "You must provide 'due_on' or 'due_at' when setting 'start_on'.",
  )
  const moved = await ann.put(`/portfolios/${portfolio}`, { workspace })
  assert.deepEqual([moved.status, moved.message], [400, 'workspace: Cannot write this property'])
})

test('portfolios need the plan business', async () => {
  const { ann, workspace, store } = await world()
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'premium' }))
  const { status, message } = await ann.post('/portfolios', { workspace, name: 'P' })
  assert.deepEqual([status, message], [402, 'Portfolios are not available on your current plan.'])
})

test('users list the portfolios that they own, service accounts those of anyone', async () => {
  const { ann, ben, workspace, service, portfolio } = await portfolioOffice()
  const bens = await ben.create('/portfolios', { workspace, name: 'Of Ben', privacy_setting: 'public_to_domain' })
  const list = `/portfolios?workspace=${workspace}`
  assert.deepEqual(await gidsOf(ann, list), [portfolio])
  assert.deepEqual(await gidsOf(ann, `${list}&owner=me`), [portfolio])
  const refused = await ann.get(`${list}&owner=${ben.gid}`)
  assert.deepEqual([refused.status, refused.message], [403, 'You do not have access to this user.'])
  assert.equal((await ann.get('/portfolios')).message, 'workspace: Missing input')
  const bot = await service('Bot')
  assert.deepEqual(await gidsOf(bot, list), [portfolio, bens])
  assert.deepEqual(await allPages(bot, `${list}&limit=1`), [portfolio, bens])
  assert.deepEqual(await gidsOf(bot, `${list}&owner=${ben.gid}`), [bens])
  const made = await ok(bot.post('/portfolios', { workspace, name: 'Of the bot' }))
  assert.deepEqual([made.data.owner, made.data.members, made.data.created_by.gid], [null, [], bot.gid])
})

test('viewers read a portfolio, editors change its items, and admins everything else', async () => {
  const { ann, ben, editor, viewer, portfolio, project, person } = await portfolioOffice()
  const sam = await person('Sam', null)
  for (const who of [ben, sam]) {
    const answers = [
      await who.get(`/portfolios/${portfolio}`),
      await who.get(`/portfolios/${portfolio}/items`),
      await who.put(`/portfolios/${portfolio}`, { name: 'Mine' }),
      await who.delete(`/portfolios/${portfolio}`),
      await who.post(`/portfolios/${portfolio}/addItem`, { item: project }),
      await who.get(`/portfolio_memberships?portfolio=${portfolio}`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404, 404, 400],
    )
  }
  const open = await ann.create('/projects', { workspace: (await ann.get('/workspaces')).data[0].gid, public: true })
  const tries = async (who: typeof ann) => [
    (await who.get(`/portfolios/${portfolio}`)).status,
    (await who.post(`/portfolios/${portfolio}/addItem`, { item: open })).status,
    (await who.put(`/portfolios/${portfolio}`, { color: 'dark-red' })).status,
    (await who.put(`/portfolios/${portfolio}`, { name: 'New' })).status,
    (await who.put(`/portfolios/${portfolio}`, { privacy_setting: 'public_to_domain' })).status,
    (await who.delete(`/portfolios/${portfolio}`)).status,
  ]
  assert.deepEqual(await tries(viewer), [200, 403, 403, 403, 403, 403])
  assert.deepEqual(await tries(editor), [200, 200, 200, 403, 403, 403])
  // A client can send back what it read.
  const { data } = await ok(editor.get(`/portfolios/${portfolio}`))
  assert.equal((await editor.put(`/portfolios/${portfolio}`, { name: data.name, public: data.public })).status, 200)
  assert.deepEqual(await tries(ann), [200, 200, 200, 200, 200, 200])
})

test('a public portfolio is visible to members of the workspace, and not to guests', async () => {
  const { ann, ben, portfolio, person } = await portfolioOffice()
  const gus = await person('Gus', { is_guest: true })
  await ok(ann.put(`/portfolios/${portfolio}`, { privacy_setting: 'public_to_domain', default_access_level: 'editor' }))
  assert.equal((await ben.get(`/portfolios/${portfolio}`)).status, 200)
  assert.equal((await ben.put(`/portfolios/${portfolio}`, { color: 'dark-red' })).status, 200)
  assert.equal((await gus.get(`/portfolios/${portfolio}`)).status, 404)
  await ok(ann.put(`/portfolios/${portfolio}`, { public: false }))
  assert.equal((await ben.get(`/portfolios/${portfolio}`)).status, 404)
})

test('changes of portfolios are in their events and in the audit log', async () => {
  const all = await portfolioOffice()
  const { ann, ben, workspace, portfolio, project } = all
  const bot = await all.service('Bot')
  const audit = await auditor(all)
  const ofPortfolio = await followObject(ann, portfolio)
  const everywhere = await follow(bot, `/workspaces/${workspace}/events`)
  const inner = await ann.create('/portfolios', { workspace, name: 'Inner' })
  await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item: inner }))
  await ok(ann.put(`/portfolios/${inner}`, { name: 'Renamed' }))
  await ok(ann.put(`/projects/${project}`, { name: 'Renamed' }))
  await ok(ann.post(`/portfolios/${portfolio}/addMembers`, { members: [ben.gid] }))
  await ok(ann.post(`/portfolios/${portfolio}/removeMembers`, { members: [ben.gid] }))
  await ok(ann.post(`/portfolios/${portfolio}/removeItem`, { item: inner }))
  assert.deepEqual(await ofPortfolio.newChanges(), [
    'added portfolio < portfolio',
    'changed portfolio name',
    'changed project name',
    'added portfolio_membership < portfolio',
    'removed portfolio_membership < portfolio',
    'removed portfolio < portfolio',
  ])
  await ok(ann.delete(`/portfolios/${portfolio}`))
  assert.deepEqual((await everywhere.newChanges()).slice(0, 2), [
    'added portfolio < workspace',
    'added portfolio_membership < portfolio',
  ])
  assert.deepEqual(eventTypes(await audit.newEntries()), [
    'portfolio_member_added',
    'portfolio_member_added',
    'portfolio_member_removed',
    'portfolio_deleted',
  ])
})
