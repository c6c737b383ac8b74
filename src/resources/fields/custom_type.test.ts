import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCustomType } from '../../../test/harness/fields.ts'
import { eventText, followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const OPTIONS: { name: string; completion_state: 'Incomplete' | 'Complete'; color?: 'red' }[] = [
  { name: 'New', completion_state: 'Incomplete', color: 'red' },
  { name: 'Fixed', completion_state: 'Complete' },
  { name: 'Doing', completion_state: 'Incomplete' },
  { name: 'Refused', completion_state: 'Complete' },
]

/** A private project with a custom type of four statuses, and a member at each access level. */
async function office() {
  const home = await world()
  const { ann, person } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  const { type, statuses } = await makeCustomType(home, ann, project, { name: 'Bug', status_options: OPTIONS })
  const [fresh = '', fixed = '', doing = '', refused = ''] = statuses
  const custom = { resource_subtype: 'custom', custom_type: type }
  const make = (body: Json = {}) => ann.create('/tasks', { projects: [project], ...custom, ...body })
  const state = async (gid: string) => {
    const { data } = await ok(ann.get(`/tasks/${gid}?opt_fields=completed,custom_type,custom_type_status_option`))
    return [data.custom_type?.gid ?? null, data.custom_type_status_option?.gid ?? null, data.completed]
  }
  const gids = { type, fresh, fixed, doing, refused }
  return { ...home, ...gids, editor, commenter, viewer, project, custom, make, state }
}

const messageOf = async (who: Person, path: string, body: Json) => {
  const { status, message } = await who.put(path, body)
  return [status, message]
}

test('a custom type shows its statuses in their order', async () => {
  const { ann, type, project, fresh, fixed, doing, refused } = await office()
  const option = (gid: string, name: string, completion_state: string, color = 'none') => ({
    ...{ gid, resource_type: 'custom_type_status_option', name, completion_state, enabled: true, color },
  })
  assert.deepEqual((await ok(ann.get(`/custom_types/${type}`))).data, {
    ...{ gid: type, resource_type: 'custom_type', name: 'Bug' },
    status_options: [
      option(fresh, 'New', 'Incomplete', 'red'),
      option(fixed, 'Fixed', 'Complete'),
      option(doing, 'Doing', 'Incomplete'),
      option(refused, 'Refused', 'Complete'),
    ],
  })
  const { data } = await ok(ann.get(`/custom_types?project=${project}`))
  assert.deepEqual(data, [{ gid: type, resource_type: 'custom_type', name: 'Bug' }])
  const selected = await ok(ann.get(`/custom_types?project=${project}&opt_fields=status_options.(name|enabled)`))
  assert.deepEqual(selected.data[0].status_options[0], { gid: fresh, name: 'New', enabled: true })
})

test('the custom types of a project are paged, and need a project', async () => {
  const all = await office()
  const { ann, type, project, workspace } = all
  const gids = [type]
  for (let index = 0; index < 3; index++) gids.push((await makeCustomType(all, ann, project)).type)
  assert.deepEqual(await allPages(ann, `/custom_types?project=${project}&limit=2`), gids)
  const other = await ann.create('/projects', { workspace, name: 'Other' })
  assert.deepEqual(await gidsOf(ann, `/custom_types?project=${other}`), [])
  assert.equal((await ann.get('/custom_types')).message, 'project: Missing input')
})

test('only people who see the project see its custom types', async () => {
  const { ben, viewer, type, project, person } = await office()
  assert.equal((await ok(viewer.get(`/custom_types/${type}`))).data.name, 'Bug')
  assert.deepEqual(await gidsOf(viewer, `/custom_types?project=${project}`), [type])
  for (const who of [ben, await person('Sam', null)]) {
    const { status, message } = await who.get(`/custom_types/${type}`)
    assert.deepEqual([status, message], [404, `custom_type: Not a recognized ID: ${type}`])
    assert.equal((await who.get(`/custom_types?project=${project}`)).status, 400)
  }
})

test('a task of a custom type gets the first status of its state, and shows both by name', async () => {
  const { ann, type, fresh, fixed, make, state, project } = await office()
  const gid = await make()
  const { data } = await ok(ann.get(`/tasks/${gid}`))
  assert.deepEqual(data.custom_type, { gid: type, resource_type: 'custom_type', name: 'Bug' })
  const status = { gid: fresh, resource_type: 'custom_type_status_option', name: 'New' }
  assert.deepEqual(data.custom_type_status_option, status)
  assert.deepEqual(await state(await make({ completed: true })), [type, fixed, true])
  const plain = await ann.create('/tasks', { projects: [project], completed: true })
  assert.ok(!('custom_type' in (await ok(ann.get(`/tasks/${plain}`))).data))
  await ok(ann.put(`/tasks/${plain}`, { resource_subtype: 'custom', custom_type: type }))
  assert.deepEqual(await state(plain), [type, fixed, true])
})

test('the status of a task completes and reopens it', async () => {
  const { ann, type, fresh, fixed, doing, refused, make, state } = await office()
  const gid = await make({ custom_type_status_option: undefined })
  const put = (body: Json) => ok(ann.put(`/tasks/${gid}`, body))
  await put({ custom_type_status_option: refused })
  assert.deepEqual(await state(gid), [type, refused, true])
  const { data } = await ok(ann.get(`/tasks/${gid}?opt_fields=completed_at,completed_by`))
  assert.deepEqual([data.completed_by.gid, typeof data.completed_at], [ann.gid, 'string'])
  await put({ completed: true })
  assert.deepEqual(await state(gid), [type, refused, true])
  await put({ completed: false })
  assert.deepEqual(await state(gid), [type, fresh, false])
  await put({ custom_type_status_option: doing })
  assert.deepEqual(await state(gid), [type, doing, false])
  await put({ name: 'Renamed', completed: false })
  assert.deepEqual(await state(gid), [type, doing, false])
  await put({ completed: true })
  assert.deepEqual(await state(gid), [type, fixed, true])
  await put({ custom_type_status_option: null })
  assert.deepEqual(await state(gid), [type, fixed, true])
  await put({ custom_type_status_option: fixed, completed: true })
  assert.deepEqual(await state(await make({ custom_type_status_option: refused })), [type, refused, true])
})

test('another custom type gives a task its first status, and another subtype none', async () => {
  const all = await office()
  const { ann, project, doing, type, make, state } = all
  const gid = await make({ custom_type_status_option: doing })
  const other = await makeCustomType(all, ann, project, { name: 'Request' })
  const [open, done] = other.statuses
  await ok(ann.put(`/tasks/${gid}`, { custom_type: other.type }))
  assert.deepEqual(await state(gid), [other.type, open, false])
  await ok(ann.put(`/tasks/${gid}`, { custom_type: type, custom_type_status_option: doing }))
  assert.deepEqual(await state(gid), [type, doing, false])
  await ok(ann.put(`/tasks/${gid}`, { custom_type: other.type, completed: true }))
  assert.deepEqual(await state(gid), [other.type, done, true])
  await ok(ann.put(`/tasks/${gid}`, { custom_type: null }))
  assert.deepEqual(await state(gid), [null, null, true])
  await ok(ann.put(`/tasks/${gid}`, { custom_type: type }))
  await ok(ann.put(`/tasks/${gid}`, { resource_subtype: 'default_task' }))
  assert.deepEqual(await state(gid), [null, null, true])
})

test('a custom type and a status that do not fit a task are refused', async () => {
  const all = await office()
  const { ann, project, type, fresh, fixed, make, workspace } = all
  const [task, plain] = [await make(), await ann.create('/tasks', { projects: [project] })]
  const other = await makeCustomType(all, ann, project)
  const refused = (gid: string, body: Json) => messageOf(ann, `/tasks/${gid}`, body)
  const needsSubtype = 'Only tasks of the subtype custom have it'
  assert.deepEqual(await refused(plain, { custom_type: type }), [400, `custom_type: ${needsSubtype}`])
  const status = { custom_type_status_option: fresh }
  assert.deepEqual(await refused(plain, status), [400, `custom_type_status_option: ${needsSubtype}`])
  const both = { resource_subtype: 'milestone', custom_type: type }
  assert.deepEqual(await refused(task, both), [400, `custom_type: ${needsSubtype}`])
  const untyped = { resource_subtype: 'custom', ...status }
  assert.deepEqual(await refused(plain, untyped), [400, 'custom_type_status_option: The task has no custom type'])
  const foreign = { custom_type_status_option: other.statuses[0] }
  const unknown = `custom_type_status_option: Unknown object: ${other.statuses[0]}`
  assert.deepEqual(await refused(task, foreign), [400, unknown])
  const contradiction = { custom_type_status_option: fixed, completed: false }
  assert.deepEqual(await refused(task, contradiction), [400, 'custom_type_status_option: Contradicts completed'])
  assert.deepEqual(await refused(task, { custom_type: fresh }), [400, `custom_type: Not a recognized ID: ${fresh}`])
  const elsewhere = await ann.create('/tasks', { workspace, resource_subtype: 'custom' })
  const text = 'custom_type: Belongs to another project and cannot be used here'
  assert.deepEqual(await refused(elsewhere, { custom_type: type }), [400, text])
  assert.equal((await ann.post('/tasks', { workspace, resource_subtype: 'custom', custom_type: type })).message, text)
})

test('a subtask can have a custom type of the project of its parents', async () => {
  const { ann, type, fresh, custom, make, state } = await office()
  const child = await ann.create(`/tasks/${await make()}/subtasks`, custom)
  assert.deepEqual(await state(child), [type, fresh, false])
  const below = await ann.create(`/tasks/${child}/subtasks`, { name: 'Below' })
  await ok(ann.put(`/tasks/${below}`, custom))
  assert.deepEqual(await state(below), [type, fresh, false])
})

test('a person who sees a task sees its type and status, but cannot choose those of a hidden project', async () => {
  const { ann, ben, type, fresh, doing, make, state } = await office()
  const gid = await make({ followers: [ben.gid] })
  const { data } = await ok(ben.get(`/tasks/${gid}`))
  assert.deepEqual([data.custom_type.name, data.custom_type_status_option.name], ['Bug', 'New'])
  const hidden = { custom_type_status_option: doing }
  const text = `custom_type_status_option: Not a recognized ID: ${doing}`
  assert.deepEqual(await messageOf(ben, `/tasks/${gid}`, hidden), [400, text])
  await ok(ben.put(`/tasks/${gid}`, { completed: true }))
  await ok(ann.put(`/tasks/${gid}`, { completed: false }))
  assert.deepEqual(await state(gid), [type, fresh, false])
})

test('a task whose custom type is in the trash shows none until it is restored', async () => {
  const { ann, store, type, fresh, fixed, make, state } = await office()
  const gid = await make()
  const setDeleted = (deleted_at: number | null) =>
    store.write(tx => update(tx, 'custom_types', { gid: Number(type) }, { deleted_at }))
  await setDeleted(1)
  const { data } = await ok(ann.get(`/tasks/${gid}`))
  assert.ok(!('custom_type' in data))
  assert.equal((await ann.get(`/custom_types/${type}`)).message, `custom_type: Unknown object: ${type}`)
  await ok(ann.put(`/tasks/${gid}`, { completed: true }))
  await setDeleted(null)
  assert.deepEqual(await state(gid), [type, fixed, true])
  assert.notEqual(fresh, fixed)
})

test('a task loses its custom type when that is purged', async () => {
  const { ann, store, type, clock, jobs, make, state } = await office()
  const gid = await make({ completed: true })
  await store.write(tx => update(tx, 'custom_types', { gid: Number(type) }, { deleted_at: tx.now }))
  clock.now += 31 * 24 * 60 * 60 * 1000
  await jobs.tick()
  assert.equal((await ann.get(`/custom_types/${type}`)).message, `custom_type: Not a recognized ID: ${type}`)
  assert.deepEqual(await state(gid), [null, null, true])
  await ok(ann.put(`/tasks/${gid}`, { completed: false }))
  const row = await store.read.db.selectFrom('tasks').selectAll().where('gid', '=', Number(gid)).executeTakeFirst()
  assert.deepEqual([row?.custom_type, row?.custom_type_status_option], [null, null])
})

test('a task that is in another project loses the custom type of a purged project', async () => {
  const { ann, clock, jobs, project, make, state, workspace } = await office()
  const gid = await make()
  const other = await ann.create('/projects', { workspace, name: 'Other', privacy_setting: 'private' })
  await ok(ann.post(`/tasks/${gid}/addProject`, { project: other }))
  await ok(ann.delete(`/projects/${project}`))
  const [type] = await state(gid)
  assert.notEqual(type, null, 'until the project is purged')
  clock.now += 31 * 24 * 60 * 60 * 1000
  await jobs.tick()
  assert.deepEqual(await state(gid), [null, null, false])
})

test('a status that is changed is shown with its new name on all tasks', async () => {
  const { ann, store, fresh, make } = await office()
  const gid = await make()
  const path = `/tasks/${gid}?opt_fields=custom_type_status_option.(name|color|completion_state)`
  const shown = async () => (await ok(ann.get(path))).data.custom_type_status_option
  const option = { gid: fresh, name: 'New', color: 'red', completion_state: 'Incomplete' }
  assert.deepEqual(await shown(), option)
  const columns = { name: 'Reported', color: 'blue' }
  await store.write(tx => update(tx, 'custom_type_status_options', { gid: Number(fresh) }, columns))
  assert.deepEqual(await shown(), { ...option, ...columns })
})

test('the stream of a task has its new type and status, and stories of its completion', async () => {
  const { ann, type, refused, project } = await office()
  const gid = await ann.create('/tasks', { projects: [project], resource_subtype: 'custom' })
  const events = await followObject(ann, gid)
  await ok(ann.put(`/tasks/${gid}`, { custom_type: type, custom_type_status_option: refused }))
  const seen = await events.poll()
  const changed = seen.filter(({ action }) => action === 'changed')
  assert.deepEqual(
    changed.map(event => [eventText(event), event.change.new_value?.gid]),
    [
      ['changed task completed', undefined],
      ['changed task custom_type', type],
      ['changed task custom_type_status_option', refused],
      ['changed task completed_at', undefined],
    ],
  )
  const { data } = await ok(ann.get(`/tasks/${gid}/stories`))
  assert.ok(data.some(({ resource_subtype }: Json) => resource_subtype === 'marked_complete'))
})
