import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

/** The names of the sections of a list, in order. */
const namesIn = async (person: Person, list: string) => {
  const { data } = await person.get(`/projects/${list}/sections`)
  return data.map(({ name }: Json) => name).join(' ')
}

test('a section is created at the end, or next to another one', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'admin']], sections: ['B', 'D'] })
  const [b, d] = sections
  const path = `/projects/${gid}/sections`
  const made = await ann.post(path, { name: 'E' })
  assert.deepEqual([made.status, made.headers.location], [201, `/api/1.0/sections/${made.data.gid}`])
  const { created_at, ...rest } = made.data
  const project = { gid, resource_type: 'project', name: 'Project' }
  assert.deepEqual(rest, {
    ...{ gid: made.data.gid, resource_type: 'section', name: 'E' },
    ...{ project, projects: [project] },
  })
  assert.match(created_at, /^2026-/)
  await ann.create(path, { name: 'C', insert_before: d })
  await ann.create(path, { name: 'b', insert_after: b })
  await ann.create(path, { name: 'A', insert_before: b })
  await ann.create(path, { name: 'Z', insert_after: made.data.gid })
  await ann.create(path, { name: '1', insert_after: null })
  assert.equal(await namesIn(ann, gid), '1 A B b C D E Z')
})

test('a section can be moved next to any other one', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'editor']], sections: ['A', 'B', 'C'] })
  const [a = '', b = '', c = ''] = sections
  const path = `/projects/${gid}/sections/insert`
  const moves: [Json, string][] = [
    [{ section: c, before_section: a }, 'C A B'],
    [{ section: c, after_section: b }, 'A B C'],
    [{ section: b, before_section: c }, 'A B C'],
    [{ section: b, after_section: b }, 'A B C'],
    [{ section: a, after_section: b }, 'B A C'],
  ]
  for (const [given, expected] of moves) {
    const answer = await ann.post(path, given)
    assert.deepEqual([answer.status, answer.body], [200, { data: {} }])
    assert.equal(await namesIn(ann, gid), expected)
  }
})

test('a section can be renamed and read', async () => {
  const home = await world()
  const { ann } = home
  const { sections } = await makeProject(home, { members: [[ann, 'editor']] })
  const path = `/sections/${sections[0]}`
  assert.equal((await ann.put(path, { name: 'To do' })).data.name, 'To do')
  assert.equal((await ann.put(path, {})).data.name, 'To do')
  assert.deepEqual((await ann.get(`${path}?opt_fields=name`)).data, { gid: sections[0], name: 'To do' })
})

test('sections are paged in order, without loss during inserts', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'admin']], sections: ['1', '2', '3', '4', '5'] })
  const path = `/projects/${gid}/sections`
  const added: string[] = []
  const seen = await allPages(ann, `${path}?limit=2`, async page => {
    await ann.create(path, { name: 'before', insert_before: sections[0] })
    if (page < 3) added.push(await ann.create(path, { name: 'behind' }))
  })
  assert.deepEqual(seen, [...sections, ...added])
})

test('a section with tasks and the last section cannot be deleted', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'admin']], sections: ['A', 'B'] })
  const [a, b] = sections
  const task = await ann.create('/tasks', { memberships: [{ project: gid, section: b }], completed: true })
  const full = await ann.delete(`/sections/${b}`)
  assert.deepEqual([full.status, full.message], [400, 'A section that has tasks cannot be deleted: move them first'])
  await ann.delete(`/tasks/${task}`)
  assert.deepEqual((await ann.delete(`/sections/${b}`)).body, { data: {} })
  assert.equal((await ann.get(`/sections/${b}`)).status, 404)
  const last = await ann.delete(`/sections/${a}`)
  assert.deepEqual([last.status, last.message], [400, 'The last section of a project cannot be deleted'])
  assert.deepEqual(await gidsOf(ann, `/projects/${gid}/sections`), [a])
})

test('a restored task is in an existing section', async () => {
  const home = await world()
  const { ann, store } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'admin']], sections: ['A', 'B'] })
  const [a, b] = sections
  const task = await ann.create('/tasks', { memberships: [{ project: gid, section: b }] })
  await ann.delete(`/tasks/${task}`)
  await ann.delete(`/sections/${b}`)
  await store.write(tx => update(tx, 'tasks', { gid: Number(task) }, { deleted_at: null }))
  assert.deepEqual(await gidsOf(ann, `/sections/${a}/tasks`), [task])
})

