import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

const full =
  '?opt_fields=name,resource_subtype,type,description,format,precision,currency_code,custom_label,' +
  'custom_label_position,id_prefix,formula,has_notifications_enabled,privacy_setting,default_access_level,' +
  'is_global_to_workspace,enum_options.name,enum_options.enabled'

/** All readable members of a field. */
const whole = async (person: Person, gid: string) => (await person.get(`/custom_fields/${gid}${full}`)).data

test('a text field can be created, read, updated and deleted', async () => {
  const { ann, workspace } = await world()
  const made = await ann.post('/custom_fields', { workspace, name: 'Colour', resource_subtype: 'text' })
  assert.equal(made.status, 201)
  const { gid, ...rest } = made.data
  assert.equal(made.headers.location, `/api/1.0/custom_fields/${gid}`)
  assert.deepEqual(rest, {
    resource_type: 'custom_field',
    name: 'Colour',
    resource_subtype: 'text',
    type: 'text',
    representation_type: 'text',
    id_prefix: null,
    is_formula_field: false,
    is_value_read_only: false,
    created_by: { gid: ann.gid, resource_type: 'user', name: 'Ann' },
    privacy_setting: 'public_with_guests',
    default_access_level: 'editor',
  })
  assert.deepEqual((await ann.get(`/custom_fields/${gid}`)).data, made.data)
  const changed = await ann.put(`/custom_fields/${gid}?opt_fields=name,description`, {
    name: 'Paint',
    description: 'What the wall is painted in',
  })
  assert.deepEqual(changed.data, { gid, name: 'Paint', description: 'What the wall is painted in' })
  assert.deepEqual((await ann.delete(`/custom_fields/${gid}`)).body, { data: {} })
  const deleted = await ann.get(`/custom_fields/${gid}`)
  assert.deepEqual([deleted.status, deleted.message], [404, `custom_field: Unknown object: ${gid}`])
})

test('a field of each type can be created, by either name of the property', async () => {
  const { ann, workspace } = await world()
  const needs: Json = {
    text: {},
    number: { precision: 2 },
    enum: { enum_options: [{ name: 'one' }] },
    multi_enum: { enum_options: [{ name: 'one' }] },
    date: {},
    people: {},
    reference: { input_restrictions: ['task', 'project'] },
  }
  for (const [type, more] of Object.entries(needs)) {
    for (const name of ['type', 'resource_subtype']) {
      const made = await ann.post('/custom_fields', { workspace, name: `${type} ${name}`, [name]: type, ...more })
      assert.equal(made.status, 201, `${made.message}`)
      const { type: older, resource_subtype: subtype, representation_type: shown } = made.data
      assert.deepEqual([older, subtype, shown], [type, type, type])
      assert.equal('enum_options' in made.data, type.endsWith('enum'))
      assert.equal('precision' in made.data, type === 'number')
      assert.deepEqual(made.data.input_restrictions, more.input_restrictions)
    }
  }
})

const formats: [string, Json, Json][] = [
  ['none by default', { precision: 3 }, { format: 'none', precision: 3 }],
  ['currency', { format: 'currency', currency_code: 'EUR', precision: 2 }, { currency_code: 'EUR' }],
  ['percentage', { format: 'percentage', precision: 1 }, { precision: 1 }],
  ['duration, which is whole minutes', { format: 'duration' }, { precision: 0 }],
  ['identifier, which is whole', { format: 'identifier', precision: 4 }, { precision: 0 }],
  [
    'a label after the number',
    { format: 'custom', custom_label: 'kg', precision: 0 },
    { custom_label: 'kg', custom_label_position: 'suffix' },
  ],
  [
    'a label before',
    { format: 'custom', custom_label: 'No.', custom_label_position: 'prefix', precision: 0 },
    { custom_label: 'No.', custom_label_position: 'prefix' },
  ],
]

for (const [index, [name, given, shown]] of formats.entries()) {
  test(`the format of a number can be ${name}`, async () => {
    const { ann, workspace } = await world()
    const { data } = await ann.post('/custom_fields', { workspace, name: `n${index}`, type: 'number', ...given })
    const { format, precision, currency_code, custom_label, custom_label_position } = data
    const expected = { currency_code: null, custom_label: null, custom_label_position: null, ...given, ...shown }
    assert.deepEqual(
      { format, precision, currency_code, custom_label, custom_label_position },
      { format, precision, ...expected },
    )
    assert.equal(format, given.format ?? 'none')
  })
}

