import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventText, followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { capacityOffice, statusesOf } from '../../../test/harness/samples/capacity.ts'
import type { Answer, Json } from '../../../test/harness/world.ts'
import { workingDays } from './rules/effort.ts'

const WEEK = { start_date: '2026-01-05', end_date: '2026-01-09' }

async function office() {
  const home = await capacityOffice()
  const { ann, ben, project, workspace } = home
  const body = { parent: project, assignee: ben.gid, ...WEEK }
  const listed = async (query: string, who = ann) =>
    ((await ok(who.get(`/allocations?${query}`))).data as Json[]).map(({ gid }) => gid)
  return { ...home, body, listed, ofBen: `assignee=${ben.gid}&workspace=${workspace}` }
}

const refusal = ({ status, message }: Answer) => [status, message]

test('an allocation is created, read, updated and deleted', async () => {
  const { ann, ben, project, placeholder, body } = await office()
  const made = await ann.post('/allocations', { ...body, effort: { type: 'hours', value: 7.5 } })
  assert.equal(made.status, 201)
  const { gid } = made.data
  const user = (who: { gid: string }, name: string) => ({ gid: who.gid, resource_type: 'user', name })
  assert.deepEqual(made.data, {
    ...{ gid, resource_type: 'allocation', resource_subtype: 'project_allocation', ...WEEK },
    ...{ assignee: user(ben, 'Ben'), created_by: user(ann, 'Ann'), effort: { type: 'hours', value: 7.5 } },
    parent: { gid: project, resource_type: 'project', name: 'Project' },
  })
  assert.deepEqual((await ok(ann.get(`/allocations/${gid}`))).data, made.data)
  const selected = await ann.get(`/allocations/${gid}?opt_fields=effort.type,assignee.name`)
  assert.deepEqual(selected.data, { gid, effort: { type: 'hours' }, assignee: { gid: ben.gid, name: 'Ben' } })
  const changed = await ok(ann.put(`/allocations/${gid}`, { assignee: placeholder, effort: null }))
  const assignee = { gid: placeholder, resource_type: 'placeholder', name: 'Designer' }
  assert.deepEqual(changed.data, { ...made.data, assignee, effort: null })
  assert.deepEqual((await ok(ann.put(`/allocations/${gid}`, {}))).data, changed.data)
  assert.deepEqual((await ann.delete(`/allocations/${gid}`)).body, { data: {} })
  assert.deepEqual(refusal(await ann.get(`/allocations/${gid}`)), [404, `allocation: Unknown object: ${gid}`])
  assert.equal((await ann.put(`/allocations/${gid}`, {})).status, 404)
  assert.equal((await ann.delete(`/allocations/${gid}`)).status, 404)
})

test('an invalid allocation is refused', async () => {
  const { ann, body, person, project } = await office()
  const gid = await ann.create('/allocations', body)
  const refused = async (more: Json) => refusal(await ann.post('/allocations', { ...body, ...more }))
  const reversed = [400, 'end_date: Must not be before start_date']
  assert.deepEqual(await refused({ end_date: '2026-01-04' }), reversed)
  assert.deepEqual(refusal(await ann.put(`/allocations/${gid}`, { start_date: '2026-01-10' })), reversed)
  for (const name of ['assignee', 'parent', 'start_date', 'end_date']) {
    assert.deepEqual(await refused({ [name]: undefined }), [400, `${name}: Missing input`])
  }
  const stranger = await person('Sam', null)
  assert.deepEqual(await refused({ assignee: stranger.gid }), [400, `assignee: Not a recognized ID: ${stranger.gid}`])
  assert.deepEqual(await refused({ assignee: project }), [400, `assignee: Not a recognized ID: ${project}`])
  const efforts = [
    [{ type: 'days', value: 1 }, 'effort: type: Not a recognized value: days'],
    [{ type: 'hours' }, 'effort: value: Missing required field'],
    [{ value: 1 }, 'effort: type: Missing required field'],
    [{ type: 'hours', value: 'x' }, 'effort: value: Not a number: x'],
    [{ type: 'hours', value: -1 }, 'effort: value: Must be between 0 and 10000'],
    [{ type: 'percent', value: 10_000.01 }, 'effort: value: Must be between 0 and 10000'],
    ['x', 'effort: Value is not a JSON object: x'],
  ] as const
  for (const [effort, text] of efforts) assert.deepEqual(await refused({ effort }), [400, text])
  const moved = refusal(await ann.put(`/allocations/${gid}`, { parent: project }))
  assert.deepEqual(moved, [400, 'parent: Cannot write this property'])
})

