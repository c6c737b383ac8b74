import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyField,
  assertBadRequest,
  entryOf,
  type FieldWorld,
  fieldWorld,
  makeField,
  notOn,
} from '../../../test/harness/fields.ts'
import type { Json } from '../../../test/harness/world.ts'

const gidsOf = (list: Json[]) => list.map(({ gid }) => gid)

/** Writes each value, and checks the entry in the response and in a later read. */
async function shows(home: FieldWorld, type: string, member: string, rows: [unknown, unknown, string | null][]) {
  for (const [given, value, display] of rows) {
    const what = `${type} ${JSON.stringify(given)}`
    const { status, message, data } = await home.put(type, given)
    assert.equal(status, 200, `${what}: ${message}`)
    const entry = await home.entry(type)
    assert.deepEqual(entryOf(data, entry.gid), entry)
    const raw = entry[member]
    assert.deepEqual(Array.isArray(raw) ? gidsOf(raw) : member === 'enum_value' ? (raw?.gid ?? null) : raw, value, what)
    assert.equal(entry.display_value, display, what)
    assert.equal(entry.enabled, true)
  }
}

test('texts, numbers and dates are accepted in every form, and returned as values and display values', async () => {
  const home = await fieldWorld()
  const long = '👩‍👩‍👧‍👦'.repeat(1024)
  await shows(home, 'text', 'text_value', [
    ['Hello', 'Hello', 'Hello'],
    [' e\u0301 \u202e<b>', ' e\u0301 \u202e<b>', ' e\u0301 \u202e<b>'],
    ['0', '0', '0'],
    [long, long, long],
    ['', null, null],
    ['again', 'again', 'again'],
    [null, null, null],
  ])
  await shows(home, 'number', 'number_value', [
    [1.2345, 1.23, '1.23'],
    [1.005, 1.01, '1.01'],
    [-1.005, -1.01, '-1.01'],
    ['5.2', 5.2, '5.20'],
    [' 1e3 ', 1000, '1,000.00'],
    [-0, 0, '0.00'],
    [-0.001, 0, '0.00'],
    [0, 0, '0.00'],
    [1e15, 1e15, '1,000,000,000,000,000.00'],
    [null, null, null],
    ['7', 7, '7.00'],
    ['', null, null],
  ])
  const at = (date: string, time: string | null) => ({ date, date_time: time })
  await shows(home, 'date', 'date_value', [
    ['2028-02-29', at('2028-02-29', null), '2028-02-29T00:00:00.000Z'],
    ['2026-01-05T10:30Z', at('2026-01-05', '2026-01-05T10:30:00.000Z'), '2026-01-05T10:30:00.000Z'],
    ['2026-01-05T23:30:00-05:00', at('2026-01-06', '2026-01-06T04:30:00.000Z'), '2026-01-06T04:30:00.000Z'],
    [{ date: '2026-01-05' }, at('2026-01-05', null), '2026-01-05T00:00:00.000Z'],
    [{ date_time: '2026-01-05T10:30:00Z' }, at('2026-01-05', '2026-01-05T10:30:00.000Z'), '2026-01-05T10:30:00.000Z'],
    [{ date: '2026-03-01', date_time: null }, at('2026-03-01', null), '2026-03-01T00:00:00.000Z'],
    [null, null, null],
  ])
})

test('options, people and references are accepted in every form', async () => {
  const home = await fieldWorld()
  const { ann, ben, option, project, task } = home
  const [low, high] = [option('enum.Low'), option('enum.High')]
  await shows(home, 'enum', 'enum_value', [
    [low, low, 'Low'],
    [Number(high), high, 'High'],
    [null, null, null],
  ])
  const [red, green] = [option('multi_enum.Red'), option('multi_enum.Green')]
  await shows(home, 'multi_enum', 'multi_enum_values', [
    [[green, red], [green, red], 'Green, Red'],
    [[red, red], [red], 'Red'],
    [`${red}, ${green}`, [red, green], 'Red, Green'],
    [Number(green), [green], 'Green'],
    [[], [], null],
    [green, [green], 'Green'],
    [null, [], null],
  ])
  await shows(home, 'people', 'people_value', [
    [[ben.gid, ann.gid], [ben.gid, ann.gid], 'Ben, Ann'],
    ['me', [ann.gid], 'Ann'],
    [['me', ann.gid, 'ANN@example.com'], [ann.gid], 'Ann'],
    [`ben@example.com, me`, [ben.gid, ann.gid], 'Ben, Ann'],
    [Number(ben.gid), [ben.gid], 'Ben'],
    [[], [], null],
    [ben.email, [ben.gid], 'Ben'],
    ['', [], null],
  ])
  await shows(home, 'reference', 'reference_value', [
    [[task, project.gid], [task, project.gid], 'Task, Project'],
    [project.gid, [project.gid], 'Project'],
    [[], [], null],
  ])
})

