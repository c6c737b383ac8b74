import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, assertBadRequest, entryOf, makeField } from '../../../test/harness/fields.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { createWorkspace, join } from '../people/rules/join.ts'

const home = await world()
const { ann, ben, workspace } = home
const project = await makeProject(home, {
  members: [
    [ann, 'admin'],
    [ben, 'editor'],
  ],
})

let count = 0
const named = (what: string) => `${what} ${++count}`

/** Adds a number field or formula to the project, which can have 20. */
async function onProject(more: Json = {}, gid = project.gid): Promise<string> {
  const field = await makeField(home, 'number', { name: named('Field'), precision: 2, ...more })
  await applyField(ann, gid, field)
  return field
}

const a = await onProject()
const b = await onProject()
const total = await onProject({ formula: `{${a}} + {${b}}`, precision: 1 })

const task = (values: Json = {}) =>
  ann.create('/tasks', { name: 'Task', projects: [project.gid], custom_fields: values })
const shown = async (gid: string, field: string) =>
  entryOf((await ann.get(`/tasks/${gid}`)).data, field) ?? assert.fail(`no field ${field}`)
const createFormula = (formula: string, more: Json = {}) =>
  ann.post('/custom_fields', {
    workspace,
    name: named('Formula'),
    resource_subtype: 'number',
    precision: 2,
    formula,
    ...more,
  })
const updateFormula = (field: string, formula: string) => ann.put(`/custom_fields/${field}`, { formula })

test('a formula is computed on read, and is never stale', async () => {
  const gid = await task({ [a]: 1.25, [b]: 2 })
  assert.equal((await shown(gid, total)).number_value, 3.3, 'its precision rounds')
  assert.equal((await shown(gid, total)).display_value, '3.3')
  await ann.put(`/tasks/${gid}`, { custom_fields: { [a]: 4 } })
  assert.equal((await shown(gid, total)).number_value, 6)
  await ann.put(`/tasks/${gid}`, { custom_fields: { [a]: null } })
  assert.equal((await shown(gid, total)).number_value, null)
  assert.equal((await shown(gid, total)).display_value, null)
})

test('a changed formula applies at once', async () => {
  const gid = await task({ [a]: 6, [b]: 3 })
  const field = await onProject({ formula: `{${a}} * {${b}}` })
  assert.equal((await shown(gid, field)).number_value, 18)
  assert.equal((await updateFormula(field, `{${a}} / {${b}}`)).status, 200)
  assert.equal((await shown(gid, field)).number_value, 2)
})

test('a formula field has the members of a formula', async () => {
  const { data } = await ann.get(`/custom_fields/${total}?opt_fields=formula,is_formula_field,representation_type,type`)
  assert.equal(data.formula, `{${a}} + {${b}}`)
  assert.deepEqual([data.is_formula_field, data.representation_type, data.type], [true, 'formula', 'number'])
  assert.equal((await ann.get(`/custom_fields/${total}`)).data.is_value_read_only, true)
  const entry = await shown(await task(), total)
  assert.deepEqual(
    [entry.is_formula_field, entry.representation_type, entry.is_value_read_only],
    [true, 'formula', true],
  )
  assert.equal((await shown(await task(), a)).is_formula_field, false)
})

test('the value of a formula cannot be written', async () => {
  const gid = await task()
  const message = `Custom field with ID ${total} is read-only`
  for (const value of [1, null, '']) {
    assertBadRequest(await ann.put(`/tasks/${gid}`, { custom_fields: { [total]: value } }), message)
  }
  assertBadRequest(await ann.post('/tasks', { projects: [project.gid], custom_fields: { [total]: 1 } }), message)
})

test('a formula without a result is null', async () => {
  const field = await onProject({ formula: `{${a}} / {${b}}` })
  assert.equal((await shown(await task({ [a]: 1, [b]: 0 }), field)).number_value, null)
  assert.equal((await shown(await task(), field)).number_value, null)
})

test('a formula can use properties of the task', async () => {
  const days = await onProject({ formula: 'days(due, start) + num_subtasks', precision: 0 })
  const gid = await ann.create('/tasks', { projects: [project.gid], start_on: '2026-01-05', due_on: '2026-01-09' })
  assert.equal((await shown(gid, days)).number_value, 4)
  await ann.create(`/tasks/${gid}/subtasks`, { name: 'Below' })
  assert.equal((await shown(gid, days)).number_value, 5)
})

test('formulas can use other formulas, before rounding', async () => {
  const other = await makeProject(home, { members: [[ann, 'admin']] })
  const field = await onProject({}, other.gid)
  const third = await onProject({ formula: `{${field}} / 3`, precision: 0 }, other.gid)
  const back = await onProject({ formula: `{${third}} * 3 + {${third}}`, precision: 2 }, other.gid)
  const gid = await ann.create('/tasks', { projects: [other.gid], custom_fields: { [field]: 2 } })
  assert.equal((await shown(gid, third)).number_value, 1)
  assert.equal((await shown(gid, back)).number_value, 2.67)
})

test('a formula that uses a deleted field is null', async () => {
  const lost = await onProject()
  const field = await onProject({ formula: `coalesce({${lost}}, 0) + 1` })
  const above = await createFormula(`isblank({${field}})`)
  assert.equal(above.status, 201)
  const gid = await task({ [lost]: 2 })
  assert.equal((await shown(gid, field)).number_value, 3)
  assert.equal((await ann.delete(`/custom_fields/${lost}`)).status, 200)
  assert.equal((await shown(gid, field)).number_value, null)
  assertBadRequest(await createFormula(`{${lost}}`), `formula: Not a recognized ID: ${lost}`)
})

