import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'

const makeField = ({ ann, workspace }: World, name: string, more: Json = {}) =>
  ann.create('/custom_fields', { workspace, name, type: 'text', ...more })

const listOf = (project: string) => `/projects/${project}/custom_field_settings`

/** The names of the fields of a project, in order. */
const namesOf = async (person: Person, project: string): Promise<string[]> =>
  (await person.get(listOf(project))).data.map((one: Json) => one.custom_field.name)

const add = (person: Person, project: string, given: Json) =>
  person.post(`/projects/${project}/addCustomFieldSetting`, given)

const remove = (person: Person, project: string, field: string) =>
  person.post(`/projects/${project}/removeCustomFieldSetting`, { custom_field: field })

test('a field can be added to a project and removed', async () => {
  const home = await world()
  const { ann } = home
  const { gid: project } = await makeProject(home, { name: 'House', members: [[ann, 'admin']] })
  const field = await makeField(home, 'Size')
  const made = await add(ann, project, { custom_field: field, is_important: true })
  assert.equal(made.status, 200, `${made.message}`)
  const { gid, custom_field: shown, ...rest } = made.data
  const parent = { gid: project, resource_type: 'project', name: 'House' }
  assert.deepEqual(rest, { resource_type: 'custom_field_setting', is_important: true, parent, project: parent })
  assert.deepEqual([shown.gid, shown.name, shown.type], [field, 'Size', 'text'])
  assert.deepEqual(await gidsOf(ann, listOf(project)), [gid])
  const { data } = await ann.get(`/projects/${project}`)
  assert.deepEqual(
    data.custom_field_settings.map((one: Json) => one.gid),
    [gid],
  )
  assert.deepEqual((await remove(ann, project, field)).body, { data: {} })
  assert.deepEqual(await gidsOf(ann, listOf(project)), [])
  const again = await remove(ann, project, field)
  assert.deepEqual([again.status, again.message], [400, `custom_field: Unknown object: ${field}`])
})

test('is_important is false by default', async () => {
  const home = await world()
  const { gid: project } = await makeProject(home, { members: [[home.ann, 'admin']] })
  const { data } = await add(home.ann, project, { custom_field: await makeField(home, 'Size') })
  assert.equal(data.is_important, false)
})

test('settings are in the requested order', async () => {
  const home = await world()
  const { ann } = home
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  const put = async (name: string, position: Json = {}) =>
    (await add(ann, project, { custom_field: await makeField(home, name), ...position })).data.gid
  const a = await put('a')
  const b = await put('b')
  await put('before a', { insert_before: a })
  await put('after a', { insert_after: a })
  await put('before b', { insert_before: b })
  const order = ['before a', 'a', 'after a', 'before b', 'b']
  assert.deepEqual(await namesOf(ann, project), order)
  assert.equal((await allPages(ann, `${listOf(project)}?limit=2`)).length, order.length)
})

test('a field that is created in a project belongs to that project', async () => {
  const home = await world()
  const { ann, workspace } = home
  const [{ gid: project }, { gid: other }] = [
    await makeProject(home, { members: [[ann, 'admin']] }),
    await makeProject(home, { members: [[ann, 'admin']] }),
  ]
  const definition = { name: 'Stage', resource_subtype: 'enum', enum_options: [{ name: 'a', color: 'red' }] }
  const made = await add(ann, project, { custom_field: definition })
  assert.equal(made.status, 200, `${made.message}`)
  const field = made.data.custom_field.gid
  const { data } = await ann.get(`/custom_fields/${field}?opt_fields=name,is_global_to_workspace,enum_options.color`)
  assert.deepEqual([data.name, data.is_global_to_workspace, data.enum_options[0].color], ['Stage', false, 'red'])
  assert.deepEqual(await gidsOf(ann, `/workspaces/${workspace}/custom_fields`), [])
  const elsewhere = async () => {
    const answer = await add(ann, other, { custom_field: field })
    const message = 'custom_field: Belongs to another project and cannot be used here'
    assert.deepEqual([answer.status, answer.message], [400, message])
    assert.deepEqual(await gidsOf(ann, listOf(other)), [])
  }
  await elsewhere()
  await remove(ann, project, field)
  await elsewhere()
  assert.equal((await add(ann, project, { custom_field: field })).status, 200)
})