test('an allocation can span the whole calendar', async () => {
  const { ann, body } = await office()
  const all = { start_date: '1000-01-01', end_date: '9999-12-31', effort: { type: 'hours', value: 10_000 } }
  const { data } = await ok(ann.post('/allocations', { ...body, ...all }))
  assert.deepEqual([data.start_date, data.end_date, data.effort], Object.values(all))
  assert.equal((await ann.post('/allocations', { ...body, start_date: '2026-01-09' })).status, 201, 'a single day')
})

test('working days are those from Monday to Friday, with both ends', () => {
  const pairs = [
    ['2026-01-05', '2026-01-09', 5],
    ['2026-01-10', '2026-01-11', 0],
    ['2026-01-09', '2026-01-12', 2],
    ['2026-01-05', '2026-01-05', 1],
    ['1969-12-29', '1970-01-04', 5],
    ['2026-01-01', '2026-12-31', 261],
  ] as const
  for (const [first, last, days] of pairs) assert.equal(workingDays(first, last), days, `${first} ${last}`)
})

test('an effort is rounded to two decimals', async () => {
  const { ann, body } = await office()
  const shown = async (value: unknown) =>
    (await ok(ann.post('/allocations', { ...body, effort: { type: 'percent', value } }))).data.effort.value
  assert.deepEqual([await shown(33.335), await shown('12.344'), await shown(0)], [33.34, 12.34, 0])
})

test('viewers of a project read its allocations, and editors write them', async () => {
  const { ann, ben, editor, commenter, viewer, person, body, project } = await office()
  const gid = await ann.create('/allocations', body)
  const people = [editor, commenter, viewer, ben, await person('Sam', null)]
  assert.deepEqual(await statusesOf(people, who => who.get(`/allocations/${gid}`)), [200, 200, 200, 404, 404])
  const list = `/allocations?parent=${project}`
  assert.deepEqual(await statusesOf(people, who => who.get(list)), [200, 200, 200, 400, 400])
  const put = () => ({ effort: { type: 'hours', value: 1 } })
  assert.deepEqual(await statusesOf(people, who => who.put(`/allocations/${gid}`, put())), [200, 403, 403, 404, 404])
  const own = (who: { gid: string }) => ({ ...body, assignee: who.gid })
  assert.deepEqual(await statusesOf(people, who => who.post('/allocations', own(who))), [201, 403, 403, 400, 400])
  const withoutEditor = people.slice(1)
  assert.deepEqual(await statusesOf(withoutEditor, who => who.delete(`/allocations/${gid}`)), [403, 403, 404, 404])
  assert.equal((await editor.delete(`/allocations/${gid}`)).status, 200)
})