test('a cycle of formulas is refused, however long', async () => {
  const first = (await createFormula(`{${a}}`)).data.gid
  const second = (await createFormula(`{${first}} + 1`)).data.gid
  const third = (await createFormula(`{${second}} + 1`)).data.gid
  const message = 'formula: A formula cannot depend on its own value'
  assertBadRequest(await updateFormula(first, `{${first}}`), message)
  assertBadRequest(await updateFormula(first, `{${a}} + {${third}}`), message)
  const { data } = await ann.get(`/custom_fields/${first}?opt_fields=formula`)
  assert.equal(data.formula, `{${a}}`, 'the refused formula is not stored')
})

test('a formula can use only fields of its workspace that are visible to the writer', async () => {
  assertBadRequest(await createFormula('{999}'), 'formula: Not a recognized ID: 999')
  const elsewhere = await home.store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Elsewhere', domains: [], plan: 'enterprise' })
    await join(tx, Number(ann.gid), gid, { is_admin: true })
    return String(gid)
  })
  const foreign = await makeField({ ...home, workspace: elsewhere }, 'number', { precision: 0 })
  assertBadRequest(await createFormula(`{${foreign}}`), `formula: Not a recognized ID: ${foreign}`)
  const hidden = await makeField(home, 'number', { name: named('Private'), precision: 0, privacy_setting: 'private' })
  const given = { workspace, name: named('Spying'), resource_subtype: 'number', precision: 0, formula: `{${hidden}}` }
  assertBadRequest(await ben.post('/custom_fields', given), `formula: Not a recognized ID: ${hidden}`)
  const own = await ben.create('/custom_fields', { ...given, formula: '1' })
  assertBadRequest(
    await ben.put(`/custom_fields/${own}`, { formula: `{${hidden}}` }),
    `formula: Not a recognized ID: ${hidden}`,
  )
  assert.equal((await createFormula(`{${hidden}}`)).status, 201)
})

test('a formula is bounded in length and depth', async () => {
  assertBadRequest(await createFormula('1+'.repeat(600)), /1000 characters/)
  assertBadRequest(await createFormula(`${'('.repeat(60)}1${')'.repeat(60)}`), /50 levels/)
  assertBadRequest(await createFormula('1 +'), 'formula: Position 4: expected a value, found the end')
  assertBadRequest(
    await createFormula('process.exit()'),
    /^formula: Position 1: no function or value is called process$/,
  )
})

test('formulas can nest ten deep, and are evaluated once each', async () => {
  const message = 'formula: Formulas build on each other at most 10 deep'
  const other = await makeProject(home, { members: [[ann, 'admin']] })
  const field = await onProject({}, other.gid)
  const chain = [field]
  // Each uses the previous one fifty times: without a cache, the last would need 50 ** 9 evaluations, and never end.
  for (let level = 1; level <= 10; level++) {
    const formula = Array(level === 1 ? 1 : 50).fill(`{${chain.at(-1)}}`)
    chain.push(await onProject({ formula: `max(${formula.join(',')})` }, other.gid))
  }
  assertBadRequest(await createFormula(`{${chain.at(-1)}}`), message)
  assertBadRequest(await updateFormula(chain[1] ?? '', `{${(await createFormula('1')).data.gid}}`), message)
  const gid = await ann.create('/tasks', { projects: [other.gid], custom_fields: { [field]: 7 } })
  assert.equal((await shown(gid, chain.at(-1) ?? '')).number_value, 7)
})

test('only number fields can have formulas, and only those created with one', async () => {
  assertBadRequest(
    await createFormula('1', { resource_subtype: 'text' }),
    'formula: Only number fields can have a formula',
  )
  assertBadRequest(await updateFormula(a, '1'), 'formula: Only a field that was made with a formula has one')
})

test('a formula that uses a field invisible to the reader is null', async () => {
  const secret = await onProject({ privacy_setting: 'private' })
  const open = await onProject({ formula: `{${secret}} * 1` })
  const above = await onProject({ formula: `{${open}} + 0` })
  const gid = await task({ [secret]: 4242 })
  for (const field of [open, above]) {
    assert.equal((await shown(gid, field)).number_value, 4242)
    const entry = entryOf((await ben.get(`/tasks/${gid}`)).data, field)
    assert.deepEqual([entry?.number_value, entry?.display_value], [null, null])
  }
  await ann.put(`/custom_fields/${secret}`, { privacy_setting: 'public' })
  assert.equal(entryOf((await ben.get(`/tasks/${gid}`)).data, above)?.number_value, 4242)
})

test('an error does not reveal the name of a private field', async () => {
  const name = named('Salary')
  const field = { workspace, name, resource_subtype: 'text' }
  const secret = await ann.create('/custom_fields', { ...field, privacy_setting: 'private' })
  const other = await ben.create('/custom_fields', field)
  assertBadRequest(await ben.post('/custom_fields', field), /already exists in this workspace/)
  assert.equal((await ben.put(`/custom_fields/${other}`, { name, description: 'Ours' })).status, 200)
  const opened = await ann.put(`/custom_fields/${secret}`, { privacy_setting: 'public' })
  assertBadRequest(opened, /already exists in this workspace/, 'a field that is opened')
})
