import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, type FieldWorld, fieldWorld, makeField, notOn } from '../../../test/harness/fields.ts'
import { stopCheckingAnswers } from '../../../test/harness/openapi/answers.ts'
import type { Json } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'
import { createWorkspace, join } from '../people/rules/join.ts'

/** Sends invalid bodies, and checks after each that no field of the task changed. */
async function guarded(home: FieldWorld) {
  const { ann, task, fields, option, put, send } = home
  const { text, number, enum: single, multi_enum: multi, date, people, reference } = fields
  const values = {
    [String(text)]: 'was',
    [String(number)]: 1,
    [String(single)]: option('enum.Low'),
    [String(multi)]: [option('multi_enum.Red')],
    [String(date)]: '2026-01-05',
    [String(people)]: 'me',
    [String(reference)]: task,
  }
  assert.equal((await ann.put(`/tasks/${task}`, { custom_fields: values })).status, 200)
  const record = async () => (await ann.get(`/tasks/${task}`)).data
  const before = await record()
  const unchanged = async (what: string) => assert.deepEqual(await record(), before, what)
  return {
    async values(type: string, rows: [unknown, string | RegExp][]) {
      for (const [given, message] of rows) {
        const what = `${type} = ${JSON.stringify(given)?.slice(0, 80)}`
        assertBadRequest(await put(type, given), message, what)
        await unchanged(what)
      }
    },
    async body(payload: string, message: string | RegExp) {
      const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
      assertBadRequest(await send({ method: 'PUT', url: `/api/1.0/tasks/${task}`, headers, payload }), message, payload)
      await unchanged(payload)
    },
  }
}

test('fields for texts, numbers and dates refuse invalid values', async () => {
  const home = await fieldWorld()
  const check = await guarded(home)
  const { option, ann } = home
  await check.values('text', [
    [5, 'text_value: Not a text: number'],
    [true, 'text_value: Not a text: boolean'],
    [{}, 'text_value: Not a text: object'],
    [{ gid: option('enum.Low') }, 'text_value: Not a text: object'],
    [['a'], 'text_value: Not a text: array'],
    ['a'.repeat(1025), 'text_value: Text is too long (maximum 1024 characters)'],
    ['👩‍👩‍👧‍👦'.repeat(1025), 'text_value: Text is too long (maximum 1024 characters)'],
    ['\ud800', 'text_value: Text has a character that cannot be stored'],
    [`e${'\u0301'.repeat(65_535)}`, 'text_value: Text is too long (maximum 1024 characters)'],
    ['a\0b', 'text_value: Text has a character that cannot be stored'],
  ])
  await check.values('number', [
    ['five', 'number_value: Not a number: five'],
    ['NaN', 'number_value: Not a number: NaN'],
    ['Infinity', 'number_value: Not a number: Infinity'],
    ['1e400', 'number_value: Not a number: 1e400'],
    ['0x10', 'number_value: Not a number: 0x10'],
    ['0b1', 'number_value: Not a number: 0b1'],
    ['1,5', 'number_value: Not a number: 1,5'],
    ['2026-01-05', 'number_value: Not a number: 2026-01-05'],
    [' ', 'number_value: Not a number:  '],
    [1e16, 'number_value: Not a number: 10000000000000000'],
    [true, 'number_value: Not a number: true'],
    [{}, 'number_value: Not a number: object'],
    [[5], 'number_value: Not a number: array'],
    [option('enum.Low'), /^number_value: Not a number: \d+$/],
    [ann.gid, /^number_value: Not a number: \d+$/],
  ])
  const day = (value: string) => `date_value: Date must be in ISO-8601 (yyyy-mm-dd) format, not: ${value}`
  await check.values('date', [
    ['2026-02-29', day('2026-02-29')],
    ['2026-13-01', day('2026-13-01')],
    ['0000-00-00', day('0000-00-00')],
    ['tomorrow', day('tomorrow')],
    ['2026-01-05 10:00', day('2026-01-05 10:00')],
    ['2026-02-30T10:00:00Z', /^date_value: Timestamp must be in ISO-8601 .* not: 2026-02-30T10:00:00Z$/],
    ['2026-01-05T25:00:00Z', /^date_value: Timestamp must be in ISO-8601/],
    [5, day('5')],
    [true, day('true')],
    [['2026-01-05'], day('array')],
    [{}, day('object')],
    [{ gid: '5' }, day('object')],
    [{ date: 5 }, day('5')],
    [{ date: {} }, day('object')],
    [{ date: '2026-02-30' }, day('2026-02-30')],
    [{ date_time: 'x' }, day('x')],
    [{ date_time: ['2026-01-05'] }, day('array')],
  ])
})

