import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { portfolioOffice, shareWith } from '../../../test/harness/samples/portfolios.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import type { Person } from '../../../test/harness/world.ts'

type PortfolioOffice = Awaited<ReturnType<typeof portfolioOffice>>

const change = (
  { portfolio }: PortfolioOffice,
  who: Person,
  verb: 'addMembers' | 'removeMembers',
  ...users: Person[]
) => who.post(`/portfolios/${portfolio}/${verb}`, { members: users.map(({ gid }) => gid) })

const membersOf = async ({ ann, portfolio }: PortfolioOffice): Promise<string[]> =>
  (await ok(ann.get(`/portfolios/${portfolio}`))).data.members.map(({ gid }: { gid: string }) => gid)

test('members are added with the default access level, and removed', async () => {
  const all = await portfolioOffice()
  const { ann, ben, editor, viewer, portfolio } = all
  const added = await ok(change(all, ann, 'addMembers', ben, editor))
  assert.deepEqual(added.data.members.map(({ name }: { name: string }) => name).sort(), ['Ann', 'Ben', 'Edi', 'Vie'])
  const { data } = await ann.get(
    `/portfolios/${portfolio}/portfolio_memberships?opt_fields=user.name,access_level,portfolio.name`,
  )
  const shown = data.map(({ user, access_level }: Record<string, { name: string }>) => [user?.name, access_level])
  assert.deepEqual(shown, [
    ['Ann', 'admin'],
    ['Edi', 'editor'],
    ['Vie', 'viewer'],
    ['Ben', 'viewer'],
  ])
  assert.equal((await ben.get(`/portfolios/${portfolio}`)).status, 200)
  await ok(change(all, ann, 'removeMembers', ben, viewer))
  assert.deepEqual(await membersOf(all), [ann.gid, editor.gid])
  assert.equal((await ben.get(`/portfolios/${portfolio}`)).status, 404)
})

test('only admins appoint and remove admins, and the last one stays', async () => {
  const all = await portfolioOffice()
  const { ann, ben, editor, viewer, portfolio } = all
  const refusal = 'Only admins of this portfolio can appoint and remove its admins.'
  assert.equal((await change(all, viewer, 'addMembers', ben)).status, 403)
  assert.equal((await change(all, viewer, 'removeMembers', editor)).status, 403)
  assert.equal((await change(all, editor, 'addMembers', ben)).status, 200)
  assert.equal((await change(all, editor, 'removeMembers', ben)).status, 200)
  assert.equal((await change(all, editor, 'removeMembers', ann)).message, refusal)
  await ok(ann.put(`/portfolios/${portfolio}`, { default_access_level: 'admin' }))
  assert.equal((await change(all, editor, 'addMembers', ben)).message, refusal)
  const last = await change(all, ann, 'removeMembers', ann)
  assert.deepEqual([last.status, last.message], [400, 'members: A portfolio cannot be left without an admin'])
  await ok(change(all, ann, 'addMembers', ben))
  assert.equal((await change(all, ann, 'removeMembers', ann)).status, 200, 'members can leave')
  assert.equal((await ben.get(`/portfolios/${portfolio}`)).data.owner, null)
  assert.equal((await change(all, viewer, 'removeMembers', viewer)).status, 200, 'viewers can leave')
})

test('people of another organization cannot become members', async () => {
  const all = await portfolioOffice()
  const sam = await all.person('Sam', null)
  const { status, message } = await change(all, all.ann, 'addMembers', sam)
  assert.deepEqual([status, message], [400, `members: [0]: Not a recognized ID: ${sam.gid}`])
})

test('a team can be a member, which the older memberships do not show', async () => {
  const all = await portfolioOffice()
  const { ann, ben, workspace, portfolio } = all
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  await shareWith(all, portfolio, { gid: team }, 'editor')
  assert.equal((await ben.put(`/portfolios/${portfolio}`, { color: 'dark-red' })).status, 200)
  assert.equal((await gidsOf(ann, `/portfolios/${portfolio}/portfolio_memberships`)).length, 3)
  assert.equal((await membersOf(all)).length, 3)
})

test('memberships are listed for a portfolio, or for a user in a workspace', async () => {
  const all = await portfolioOffice()
  const { ann, ben, editor, viewer, workspace, portfolio } = all
  const other = await ann.create('/portfolios', { workspace, name: 'Other' })
  await shareWith(all, other, editor, 'viewer')
  const of = (query: string) => `/portfolio_memberships?${query}`
  const both = await gidsOf(ann, of(`workspace=${workspace}&user=${editor.gid}`))
  assert.equal(both.length, 2)
  assert.deepEqual(await gidsOf(viewer, of(`workspace=${workspace}&user=${editor.gid}`)), both.slice(0, 1))
  assert.deepEqual(await gidsOf(ben, of(`workspace=${workspace}&user=${editor.gid}`)), [])
  assert.deepEqual(await gidsOf(ann, of(`portfolio=${portfolio}&user=${editor.gid}`)), both.slice(0, 1))
  assert.equal((await gidsOf(viewer, of(`portfolio=${portfolio}`))).length, 3)
  const [first] = both
  const { data } = await ok(viewer.get(`/portfolio_memberships/${first}`))
  const user = { gid: editor.gid, resource_type: 'user', name: 'Edi' }
  assert.deepEqual(data, { gid: first, resource_type: 'portfolio_membership', user, access_level: 'editor' })
  const text = 'You should specify portfolio, or both workspace and user'
  for (const query of ['', `workspace=${workspace}`, `user=${editor.gid}`]) {
    const { status, message } = await ann.get(of(query))
    assert.deepEqual([status, message], [400, text])
  }
  assert.equal((await ben.get(`/portfolio_memberships/${first}`)).status, 404)
})

test('a user who leaves the organization leaves its portfolios', async () => {
  const all = await portfolioOffice()
  const { ann, ben, editor, workspace } = all
  const own = await editor.create('/portfolios', { workspace, name: 'Own', privacy_setting: 'public_to_domain' })
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: editor.gid }))
  assert.equal((await membersOf(all)).includes(editor.gid), false)
  const { data } = await ok(ben.get(`/portfolios/${own}`))
  assert.deepEqual([data.owner.gid, data.members.map(({ gid }: { gid: string }) => gid)], [ann.gid, [ann.gid]])
  await ok(ann.delete(`/portfolios/${own}`))
})
