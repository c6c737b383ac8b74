import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeField } from '../../../test/harness/fields.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'

const gidsOf = (objects: Json): string[] => objects.map(({ gid }: Json) => gid)

async function duplicate({ jobs }: World, person: Person, portfolio: string, include = ''): Promise<Json> {
  const started = await ok(person.post(`/portfolios/${portfolio}/duplicate`, { name: 'Copy', include }))
  assert.deepEqual([started.status, started.data.resource_subtype], [201, 'duplicate_portfolio'])
  await jobs.tick()
  const { data } = await ok(person.get(`/jobs/${started.data.gid}`))
  assert.deepEqual([data.status, data.new_portfolio.name], ['succeeded', 'Copy'])
  const { gid } = data.new_portfolio
  const items = await ok(person.get(`/portfolios/${gid}/items`))
  const settings = await ok(person.get(`/portfolios/${gid}/custom_field_settings?opt_fields=custom_field`))
  const fields = settings.data.map((one: Json) => one.custom_field.gid)
  return { ...(await ok(person.get(`/portfolios/${gid}`))).data, items: gidsOf(items.data), fields }
}

/** A portfolio of Ann with a project, a private project of Ben and another portfolio. */
async function office() {
  const home = await world()
  const { ann, ben, workspace } = home
  const portfolio = await ann.create('/portfolios', {
    ...{ workspace, name: 'Source', color: 'dark-red', privacy_setting: 'public_to_domain' },
    ...{ start_on: '2026-03-02', due_on: '2026-03-06', default_access_level: 'editor' },
  })
  await ok(ann.post(`/portfolios/${portfolio}/addMembers`, { members: [ben.gid] }))
  const child = await ann.create('/portfolios', { workspace, name: 'Child' })
  const project = await ann.create('/projects', { workspace, name: 'Project' })
  const hidden = await ben.create('/projects', { workspace, name: 'Hidden' })
  for (const item of [child, project]) await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item }))
  await ok(ben.post(`/portfolios/${portfolio}/addItem`, { item: hidden }))
  const field = await makeField(home, 'number', { precision: 0 })
  await ok(ann.post(`/portfolios/${portfolio}/addCustomFieldSetting`, { custom_field: field }))
  return { ...home, portfolio, child, project, hidden, field }
}

test('a duplicate of a portfolio has its custom fields and dates, and no items without include', async () => {
  const home = await office()
  const copy = await duplicate(home, home.ann, home.portfolio)
  assert.deepEqual([copy.items, copy.fields, gidsOf(copy.members)], [[], [home.field], [home.ann.gid]])
  assert.deepEqual([copy.color, copy.start_on, copy.due_on], ['dark-red', '2026-03-02', '2026-03-06'])
  assert.deepEqual([copy.privacy_setting, copy.owner.gid], ['members_only', home.ann.gid])
})

test('a duplicate of a portfolio has the items in include that the caller can see', async () => {
  const home = await office()
  const { ann, ben, portfolio, child, project } = home
  assert.deepEqual((await duplicate(home, ann, portfolio, 'child_projects')).items, [project])
  assert.deepEqual((await duplicate(home, ann, portfolio, 'child_portfolios')).items, [child])
  const all = 'child_projects,child_portfolios,members,permissions,description,templates,rules'
  const copy = await duplicate(home, ann, portfolio, all)
  assert.deepEqual([copy.items, gidsOf(copy.members).sort()], [[child, project], [ann.gid, ben.gid].sort()])
  assert.deepEqual([copy.privacy_setting, copy.default_access_level], ['public_to_domain', 'editor'])
})

test('a duplicate of a portfolio needs a name, and the portfolio must be visible', async () => {
  const { ann, ben, child, portfolio, person } = await office()
  assert.equal((await ann.post(`/portfolios/${portfolio}/duplicate`, {})).message, 'name: Missing input')
  const unknown = await ann.post(`/portfolios/${portfolio}/duplicate`, { name: 'x', include: 'views' })
  assert.equal(unknown.message, 'include: [0]: Not a recognized value: views')
  assert.equal((await ben.post(`/portfolios/${child}/duplicate`, { name: 'x' })).status, 404)
  const gil = await person('Gil', { is_guest: true })
  assert.ok((await gil.post(`/portfolios/${portfolio}/duplicate`, { name: 'x' })).status >= 403)
})
