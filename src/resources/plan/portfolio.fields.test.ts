/** Custom fields of portfolios: each item has a value, one level deep. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, entryOf, notOn } from '../../../test/harness/fields.ts'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { portfolioOffice } from '../../../test/harness/samples/portfolios.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import type { Json } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

/** The office with a number field on its portfolio. */
async function office() {
  const all = await portfolioOffice()
  const { ann, workspace, portfolio, project } = all
  let count = 0
  const apply = async (subtype: string, more: Json = {}, to = portfolio) => {
    const custom_field = await ann.create('/custom_fields', {
      ...{ workspace, name: `Field ${++count}`, resource_subtype: subtype },
      ...more,
    })
    await ok(ann.post(`/portfolios/${to}/addCustomFieldSetting`, { custom_field }))
    return custom_field
  }
  const budget = await apply('number', { precision: 0 })
  /** Writes the value of a field on the project. */
  const put = (field: string, value: unknown) => ann.put(`/projects/${project}`, { custom_fields: { [field]: value } })
  const entry = async (field: string) => entryOf((await ok(ann.get(`/projects/${project}`))).data, field)
  return { ...all, apply, budget, put, entry }
}

test('a setting of a portfolio gives each item a field, one level deep', async () => {
  const { ann, workspace, portfolio, project, addItem, budget, put, entry } = await office()
  const inner = await ann.create('/portfolios', { workspace, name: 'Inner' })
  const deep = await ann.create('/projects', { workspace, name: 'Deep' })
  const task = await ann.create('/tasks', { projects: [project] })
  await ok(addItem(inner))
  await ok(ann.post(`/portfolios/${inner}/addItem`, { item: deep }))
  const blank = await entry(budget)
  assert.deepEqual([blank?.number_value, blank?.display_value, blank?.enabled], [null, null, true])
  const written = await ok(put(budget, 1200))
  assert.equal(entryOf(written.data, budget)?.number_value, 1200)
  assert.equal((await entry(budget))?.display_value, '1,200')
  const ofInner = await ok(ann.put(`/portfolios/${inner}`, { custom_fields: { [budget]: 7 } }))
  assert.equal(entryOf(ofInner.data, budget)?.number_value, 7)
  const { data: below } = await ok(ann.get(`/projects/${deep}`))
  const { data: ofTask } = await ok(ann.get(`/tasks/${task}`))
  const { data: own } = await ok(ann.get(`/portfolios/${portfolio}`))
  assert.deepEqual([below.custom_fields, ofTask.custom_fields, own.custom_fields], [[], [], []])
  const refused = await ann.put(`/projects/${deep}`, { custom_fields: { [budget]: 1 } })
  assertBadRequest(refused, notOn(budget))
  assertBadRequest(await ann.put(`/portfolios/${portfolio}`, { custom_fields: { [budget]: 1 } }), notOn(budget))
  const made = await ann.post('/projects', { workspace, name: 'New', custom_fields: { [budget]: 1 } })
  assertBadRequest(made, notOn(budget))
  const items = await ok(ann.get(`/portfolios/${portfolio}/items?opt_fields=custom_fields.display_value`))
  const shown = items.data.map(({ custom_fields }: Json) => custom_fields.map((one: Json) => one.display_value))
  assert.deepEqual(shown, [['1,200'], ['7']])
})

