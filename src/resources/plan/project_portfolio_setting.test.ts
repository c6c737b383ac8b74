import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { portfolioOffice, shareWith } from '../../../test/harness/samples/portfolios.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import type { Person } from '../../../test/harness/world.ts'
import { grantDifferences } from '../../store/queries/access/difference.ts'
import { trashEntryOf } from '../../store/queries/trash/entries.ts'
import { restore } from '../platform/rules/restore.ts'

/** What a person may do with a project: 404 hidden, 403 view only. */
const tries = async (who: Person, project: string) => [
  (await who.get(`/projects/${project}`)).status,
  (await who.put(`/projects/${project}`, { name: 'New' })).status,
  (await who.put(`/projects/${project}`, { default_access_level: 'viewer' })).status,
]

const HIDDEN = [404, 404, 404]
const VIEW = [200, 403, 403]
const EDIT = [200, 200, 403]

test('a setting is created with the item, and says no by default', async () => {
  const { ann, portfolio, project, settingOf } = await portfolioOffice()
  const gid = await settingOf(project)
  const { data } = await ok(ann.get(`/project_portfolio_settings/${gid}`))
  const { created_at, ...rest } = data
  assert.match(created_at, /^\d{4}-/)
  assert.deepEqual(rest, {
    ...{ gid, resource_type: 'project_portfolio_setting', is_access_control_inherited: false },
    project: { gid: project, resource_type: 'project', name: 'Project' },
    portfolio: { gid: portfolio, resource_type: 'portfolio', name: 'Portfolio' },
  })
  assert.deepEqual((await ann.get(`/portfolios/${portfolio}/project_portfolio_settings`)).data, [rest])
  assert.deepEqual((await ann.get(`/projects/${project}/project_portfolio_settings`)).data, [rest])
  await ok(ann.post(`/portfolios/${portfolio}/removeItem`, { item: project }))
  assert.equal((await ann.get(`/project_portfolio_settings/${gid}`)).status, 404)
})

test('members of a portfolio have their level on a project that inherits it, as long as it does', async () => {
  const { ann, ben, editor, viewer, portfolio, project, inherit } = await portfolioOffice()
  assert.deepEqual([await tries(editor, project), await tries(viewer, project)], [HIDDEN, HIDDEN])
  await inherit()
  assert.deepEqual([await tries(editor, project), await tries(viewer, project)], [EDIT, VIEW])
  assert.deepEqual(await tries(ben, project), HIDDEN)
  assert.deepEqual(await gidsOf(viewer, `/portfolios/${portfolio}/items`), [project])
  await ok(ann.post(`/portfolios/${portfolio}/addMembers`, { members: [ben.gid] }))
  assert.deepEqual(await tries(ben, project), VIEW)
  await ok(ann.post(`/portfolios/${portfolio}/removeMembers`, { members: [viewer.gid] }))
  assert.deepEqual(await tries(viewer, project), HIDDEN)
  await inherit(false)
  assert.deepEqual([await tries(editor, project), await tries(ben, project)], [HIDDEN, HIDDEN])
})

test('a private project in a public portfolio is visible to the audience of the portfolio if it inherits', async () => {
  const { ann, ben, portfolio, project, inherit, person } = await portfolioOffice()
  const gus = await person('Gus', { is_guest: true })
  await ok(ann.put(`/portfolios/${portfolio}`, { public: true }))
  assert.deepEqual(await tries(ben, project), HIDDEN)
  await inherit()
  assert.deepEqual([await tries(ben, project), await tries(gus, project)], [VIEW, HIDDEN])
  await ok(ann.put(`/portfolios/${portfolio}`, { default_access_level: 'editor' }))
  assert.deepEqual(await tries(ben, project), EDIT)
  await ok(ann.put(`/portfolios/${portfolio}`, { public: false }))
  assert.deepEqual(await tries(ben, project), HIDDEN)
})

test('a project inherits nothing from a deleted portfolio until it is restored', async () => {
  const { ann, store, editor, portfolio, project, inherit } = await portfolioOffice()
  await inherit()
  await ok(ann.delete(`/portfolios/${portfolio}`))
  assert.deepEqual(await tries(editor, project), HIDDEN)
  assert.deepEqual(await gidsOf(ann, `/projects/${project}/project_portfolio_settings`), [])
  const entry = (await trashEntryOf(store.read, Number(portfolio))) ?? assert.fail('not in the trash')
  await store.write(tx => restore(tx, entry))
  assert.deepEqual(await tries(editor, project), EDIT)
  assert.deepEqual(await grantDifferences(store.read), [])
})

test('access follows only the portfolio that contains the project itself', async () => {
  const all = await portfolioOffice()
  const { ann, ben, workspace, portfolio, project, inherit } = all
  await inherit()
  const outer = await ann.create('/portfolios', { workspace, name: 'Outer' })
  await shareWith(all, outer, ben, 'admin')
  await ok(ann.post(`/portfolios/${outer}/addItem`, { item: portfolio }))
  assert.deepEqual(await tries(ben, project), HIDDEN)
  assert.equal((await ben.get(`/portfolios/${portfolio}`)).status, 404)
  assert.deepEqual(await gidsOf(ben, `/portfolios/${outer}/items`), [])
  assert.deepEqual(
    await gidsOf(ann, `/portfolios/${outer}/project_portfolio_settings`),
    [],
    'a portfolio has no setting',
  )
})

test('the access of a removed item ends, and that of a team in the portfolio counts', async () => {
  const all = await portfolioOffice()
  const { ann, ben, workspace, portfolio, project, inherit } = all
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  await inherit()
  await shareWith(all, portfolio, { gid: team }, 'editor')
  assert.deepEqual(await tries(ben, project), EDIT)
  await ok(ann.post(`/portfolios/${portfolio}/removeItem`, { item: project }))
  assert.deepEqual(await tries(ben, project), HIDDEN)
})

test('only admins of the project change its setting, and only those who see both sides see it', async () => {
  const all = await portfolioOffice()
  const { ann, ben, editor, portfolio, project, settingOf } = all
  const path = `/project_portfolio_settings/${await settingOf(project)}`
  const change = (who: Person) => who.put(path, { is_access_control_inherited: true })
  // An admin of the portfolio alone cannot take the access to its projects.
  await shareWith(all, portfolio, ben, 'admin')
  for (const who of [ben, editor]) {
    assert.equal((await who.get(path)).status, 404)
    assert.equal((await change(who)).status, 404)
    assert.deepEqual(await gidsOf(who, `/portfolios/${portfolio}/project_portfolio_settings`), [])
  }
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [editor.gid] }))
  assert.equal((await editor.get(path)).status, 200)
  const refused = await change(editor)
  assert.deepEqual(
    [refused.status, refused.message],
    [403, 'You do not have access to this project_portfolio_setting.'],
  )
  const outsider = await all.person('Out')
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [outsider.gid] }))
  assert.equal((await outsider.get(path)).status, 404)
  assert.deepEqual(await gidsOf(outsider, `/projects/${project}/project_portfolio_settings`), [])
  const done = await ok(change(ann))
  assert.equal(done.data.is_access_control_inherited, true)
})