test('parts of a format can change alone, and those of another format are cleared', async () => {
  const { ann, workspace } = await world()
  const start = { format: 'custom', custom_label: 'kg', precision: 1 }
  const gid = await ann.create('/custom_fields', { workspace, name: 'Weight', type: 'number', ...start })
  const steps: [Json, unknown[]][] = [
    [{ custom_label: 'tons' }, ['custom', 1, null, 'tons', 'suffix']],
    [{ custom_label_position: 'prefix' }, ['custom', 1, null, 'tons', 'prefix']],
    [{ precision: 3 }, ['custom', 3, null, 'tons', 'prefix']],
    [{ name: 'Mass' }, ['custom', 3, null, 'tons', 'prefix']],
    [{ format: 'currency', currency_code: 'USD' }, ['currency', 3, 'USD', null, null]],
    [{ currency_code: 'JPY' }, ['currency', 3, 'JPY', null, null]],
    [{ format: 'identifier' }, ['identifier', 0, null, null, null]],
    [{ format: 'none', precision: 6, currency_code: null, custom_label: null }, ['none', 6, null, null, null]],
  ]
  for (const [given, expected] of steps) {
    const { status, data, message } = await ann.put(`/custom_fields/${gid}`, given)
    assert.equal(status, 200, `${message}`)
    const { format, precision, currency_code, custom_label, custom_label_position } = data
    assert.deepEqual([format, precision, currency_code, custom_label, custom_label_position], expected)
  }
})

test('flags of a field are returned as written', async () => {
  const { ann, workspace } = await world()
  const gid = await ann.create('/custom_fields', {
    workspace,
    name: 'Stage',
    type: 'enum',
    has_notifications_enabled: true,
    enum_options: [
      { name: 'on', color: 'red' },
      { name: 'off', enabled: false },
    ],
  })
  const { data } = await ann.get(`/custom_fields/${gid}?opt_fields=has_notifications_enabled,enum_options`)
  assert.equal(data.has_notifications_enabled, true)
  const shown = await ann.get(`/custom_fields/${gid}`)
  const options = shown.data.enum_options.map(({ name, enabled, color }: Json) => [name, enabled, color])
  assert.deepEqual(options, [
    ['on', true, 'red'],
    ['off', false, 'none'],
  ])
  await ann.put(`/custom_fields/${gid}`, { has_notifications_enabled: false })
  assert.equal((await whole(ann, gid)).has_notifications_enabled, false)
})

const refusedNew: [string, Json, string][] = [
  ['without a name', { type: 'text' }, 'name: Missing input'],
  ['with an empty name', { name: ' ', type: 'text' }, 'name: Missing input'],
  [
    'with a built-in name',
    { name: 'due DATE', type: 'text' },
    'name: The name due DATE is taken by a built-in property',
  ],
  [
    'with a name that is taken',
    { name: 'Taken', type: 'date' },
    'name: A custom field with the name Taken already exists in this workspace',
  ],
  ['without a type', { name: 'a' }, 'resource_subtype: Missing input'],
  ['with an unknown type', { name: 'a', type: 'colour' }, 'type: Not a recognized value: colour'],
  ['with two types', { name: 'a', type: 'text', resource_subtype: 'date' }, 'type: Contradicts resource_subtype'],
  ['without precision', { name: 'a', type: 'number' }, 'precision: Missing input'],
  ['with null precision', { name: 'a', type: 'number', precision: null }, 'precision: Missing input'],
  [
    'with too much precision',
    { name: 'a', type: 'number', precision: 7 },
    'precision: Must be a whole number between 0 and 6',
  ],
  [
    'with negative precision',
    { name: 'a', type: 'number', precision: -1 },
    'precision: Must be a whole number between 0 and 6',
  ],
  [
    'with broken precision',
    { name: 'a', type: 'number', precision: 1.5 },
    'precision: Must be a whole number between 0 and 6',
  ],
  [
    'with a currency of nowhere',
    { name: 'a', type: 'number', precision: 0, format: 'currency', currency_code: 'QQQ' },
    'currency_code: Not an ISO 4217 code: QQQ',
  ],
  [
    'with a currency without code',
    { name: 'a', type: 'number', precision: 0, format: 'currency' },
    'currency_code: Not an ISO 4217 code: null',
  ],
  [
    'with a code without currency',
    { name: 'a', type: 'number', precision: 0, currency_code: 'EUR' },
    'currency_code can only be given when format is currency',
  ],
  [
    'with a custom format without label',
    { name: 'a', type: 'number', precision: 0, format: 'custom' },
    'custom_label: Missing input',
  ],
  [
    'with a label without custom format',
    { name: 'a', type: 'number', precision: 0, custom_label: 'kg' },
    'custom_label can only be given when format is custom',
  ],
  [
    'with a position but no label',
    { name: 'a', type: 'number', precision: 0, custom_label_position: 'prefix' },
    'custom_label_position can only be given when format is custom',
  ],
  [
    'as a text with options',
    { name: 'a', type: 'text', enum_options: [{ name: 'x' }] },
    'enum_options: A field of the type text has no options',
  ],
  [
    'with a nameless option',
    { name: 'a', type: 'enum', enum_options: [{ name: 'x' }, { color: 'red' }] },
    'enum_options: [1]: name: Missing required field',
  ],
  [
    'with an empty option',
    { name: 'a', type: 'enum', enum_options: [{ name: '' }] },
    'enum_options: [0]: name: Missing input',
  ],
  [
    'with an option of an unknown colour',
    { name: 'a', type: 'enum', enum_options: [{ name: 'x', color: 'mud' }] },
    'enum_options: [0]: color: Not a recognized value: mud',
  ],
  [
    'with nothing to choose',
    { name: 'a', type: 'enum', enum_options: [{ name: 'x', enabled: false }] },
    'enum_options: At least one option must be enabled',
  ],
  [
    'with 501 options',
    { name: 'a', type: 'enum', enum_options: Array.from({ length: 501 }, (_, index) => ({ name: `${index}` })) },
    'A custom field can have at most 500 options',
  ],
  ['as a reference to anything', { name: 'a', type: 'reference' }, 'input_restrictions: Missing input'],
  [
    'as a reference to people',
    { name: 'a', type: 'reference', input_restrictions: ['user'] },
    'input_restrictions: [0]: Not a recognized value: user',
  ],
  [
    'with an unknown privacy',
    { name: 'a', type: 'text', privacy_setting: 'secret' },
    'privacy_setting: Not a recognized value: secret',
  ],
  [
    'with an unknown level',
    { name: 'a', type: 'text', default_access_level: 'viewer' },
    'default_access_level: Not a recognized value: viewer',
  ],
]

