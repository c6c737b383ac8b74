import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, assertBadRequest, entryOf, makeField, notOn, removeField } from '../../../test/harness/fields.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type World, world } from '../../../test/harness/world.ts'

interface FieldWorld extends World {
  field: string
  task: string
  /** Has the field. */
  one: string
  /** Has no field. */
  other: string
  join(project: string, task?: string): Promise<void>
  leave(project: string, task?: string): Promise<void>
  write(value: unknown, task?: string): ReturnType<World['ann']['put']>
  /** Whether the field is enabled and what it holds; undefined when it is not shown. */
  state(task?: string): Promise<[boolean, string | null] | undefined>
}

async function scene(): Promise<FieldWorld> {
  const home = await world()
  const { ann } = home
  const wish = { members: [[ann, 'admin']] as [typeof ann, 'admin'][] }
  const [one, other] = [(await makeProject(home, wish)).gid, (await makeProject(home, wish)).gid]
  const field = await makeField(home, 'text')
  await applyField(ann, one, field)
  const task = await ann.create('/tasks', { projects: [one], custom_fields: { [field]: 'kept' } })
  const move = async (verb: string, gid: string, project: string) => {
    const answer = await ann.post(`/tasks/${gid}/${verb}`, { project })
    assert.equal(answer.status, 200, String(answer.message))
  }
  return {
    ...{ ...home, field, task, one, other },
    join: (project, gid = task) => move('addProject', gid, project),
    leave: (project, gid = task) => move('removeProject', gid, project),
    write: (value, gid = task) => ann.put(`/tasks/${gid}`, { custom_fields: { [field]: value } }),
    async state(gid = task) {
      const entry = entryOf((await ann.get(`/tasks/${gid}`)).data, field)
      return entry && [entry.enabled, entry.text_value]
    },
  }
}

/** A disabled value accepts only null, and a refused value changes nothing. */
async function refusesValues({ ann, task, field, write }: FieldWorld) {
  const before = (await ann.get(`/tasks/${task}`)).data
  for (const value of ['new', 'kept', 0, false, {}, [field]]) assertBadRequest(await write(value), notOn(field))
  const mixed = await ann.put(`/tasks/${task}`, { name: 'new', custom_fields: { [field]: 'new' } })
  assertBadRequest(mixed, notOn(field))
  assert.deepEqual((await ann.get(`/tasks/${task}`)).data, before)
}

test('a field that is removed from its only project is disabled, and its value and definition stay', async () => {
  const the = await scene()
  await removeField(the.ann, the.one, the.field)
  assert.deepEqual(await the.state(), [false, 'kept'])
  assert.equal((await the.ann.get(`/custom_fields/${the.field}`)).status, 200)
  await refusesValues(the)
})

test('a task that moves to a project without the field keeps it disabled', async () => {
  const the = await scene()
  await the.join(the.other)
  await the.leave(the.one)
  assert.deepEqual(await the.state(), [false, 'kept'])
  await refusesValues(the)
})

test('a field is enabled while one of several projects has it', async () => {
  const the = await scene()
  const { ann, field, one, other, state, write } = the
  await the.join(other)
  assert.deepEqual(await state(), [true, 'kept'])
  await applyField(ann, other, field)
  await removeField(ann, one, field)
  assert.deepEqual(await state(), [true, 'kept'])
  assert.equal((await write('new')).status, 200)
  await the.leave(one)
  assert.deepEqual(await state(), [true, 'new'])
  await removeField(ann, other, field)
  assert.deepEqual(await state(), [false, 'new'])
})

test('a task that moves back has its value enabled again', async () => {
  const { one, join, leave, state, write } = await scene()
  await leave(one)
  assert.deepEqual(await state(), [false, 'kept'])
  await join(one)
  assert.deepEqual(await state(), [true, 'kept'])
  assert.equal((await write('new')).status, 200)
  assert.deepEqual(await state(), [true, 'new'])
})

test('a field that is applied to the project of the task is enabled again', async () => {
  const { ann, field, one, other, join, leave, state, write } = await scene()
  await removeField(ann, one, field)
  await applyField(ann, one, field)
  assert.deepEqual(await state(), [true, 'kept'])
  await join(other)
  await leave(one)
  assert.deepEqual(await state(), [false, 'kept'])
  await applyField(ann, other, field)
  assert.deepEqual(await state(), [true, 'kept'])
  assert.equal((await write('new')).status, 200)
})

test('null clears a disabled value, and then the task no longer has the field', async () => {
  for (const nothing of [null, '', []]) {
    const { ann, field, one, task, join, leave, state, write } = await scene()
    await leave(one)
    const { modified_at } = (await ann.get(`/tasks/${task}`)).data
    const { status, data } = await write(nothing)
    assert.deepEqual([status, entryOf(data, field)], [200, undefined])
    assert.ok(data.modified_at > modified_at)
    assert.equal(await state(), undefined)
    assertBadRequest(await write(null), notOn(field))
    await join(one)
    assert.deepEqual(await state(), [true, null])
  }
})

test('null clears an enabled value, and the task still has the field', async () => {
  const { one, leave, state, write } = await scene()
  assert.equal((await write(null)).status, 200)
  assert.deepEqual(await state(), [true, null])
  await leave(one)
  assert.equal(await state(), undefined)
})

test('subtasks have the fields of the projects of their top ancestor, and of their own', async () => {
  const { ann, field, one, other, task, leave, join, state, write } = await scene()
  const child = await ann.create(`/tasks/${task}/subtasks`, { name: 'Child' })
  const grandchild = await ann.create(`/tasks/${child}/subtasks`, {
    name: 'Grandchild',
    custom_fields: { [field]: 'g' },
  })
  assert.deepEqual(
    [await state(child), await state(grandchild)],
    [
      [true, null],
      [true, 'g'],
    ],
  )
  await join(one, child)
  await leave(one)
  // The project of an ancestor in between does not apply.
  assert.deepEqual(
    [await state(child), await state(grandchild)],
    [
      [true, null],
      [false, 'g'],
    ],
  )
  assertBadRequest(await write('new', grandchild), notOn(field))
  const moved = await ann.post(`/tasks/${grandchild}/setParent`, { parent: null })
  assert.equal(moved.status, 200)
  assert.deepEqual(await state(grandchild), [false, 'g'])
  await applyField(ann, other, field)
  await join(other, grandchild)
  assert.deepEqual(await state(grandchild), [true, 'g'])
})

test('a deleted project no longer applies its fields, and a deleted field is removed from tasks', async () => {
  const { ann, field, one, other, task, join, state } = await scene()
  await join(other)
  assert.equal((await ann.delete(`/projects/${one}`)).status, 200)
  assert.deepEqual(await state(), [false, 'kept'])
  assert.equal((await ann.delete(`/custom_fields/${field}`)).status, 200)
  assert.equal(await state(), undefined)
  assertBadRequest(await ann.put(`/tasks/${task}`, { custom_fields: { [field]: null } }), notOn(field))
})
