import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'

/** An enum field with options of these names, and their gids. */
async function chosenFrom({ ann, workspace }: World, names: string[], more: Json = {}) {
  const given = { workspace, name: `Chosen from ${names.slice(0, 3)}`, type: 'enum', ...more }
  const { data } = await ann.post('/custom_fields', { ...given, enum_options: names.map(name => ({ name })) })
  return { field: data.gid as string, gids: data.enum_options.map(({ gid }: Json) => gid) as string[] }
}

const optionsOf = async (person: Person, field: string): Promise<Json[]> =>
  (await person.get(`/custom_fields/${field}`)).data.enum_options

const namesOf = async (person: Person, field: string) => (await optionsOf(person, field)).map(({ name }) => name)

test('an option can be added, with a colour, at the end', async () => {
  const home = await world()
  const { field } = await chosenFrom(home, ['a', 'b'])
  const made = await home.ann.post(`/custom_fields/${field}/enum_options`, { name: 'c', color: 'blue-green' })
  assert.equal(made.status, 201)
  const { gid } = made.data
  assert.equal(made.headers.location, `/api/1.0/enum_options/${gid}`)
  assert.deepEqual(made.data, { gid, resource_type: 'enum_option', name: 'c', enabled: true, color: 'blue-green' })
  assert.deepEqual((await optionsOf(home.ann, field)).at(-1), made.data)
})

test('a new option is enabled and without colour by default', async () => {
  const home = await world()
  const { field } = await chosenFrom(home, ['a'])
  const { data } = await home.ann.post(`/custom_fields/${field}/enum_options`, { name: 'b', enabled: false })
  assert.deepEqual([data.enabled, data.color], [true, 'none'])
})

test('options can be added to a field that was created without them', async () => {
  const { ann, workspace } = await world()
  const field = await ann.create('/custom_fields', { workspace, name: 'Stage', type: 'multi_enum' })
  for (const name of ['a', 'b']) await ann.create(`/custom_fields/${field}/enum_options`, { name })
  assert.deepEqual(await namesOf(ann, field), ['a', 'b'])
})

test('an option can be added before or after another one', async () => {
  const home = await world()
  const { field, gids } = await chosenFrom(home, ['a', 'b', 'c'])
  const [a, b, c] = gids
  const path = `/custom_fields/${field}/enum_options`
  await home.ann.create(path, { name: 'before a', insert_before: a })
  await home.ann.create(path, { name: 'after b', insert_after: b })
  await home.ann.create(path, { name: 'after c', insert_after: c })
  assert.deepEqual(await namesOf(home.ann, field), ['before a', 'a', 'b', 'after b', 'c', 'after c'])
})

test('an option can be moved before or after another one or itself', async () => {
  const home = await world()
  const { field, gids } = await chosenFrom(home, ['a', 'b', 'c'])
  const [a, b, c] = gids
  const steps: [Json, string[]][] = [
    [{ enum_option: c, before_enum_option: a }, ['c', 'a', 'b']],
    [{ enum_option: c, after_enum_option: a }, ['a', 'c', 'b']],
    [{ enum_option: a, after_enum_option: b }, ['c', 'b', 'a']],
    [{ enum_option: b, before_enum_option: b }, ['c', 'b', 'a']],
    [{ enum_option: b, before_enum_option: a }, ['c', 'b', 'a']],
    [{ enum_option: b, after_enum_option: c }, ['c', 'b', 'a']],
  ]
  for (const [given, expected] of steps) {
    const moved = await home.ann.post(`/custom_fields/${field}/enum_options/insert`, given)
    assert.deepEqual([moved.status, moved.data?.gid], [200, given.enum_option], `${moved.message}`)
    assert.deepEqual(await namesOf(home.ann, field), expected)
  }
})

test('an option can be renamed, recoloured, disabled and enabled', async () => {
  const home = await world()
  const { field, gids } = await chosenFrom(home, ['a', 'b'])
  const [gid] = gids
  const steps: [Json, [string, boolean, string]][] = [
    [{ name: 'z' }, ['z', true, 'none']],
    [{ color: 'hot-pink' }, ['z', true, 'hot-pink']],
    [{ enabled: false }, ['z', false, 'hot-pink']],
    [{ enabled: false, name: 'y' }, ['y', false, 'hot-pink']],
    [{ enabled: true, color: 'none' }, ['y', true, 'none']],
    [{}, ['y', true, 'none']],
  ]
  for (const [given, [name, enabled, color]] of steps) {
    const changed = await home.ann.put(`/enum_options/${gid}`, given)
    assert.deepEqual([changed.status, changed.data], [200, { gid, resource_type: 'enum_option', name, enabled, color }])
    assert.deepEqual((await optionsOf(home.ann, field))[0], changed.data)
  }
})