test('a definition shows the members of a value of its type empty when they are asked for by name', async () => {
  const { ann, workspace } = await world()
  const empty: Json = { text: null, number: null, enum: null, multi_enum: [], date: null, people: [], reference: [] }
  const names = [...Object.keys(empty).map(type => (type === 'multi_enum' ? 'multi_enum_values' : `${type}_value`))]
  const path = `?opt_fields=enabled,display_value,${names},html_text_value,enum_value.name,people_value.name,date_value.date`
  const needs: Json = { number: { precision: 0 }, reference: { input_restrictions: ['task'] } }
  for (const [index, [type, value]] of Object.entries(empty).entries()) {
    const more = type.endsWith('enum') ? { enum_options: [{ name: 'one' }] } : needs[type]
    const gid = await ann.create('/custom_fields', { workspace, name: type, resource_subtype: type, ...more })
    const rich = type === 'text' ? { html_text_value: null } : {}
    const expected = { gid, display_value: null, [names[index] ?? '']: value, ...rich }
    assert.deepEqual((await ann.get(`/custom_fields/${gid}${path}`)).data, expected)
    assert.equal('display_value' in (await ann.get(`/custom_fields/${gid}`)).data, false)
  }
})

test('a value in the body of a definition changes nothing, and no application can own a field', async () => {
  const { ann, workspace } = await world()
  const field = { workspace, name: 'Size', resource_subtype: 'text' }
  const value = { text_value: 'x', enum_value: '1', people_value: ['me'], is_formula_field: true }
  const gid = await ann.create('/custom_fields', { ...field, ...value, owned_by_app: false })
  const updated = await ann.put(`/custom_fields/${gid}?opt_fields=text_value,is_formula_field`, value)
  assert.deepEqual(updated.data, { gid, text_value: null, is_formula_field: false })
  const text = 'Applications cannot own custom fields here'
  const owned = { name: 'Colour', owned_by_app: true }
  for (const refused of [
    await ann.post('/custom_fields', { ...field, ...owned }),
    await ann.put(`/custom_fields/${gid}`, owned),
  ])
    assert.deepEqual([refused.status, refused.message], [403, text])
  assert.equal((await ann.get(`/custom_fields/${gid}`)).data.name, 'Size')
  for (const part of [{ enum_options: [{ name: 'one' }] }, { input_restrictions: ['task'] }])
    assert.equal((await ann.put(`/custom_fields/${gid}`, part)).status, 400)
})

test('an invalid field is not created', async () => {
  const { ann, workspace } = await world()
  await ann.create('/custom_fields', { workspace, name: 'Taken', type: 'text' })
  const list = `/workspaces/${workspace}/custom_fields`
  const before = await gidsOf(ann, list)
  for (const [name, given, message] of refusedNew) {
    const answer = await ann.post('/custom_fields', { workspace, ...given })
    assert.deepEqual([answer.status, answer.message], [400, message], name)
    assert.deepEqual(await gidsOf(ann, list), before, name)
  }
  const homeless = await ann.post('/custom_fields', { name: 'a', type: 'text' })
  assert.deepEqual([homeless.status, homeless.message], [400, 'workspace: Missing input'])
})

