import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gidsOf } from '../../../test/harness/work.ts'
import { type Person, world } from '../../../test/harness/world.ts'

/** The parts of a field that the tests change. */
const whole = async (person: Person, gid: string) => {
  const fields = 'name,description,precision,privacy_setting,default_access_level'
  return (await person.get(`/custom_fields/${gid}?opt_fields=${fields}`)).data
}

/** A field of Ann, and the rights of the workspace and of others on it. */
const levels: [level: string, member: [rename: number, format: number, discard: number]][] = [
  ['admin', [200, 200, 200]],
  ['editor', [403, 200, 403]],
  ['user', [403, 403, 403]],
]

for (const [level, expected] of levels) {
  test(`members have the default access level ${level} on a field; guests and viewers can only read`, async () => {
    const { ann, ben, person, workspace } = await world()
    const guest = await person('Gus', { is_guest: true })
    const viewer = await person('Vic', { is_view_only: true })
    const given = { type: 'number', precision: 1, default_access_level: level }
    const gid = await ann.create('/custom_fields', { workspace, name: 'Size', ...given })
    const before = await whole(ann, gid)
    const tries = async (who: Person) => [
      (await who.put(`/custom_fields/${gid}`, { name: `Size of ${who.gid}` })).status,
      (await who.put(`/custom_fields/${gid}`, { precision: 2 })).status,
      (await who.delete(`/custom_fields/${gid}`)).status,
    ]
    for (const who of [guest, viewer]) {
      assert.equal((await who.get(`/custom_fields/${gid}`)).status, 200)
      assert.deepEqual(await tries(who), [403, 403, 403])
      assert.deepEqual(await whole(ann, gid), before)
    }
    assert.deepEqual(await tries(ben), expected)
  })
}

test('an editor can send back unchanged admin-only parts of a field', async () => {
  const { ann, ben, workspace } = await world()
  const gid = await ann.create('/custom_fields', { workspace, name: 'Size', type: 'text' })
  const same = { name: 'Size', privacy_setting: 'public_with_guests', default_access_level: 'editor' }
  assert.equal((await ben.put(`/custom_fields/${gid}`, { ...same, description: 'ours' })).status, 200)
  const before = await whole(ann, gid)
  for (const given of [{ privacy_setting: 'private' }, { default_access_level: 'admin' }, { name: 'Width' }]) {
    const answer = await ben.put(`/custom_fields/${gid}`, { description: 'mine', ...given })
    assert.deepEqual([answer.status, answer.message], [403, 'You do not have access to this custom_field.'])
    assert.deepEqual(await whole(ann, gid), before)
  }
})

test('members can create fields; guests, viewers and outsiders cannot', async () => {
  const { ann, ben, person, workspace } = await world()
  const expected: [Person, number][] = [
    [ann, 201],
    [ben, 201],
    [await person('Gus', { is_guest: true }), 403],
    [await person('Vic', { is_view_only: true }), 403],
    [await person('Sam', null), 400],
  ]
  for (const [who, status] of expected) {
    const before = await gidsOf(ann, `/workspaces/${workspace}/custom_fields`)
    const answer = await who.post('/custom_fields', { workspace, name: who.email, type: 'text' })
    assert.equal(answer.status, status, `${who.email}: ${answer.message}`)
    const after = await gidsOf(ann, `/workspaces/${workspace}/custom_fields`)
    assert.equal(after.length, before.length + (status === 201 ? 1 : 0))
  }
})

/** Visibility of a field of Ben: Ann is an administrator, Cy is a member. */
const privacies: [privacy: string, seen: [ben: number, ann: number, cy: number, guest: number]][] = [
  ['public_with_guests', [200, 200, 200, 200]],
  ['public', [200, 200, 200, 404]],
  ['private', [200, 200, 404, 404]],
]

for (const [privacy, expected] of privacies) {
  test(`a field with the privacy ${privacy} is visible only to its audience`, async () => {
    const { ann, ben, person, workspace } = await world()
    const [cy, guest] = [await person('Cy'), await person('Gus', { is_guest: true })]
    const viewer = await person('Vic', { is_view_only: true })
    const stranger = await person('Sam', null)
    const gid = await ben.create('/custom_fields', { workspace, name: 'Pay', type: 'text', privacy_setting: privacy })
    const seen: number[] = []
    for (const who of [ben, ann, cy, guest]) seen.push((await who.get(`/custom_fields/${gid}`)).status)
    assert.deepEqual(seen, expected)
    for (const [index, who] of [ben, ann, cy].entries())
      assert.deepEqual(
        await gidsOf(who, `/workspaces/${workspace}/custom_fields`),
        expected[index] === 200 ? [gid] : [],
      )
    const listed = await gidsOf(viewer, `/workspaces/${workspace}/custom_fields`)
    assert.deepEqual(listed, privacy === 'private' ? [] : [gid])
    const unseen = await stranger.get(`/custom_fields/${gid}`)
    assert.deepEqual([unseen.status, unseen.message], [404, `custom_field: Not a recognized ID: ${gid}`])
    assert.equal((await stranger.get(`/workspaces/${workspace}/custom_fields`)).status, 404)
    if (privacy === 'private') assert.equal((await cy.put(`/custom_fields/${gid}`, { description: '' })).status, 404)
  })
}

test('guests cannot list the fields of a workspace', async () => {
  const { ann, person, workspace } = await world()
  const guest = await person('Gus', { is_guest: true })
  await ann.create('/custom_fields', { workspace, name: 'Size', type: 'text' })
  const answer = await guest.get(`/workspaces/${workspace}/custom_fields`)
  assert.deepEqual([answer.status, answer.message], [403, 'Custom Fields are not available for free users or guests.'])
})

test('a field of a private project is visible with the project', async () => {
  const { ann, ben, workspace } = await world()
  const project = await ann.create('/projects', { workspace, name: 'P', privacy_setting: 'private' })
  const custom_field = { name: 'Secret', resource_subtype: 'text' }
  const made = await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field })
  const path = `/custom_fields/${made.data.custom_field.gid}`
  assert.equal((await ben.get(path)).status, 404)
  await ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] })
  assert.equal((await ben.get(path)).status, 200)
})
