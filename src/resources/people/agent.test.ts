import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../test/harness/world.ts'

test('a service account that is marked as an agent is listed as one', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const admin = await signedIn(all, ann)
  const path = `/organizations/${workspace}/service_accounts`
  const agents = async () => (await ok(ben.get(`/workspaces/${workspace}/agents`))).data
  const plain = (await ok(admin.post(path, { name: 'Plain', scopes: ['all'] }))).data
  assert.deepEqual(await agents(), [])
  const texts = { description: 'Sorts tasks.', behavior_guidance: 'Be brief.' }
  const made = (await ok(admin.post(path, { name: 'Sorter', scopes: ['all'], is_agent: true, ...texts }))).data
  const compact = { gid: made.gid, resource_type: 'agent', resource_subtype: 'asana_teammate', name: 'Sorter' }
  assert.deepEqual(await agents(), [compact])
  assert.deepEqual((await ok(ben.get(`/agents/${made.gid}`))).data, {
    ...{ ...compact, ...texts, photo: null },
    workspace: { gid: workspace, resource_type: 'workspace', name: 'Example' },
  })
  assert.equal((await ben.get(`/agents/${plain.gid}`)).status, 404)
  await ok(admin.put(`${path}/${made.gid}`, { name: 'Filer', description: null }))
  const { data } = await ok(ben.get(`/agents/${made.gid}?opt_fields=name,description,behavior_guidance`))
  assert.deepEqual([data.name, data.description, data.behavior_guidance], ['Filer', null, 'Be brief.'])
  await ok(admin.put(`${path}/${plain.gid}`, { is_agent: true }))
  assert.deepEqual(
    (await agents()).map(({ name }: Json) => name),
    ['Plain', 'Filer'],
  )
  await ok(admin.put(`${path}/${plain.gid}`, { is_agent: false }))
  assert.equal((await ben.get(`/agents/${plain.gid}`)).status, 404)
  await ok(admin.delete(`${path}/${made.gid}`))
  assert.deepEqual(await agents(), [])
})

test('agents are hidden from guests and from other organizations', async () => {
  const all = await world()
  const { ann, workspace } = all
  const admin = await signedIn(all, ann)
  const account = { name: 'Agent', scopes: ['all'], is_agent: true }
  const { gid } = (await ok(admin.post(`/organizations/${workspace}/service_accounts`, account))).data
  const [gus, sam] = [await all.person('Gus', { is_guest: true }), await all.person('Sam', null)]
  for (const who of [gus, sam]) assert.equal((await who.get(`/agents/${gid}`)).status, 404)
  assert.deepEqual((await gus.get(`/workspaces/${workspace}/agents`)).body.data, [])
  assert.equal((await sam.get(`/workspaces/${workspace}/agents`)).status, 404)
})

test('a super administrator whose role lacks create_and_edit_ai_teammates marks no agent', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const terms = {
    description: 'x',
    base_role_type: 'super_admin',
    permissions: { create_and_edit_ai_teammates: false },
  }
  const role = await ann.create('/roles', { workspace, name: 'Role', ...terms })
  await ok((await signedIn(all, ann)).put(`/organizations/${workspace}/people/${ben.gid}/role`, { role }))
  const admin = await signedIn(all, ben)
  const path = `/organizations/${workspace}/service_accounts`
  const { gid } = (await ok(admin.post(path, { name: 'Plain', scopes: ['users:read'] }))).data
  assert.equal((await admin.put(`${path}/${gid}`, { is_agent: true })).status, 403)
  assert.equal((await admin.post(path, { name: 'Agent', scopes: ['users:read'], is_agent: true })).status, 403)
})

test('the audit log has when an account becomes an agent, and when it ends to be one', async () => {
  const all = await world()
  const { ann, workspace } = all
  const bot = await all.service('Bot')
  const admin = await signedIn(all, ann)
  const path = `/organizations/${workspace}/service_accounts/${bot.gid}`
  await ok(admin.put(path, { is_agent: true }))
  await ok(admin.put(path, { is_agent: false }))
  const { data } = await ok(bot.get(`/workspaces/${workspace}/audit_log_events`))
  const types = data.map(({ event_type }: Json) => event_type).filter((one: string) => one.startsWith('agent'))
  assert.deepEqual(types, ['agent_created', 'agent_deleted'])
})