test('settings of a portfolio are listed in order, for new and for existing fields', async () => {
  const { ann, editor, viewer, workspace, portfolio, budget, apply } = await office()
  const path = `/portfolios/${portfolio}/custom_field_settings`
  const added = await ok(
    editor.post(`/portfolios/${portfolio}/addCustomFieldSetting`, {
      custom_field: { name: 'Local', resource_subtype: 'text' },
      ...{ is_important: true, insert_before: (await gidsOf(ann, path))[0] },
    }),
  )
  const { gid, custom_field, parent, is_important, ...rest } = added.data
  assert.deepEqual(parent, { gid: portfolio, resource_type: 'portfolio', name: 'Portfolio' })
  assert.deepEqual([custom_field.name, is_important, rest.resource_type], ['Local', true, 'custom_field_setting'])
  assert.ok(!('project' in rest))
  assert.equal((await ok(ann.get(path))).data[0].gid, gid)
  const local = custom_field.gid
  assert.ok(!(await gidsOf(ann, `/workspaces/${workspace}/custom_fields`)).includes(local))
  assert.equal((await ok(viewer.get(`/custom_fields/${local}`))).data.name, 'Local')
  assert.equal((await (await office()).ben.get(`/custom_fields/${local}`)).status, 404)
  const shown = (await ok(ann.get(`/portfolios/${portfolio}`))).data.custom_field_settings
  assert.deepEqual(
    shown.map((one: Json) => one.custom_field.gid),
    [local, budget],
  )
  const again = await ann.post(`/portfolios/${portfolio}/addCustomFieldSetting`, { custom_field: budget })
  assertBadRequest(again, 'custom_field: The portfolio has this custom field already')
  const other = await ann.create('/portfolios', { workspace, name: 'Other' })
  const borrowed = await ann.post(`/portfolios/${other}/addCustomFieldSetting`, { custom_field: local })
  assertBadRequest(borrowed, 'custom_field: Belongs to another portfolio and cannot be used here')
  assert.equal(
    (await viewer.post(`/portfolios/${portfolio}/removeCustomFieldSetting`, { custom_field: local })).status,
    403,
  )
  for (let count = 2; count < 20; count++) await apply('text')
  const many = await ann.post(`/portfolios/${portfolio}/addCustomFieldSetting`, {
    custom_field: { name: 'Twenty-first', resource_subtype: 'text' },
  })
  assertBadRequest(many, 'A portfolio can have at most 20 custom fields')
})

test('a value is disabled while no portfolio of the item has the field, and can only be cleared', async () => {
  const { ann, workspace, portfolio, project, addItem, budget, put, entry } = await office()
  await ok(put(budget, 5))
  const stays = async () => (await entry(budget))?.enabled
  const other = await ann.create('/portfolios', { workspace, name: 'Other' })
  await ok(ann.post(`/portfolios/${other}/addCustomFieldSetting`, { custom_field: budget }))
  await ok(ann.post(`/portfolios/${other}/addItem`, { item: project }))
  await ok(ann.post(`/portfolios/${portfolio}/removeCustomFieldSetting`, { custom_field: budget }))
  assert.equal(await stays(), true)
  await ok(ann.delete(`/portfolios/${other}`))
  assert.equal(await stays(), false)
  assertBadRequest(await put(budget, 6), notOn(budget))
  await ok(ann.post(`/portfolios/${portfolio}/addCustomFieldSetting`, { custom_field: budget }))
  assert.equal(await stays(), true)
  await ok(ann.post(`/portfolios/${portfolio}/removeItem`, { item: project }))
  assert.equal(await stays(), false)
  await ok(put(budget, null))
  assert.equal(await entry(budget), undefined)
  assertBadRequest(await put(budget, null), notOn(budget))
  await ok(addItem(project))
  assert.equal((await entry(budget))?.number_value, null)
})

