/**
 * Two transactions change the grants of one container by different rows, also those that it inherits: the stored grants
 * reflect both.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rights } from '../../src/policy/rights.ts'
import { deleteWhere, insert, update } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { grantDifferences } from '../../src/store/queries/access/difference.ts'
import { instances, whileBlockedBy } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'

test('an access grant is deleted when its two reasons end at once', async () => {
  const { ann, ben, workspace, stores } = await instances()
  const [one = assert.fail(), two = one] = stores
  const team = await ann.create('/teams', { organization: workspace, name: 'T' })
  const terms = { privacy_setting: 'private_to_team', default_access_level: 'commenter' }
  const project = Number(await ann.create('/projects', { workspace, name: 'P', team, ...terms }))
  const row = { project, member: Number(team) }
  const membership = { ...row, workspace: Number(workspace), access_level: 'editor', is_follower: 0 }
  await one.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), ...membership }))
  await whileBlockedBy(
    one,
    async tx => {
      await update(tx, 'projects', { gid: project }, { default_access_level: 'viewer' })
      await rights(tx, Number(ben.gid), 'project', [project])
    },
    () => two.write(tx => update(tx, 'project_memberships', row, { access_level: 'viewer' })),
  )
  assert.deepEqual(await grantDifferences(one.read), [])
})

/** A project that inherits the access of a portfolio, of which Ben is a viewer. */
async function inheriting() {
  const all = await instances()
  const { ann, ben, workspace } = all
  const portfolio = await ann.create('/portfolios', { workspace, name: 'F' })
  const project = await ann.create('/projects', { workspace, name: 'P', privacy_setting: 'private' })
  await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item: project }))
  await ok(ann.post(`/portfolios/${portfolio}/addMembers`, { members: [ben.gid] }))
  const setting = (await ok(ann.get(`/projects/${project}/project_portfolio_settings`))).data[0].gid
  const inherit = (is_access_control_inherited: boolean) =>
    ok(ann.put(`/project_portfolio_settings/${setting}`, { is_access_control_inherited }))
  const level = async () =>
    (await rights(all.store.read, Number(ben.gid), 'project', [Number(project)])).get(Number(project))
  const [one = assert.fail(), two = one] = all.stores
  return {
    ...all,
    portfolio: Number(portfolio),
    project: Number(project),
    member: Number(ben.gid),
    inherit,
    level,
    one,
    two,
  }
}

type Inheriting = Awaited<ReturnType<typeof inheriting>>

/** Pairs of writes that concern the grants of a project: the second runs while the first holds its locks. */
const pairs: Record<
  string,
  [
    first: (all: Inheriting, tx: Writer) => Promise<unknown>,
    second: (all: Inheriting, tx: Writer) => Promise<unknown>,
    level: string,
  ]
> = {
  'a member of the portfolio gets another level while the project starts to inherit': [
    ({ portfolio, member }, tx) =>
      update(tx, 'portfolio_memberships', { portfolio, member }, { access_level: 'editor' }),
    ({ portfolio, project }, tx) =>
      update(tx, 'portfolio_items', { portfolio, item: project }, { is_access_control_inherited: 1 }),
    'edit',
  ],
  'the project starts to inherit while a member of the portfolio gets another level': [
    ({ portfolio, project }, tx) =>
      update(tx, 'portfolio_items', { portfolio, item: project }, { is_access_control_inherited: 1 }),
    ({ portfolio, member }, tx) =>
      update(tx, 'portfolio_memberships', { portfolio, member }, { access_level: 'editor' }),
    'edit',
  ],
  'the project starts to inherit while it is shared with the same person': [
    ({ portfolio, project }, tx) =>
      update(tx, 'portfolio_items', { portfolio, item: project }, { is_access_control_inherited: 1 }),
    ({ project, member, workspace }, tx) =>
      insert(tx, 'project_memberships', {
        ...{ gid: tx.gid(), project, member, workspace: Number(workspace), access_level: 'editor', is_follower: 0 },
      }),
    'edit',
  ],
}

for (const [title, [first, second, level]] of Object.entries(pairs)) {
  test(`stored grants are correct when ${title}`, async () => {
    const all = await inheriting()
    const { one, two, member, project } = all
    await whileBlockedBy(
      one,
      async tx => {
        await first(all, tx)
        await rights(tx, member, 'project', [project])
      },
      () => two.write(tx => second(all, tx)),
    )
    assert.deepEqual(await grantDifferences(one.read), [])
    assert.equal(await all.level(), level)
  })
}

test('stored grants are correct when a portfolio loses a member while its project loses the same one', async () => {
  const all = await inheriting()
  const { one, two, member, project, portfolio, workspace, inherit } = all
  await inherit(true)
  const row = { project, member, workspace: Number(workspace), access_level: 'editor', is_follower: 0 }
  await one.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), ...row }))
  assert.equal(await all.level(), 'edit')
  await whileBlockedBy(
    one,
    async tx => {
      await deleteWhere(tx, 'portfolio_memberships', { portfolio, member })
      await rights(tx, member, 'project', [project])
    },
    () => two.write(tx => deleteWhere(tx, 'project_memberships', { project, member })),
  )
  assert.deepEqual(await grantDifferences(one.read), [])
  assert.equal(await all.level(), 'none')
})