test('allocations are listed by project, and by assignee in the projects that the caller can see', async () => {
  const { ann, ben, viewer, body, listed, ofBen, project, workspace, placeholder } = await office()
  const first = await ann.create('/allocations', body)
  const second = await ann.create('/allocations', { ...body, assignee: placeholder })
  const other = await ann.create('/projects', { workspace, name: 'Other', privacy_setting: 'private' })
  const third = await ann.create('/allocations', { ...body, parent: other })
  assert.deepEqual(await listed(`parent=${project}`), [first, second])
  assert.deepEqual(await listed(`parent=${project}&assignee=${placeholder}`), [second])
  assert.deepEqual(await listed(`assignee=${placeholder}&workspace=${workspace}`), [second])
  assert.deepEqual(await listed(ofBen), [first, third])
  assert.deepEqual(await listed(ofBen, viewer), [first])
  assert.deepEqual(await listed(ofBen, ben), [], 'an allocation gives no access to its project')
  await ok(ann.delete(`/allocations/${third}`))
  assert.deepEqual(await listed(ofBen), [first])
  const lacking = [400, 'You should specify parent, or both assignee and workspace']
  for (const query of ['', `?assignee=${ben.gid}`, `?workspace=${workspace}`]) {
    assert.deepEqual(refusal(await ann.get(`/allocations${query}`)), lacking)
  }
})

test('a plan without allocations answers 402 to each operation', async () => {
  const { ann, body, project, setPlan, page, workspace } = await office()
  const gid = await ann.create('/allocations', body)
  await setPlan('premium')
  const answers = [
    await ann.get(`/allocations?parent=${project}`),
    await ann.get(`/allocations/${gid}`),
    await ann.post('/allocations', body),
    await ann.put(`/allocations/${gid}`, {}),
    await ann.delete(`/allocations/${gid}`),
    await page.post(`/organizations/${workspace}/placeholders`, { name: 'New' }),
  ]
  const text = 'Allocations are not available on your current plan.'
  for (const answer of answers) assert.deepEqual(refusal(answer), [402, text])
  await setPlan('business')
  assert.equal((await ann.get(`/allocations/${gid}`)).status, 200)
})

test('the stream of a project has the changes of its allocations', async () => {
  const { ann, project, body } = await office()
  const events = await followObject(ann, project)
  const gid = await ann.create('/allocations', body)
  await ok(ann.put(`/allocations/${gid}`, { end_date: '2026-01-08', effort: { type: 'percent', value: 50 } }))
  await ok(ann.delete(`/allocations/${gid}`))
  const seen = await events.poll()
  assert.deepEqual(seen.map(eventText), [
    'added allocation < project',
    'changed allocation end_date',
    'changed allocation effort',
    'deleted allocation',
  ])
  assert.deepEqual([...new Set(seen.map(({ resource }) => resource.gid))], [gid])
})

test('the allocations of a project are hidden with it, and return with it', async () => {
  const { ann, project, body, listed, ofBen, page, workspace } = await office()
  const restore = (gid: string) => page.post(`/organizations/${workspace}/trash/${gid}/restore`)
  const [gid, deleted] = [await ann.create('/allocations', body), await ann.create('/allocations', body)]
  await ok(ann.delete(`/allocations/${deleted}`))
  await ok(ann.delete(`/projects/${project}`))
  assert.equal((await ann.get(`/allocations/${gid}`)).status, 404)
  assert.deepEqual(await listed(ofBen), [])
  const text = `The project of this allocation is in the trash too: restore the project ${project} first.`
  assert.deepEqual(refusal(await restore(deleted)), [400, text])
  await ok(restore(project))
  assert.deepEqual(await listed(ofBen), [gid])
  await ok(restore(deleted))
  assert.deepEqual(await listed(ofBen), [gid, deleted])
})

test('the allocations of a user who leaves stay, and the user gets no new ones', async () => {
  const { ann, ben, body, workspace, listed, project } = await office()
  const gid = await ann.create('/allocations', body)
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.deepEqual(await listed(`parent=${project}`), [gid])
  assert.equal((await ok(ann.get(`/allocations/${gid}`))).data.assignee.gid, ben.gid)
  assert.equal((await ok(ann.put(`/allocations/${gid}`, { end_date: '2026-01-06' }))).data.end_date, '2026-01-06')
  assert.equal((await ann.post('/allocations', body)).status, 400)
})
