import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { capacityOffice } from '../../../../test/harness/samples/capacity.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import type { Answer, Json } from '../../../../test/harness/world.ts'

/** An organization with a placeholder, and people of each kind in a browser. */
async function office() {
  const home = await capacityOffice()
  const { ben, person, workspace, page } = home
  const visitor = async (name: string, role: Parameters<typeof person>[1]) => signedIn(home, await person(name, role))
  const list = `/organizations/${workspace}/placeholders`
  const names = async (path = list) => ((await ok(page.get(path))).data as Json[]).map(({ name }) => name)
  const [guest, viewOnly, stranger] = [
    await visitor('Gus', { is_guest: true }),
    await visitor('Vic', { is_view_only: true }),
    await visitor('Sam', null),
  ]
  return { ...home, list, names, member: await signedIn(home, ben), guest, viewOnly, stranger }
}

const refusal = ({ status, message }: Answer) => [status, message]

test('a member of an organization creates, lists, renames and deletes placeholders', async () => {
  const { member, list, names } = await office()
  const made = await member.post(list, { name: ' Writer ' })
  assert.equal(made.status, 201)
  const { gid } = made.data
  assert.deepEqual(made.data, { gid, name: 'Writer' })
  assert.deepEqual(await names(), ['Designer', 'Writer'])
  assert.deepEqual((await ok(member.put(`/placeholders/${gid}`, { name: 'Editor' }))).data, { gid, name: 'Editor' })
  assert.deepEqual(await names(), ['Designer', 'Editor'])
  assert.deepEqual(refusal(await member.post(list, { name: ' ' })), [400, 'name: Missing input'])
  assert.deepEqual(refusal(await member.put(`/placeholders/${gid}`, { name: '' })), [400, 'name: Missing input'])
  assert.deepEqual((await member.delete(`/placeholders/${gid}`)).body, { data: {} })
  assert.deepEqual(await names(), ['Designer'])
  const unknown = [404, `placeholder: Not a recognized ID: ${gid}`]
  assert.deepEqual(refusal(await member.delete(`/placeholders/${gid}`)), unknown)
  assert.deepEqual(refusal(await member.put(`/placeholders/${gid}`, { name: 'New' })), unknown)
})

test('placeholders are listed in pages', async () => {
  const { member, list, names } = await office()
  for (let one = 0; one < 100; one++) await ok(member.post(list, { name: `More ${one}` }))
  const page = (await ok(member.get(list))).data as Json[]
  assert.equal(page.length, 100)
  assert.deepEqual(await names(`${list}?after=${page.at(-1)?.gid}`), ['More 99'])
})

test('guests and people with a view-only licence see placeholders and change none; strangers see none', async () => {
  const { guest, viewOnly, stranger, list, placeholder } = await office()
  for (const [who, read, write] of [
    [guest, 200, 403],
    [viewOnly, 200, 403],
    [stranger, 404, 404],
  ] as const) {
    assert.equal((await who.get(list)).status, read)
    assert.equal((await who.post(list, { name: 'Mine' })).status, write)
    assert.equal((await who.put(`/placeholders/${placeholder}`, { name: 'Mine' })).status, write)
    assert.equal((await who.delete(`/placeholders/${placeholder}`)).status, write)
  }
})

test('a placeholder in the trash stays in its allocations and rates, gets no new ones, and can be restored', async () => {
  const { ann, page, member, placeholder, project: parent, workspace, list, names } = await office()
  const days = { start_date: '2026-01-05', end_date: '2026-01-09' }
  const allocation = await ann.create('/allocations', { parent, assignee: placeholder, ...days })
  const rate = await ann.create('/rates', { parent, resource: placeholder, rate: 1 })
  await ok(member.delete(`/placeholders/${placeholder}`))
  const shown = { gid: placeholder, resource_type: 'placeholder' }
  assert.deepEqual((await ok(ann.get(`/allocations/${allocation}`))).data.assignee, shown)
  assert.deepEqual((await ok(ann.get(`/rates/${rate}`))).data.resource, shown)
  const refused = await ann.post('/allocations', { parent, assignee: placeholder, ...days })
  assert.deepEqual(refusal(refused), [400, `assignee: Unknown object: ${placeholder}`])
  await ok(page.post(`/organizations/${workspace}/trash/${placeholder}/restore`))
  assert.deepEqual(await names(list), ['Designer'])
  assert.equal((await ok(ann.get(`/rates/${rate}`))).data.resource.name, 'Designer')
})