test('a value is disabled while its field is removed from the project', async () => {
  const home = await world()
  const { ann } = home
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  const field = await makeField(home, 'Size')
  await add(ann, project, { custom_field: field })
  const task = await ann.create('/tasks', { name: 'a', projects: [project], custom_fields: { [field]: 'big' } })
  const shown = async () => {
    const [value] = (await ann.get(`/tasks/${task}`)).data.custom_fields
    return [value.text_value, value.enabled]
  }
  assert.deepEqual(await shown(), ['big', true])
  await remove(ann, project, field)
  assert.deepEqual(await shown(), ['big', false])
  await add(ann, project, { custom_field: field })
  assert.deepEqual(await shown(), ['big', true])
})

test('an invalid setting changes nothing', async () => {
  const home = await world()
  const { ann, workspace } = home
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  const { gid: other } = await makeProject(home, { members: [[ann, 'admin']] })
  const there = await makeField(home, 'There')
  const setting = (await add(ann, project, { custom_field: there })).data.gid
  const foreign = (await add(ann, other, { custom_field: there })).data.gid
  const field = await makeField(home, 'Size')
  const deleted = await makeField(home, 'Deleted')
  await ann.delete(`/custom_fields/${deleted}`)
  const both = { insert_before: setting, insert_after: setting }
  const refused: [Json, string][] = [
    [{}, 'custom_field: Missing input'],
    [{ custom_field: null }, 'custom_field: Missing input'],
    [{ custom_field: true }, 'custom_field: Not a valid GID type: boolean'],
    [{ custom_field: [field] }, 'custom_field: Not a valid GID type: array'],
    [{ custom_field: 'size' }, 'custom_field: Not a recognized ID: size'],
    [{ custom_field: project }, `custom_field: Not a recognized ID: ${project}`],
    [{ custom_field: deleted }, `custom_field: Unknown object: ${deleted}`],
    [{ custom_field: there }, 'custom_field: The project has this custom field already'],
    [{ custom_field: field, ...both }, 'You may only provide one of insert_before or insert_after!'],
    [{ custom_field: field, insert_before: foreign }, `insert_before: Unknown object: ${foreign}`],
    [{ custom_field: field, insert_after: foreign }, `insert_after: Unknown object: ${foreign}`],
    [{ custom_field: {} }, 'name: Missing input'],
    [{ custom_field: { name: 'New' } }, 'resource_subtype: Missing input'],
    [{ custom_field: { name: 'New', type: 'number' } }, 'precision: Missing input'],
    [
      { custom_field: { name: 'Size', type: 'text' } },
      'name: A custom field with the name Size already exists in this workspace',
    ],
    [{ custom_field: { name: 'Notes', type: 'text' } }, 'name: The name Notes is taken by a built-in property'],
    [
      { custom_field: { name: 'New', type: 'text' }, insert_after: foreign },
      `insert_after: Unknown object: ${foreign}`,
    ],
  ]
  for (const [given, message] of refused) {
    const answer = await add(ann, project, given)
    assert.deepEqual([answer.status, answer.message], [400, message])
    assert.deepEqual(await gidsOf(ann, listOf(project)), [setting], message)
  }
  // No refused definition is stored: the name is free.
  await ann.create('/custom_fields', { workspace, name: 'New', type: 'text' })
})

test('a project has at most 20 fields, not counting deleted ones', async () => {
  const home = await world()
  const { ann, workspace } = home
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  const fields: string[] = []
  for (let index = 0; index < 20; index++) {
    const { data } = await add(ann, project, { custom_field: { name: `field ${index}`, type: 'text' } })
    fields.push(data.custom_field.gid)
  }
  const more = { custom_field: { name: 'one too many', type: 'text' } }
  const answer = await add(ann, project, more)
  assert.deepEqual([answer.status, answer.message], [400, 'A project can have at most 20 custom fields'])
  assert.equal((await gidsOf(ann, listOf(project))).length, 20)
  await ann.create('/custom_fields', { workspace, name: 'one too many', type: 'text' })
  await ann.delete(`/custom_fields/${fields[0]}`)
  assert.equal((await add(ann, project, { custom_field: { name: 'the last', type: 'text' } })).status, 200)
})

/** Rights of members on the fields of a project, by access level and minimum level. */
const levels: ['admin' | 'editor' | 'commenter' | 'viewer', minimum: string, status: number][] = [
  ['admin', 'editor', 200],
  ['admin', 'admin', 200],
  ['editor', 'editor', 200],
  ['editor', 'admin', 403],
  ['commenter', 'editor', 403],
  ['viewer', 'editor', 403],
]

