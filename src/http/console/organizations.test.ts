import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { setActive } from '../../../test/harness/work.ts'
import { world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

test('members read their organization, and whether they administer it', async () => {
  const all = await world()
  const { workspace, person, ann, ben } = all
  const [gil, vic, gone] = [
    await person('Gil', { is_guest: true }),
    await person('Vic', { is_view_only: true }),
    await person('Gone'),
  ]
  await setActive(all, gone, false)
  const path = `/organizations/${workspace}`
  const admin = await signedIn(all, ann)
  await ok(admin.post(`${path}/service_accounts`, { name: 'Sync', scopes: ['all'] }))
  const { data } = await ok(admin.get(path))
  const { features, ...rest } = data
  assert.deepEqual(rest, {
    ...{ gid: workspace, name: 'Example', plan: 'enterprise', is_organization: true, email_domains: ['example.com'] },
    ...{ fiscal_year_start: 1, currency_code: 'USD' },
    ...{ is_admin: true, people: { members: 3, guests: 1, service_accounts: 1 } },
  })
  assert.equal(features.scim, true)
  for (const who of [ben, gil, vic]) {
    assert.deepEqual((await ok((await signedIn(all, who)).get(path))).data, { ...data, is_admin: false })
  }
  for (const who of [gone, await person('Sam', null)]) {
    const { status, message } = await (await signedIn(all, who)).get(path)
    assert.deepEqual([status, message], [404, `organization: Not a recognized ID: ${workspace}`])
  }
  assert.equal((await admin.get('/organizations/1')).status, 404)
})

test('a limit that is off is null', async () => {
  const all = await world()
  const { features } = (await ok((await signedIn(all, all.ben)).get(`/organizations/${all.workspace}`))).data
  assert.equal(features.minute, null)
})

test('the features of an organization follow its plan', async () => {
  const all = await world({ limits: { minute: undefined } })
  const { workspace, store } = all
  const ann = await signedIn(all, all.ann)
  const cases: [string, boolean, boolean][] = [
    ['free', false, false],
    ['premium', true, false],
    ['business', true, false],
    ['enterprise', true, true],
    ['something else', false, false],
  ]
  for (const [plan, paid, enterprise] of cases) {
    await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan }))
    const { features } = (await ok(ann.get(`/organizations/${workspace}`))).data
    const { custom_fields, custom_field_settings, dependencies, scim, service_accounts, minute } = features
    assert.deepEqual([custom_fields, custom_field_settings, dependencies], [paid, paid, paid], plan)
    assert.deepEqual([scim, service_accounts], [enterprise, enterprise], plan)
    assert.equal(minute, plan === 'free' ? 150 : 1500, 'requests a minute')
  }
})