test('an invalid change of sections is refused, and nothing changes', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'admin']], sections: ['A', 'B'] })
  const other = await makeProject(home, { members: [[ann, 'admin']] })
  const [a, b] = sections
  const far = other.sections[0]
  const both = 'You may only provide one of insert_before or insert_after!'
  const [make, move] = [`/projects/${gid}/sections`, `/projects/${gid}/sections/insert`]
  const refused: [string, Json, string][] = [
    [make, {}, 'name: Missing input'],
    [make, { name: ' ' }, 'name: Missing input'],
    [make, { name: 'C', insert_before: a, insert_after: b }, both],
    [make, { name: 'C', insert_before: far }, `insert_before: Unknown object: ${far}`],
    [make, { name: 'C', insert_after: far }, `insert_after: Unknown object: ${far}`],
    [make, { name: 'C', insert_after: '1' }, 'insert_after: Not a recognized ID: 1'],
    [make, { name: 'C', insert_after: 'first' }, 'insert_after: Not a recognized ID: first'],
    [move, { before_section: a }, 'section: Missing input'],
    [move, { section: b }, 'You should specify one of before_section, after_section'],
    [
      move,
      { section: b, before_section: a, after_section: a },
      'You may only provide one of before_section or after_section!',
    ],
    [move, { section: b, before_section: far }, `before_section: Unknown object: ${far}`],
    [move, { section: far, before_section: a }, `section: Unknown object: ${far}`],
  ]
  for (const [path, given, text] of refused) {
    const answer = await ann.post(path, given)
    assert.deepEqual([answer.status, answer.message], [400, text], JSON.stringify(given))
  }
  const blank = await ann.put(`/sections/${a}`, { name: '' })
  assert.deepEqual([blank.status, blank.message], [400, 'name: Missing input'])
  assert.equal(await namesIn(ann, gid), 'A B')
})

test('viewers of a project read its sections; editors, or only admins, change them', async () => {
  const home = await world()
  const { ann, ben, person } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid, sections } = await makeProject(home, {
    sections: ['A', 'B'],
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  const [a, b] = sections
  const tries = async (who: Person) => [
    (await who.get(`/sections/${a}`)).status,
    (await who.get(`/projects/${gid}/sections`)).status,
    (await who.post(`/projects/${gid}/sections`, { name: 'C' })).status,
    (await who.post(`/projects/${gid}/sections/insert`, { section: a, before_section: b })).status,
    (await who.put(`/sections/${a}`, { name: 'A' })).status,
    (await who.delete(`/sections/${(await ann.get(`/projects/${gid}/sections`)).data.at(-1).gid}`)).status,
  ]
  const [all, none, see] = [
    [200, 200, 201, 200, 200, 200],
    [404, 404, 404, 404, 404, 404],
    [200, 200, 403, 403, 403, 403],
  ]
  assert.deepEqual(await tries(editor), all)
  for (const who of [commenter, viewer]) assert.deepEqual(await tries(who), see)
  for (const who of [ben, await person('Sam', null)]) assert.deepEqual(await tries(who), none)
  await ann.put(`/projects/${gid}`, { minimum_access_level_for_customization: 'admin' })
  assert.deepEqual(await tries(editor), see)
  const answer = await editor.put(`/sections/${a}`, { name: 'A' })
  assert.equal(answer.message, 'Only admins of this project can change its sections and its look.')
  assert.deepEqual(await tries(ann), all)
  await ann.delete(`/projects/${gid}`)
  assert.equal((await ann.get(`/sections/${a}`)).status, 404)
})

test('only the owner of My Tasks can see and change its sections', async () => {
  const { ann, ben, workspace } = await world()
  const { data } = await ann.get(`/users/me/user_task_list?workspace=${workspace}`)
  const path = `/projects/${data.gid}/sections`
  const made = await ann.post(path, { name: 'Someday' })
  assert.equal(made.status, 201)
  assert.equal(made.data.project.resource_type, 'user_task_list')
  assert.equal(await namesIn(ann, data.gid), 'Recently assigned Do today Do next week Do later Someday')
  const [first] = await gidsOf(ann, path)
  await ann.post(`${path}/insert`, { section: made.data.gid, before_section: first })
  await ann.put(`/sections/${made.data.gid}`, { name: 'Now' })
  assert.equal(await namesIn(ann, data.gid), 'Now Recently assigned Do today Do next week Do later')
  assert.deepEqual(await gidsOf(ben, path), [])
  assert.equal((await ben.get(`/sections/${first}`)).status, 404)
  assert.equal((await ben.post(path, { name: 'Mine' })).status, 403)
  assert.equal((await ann.delete(`/sections/${made.data.gid}`)).status, 200)
})
