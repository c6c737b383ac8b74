/** The search by custom fields: each type with each of its operators. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, fieldWorld } from '../../../test/harness/fields.ts'
import type { Json } from '../../../test/harness/world.ts'

test('each type of field has its operators', async () => {
  const home = await fieldWorld()
  const { ann, ben, workspace, fields, put, option, task } = home
  const isFound = async (type: string, operator: string, value: string) => {
    const query = `custom_fields.${fields[type]}.${operator}=${encodeURIComponent(value)}`
    const answer = await ann.get(`/workspaces/${workspace}/tasks/search?${query}`)
    assert.equal(answer.status, 200, `${query}: ${answer.message}`)
    return answer.data.some(({ gid }: Json) => gid === task)
  }
  const check = async (type: string, operator: string, yes: string, no: string) => {
    assert.equal(await isFound(type, operator, yes), true, `${type}.${operator}=${yes}`)
    assert.equal(await isFound(type, operator, no), false, `${type}.${operator}=${no}`)
  }
  for (const type of Object.keys(fields)) await check(type, 'is_set', 'false', 'true')
  await put('text', 'Grüne Wiese')
  await put('number', 12.5)
  await put('enum', option('enum.Low'))
  await put('multi_enum', [option('multi_enum.Red'), option('multi_enum.Green')])
  await put('date', { date: '2026-05-05' })
  await put('people', [ben.gid])
  await put('reference', [task])
  for (const type of Object.keys(fields)) await check(type, 'is_set', 'true', 'false')
  await check('text', 'value', 'grüne wiese', 'grüne')
  await check('text', 'starts_with', 'GRÜ', 'wiese')
  await check('text', 'ends_with', 'Wiese', 'grüne')
  await check('text', 'contains', 'ne w', '%')
  await check('number', 'value', '12.50', '12')
  await check('number', 'less_than', '13', '12.5')
  await check('number', 'greater_than', '9', '12.5')
  await check('enum', 'value', option('enum.Low'), option('enum.High'))
  await check('multi_enum', 'value', option('multi_enum.Green'), option('enum.High'))
  await check('date', 'value', '2026-05-05', '2026-05-06')
  await check('date', 'before', '2026-05-06', '2026-05-05')
  await check('date', 'after', '2026-05-04', '2026-05-05')
  await check('people', 'value', ben.gid, 'me')
  await check('reference', 'value', task, ann.gid)
  assert.equal(await isFound('text', 'value', 'null'), false, 'null means no value')
})

test('operators of other types, unknown fields and formulas are refused', async () => {
  const { ann, workspace, fields } = await fieldWorld()
  const bad = async (query: string, message: RegExp) =>
    assertBadRequest(await ann.get(`/workspaces/${workspace}/tasks/search?${query}`), message, query)
  await bad(`custom_fields.${fields.text}.less_than=1`, /Not an operator of a field of type text/)
  await bad(`custom_fields.${fields.number}.contains=1`, /Not an operator of a field of type number/)
  await bad(`custom_fields.${fields.number}.value=much`, /Not a number/)
  await bad(`custom_fields.${fields.date}.before=soon`, /Date must be/)
  await bad(`custom_fields.${fields.enum}.value=Low`, /Not a recognized ID/)
  await bad(`custom_fields.${fields.enum}.constructor=Low`, /Not an operator/)
  await bad(`custom_fields.${fields.text}.is_set=perhaps`, /Not true or false/)
  await bad('custom_fields.1.is_set=true', /Not a recognized ID/)
  await bad('custom_fields.x.is_set=true', /Not a recognized ID/)
  await bad('custom_fields.=true', /Not a recognized ID/)
  const many = Array.from({ length: 21 }, (_, at) => `custom_fields.${fields.text}.contains${at}=x`)
  await bad(many.join('&'), /Too many parameters/)
  const formula = await ann.create('/custom_fields', {
    ...{ workspace, name: 'Sum', resource_subtype: 'number', precision: 0, is_formula_field: true, formula: '1 + 1' },
  })
  await bad(`custom_fields.${formula}.is_set=true`, /Formula fields cannot be searched/)
})