test('the last enabled option cannot be disabled', async () => {
  const home = await world()
  const { field, gids } = await chosenFrom(home, ['a', 'b'])
  const [a, b] = gids
  assert.equal((await home.ann.put(`/enum_options/${a}`, { enabled: false })).status, 200)
  const answer = await home.ann.put(`/enum_options/${b}`, { name: 'new', enabled: false })
  assert.deepEqual([answer.status, answer.message], [400, 'enabled: The last enabled option cannot be disabled'])
  const options = await optionsOf(home.ann, field)
  assert.deepEqual(
    options.map(({ name, enabled }) => [name, enabled]),
    [
      ['a', false],
      ['b', true],
    ],
  )
  await home.ann.put(`/enum_options/${a}`, { enabled: true })
  assert.equal((await home.ann.put(`/enum_options/${b}`, { enabled: false })).status, 200)
})

for (const type of ['enum', 'multi_enum']) {
  test(`a disabled option of ${type} cannot be chosen, but stays in values`, async () => {
    const home = await world()
    const { ann } = home
    const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
    const { field, gids } = await chosenFrom(home, ['a', 'b'], { type })
    const [a] = gids
    await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
    const chosen = type === 'enum' ? a : [a]
    const task = await ann.create('/tasks', { name: 'has it', projects: [project], custom_fields: { [field]: chosen } })
    const other = await ann.create('/tasks', { name: 'has it not', projects: [project] })
    await ann.put(`/enum_options/${a}`, { enabled: false })
    const shownOn = async (gid: string) => {
      const [value] = (await ann.get(`/tasks/${gid}`)).data.custom_fields
      return [value.display_value, type === 'enum' ? value.enum_value : value.multi_enum_values[0]]
    }
    const option = { gid: a, resource_type: 'enum_option', name: 'a', enabled: false, color: 'none' }
    assert.deepEqual(await shownOn(task), ['a', option])
    const before = await shownOn(other)
    const answer = await ann.put(`/tasks/${other}`, { custom_fields: { [field]: chosen } })
    const at = type === 'enum' ? 'enum_value' : 'multi_enum_values'
    assert.deepEqual([answer.status, answer.message], [400, `${at}: The option ${a} is disabled`])
    assert.deepEqual(await shownOn(other), before)
    await ann.put(`/enum_options/${a}`, { enabled: true })
    assert.equal((await ann.put(`/tasks/${other}`, { custom_fields: { [field]: chosen } })).status, 200)
    assert.deepEqual(await shownOn(other), ['a', { ...option, enabled: true }])
  })
}

test('a renamed option is renamed in values', async () => {
  const home = await world()
  const { ann } = home
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  const { field, gids } = await chosenFrom(home, ['a'])
  await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
  const given = { name: 'has it', projects: [project], custom_fields: { [field]: gids[0] } }
  const task = await ann.create('/tasks', given)
  await ann.put(`/enum_options/${gids[0]}`, { name: 'new' })
  const [value] = (await ann.get(`/tasks/${task}`)).data.custom_fields
  assert.deepEqual([value.display_value, value.enum_value.name], ['new', 'new'])
})