for (const [level, minimum, status] of levels) {
  test(`a project that ${minimum}s can customize answers its ${level} with ${status}`, async () => {
    const home = await world()
    const { ann, ben } = home
    const members: [Person, typeof level][] = [
      [ann, 'admin'],
      [ben, level],
    ]
    const { gid: project } = await makeProject(home, { members })
    await ann.put(`/projects/${project}`, { minimum_access_level_for_customization: minimum })
    const [there, field] = [await makeField(home, 'There'), await makeField(home, 'Size')]
    await add(ann, project, { custom_field: there })
    const removed = await remove(ben, project, there)
    assert.equal(removed.status, status, `${removed.message}`)
    assert.deepEqual(await namesOf(ben, project), status === 200 ? [] : ['There'])
    const added = await add(ben, project, { custom_field: field })
    assert.equal(added.status, status, `${added.message}`)
    const local = await add(ben, project, { custom_field: { name: 'Local', type: 'date' } })
    assert.equal(local.status, status, `${local.message}`)
    assert.deepEqual(await namesOf(ann, project), status === 200 ? ['Size', 'Local'] : ['There'])
  })
}

/** Rights of editors of the project, by their role in the workspace. */
const roles: [name: string, role: Json, statuses: [add: number, make: number, remove: number]][] = [
  ['member', {}, [200, 200, 200]],
  ['guest', { is_guest: true }, [403, 403, 403]],
  ['viewer', { is_view_only: true }, [403, 403, 403]],
]

for (const [name, role, expected] of roles) {
  test(`a ${name} who edits a project gets ${expected} for its fields`, async () => {
    const home = await world()
    const { ann } = home
    const one = await home.person('One', role)
    const members: [Person, 'admin' | 'editor'][] = [
      [ann, 'admin'],
      [one, 'editor'],
    ]
    const { gid: project } = await makeProject(home, { members })
    const [there, field] = [await makeField(home, 'There'), await makeField(home, 'Size')]
    await add(ann, project, { custom_field: there })
    assert.deepEqual(await namesOf(one, project), ['There'])
    const answers = [
      await add(one, project, { custom_field: field }),
      await add(one, project, { custom_field: { name: 'Local', type: 'date' } }),
      await remove(one, project, there),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      expected,
    )
    assert.deepEqual(await namesOf(ann, project), expected[0] === 200 ? ['Size', 'Local'] : ['There'])
  })
}

test('a caller without access to a project can neither read nor change its fields', async () => {
  const home = await world()
  const { ann, ben } = home
  const stranger = await home.person('Sam', null)
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  const field = await makeField(home, 'Size')
  for (const one of [ben, stranger]) {
    assert.equal((await one.get(listOf(project))).status, 404)
    assert.equal((await add(one, project, { custom_field: field })).status, 404)
    assert.equal((await remove(one, project, field)).status, 404)
  }
  assert.deepEqual(await namesOf(ann, project), [])
})

test('a field can be added to a project by its users, and a private one only by its members', async () => {
  const home = await world()
  const { ann, ben } = home
  const members: [Person, 'admin'][] = [
    [ann, 'admin'],
    [ben, 'admin'],
  ]
  const { gid: project } = await makeProject(home, { members })
  const use = await makeField(home, 'Use', { default_access_level: 'user' })
  const secret = await makeField(home, 'Secret', { privacy_setting: 'private' })
  assert.equal((await add(ben, project, { custom_field: use })).status, 200)
  const unseen = await add(ben, project, { custom_field: secret })
  assert.deepEqual([unseen.status, unseen.message], [400, `custom_field: Not a recognized ID: ${secret}`])
  await add(ann, project, { custom_field: secret })
  assert.deepEqual([await namesOf(ann, project), await namesOf(ben, project)], [['Use', 'Secret'], ['Use']])
  const { data } = await ben.get(`/projects/${project}`)
  assert.equal(data.custom_field_settings.length, 1)
  assert.equal((await remove(ben, project, secret)).status, 400)
  assert.deepEqual(await namesOf(ann, project), ['Use', 'Secret'])
})

test('the owner of My Tasks can add fields to it', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const { gid } = (await ann.get(`/users/me/user_task_list?workspace=${workspace}`)).data
  const field = await makeField(home, 'Mood')
  const made = await add(ann, gid, { custom_field: field })
  assert.equal(made.status, 200, `${made.message}`)
  assert.deepEqual(await gidsOf(ann, listOf(gid)), [made.data.gid])
  const other = await add(ben, gid, { custom_field: await makeField(home, 'Other') })
  assert.equal(other.status, 403)
  assert.deepEqual((await remove(ann, gid, field)).body, { data: {} })
})

test('a team without fields lists none, to callers who can see it', async () => {
  const { ann, person, workspace } = await world()
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  assert.deepEqual((await ann.get(`/teams/${team}/custom_field_settings`)).data, [])
  const stranger = await person('Sam', null)
  assert.equal((await stranger.get(`/teams/${team}/custom_field_settings`)).status, 404)
})