test('fields for options and people refuse names, objects, and gids of others', async () => {
  const home = await fieldWorld()
  const { ann, ben, fields, option, store, task, workspace } = home
  const check = await guarded(home)
  const { gid: stranger } = await home.person('Zoe', null)
  const away = await store.write(async tx => {
    const other = await createWorkspace(tx, { name: 'Other', domains: [], plan: 'enterprise' })
    await join(tx, Number(ann.gid), other, { is_admin: true })
    return other
  })
  const theirs = await ann.create('/tasks', { workspace: String(away), name: 'Away' })
  const hidden = await ben.create('/tasks', { workspace, name: 'Private', assignee: 'me' })
  const away_field = await ann.create('/custom_fields', {
    ...{ workspace: String(away), name: 'Away', resource_subtype: 'enum', enum_options: [{ name: 'X' }] },
  })
  const away_option = (await ann.get(`/custom_fields/${away_field}`)).data.enum_options[0].gid
  const gids: [string, string][] = [
    ['enum', 'enum_value'],
    ['multi_enum', 'multi_enum_values'],
    ['people', 'people_value'],
    ['reference', 'reference_value'],
  ]
  for (const [type, at] of gids) {
    const list: [unknown, string][] =
      type === 'enum'
        ? [[['1'], `${at}: Not a valid GID type: array`]]
        : [
            [[{ gid: '1' }], `${at}: Not a valid GID type: object`],
            [[['1']], `${at}: Not a valid GID type: array`],
            [[null], `${at}: Not a valid GID type: null`],
          ]
    await check.values(type, [
      ...list,
      [{ gid: option('enum.Low') }, `${at}: Not a valid GID type: object`],
      [true, `${at}: Not a valid GID type: boolean`],
      [1.5, `${at}: Not a valid GID type: number`],
      ['some_id', `${at}: Not a recognized ID: some_id`],
      ['0', `${at}: Not a recognized ID: 0`],
      [-1, `${at}: Not a recognized ID: -1`],
      ['2026-01-05', `${at}: Not a recognized ID: 2026-01-05`],
    ])
  }
  const [low, red] = [option('enum.Low'), option('multi_enum.Red')]
  await check.values('enum', [
    ['Low', 'enum_value: Not a recognized ID: Low'],
    [red, `enum_value: Unknown object: ${red}`],
    [away_option, `enum_value: Unknown object: ${away_option}`],
    [fields.enum, `enum_value: Unknown object: ${fields.enum}`],
    ['7', 'enum_value: Unknown object: 7'],
    [option('enum.Gone'), `enum_value: The option ${option('enum.Gone')} is disabled`],
  ])
  await check.values('multi_enum', [
    ['Red, Green', 'multi_enum_values: Not a recognized ID: Red'],
    [[red, low], `multi_enum_values: Unknown object: ${low}`],
    [[red, option('multi_enum.Gone')], `multi_enum_values: The option ${option('multi_enum.Gone')} is disabled`],
    [[red, 'me'], 'multi_enum_values: Not a recognized ID: me'],
    [new Array(501).fill(red), 'A value can have at most 500 elements'],
  ])
  const outside = (gid: unknown) => `people_value: Not a user in Organization: ${gid}`
  await check.values('people', [
    [stranger, outside(stranger)],
    [['me', stranger], outside(stranger)],
    [task, outside(task)],
    ['zoe@example.com', outside(stranger)],
    ['nobody@example.com', 'people_value: Not a recognized ID: nobody@example.com'],
    ['a\ud800@b', /^people_value: Not a recognized ID: a/],
    ['a\0@b', /^people_value: Not a recognized ID: a/],
  ])
  const unknown = (gid: string) => `reference_value: Not a recognized ID: ${gid}`
  await check.values('reference', [
    ['7', unknown('7')],
    [ann.gid, unknown(ann.gid)],
    [[task, hidden], unknown(hidden)],
    [theirs, `reference_value: Unknown object: ${theirs}`],
  ])
})

test('one invalid value refuses all values of a request', async () => {
  const home = await fieldWorld()
  const { ann, fields, task, workspace, project } = home
  const check = await guarded(home)
  const { text = '', number = '' } = fields
  const other = await makeField(home, 'text', { name: 'Elsewhere' })
  const own = async (custom_fields: unknown) => JSON.stringify({ data: { custom_fields } })
  const noObject = (value: string) => `custom_fields: Value is not a JSON object: ${value}`
  for (const [given, shown] of [
    ['x', 'x'],
    [5, '5'],
    [true, 'true'],
    [[], 'array'],
    [[{ gid: text }], 'array'],
    [null, 'null'],
  ]) {
    await check.body(await own(given), noObject(String(shown)))
  }
  for (const key of [
    '7',
    other,
    task,
    project.gid,
    workspace,
    '',
    'Elsewhere',
    '-1',
    `0${text}`,
    ` ${text}`,
    'constructor',
  ]) {
    await check.body(await own({ [text]: 'new', [key]: 'x' }), notOn(key))
    await check.body(await own({ [text]: 'new', [key]: null }), notOn(key))
  }
  for (const key of ['__proto__', 'constructor', 'toString']) {
    await check.body(`{"data":{"custom_fields":{"${text}":"new","${key}":{"x":1}}}}`, notOn(key))
    await check.body(`{"data":{"custom_fields":{"${fields.date}":{"${key}":"2026-01-05"}}}}`, /^date_value: /)
    await check.body(
      `{"data":{"custom_fields":{"${fields.enum}":{"${key}":1}}}}`,
      'enum_value: Not a valid GID type: object',
    )
  }
  await check.body(
    `{"data":{"custom_fields":{"${text}":"new","${number}":1e400}}}`,
    'number_value: Not a number: Infinity',
  )
  await check.body(`{"data":{"custom_fields":{"${text}":"new","${number}":NaN}}}`, /invalid JSON/)
  await check.body(await own({ [`9${'1'.repeat(200)}`]: 1 }), notOn(`9${'1'.repeat(99)}`))
  await check.body(JSON.stringify({ data: { name: 'new', liked: true, custom_fields: { [text]: 5 } } }), /Not a text/)
  const empty = await ann.put(`/tasks/${task}`, { custom_fields: {} })
  assert.equal(empty.status, 200)
})