test('an invalid change of options changes nothing', async () => {
  const home = await world()
  const { ann, workspace } = home
  const { field, gids } = await chosenFrom(home, ['a', 'b'])
  const [a, b] = gids
  const other = (await chosenFrom(home, ['x', 'y'])).gids[0]
  const text = await ann.create('/custom_fields', { workspace, name: 'Text', type: 'text' })
  const add = `/custom_fields/${field}/enum_options`
  const both = 'You may only provide one of insert_before or insert_after!'
  const refused: [path: string, given: Json, message: string][] = [
    [add, {}, 'name: Missing input'],
    [add, { name: ' ' }, 'name: Missing input'],
    [add, { name: 'c', color: 'mud' }, 'color: Not a recognized value: mud'],
    [add, { name: 'c', insert_before: a, insert_after: b }, both],
    [add, { name: 'c', insert_before: other }, `insert_before: Unknown object: ${other}`],
    [add, { name: 'c', insert_after: other }, `insert_after: Unknown object: ${other}`],
    [add, { name: 'c', insert_after: field }, `insert_after: Not a recognized ID: ${field}`],
    [`${add}/insert`, { before_enum_option: a }, 'enum_option: Missing input'],
    [`${add}/insert`, { enum_option: a }, 'before_enum_option: Missing input'],
    [`${add}/insert`, { enum_option: a, before_enum_option: a, after_enum_option: b }, both],
    [`${add}/insert`, { enum_option: other, before_enum_option: a }, `enum_option: Unknown object: ${other}`],
    [`${add}/insert`, { enum_option: a, before_enum_option: other }, `before_enum_option: Unknown object: ${other}`],
    [`${add}/insert`, { enum_option: a, after_enum_option: other }, `after_enum_option: Unknown object: ${other}`],
    [`/custom_fields/${text}/enum_options`, { name: 'c' }, 'A field of the type text has no options'],
  ]
  const before = await optionsOf(ann, field)
  for (const [path, given, message] of refused) {
    const answer = await ann.post(path, given)
    assert.deepEqual([answer.status, answer.message], [400, message])
    assert.deepEqual(await optionsOf(ann, field), before, message)
  }
  const changes: [Json, string][] = [
    [{ name: '' }, 'name: Missing input'],
    [{ name: null }, 'name: Cannot be null'],
    [{ color: 'mud' }, 'color: Not a recognized value: mud'],
    [{ color: 'red', enabled: 'perhaps' }, 'enabled: Not true or false: perhaps'],
    [{ color: 'red', enabled: null }, 'enabled: Cannot be null'],
  ]
  for (const [given, message] of changes) {
    const answer = await ann.put(`/enum_options/${a}`, given)
    assert.deepEqual([answer.status, answer.message], [400, message])
    assert.deepEqual(await optionsOf(ann, field), before, message)
  }
})

test('a field has at most 500 options', async () => {
  const home = await world()
  const names = Array.from({ length: 499 }, (_, index) => `option ${index}`)
  const { field } = await chosenFrom(home, names)
  await home.ann.create(`/custom_fields/${field}/enum_options`, { name: 'the last' })
  const answer = await home.ann.post(`/custom_fields/${field}/enum_options`, { name: 'one too many' })
  assert.deepEqual([answer.status, answer.message], [400, 'A custom field can have at most 500 options'])
  assert.deepEqual(await namesOf(home.ann, field), [...names, 'the last'])
})

/** Results of changes of the options of a field of Ann, by access level. */
const levels: [level: string, who: string, statuses: [add: number, move: number, change: number]][] = [
  ['admin', 'member', [201, 200, 200]],
  ['editor', 'member', [201, 200, 200]],
  ['user', 'member', [403, 403, 403]],
  ['user', 'admin', [201, 200, 200]],
  ['admin', 'guest', [403, 403, 403]],
  ['admin', 'viewer', [403, 403, 403]],
  ['admin', 'stranger', [404, 404, 404]],
]

for (const [level, who, expected] of levels) {
  test(`a ${who} with the level ${level} gets ${expected} for options`, async () => {
    const home = await world()
    const roles: Json = { admin: { is_admin: true }, guest: { is_guest: true }, viewer: { is_view_only: true } }
    const one = await home.person('One', who === 'stranger' ? null : roles[who])
    const { field, gids } = await chosenFrom(home, ['a', 'b'], { default_access_level: level })
    const [a, b] = gids
    const before = await optionsOf(home.ann, field)
    const path = `/custom_fields/${field}/enum_options`
    const answers = [
      await one.post(path, { name: 'c' }),
      await one.post(`${path}/insert`, { enum_option: b, before_enum_option: a }),
      await one.put(`/enum_options/${a}`, { color: 'red' }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      expected,
    )
    if (expected[0] !== 201) assert.deepEqual(await optionsOf(home.ann, field), before)
  })
}

test('the options of a private or deleted field are not found', async () => {
  const home = await world()
  const { ann, ben } = home
  const { field, gids } = await chosenFrom(home, ['a'], { privacy_setting: 'private' })
  const unseen = await ben.put(`/enum_options/${gids[0]}`, { name: 'mine' })
  assert.deepEqual([unseen.status, unseen.message], [404, `enum_option: Not a recognized ID: ${gids[0]}`])
  assert.equal((await ben.post(`/custom_fields/${field}/enum_options`, { name: 'mine' })).status, 404)
  assert.deepEqual(await namesOf(ann, field), ['a'])
  await ann.delete(`/custom_fields/${field}`)
  assert.equal((await ann.put(`/enum_options/${gids[0]}`, { name: 'late' })).status, 404)
})