const refusedChanges: [Json, string][] = [
  [{ type: 'text' }, 'type: Cannot write this property'],
  [{ resource_subtype: 'number' }, 'resource_subtype: Cannot write this property'],
  [{ workspace: '1' }, 'workspace: Cannot write this property'],
  [{ id_prefix: 'AB' }, 'id_prefix: Cannot write this property'],
  [{ name: '' }, 'name: Missing input'],
  [{ name: null }, 'name: Cannot be null'],
  [{ name: 'Assignee' }, 'name: The name Assignee is taken by a built-in property'],
  [{ name: 'Taken' }, 'name: A custom field with the name Taken already exists in this workspace'],
  [{ precision: null }, 'precision: Missing input'],
  [{ precision: 7 }, 'precision: Must be a whole number between 0 and 6'],
  [{ custom_label: null }, 'custom_label: Missing input'],
  [{ custom_label: '' }, 'custom_label: Missing input'],
  [{ format: 'currency' }, 'currency_code: Not an ISO 4217 code: null'],
  [{ format: 'none', custom_label: 'g' }, 'custom_label can only be given when format is custom'],
  [{ currency_code: 'EUR' }, 'currency_code can only be given when format is currency'],
  [{ formula: '1' }, 'formula: Only a field that was made with a formula has one'],
  [{ has_notifications_enabled: 'maybe' }, 'has_notifications_enabled: Not true or false: maybe'],
]

test('an invalid update of a field changes nothing', async () => {
  const { ann, workspace } = await world()
  await ann.create('/custom_fields', { workspace, name: 'Taken', type: 'text' })
  const start = { format: 'custom', custom_label: 'kg', precision: 1 }
  const gid = await ann.create('/custom_fields', { workspace, name: 'Weight', type: 'number', ...start })
  const before = await whole(ann, gid)
  for (const [given, message] of refusedChanges) {
    const answer = await ann.put(`/custom_fields/${gid}`, { description: 'new', ...given })
    assert.deepEqual([answer.status, answer.message], [400, message])
    assert.deepEqual(await whole(ann, gid), before, message)
  }
})

test('a name is free again when its field is deleted, and a field can keep its own', async () => {
  const { ann, workspace } = await world()
  const gid = await ann.create('/custom_fields', { workspace, name: 'Cost', type: 'text' })
  assert.equal((await ann.put(`/custom_fields/${gid}`, { name: 'Cost' })).status, 200)
  await ann.delete(`/custom_fields/${gid}`)
  const next = await ann.create('/custom_fields', { workspace, name: 'Cost', type: 'date' })
  assert.deepEqual(await gidsOf(ann, `/workspaces/${workspace}/custom_fields`), [next])
})

test('the fields of a workspace are paged without loss', async () => {
  const { ann, workspace } = await world()
  const gids: string[] = []
  for (let index = 0; index < 5; index++)
    gids.push(await ann.create('/custom_fields', { workspace, name: `field ${index}`, type: 'text' }))
  assert.deepEqual(await allPages(ann, `/workspaces/${workspace}/custom_fields?limit=2`), gids)
})

test('deleting a field deletes its values and settings', async () => {
  const home = await world()
  const { ann, workspace } = home
  const project = await makeProject(home, { members: [[ann, 'admin']] })
  const gid = await ann.create('/custom_fields', { workspace, name: 'Size', type: 'text' })
  await ann.post(`/projects/${project.gid}/addCustomFieldSetting`, { custom_field: gid })
  const task = await ann.create('/tasks', { name: 'a', projects: [project.gid], custom_fields: { [gid]: 'big' } })
  const settings = `/projects/${project.gid}/custom_field_settings`
  const fields = async () => (await ann.get(`/tasks/${task}`)).data.custom_fields.map((one: Json) => one.text_value)
  assert.equal((await gidsOf(ann, settings)).length, 1)
  assert.deepEqual(await fields(), ['big'])
  await ann.delete(`/custom_fields/${gid}`)
  assert.deepEqual(await gidsOf(ann, settings), [])
  assert.deepEqual((await ann.get(`/projects/${project.gid}`)).data.custom_field_settings, [])
  assert.deepEqual(await fields(), [])
  const answer = await ann.put(`/tasks/${task}`, { custom_fields: { [gid]: 'small' } })
  assert.deepEqual([answer.status, answer.message], [400, `Custom field with ID ${gid} is not on given object`])
})
