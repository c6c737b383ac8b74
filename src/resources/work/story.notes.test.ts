/** System stories: values of custom fields, and no names of objects that the reader cannot see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldWorld } from '../../../test/harness/fields.ts'
import { watchStatements } from '../../../test/harness/statements.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

const watch = watchStatements()

const stories = async (person: Person, task: string, more = '&opt_fields=text,resource_subtype'): Promise<Json[]> =>
  (await person.get(`/tasks/${task}/stories?limit=100${more}`)).data as unknown as Json[]

const texts = async (person: Person, task: string) => (await stories(person, task)).map(({ text }) => text)

const whole = async (person: Person, { gid }: Json): Promise<Json> => (await person.get(`/stories/${gid}`)).data

const memberOf = (type: string) => (type === 'multi_enum' ? 'multi_enum_values' : `${type}_value`)

test('a story about a custom field has the values before and after, in the member of its type', async () => {
  const w = await fieldWorld()
  const { ann, ben, task, put, option, fields } = w
  const [low, high, red, green] = ['enum.Low', 'enum.High', 'multi_enum.Red', 'multi_enum.Green'].map(option)
  const day = (due_on: string, due_at: string | null = null) => ({ start_on: null, due_at, due_on })
  const named = (list: Json[]) => list.map(({ name }) => name)
  const same = (value: unknown) => value
  const tries: [string, unknown, unknown, (value: never) => unknown, [unknown, unknown, unknown], string[]][] = [
    ['text', 'a', 'b', same, [null, 'a', 'b'], ['a', 'b']],
    ['number', 1.5, 2, same, [null, 1.5, 2], ['1.5', '2']],
    ['enum', low, high, (one: Json | null) => one?.name ?? null, [null, 'Low', 'High'], ['Low', 'High']],
    ['multi_enum', [red, green], [green], named, [[], ['Red', 'Green'], ['Green']], ['Red, Green', 'Green']],
    ['people', [ann.gid, ben.gid], [ben.gid], named, [[], ['Ann', 'Ben'], ['Ben']], ['Ann, Ben', 'Ben']],
    [
      ...(['date', '2026-01-06', '2026-01-07T08:00:00.000Z', same] as const),
      [null, day('2026-01-06'), day('2026-01-07', '2026-01-07T08:00:00.000Z')],
      ['2026-01-06', '2026-01-07T08:00:00.000Z'],
    ],
  ]
  for (const [type, first, second, shown, [none, before, after], values] of tries) {
    const at = (await stories(ann, task)).length
    for (const value of [first, second, second, null]) assert.equal((await put(type, value)).status, 200, type)
    const read = await Promise.all((await stories(ann, task)).slice(at).map(story => whole(ann, story)))
    const field = `"A ${type}"`
    assert.deepEqual(
      read.map(({ text }) => text),
      [`Ann set ${field} to "${values[0]}"`, `Ann set ${field} to "${values[1]}"`, `Ann cleared ${field}`],
    )
    const sides = read.map(story => ['old', 'new'].map(side => shown(story[`${side}_${memberOf(type)}`] as never)))
    assert.deepEqual(sides, [
      [none, before],
      [before, after],
      [after, none],
    ])
    for (const { resource_subtype, custom_field } of read) {
      assert.deepEqual([resource_subtype, custom_field.gid], [`${type}_custom_field_changed`, fields[type]])
    }
    const others = Object.keys(read[0] ?? {}).filter(name => /^(old|new)_/.test(name))
    assert.deepEqual(others.sort(), [`new_${memberOf(type)}`, `old_${memberOf(type)}`])
  }
})

test('the members of objects in a story value can be selected, and their gids are included', async () => {
  const { ann, ben, task, put, option, fields } = await fieldWorld()
  await put('multi_enum', [option('multi_enum.Red')])
  await put('people', [ben.gid])
  await put('enum', option('enum.Low'))
  await put('reference', [task])
  const paths = 'custom_field.name,new_multi_enum_values.color,new_people_value.name,new_enum_value.name,old_enum_value'
  const read = await stories(ann, task, `&opt_fields=${paths}`)
  const [options, people, choice, reference] = read.slice(-4).map(({ gid, ...rest }) => rest)
  const field = (type: string) => ({ gid: fields[type], name: `A ${type}` })
  assert.deepEqual(options, {
    custom_field: field('multi_enum'),
    new_multi_enum_values: [{ gid: option('multi_enum.Red'), color: 'none' }],
  })
  assert.deepEqual(people, { custom_field: field('people'), new_people_value: [{ gid: ben.gid, name: 'Ben' }] })
  const chosen = { gid: option('enum.Low'), name: 'Low' }
  assert.deepEqual(choice, { custom_field: field('enum'), new_enum_value: chosen, old_enum_value: null })
  assert.deepEqual(reference, { custom_field: field('reference') })
})

test('an id that a field gives to a task creates no story', async () => {
  const { ann, project, task } = await fieldWorld()
  const custom_field = { name: 'Bug', resource_subtype: 'text', id_prefix: 'BUG' }
  await ann.post(`/projects/${project.gid}/addCustomFieldSetting`, { custom_field })
  assert.ok((await ann.get(`/tasks/${task}`)).data.custom_fields.some((one: Json) => one.display_value === 'BUG-1'))
  assert.deepEqual(await texts(ann, task), ['Ann added this task to "Project"'])
})

test('a collaborator reads no names of projects, sections and tasks without access', async () => {
  const w = await world()
  const { ann, ben, workspace } = w
  const secret = await makeProject(w, { name: 'Merger', sections: ['Secret', 'Hidden'], members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { name: 'A', projects: [secret.gid], followers: [ben.gid] })
  const other = await ann.create('/tasks', { name: 'Fire Ben', workspace })
  await ann.post(`/sections/${secret.sections[1]}/addTask`, { task })
  await ann.post(`/tasks/${task}/addDependencies`, { dependencies: [other] })
  await ann.put(`/tasks/${other}`, { due_on: '2026-02-03', completed: true })
  await ann.post(`/tasks/${task}/setParent`, { parent: other })
  await ann.post(`/tasks/${task}/removeProject`, { project: secret.gid })
  assert.deepEqual(await texts(ben, task), [
    'Ann added this task to a project',
    'Ann moved this task from a section to a section in a project',
    'Ann made this task wait for another task',
    'Ann completed another task, for which this task waits',
    'Ann changed the due date of another task, for which this task waits',
    'Ann made this task a subtask of another task',
    'Ann removed this task from a project',
  ])
  const seen = await Promise.all((await stories(ben, task)).map(story => whole(ben, story)))
  const read = JSON.stringify([seen, await stories(ben, task, '&opt_fields=text,html_text,project,task,dependency')])
  for (const hidden of ['Merger', 'Secret', 'Hidden', 'Fire', secret.gid, other, ...secret.sections]) {
    assert.ok(!read.includes(hidden), hidden)
  }
  const [added] = await texts(ann, task)
  assert.equal(added, 'Ann added this task to "Merger"')
})

test('a story hides the name and value of a custom field that the reader cannot see', async () => {
  const { ann, ben, task, put, fields, option } = await fieldWorld()
  const values: Record<string, unknown> = {
    ...{ text: 'Hush', number: 777, enum: option('enum.High'), multi_enum: [option('multi_enum.Green')] },
    ...{ date: '2031-05-05', people: [ann.gid] },
  }
  for (const [type, value] of Object.entries(values)) {
    assert.equal((await put(type, value)).status, 200)
    const hiding = await ann.put(`/custom_fields/${fields[type]}`, { privacy_setting: 'private' })
    assert.equal(hiding.status, 200, String(hiding.message))
  }
  const kinds = Object.keys(values)
  const read = (await stories(ben, task)).slice(-kinds.length)
  for (const [index, story] of read.entries()) {
    const type = kinds[index] ?? ''
    const shown = await whole(ben, story)
    assert.equal(shown.text, 'Ann changed a custom field')
    assert.ok(!('custom_field' in shown))
    for (const side of ['old', 'new']) assert.equal(shown[`${side}_${memberOf(type)}`] ?? null, null, type)
    assert.match((await whole(ann, story)).text, /^Ann set "A [a-z_]+" to "/)
  }
  const all = JSON.stringify(
    await stories(ben, task, '&opt_fields=text,html_text,new_people_value.name,new_text_value'),
  )
  // Gids are random digits.
  assert.ok(!/Hush|777|2031/.test(all.replaceAll(/"gid":"\d+"/g, '')))
})

test('a hundred system stories are read in as many statements as two, and written in few more', async () => {
  const w = await world()
  const { ann, workspace } = w
  const count = async (ask: () => Promise<unknown>) => {
    watch.take()
    await ask()
    return watch.take().length
  }
  const task = await ann.create('/tasks', { name: 'A', workspace })
  const waiting: string[] = []
  const complete = (completed: boolean) => () => ann.put(`/tasks/${task}`, { completed })
  const wait = async () => {
    const one = await ann.create('/tasks', { name: `W${waiting.length}`, workspace })
    await ann.post(`/tasks/${one}/addDependencies`, { dependencies: [task] })
    waiting.push(one)
  }
  for (let index = 0; index < 2; index++) await wait()
  const two = await count(complete(true))
  const read = () => stories(ann, task, '')
  const [few, fewRead] = [await count(read), (await read()).length]
  for (let index = 0; index < 20; index++) await wait()
  await complete(false)()
  // SQLite inserts changes and their stream rows in batches; a hundred need one more batch of each.
  const more = (await count(complete(true))) - two
  assert.ok(more <= 2, `${more} statements more`)
  assert.equal(await count(read), few)
  assert.ok((await read()).length > fewRead + 20)
  for (const one of waiting) {
    assert.equal((await texts(ann, one)).at(-1), 'Ann completed "A", for which this task waits')
  }
})