test('a new task in a project or below a task can have values', async () => {
  const { ann, project, fields, option, workspace } = await fieldWorld()
  const { text = '', number = '', multi_enum: multi = '' } = fields
  const values = { [text]: 'T', [number]: 3, [multi]: [option('multi_enum.Red')] }
  const made = await ann.post('/tasks', { projects: [project.gid], custom_fields: values })
  assert.equal(made.status, 201, String(made.message))
  assert.equal(made.data.created_at, made.data.modified_at)
  const shown = [text, number, multi].map(gid => entryOf(made.data, gid)?.display_value)
  assert.deepEqual(shown, ['T', '3.00', 'Red'])
  const below = await ann.post(`/tasks/${made.data.gid}/subtasks`, { custom_fields: { [text]: 'sub' } })
  assert.deepEqual([below.data.projects, entryOf(below.data, text)?.text_value], [[], 'sub'])
  assertBadRequest(await ann.post('/tasks', { workspace, name: 'No', custom_fields: { [text]: 'x' } }), notOn(text))
  const { data } = await ann.get(`/tasks?project=${project.gid}&opt_fields=name`)
  const bad = { projects: [project.gid], name: 'No', custom_fields: { [text]: 'x', [number]: 'x' } }
  assertBadRequest(await ann.post('/tasks', bad), 'number_value: Not a number: x')
  assert.deepEqual((await ann.get(`/tasks?project=${project.gid}&opt_fields=name`)).data, data)
})

test('form-encoded requests can have values in brackets and after dots', async () => {
  const home = await fieldWorld()
  const { ann, ben, send, task, fields, option } = home
  const form = async (pairs: [string, string][]) => {
    const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams(pairs).toString()
    const answer = await send({ method: 'PUT', url: `/api/1.0/tasks/${task}`, headers, payload })
    assert.equal(answer.status, 200, String(answer.message))
    return Object.fromEntries(answer.data.custom_fields.map((entry: Json) => [entry.type, entry.display_value]))
  }
  const { text, number, enum: single, multi_enum: multi, date, people } = fields
  const none = { text: null, number: null, enum: null, multi_enum: null, date: null, people: null, reference: null }
  const first = await form([
    [`custom_fields[${text}]`, 'a b'],
    [`custom_fields.${number}`, '4.5'],
    [`custom_fields[${single}]`, option('enum.Low')],
    [`custom_fields[${multi}]`, `${option('multi_enum.Red')},${option('multi_enum.Green')}`],
    [`custom_fields[${date}][date]`, '2026-02-03'],
    [`custom_fields[${people}][]`, 'me'],
    [`custom_fields[${people}][]`, ben.gid],
  ])
  const day = '2026-02-03T00:00:00.000Z'
  const all = { text: 'a b', number: '4.50', enum: 'Low', multi_enum: 'Red, Green', date: day, people: 'Ann, Ben' }
  assert.deepEqual(first, { ...none, ...all })
  const cleared = Object.values(fields).map((gid): [string, string] => [`custom_fields[${gid}]`, 'null'])
  assert.deepEqual(await form(cleared), none)
})

test('writing a value sets modified_at of the task, and other values stay', async () => {
  const { ann, task, put, entry } = await fieldWorld()
  const moment = async () => (await ann.get(`/tasks/${task}`)).data.modified_at as string
  const before = await moment()
  await put('text', 'kept')
  const after = await moment()
  assert.ok(after > before)
  await put('number', 1)
  assert.ok((await moment()) > after)
  assert.equal((await entry('text')).text_value, 'kept')
})

test('display values of numbers use the format of their field', async () => {
  const home = await fieldWorld()
  const { ann, project, task } = home
  const rows: [Json, number, number, string][] = [
    [{ format: 'currency', currency_code: 'USD', precision: 2 }, 10, 10, '$10.00'],
    [{ format: 'currency', currency_code: 'JPY', precision: 0 }, -1234.5, -1235, '-¥1,235'],
    [{ format: 'percentage', precision: 0 }, 0.254, 0.25, '25%'],
    [{ format: 'percentage', precision: 1 }, 0.285, 0.285, '28.5%'],
    [{ format: 'custom', custom_label: 'gold', precision: 0 }, 5, 5, '5 gold'],
    [{ format: 'custom', custom_label: 'No.', custom_label_position: 'prefix', precision: 0 }, 5, 5, 'No. 5'],
    [{ format: 'duration' }, 102, 102, '1h 42m'],
    [{ format: 'duration' }, -60, -60, '-1h'],
    [{ format: 'identifier' }, 123456, 123456, '123456'],
    [{ format: 'none', precision: 6 }, 0.0000005, 0.000001, '0.000001'],
  ]
  for (const [index, [form, given, number, display]] of rows.entries()) {
    const field = await makeField(home, 'number', { ...form, name: `Number ${index}` })
    await applyField(ann, project.gid, field)
    const { data } = await ann.put(`/tasks/${task}`, { custom_fields: { [field]: given } })
    const entry = entryOf(data, field)
    assert.deepEqual([entry?.number_value, entry?.display_value], [number, display], JSON.stringify(form))
  }
})
