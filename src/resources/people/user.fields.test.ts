/** Custom fields of users: the settings of a team give its members values. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, entryOf, makeField, notOn } from '../../../test/harness/fields.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import { insert, update } from '../../store/change.ts'
import { createWorkspace, join } from './rules/join.ts'

/** A team of Ann and Ben with a field. No operation of the API gives a team fields. */
async function crew() {
  const all = await world()
  const { ann, ben, workspace, store } = all
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  const field = await makeField(all, 'text')
  await store.write(tx =>
    insert(tx, 'custom_field_settings', {
      ...{ gid: tx.gid(), custom_field: Number(field), parent: Number(team), workspace: Number(workspace) },
      ...{ is_important: 0, rank: 'a0' },
    }),
  )
  const put = (who: Person, value: unknown, path = '/users/me') => who.put(path, { custom_fields: { [field]: value } })
  const fieldsOf = async (who: Person, user: Person): Promise<Json> =>
    (await ok(who.get(`/users/${user.gid}?opt_fields=custom_fields`))).data
  return { ...all, team, field, put, fieldsOf }
}

test('members of a team have its fields, and write their own values', async () => {
  const { ann, ben, workspace, field, put, fieldsOf, person } = await crew()
  assert.equal(entryOf(await fieldsOf(ben, ann), field)?.text_value, null)
  await ok(put(ann, 'Captain'))
  assert.equal(entryOf(await fieldsOf(ben, ann), field)?.display_value, 'Captain')
  await ok(put(ann, 'Admiral', `/workspaces/${workspace}/users/${ann.gid}`))
  assert.equal(entryOf(await fieldsOf(ben, ann), field)?.text_value, 'Admiral')
  assert.equal(entryOf(await fieldsOf(ann, ben), field)?.text_value, null)
  assert.equal((await put(ann, 'Cook', `/users/${ben.gid}`)).status, 403)
  assert.ok(!('custom_fields' in (await ok(ann.get('/users/me'))).data), 'they are shown on request')
  const named = await ok(ann.put('/users/me', { name: 'Anna', custom_fields: { [field]: null } }))
  assert.equal(named.data.name, 'Anna')
  assert.equal(entryOf(await fieldsOf(ben, ann), field)?.text_value, null)
  const eva = await person('Eva')
  assertBadRequest(await put(eva, 'Guest'), notOn(field))
  assert.deepEqual((await fieldsOf(ann, eva)).custom_fields, [])
})

test('a value is disabled when the user leaves the team, or when the team is deleted', async () => {
  const { ann, ben, team, store, field, put, fieldsOf } = await crew()
  for (const who of [ann, ben]) await ok(put(who, 'Sailor'))
  await ok(ann.post(`/teams/${team}/removeUser`, { user: ben.gid }))
  assert.equal(entryOf(await fieldsOf(ann, ben), field)?.enabled, false)
  assertBadRequest(await put(ben, 'Captain'), notOn(field))
  await ok(put(ben, null))
  assert.deepEqual((await fieldsOf(ann, ben)).custom_fields, [])
  assert.equal(entryOf(await fieldsOf(ann, ann), field)?.enabled, true)
  await store.write(async tx => update(tx, 'teams', { gid: Number(team) }, { deleted_at: tx.now }))
  assert.equal(entryOf(await fieldsOf(ann, ann), field)?.enabled, false)
})

test('a person of another organization does not see the fields of this one', async () => {
  const all = await crew()
  const { ann, put, fieldsOf, store, person } = all
  await ok(put(ann, 'Captain'))
  const sam = await person('Sam', null)
  const other = await store.write(tx => createWorkspace(tx, { name: 'Other', domains: null, plan: 'enterprise' }))
  await store.write(async tx => {
    for (const { gid } of [ann, sam]) await join(tx, Number(gid), other)
  })
  assert.deepEqual((await fieldsOf(sam, ann)).custom_fields, [])
  assert.equal((await fieldsOf(ann, ann)).custom_fields.length, 1)
})