test('values of every type are written to projects and read back', async () => {
  const all = await office()
  const { ann, ben, workspace, portfolio, project, apply, put, entry } = all
  const options = { enum_options: [{ name: 'Low' }, { name: 'High' }] }
  const [text, choice, choices, date, people, reference] = [
    await apply('text'),
    await apply('enum', options),
    await apply('multi_enum', options),
    await apply('date'),
    await apply('people'),
    await apply('reference', { input_restrictions: ['project', 'portfolio'] }),
  ]
  const optionsOf = async (field: string) =>
    (await ok(ann.get(`/custom_fields/${field}`))).data.enum_options.map(({ gid }: Json) => gid) as string[]
  const [low] = await optionsOf(choice)
  const inner = await ann.create('/portfolios', { workspace, name: 'Inner' })
  const values: [field: string, value: unknown, display: string][] = [
    [text, 'Words', 'Words'],
    [choice, low, 'Low'],
    [choices, await optionsOf(choices), 'Low, High'],
    [date, '2026-03-04', '2026-03-04T00:00:00.000Z'],
    [people, ['me', ben.email], 'Ann, Ben'],
    [reference, [project, inner], 'Project, Inner'],
  ]
  await ok(ann.put(`/projects/${project}`, { custom_fields: Object.fromEntries(values) }))
  for (const [field, , display] of values) assert.equal((await entry(field))?.display_value, display)
  const refers = (await entry(reference))?.reference_value
  assert.deepEqual(refers[1], { gid: inner, resource_type: 'portfolio', name: 'Inner' })
  const { gid: hidden } = { gid: await ben.create('/portfolios', { workspace, name: 'Hidden' }) }
  assertBadRequest(await put(reference, [hidden]), `reference_value: Not a recognized ID: ${hidden}`)
  await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item: inner }))
  await ok(ann.put(`/portfolios/${inner}`, { custom_fields: { [text]: 'Of the portfolio' } }))
  assert.equal((await entry(text))?.display_value, 'Words')
})

test('a formula uses the values and the dates of a project, and what it does not have is unknown', async () => {
  const { ann, project, workspace, addItem, budget, apply, put, entry } = await office()
  const half = await apply('number', { precision: 1, formula: `{${budget}} / 2` })
  const days = await apply('number', { precision: 0, formula: 'days(due, start)' })
  const likes = await apply('number', { precision: 0, formula: 'num_likes + 1' })
  await ok(ann.put(`/projects/${project}`, { start_on: '2026-03-01', due_on: '2026-03-04' }))
  await ok(put(budget, 5))
  const numbers = async () => (await Promise.all([half, days, likes].map(entry))).map(one => one?.number_value)
  assert.deepEqual(await numbers(), [2.5, 3, null])
  assertBadRequest(await put(half, 1), `Custom field with ID ${half} is read-only`)
  const inner = await ann.create('/portfolios', {
    workspace,
    name: 'Inner',
    start_on: '2026-03-01',
    due_on: '2026-03-02',
  })
  await ok(addItem(inner))
  assert.equal(entryOf((await ok(ann.get(`/portfolios/${inner}`))).data, days)?.number_value, 1)
})

test('a change of a value is an event of the project and of its portfolios', async () => {
  const { ann, portfolio, project, budget, put } = await office()
  const [ofProject, ofPortfolio] = [await followObject(ann, project), await followObject(ann, portfolio)]
  await ok(put(budget, 5))
  const [event, ...more] = await ofProject.poll()
  assert.equal(more.length, 0)
  assert.deepEqual([event?.action, event?.type, event?.change.field], ['changed', 'project', 'custom_fields'])
  const { gid, resource_subtype, number_value } = event?.change.new_value ?? {}
  assert.deepEqual([gid, resource_subtype, number_value], [budget, 'number', 5])
  assert.deepEqual(await ofPortfolio.newChanges(), ['changed project custom_fields'])
})

test('a viewer of a project cannot write its values, and hidden fields are left out', async () => {
  const { ann, viewer, project, budget, apply, inherit } = await office()
  const secret = await apply('text', { privacy_setting: 'private' })
  await inherit()
  assert.equal((await viewer.put(`/projects/${project}`, { custom_fields: { [budget]: 1 } })).status, 403)
  const { data } = await ok(viewer.get(`/projects/${project}`))
  assert.deepEqual([entryOf(data, budget)?.enabled, entryOf(data, secret)], [true, undefined])
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [viewer.gid] }))
  const refused = await viewer.put(`/projects/${project}`, { custom_fields: { [secret]: 'x' } })
  assertBadRequest(refused, notOn(secret))
})

test('fields of portfolios need the same plan as those of projects', async () => {
  const { ann, store, workspace, portfolio, budget, put } = await office()
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'free' }))
  const text = 'Custom Field Settings are not available for free users.'
  const add = await ann.post(`/portfolios/${portfolio}/addCustomFieldSetting`, { custom_field: budget })
  assert.deepEqual([add.status, add.message], [402, text])
  assert.equal((await put(budget, 1)).status, 402)
})
