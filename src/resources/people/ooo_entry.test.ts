import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'

const away = ({ workspace }: World, who: Person, start_date: string, end_date: string, user = 'me') =>
  who.post('/ooo_entries', { workspace, user, start_date, end_date })

const days = ({ start_date, end_date }: Json) => [start_date, end_date]

const list = async ({ workspace }: World, who: Person, user: Person, more = '') =>
  (await ok(who.get(`/ooo_entries?workspace=${workspace}&user=${user.gid}${more}`))).data

test('a person creates, reads, updates and deletes an entry of their own', async () => {
  const all = await world()
  const { ben } = all
  const made = await away(all, ben, '2026-03-02', '2026-03-06')
  assert.equal(made.status, 201)
  const { gid } = made.data
  assert.deepEqual(made.data, {
    ...{ gid, resource_type: 'ooo_entry', start_date: '2026-03-02', end_date: '2026-03-06' },
    user: { gid: ben.gid, resource_type: 'user', name: 'Ben' },
    created_by: { gid: ben.gid, resource_type: 'user', name: 'Ben' },
  })
  assert.deepEqual((await ben.get(`/ooo_entries/${gid}`)).data, made.data)
  assert.deepEqual(days((await ok(ben.put(`/ooo_entries/${gid}`, { end_date: '2026-03-02' }))).data), [
    '2026-03-02',
    '2026-03-02',
  ])
  assert.equal((await ben.delete(`/ooo_entries/${gid}`)).status, 200)
  assert.equal((await ben.get(`/ooo_entries/${gid}`)).status, 404)
})

test('an entry cannot end before it starts, nor change its person', async () => {
  const all = await world()
  const message = 'end_date: Cannot be before start_date'
  const backwards = await away(all, all.ben, '2026-03-06', '2026-03-02')
  assert.deepEqual([backwards.status, backwards.message], [400, message])
  const { gid } = (await away(all, all.ben, '2026-03-02', '2026-03-06')).data
  for (const body of [{ start_date: '2026-03-07' }, { end_date: '2026-03-01' }]) {
    const answer = await all.ben.put(`/ooo_entries/${gid}`, body)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  assert.equal((await all.ben.put(`/ooo_entries/${gid}`, { user: all.ann.gid })).status, 400)
  for (const wrong of ['2026-02-30', 'tomorrow', '0', '99999-01-01']) {
    assert.equal((await away(all, all.ben, wrong, wrong)).status, 400)
  }
})

test('only administrators and service accounts write entries of other people', async () => {
  const all = await world()
  const { ann, ben } = all
  const [cat, bot] = [await all.person('Cat'), await all.service('Bot')]
  assert.equal((await away(all, ben, '2026-03-02', '2026-03-06', cat.gid)).status, 403)
  const made = await away(all, ann, '2026-03-02', '2026-03-06', ben.gid)
  assert.deepEqual([made.data.user.gid, made.data.created_by.gid], [ben.gid, ann.gid])
  assert.equal((await cat.put(`/ooo_entries/${made.data.gid}`, { end_date: '2026-03-07' })).status, 403)
  assert.equal((await cat.delete(`/ooo_entries/${made.data.gid}`)).status, 403)
  assert.equal((await bot.put(`/ooo_entries/${made.data.gid}`, { end_date: '2026-03-07' })).status, 200)
  assert.equal((await ben.delete(`/ooo_entries/${made.data.gid}`)).status, 200)
  assert.equal((await away(all, ann, '2026-03-02', '2026-03-06', bot.gid)).status, 400)
})

test('a guest sees entries only of people whom they know, and creates their own', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const gus = await all.person('Gus', { is_guest: true })
  const { gid } = (await away(all, ben, '2026-03-02', '2026-03-06')).data
  assert.equal((await gus.get(`/ooo_entries/${gid}`)).status, 404)
  assert.equal((await gus.get(`/ooo_entries?workspace=${workspace}&user=${ben.gid}`)).status, 400)
  assert.equal((await away(all, gus, '2026-03-02', '2026-03-06')).status, 201)
  const project = await ann.create('/projects', { workspace, name: 'Shared' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid, gus.gid] }))
  assert.equal((await gus.get(`/ooo_entries/${gid}`)).status, 200)
})

test('a list has the entries that overlap the period, by pages', async () => {
  const all = await world()
  const { ben } = all
  const entries = [
    ['2026-03-01', '2026-03-03'],
    ['2026-03-05', '2026-03-05'],
    ['2026-03-04', '2026-03-10'],
  ] as const
  for (const [start, end] of entries) await away(all, ben, start, end)
  const shown = async (more: string) => (await list(all, ben, ben, more)).map((one: Json) => one.start_date.slice(-2))
  assert.deepEqual(await shown(''), ['01', '05', '04'])
  assert.deepEqual(await shown('&start_date=2026-03-03'), ['01', '05', '04'])
  assert.deepEqual(await shown('&start_date=2026-03-04'), ['05', '04'])
  assert.deepEqual(await shown('&end_date=2026-03-04'), ['01', '04'])
  assert.deepEqual(await shown('&start_date=2026-03-06&end_date=2026-03-06'), ['04'])
  assert.deepEqual(await shown('&start_date=2026-03-11'), [])
  const first = await ben.get(`/ooo_entries?workspace=${all.workspace}&user=${ben.gid}&limit=2`)
  const { offset } = first.body.next_page
  assert.deepEqual(await shown(`&limit=2&offset=${offset}`), ['04'])
  assert.equal((await ben.get(`/ooo_entries?workspace=${all.workspace}`)).status, 400)
})

test('the vacation dates of a membership are those of the current or next entry', async () => {
  const all = await world()
  const { ben, clock, workspace } = all
  clock.step = 0
  const vacation = async () =>
    (await ok(ben.get('/users/me/workspace_memberships?opt_fields=vacation_dates'))).data[0].vacation_dates
  assert.equal(await vacation(), null)
  await away(all, ben, '2026-01-20', '2026-01-22')
  await away(all, ben, '2026-01-01', '2026-01-04')
  assert.deepEqual(await vacation(), { start_on: '2026-01-20', end_on: '2026-01-22' })
  await away(all, ben, '2026-01-04', '2026-01-05')
  assert.deepEqual(await vacation(), { start_on: '2026-01-04', end_on: '2026-01-05' })
  clock.now = Date.UTC(2026, 0, 22, 23)
  assert.deepEqual(await vacation(), { start_on: '2026-01-20', end_on: '2026-01-22' })
  clock.now = Date.UTC(2026, 0, 23)
  assert.equal(await vacation(), null)
  const { data } = await ok(ben.get(`/workspaces/${workspace}/workspace_memberships?opt_fields=vacation_dates.end_on`))
  assert.ok(data.every((one: Json) => one.vacation_dates === null))
})

test('entries are deleted when the person leaves the organization', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  await away(all, ben, '2026-03-02', '2026-03-06')
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  await ok(ann.post(`/workspaces/${workspace}/addUser`, { user: ben.gid }))
  assert.deepEqual(await list(all, ann, ben), [])
})