test('computed and numbered values, and those of invisible fields, cannot be written', async () => {
  const home = await fieldWorld()
  const { ann, ben, fields, project, task } = home
  const formula = await makeField(home, 'number', { name: 'F', precision: 0, formula: `{${fields.number}} * 2` })
  const counted = await makeField(home, 'text', { name: 'Id', id_prefix: 'BUG' })
  const secret = await makeField(home, 'text', { name: 'Secret', privacy_setting: 'private' })
  for (const gid of [formula, counted]) {
    assertBadRequest(await ann.put(`/tasks/${task}`, { custom_fields: { [gid]: 1 } }), notOn(gid))
  }
  for (const gid of [formula, counted, secret]) {
    const { status, message } = await ann.post(`/projects/${project.gid}/addCustomFieldSetting`, { custom_field: gid })
    assert.equal(status, 200, String(message))
  }
  const before = (await ann.get(`/tasks/${task}`)).data
  for (const gid of [formula, counted]) {
    for (const value of [1, 'x', null]) {
      const what = `Custom field with ID ${gid} is read-only`
      assertBadRequest(await ann.put(`/tasks/${task}`, { custom_fields: { [gid]: value } }), what)
    }
  }
  assertBadRequest(await ben.put(`/tasks/${task}`, { custom_fields: { [secret]: 'x' } }), notOn(secret))
  assert.deepEqual((await ann.get(`/tasks/${task}`)).data, before)
  assert.ok(!JSON.stringify((await ben.get(`/tasks/${task}`)).data).includes(secret))
})

test('a value of an unknown type can be read, but not written', async () => {
  for (const subtype of ['hologram', 'constructor', 'toString', '__proto__']) {
    const home = await fieldWorld()
    const { ann, store, project, task, workspace } = home
    stopCheckingAnswers(home.app)
    const gid = await makeField(home, 'text', { name: 'Future' })
    const { status } = await ann.post(`/projects/${project.gid}/addCustomFieldSetting`, { custom_field: gid })
    assert.equal(status, 200)
    await ann.put(`/tasks/${task}`, { custom_fields: { [gid]: 'kept' } })
    await store.write(tx => update(tx, 'custom_fields', { gid: Number(gid) }, { resource_subtype: subtype }))
    const paths = [
      `/tasks/${task}`,
      `/tasks?project=${project.gid}&opt_fields=custom_fields,custom_fields.display_value`,
      `/custom_fields/${gid}`,
      `/workspaces/${workspace}/custom_fields`,
      `/projects/${project.gid}/custom_field_settings`,
    ]
    for (const path of paths) {
      const answer = await ann.get(path)
      assert.equal(answer.status, 200, `${path}: ${answer.message}`)
      assert.ok(JSON.stringify(answer.data).includes(gid), path)
    }
    const before = (await ann.get(`/tasks/${task}`)).data
    const entry = before.custom_fields.find((one: Json) => one.gid === gid)
    assert.deepEqual([entry.type, entry.resource_subtype, entry.display_value], [subtype, subtype, 'kept'])
    for (const value of ['x', 1, null, [], {}, ['1']]) {
      const answer = await ann.put(`/tasks/${task}`, { custom_fields: { [gid]: value } })
      assertBadRequest(answer, `Custom field with ID ${gid} is read-only`, `${subtype} ${JSON.stringify(value)}`)
    }
    assert.deepEqual((await ann.get(`/tasks/${task}`)).data, before)
  }
})

test('too many values are refused before their fields are loaded', async () => {
  const { ann, task } = await fieldWorld()
  const custom_fields = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [String(index + 1), null]))
  assertBadRequest(await ann.put(`/tasks/${task}`, { custom_fields }), 'custom_fields: Too many values (maximum 1000)')
})
