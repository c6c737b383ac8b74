import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

const path = '/time_tracking_categories'

test('administrators create, rename, archive and delete categories, which every member sees', async () => {
  const home = await world()
  const { ann, ben, workspace, person } = home
  const guest = await person('Gil', { is_guest: true })
  const audit = await auditor(home)
  const made = await ann.post(path, { workspace, name: 'Design', color: 'hot-pink' })
  assert.equal(made.status, 201)
  const { gid } = made.data
  const shown = { gid, resource_type: 'time_tracking_category', name: 'Design', color: 'hot-pink', is_archived: false }
  assert.deepEqual(made.data, shown)
  for (const who of [ben, guest]) {
    assert.deepEqual((await ok(who.get(`${path}/${gid}`))).data, shown)
    assert.equal((await who.post(path, { workspace, name: 'Own' })).status, 403)
    assert.equal((await who.put(`${path}/${gid}`, { name: 'Own' })).status, 403)
    assert.equal((await who.delete(`${path}/${gid}`)).status, 403)
  }
  const other = await ann.create(path, { workspace, name: 'Travel' })
  assert.equal((await ok(ann.get(`${path}/${other}`))).data.color, 'none')
  const archived = (await ok(ann.put(`${path}/${gid}`, { name: 'Drawing', is_archived: true }))).data
  assert.deepEqual(archived, { ...shown, name: 'Drawing', is_archived: true })
  const names = async (who: Person, query = '') =>
    ((await ok(who.get(`${path}?workspace=${workspace}${query}`))).data as Json[]).map(({ name }) => name)
  assert.deepEqual(await names(ben), ['Travel'])
  assert.deepEqual(await names(ben, '&is_archived=true'), ['Drawing'])
  assert.deepEqual((await ann.delete(`${path}/${gid}`)).body, { data: {} })
  assert.equal((await ann.get(`${path}/${gid}`)).status, 404)
  assert.deepEqual(await names(ben, '&is_archived=true'), [])
  assert.deepEqual(eventTypes(await audit.newEntries()), ['time_tracking_category_deleted'])
})

test('a category needs a name and a workspace of the caller', async () => {
  const { ann, workspace, person } = await world()
  const stranger = await person('Sam', null)
  for (const body of [
    { workspace },
    { name: 'x' },
    { workspace, name: ' ' },
    { workspace, name: 'x', color: 'teal' },
  ]) {
    assert.equal((await ann.post(path, body)).status, 400)
  }
  const gid = await ann.create(path, { workspace, name: 'Design' })
  assert.equal((await ann.put(`${path}/${gid}`, { name: '' })).status, 400)
  assert.equal((await ann.put(`${path}/${gid}`, { workspace })).status, 200)
  assert.equal((await stranger.get(`${path}/${gid}`)).status, 404)
  assert.equal((await stranger.get(`${path}?workspace=${workspace}`)).status, 400)
  assert.equal((await ann.get(path)).status, 400)
})
