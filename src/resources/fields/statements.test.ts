import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, makeField } from '../../../test/harness/fields.ts'
import { watchStatements } from '../../../test/harness/statements.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'

const watch = watchStatements()
const home = await world()
const { ann, ben } = home
const project = await makeProject(home, {
  members: [
    [ann, 'admin'],
    [ben, 'editor'],
  ],
})

const wishes: [string, Json][] = [
  ['text', {}],
  ['number', { precision: 1 }],
  ['enum', { enum_options: [{ name: 'Low' }, { name: 'High' }] }],
  ['multi_enum', { enum_options: [{ name: 'Red' }, { name: 'Green' }] }],
  ['people', {}],
  ['date', {}],
]
const values: Json = {}
const numbers: string[] = []

async function add(subtype: string, more: Json, at: number): Promise<string> {
  const field = await makeField(home, subtype, { name: `${subtype} ${at}`, ...more })
  await applyField(ann, project.gid, field)
  return field
}

for (let at = 0; at < 18; at++) {
  const [subtype, more] = wishes[at % wishes.length] ?? assert.fail()
  const field = await add(subtype, more, at)
  const options: Json[] = more.enum_options ? (await ann.get(`/custom_fields/${field}`)).data.enum_options : []
  const gids = options.map(({ gid }) => gid)
  if (subtype === 'number') numbers.push(field)
  const value = {
    text: 'Text',
    number: at,
    enum: gids[0],
    multi_enum: gids,
    people: [ann.gid, ben.gid],
    date: '2026-01-05',
  }
  values[field] = value[subtype as keyof typeof value]
}
const sum = await add('number', { precision: 0, formula: numbers.map(gid => `{${gid}}`).join(' + ') }, 18)
const twice = await add('number', { precision: 0, formula: `{${sum}} * 2 + num_subtasks` }, 19)
for (let at = 0; at < 100; at++) {
  await ann.create('/tasks', { name: `Task ${at}`, projects: [project.gid], custom_fields: values })
}

const chosen = [
  'name,custom_fields,custom_fields.name,custom_fields.display_value,custom_fields.number_value,custom_fields.enabled',
  'custom_fields.enum_value.name,custom_fields.enum_value.color,custom_fields.multi_enum_values.name',
  'custom_fields.people_value.name,custom_fields.people_value.email,custom_fields.date_value.date',
  'custom_fields.enum_options.name,custom_fields.created_by.name,custom_fields.formula',
].join(',')

async function read(path: string): Promise<{ tasks: Json[]; ran: string[] }> {
  watch.take()
  const { status, data, message } = await ann.get(path)
  assert.equal(status, 200, `${message}`)
  return { tasks: data as unknown as Json[], ran: watch.take() }
}

for (const [what, fields] of Object.entries({ chosen, whole: 'custom_fields' })) {
  test(`a hundred tasks with twenty fields cost as many statements as one: ${what}`, async () => {
    const list = `/projects/${project.gid}/tasks?opt_fields=${fields}&limit=`
    // The first request caches the referenced objects.
    await read(`${list}1`)
    const [one, many] = [await read(`${list}1`), await read(`${list}100`)]
    assert.deepEqual([one.tasks.length, many.tasks.length], [1, 100])
    for (const task of many.tasks) {
      assert.equal(task.custom_fields.length, 20)
      assert.equal(task.custom_fields.find(({ gid }: Json) => gid === twice).number_value, 2 * (1 + 7 + 13))
    }
    assert.equal(one.ran.length, many.ran.length)
    assert.ok(many.ran.length <= 18, `${many.ran.length} statements`)
  })
}

test('a selection reaches every path below the fields', async () => {
  const { tasks } = await read(`/projects/${project.gid}/tasks?opt_fields=${chosen}&limit=1`)
  const of = (type: string, without = '') =>
    tasks[0]?.custom_fields.find(({ name }: Json) => name.startsWith(type) && name !== without) ?? assert.fail(type)
  assert.equal(of('enum').enum_value.name, 'Low')
  assert.ok(of('enum').enum_value.color)
  assert.deepEqual(
    of('enum').enum_options.map(({ name }: Json) => name),
    ['Low', 'High'],
  )
  assert.deepEqual(
    of('multi_enum').multi_enum_values.map(({ name }: Json) => name),
    ['Red', 'Green'],
  )
  assert.deepEqual(
    of('people').people_value.map(({ email }: Json) => email),
    [ann.email, ben.email],
  )
  assert.equal(of('date').date_value.date, '2026-01-05')
  assert.equal(of('people').display_value, 'Ann, Ben')
  assert.equal(of('multi_enum').display_value, 'Red, Green')
  assert.equal(of('text').created_by.name, 'Ann')
  assert.equal(of('text').enabled, true)
  assert.equal(of('number 19').formula, `{${sum}} * 2 + num_subtasks`)
})

test('a task without fields costs no further statement', async () => {
  const alone = await ann.create('/tasks', { workspace: home.workspace, name: 'Alone' })
  await read(`/tasks/${alone}?opt_fields=custom_fields`)
  const { ran } = await read(`/tasks/${alone}?opt_fields=custom_fields.display_value`)
  const { ran: plain } = await read(`/tasks/${alone}?opt_fields=name`)
  assert.equal(ran.length, plain.length)
})
