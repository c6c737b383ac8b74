import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, date, type Fields, flag, json, many, number, one, oneOf, parts, text, timestamp } from './field.ts'
import { parseInput, type Reference } from './input.ts'

const doc = 'A field.'

const fields: Fields = {
  text: text({ doc, max: 5 }),
  number: number({ doc }),
  flag: flag({ doc }),
  date: date({ doc, nullable: true }),
  timestamp: timestamp({ doc }),
  choice: oneOf(['red', 'blue'], { doc }),
  json: json({ doc, shape: { a: true } }),
  one: one('task', { doc, nullable: true }),
  any: any(['user', 'team'], { doc }),
  many: many('tag', { doc }),
  parts: parts(
    'project',
    { project: one('project', { doc, required: true }), section: one('section', { doc, need: 'edit' }) },
    { doc },
  ),
}

const read = (raw: object) => parseInput(fields, raw as Record<string, unknown>, [])

const refuses = (raw: object, message: string) =>
  assert.throws(() => read(raw), { status: 400, message }, JSON.stringify(raw))

test('each kind of field accepts its own values, and their text forms', () => {
  assert.deepEqual(read({ text: 'abcde', number: '1.5', flag: 'True', choice: 'red' }), {
    text: 'abcde',
    number: 1.5,
    flag: true,
    choice: 'red',
  })
  for (const [raw, value] of [
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    ['False', false],
  ]) {
    assert.deepEqual(read({ flag: raw }), { flag: value })
  }
  assert.deepEqual(read({ date: '2026-01-05', timestamp: '2026-01-05T00:00:00.000001' }), {
    date: '2026-01-05',
    timestamp: Date.UTC(2026, 0, 5),
  })
  assert.deepEqual(read({ json: { a: 'x', b: 'y' } }), { json: { a: 'x' } })
})

test('each kind of field rejects other values with its own text', () => {
  const cases: [object, string][] = [
    [{ text: 5 }, 'text: Not a text: number'],
    [{ text: {} }, 'text: Not a text: object'],
    [{ text: [] }, 'text: Not a text: array'],
    [{ text: 'abcdef' }, 'text: Text is too long (maximum 5 characters)'],
    [{ text: 'a\0' }, 'text: Text has a character that cannot be stored'],
    [{ text: '\ud800' }, 'text: Text has a character that cannot be stored'],
    [{ number: 'x' }, 'number: Not a number: x'],
    [{ number: '' }, 'number: Not a number: '],
    [{ number: '1e999' }, 'number: Not a number: 1e999'],
    [{ number: true }, 'number: Not a number: true'],
    [{ number: [1] }, 'number: Not a number: array'],
    [{ flag: 1 }, 'flag: Not true or false: 1'],
    [{ flag: 'yes' }, 'flag: Not true or false: yes'],
    [{ flag: 'constructor' }, 'flag: Not true or false: constructor'],
    [{ flag: {} }, 'flag: Not true or false: object'],
    [{ date: '2026-02-29' }, 'date: Date must be in ISO-8601 (yyyy-mm-dd) format, not: 2026-02-29'],
    [{ timestamp: 5 }, 'timestamp: Timestamp must be in ISO-8601 (yyyy-mm-ddThh:mm:ss.sssZ) format, not: 5'],
    [{ choice: 'green' }, 'choice: Not a recognized value: green'],
    [{ choice: ['red'] }, 'choice: Not a recognized value: array'],
    [{ json: 'text' }, 'json: Value is not a JSON object: text'],
    [{ json: [] }, 'json: Value is not a JSON object: array'],
    [{ json: { a: {} } }, 'json: a: Not a text: object'],
    [{ text: null }, 'text: Cannot be null'],
    [{ flag: null }, 'flag: Cannot be null'],
    [{ many: null }, 'many: Cannot be null'],
    [{ one: {} }, 'one: Not a valid GID type: object'],
    [{ one: true }, 'one: Not a valid GID type: boolean'],
    [{ one: 1.5 }, 'one: Not a valid GID type: number'],
    [{ one: 2 ** 53 }, 'one: Not a valid GID type: number'],
    [{ many: ['1', ['2']] }, 'many: [1]: Not a valid GID type: array'],
    [{ many: ['1', null] }, 'many: [1]: Not a valid GID type: null'],
    [{ parts: ['1'] }, 'parts: [0]: Not an object: string'],
    [{ parts: [{}] }, 'parts: [0]: project: Missing required field'],
    [{ parts: [{ project: null }] }, 'parts: [0]: project: Missing input'],
    [{ parts: [{ project: '1', section: {} }] }, 'parts: [0]: section: Not a valid GID type: object'],
  ]
  for (const [raw, message] of cases) refuses(raw, message)
})

test('a rejected value is repeated in short form and stays well formed', () => {
  refuses({ choice: 'x'.repeat(500) }, `choice: Not a recognized value: ${'x'.repeat(100)}`)
  refuses({ choice: `${'x'.repeat(99)}💥` }, `choice: Not a recognized value: ${'x'.repeat(99)}\ufffd`)
})

test('references are collected in order with their position, and are replaced by gids', () => {
  const references: Reference[] = []
  const raw = { one: 7, any: 'me', many: 'a, b', parts: [{ project: '1', section: 2 }] }
  const values = parseInput(fields, raw, references)
  assert.deepEqual(
    references.map(({ at, text, types, need }) => [at, text, types[0], need]),
    [
      ['one', '7', 'task', 'view'],
      ['any', 'me', 'user', 'view'],
      ['many: [0]', 'a', 'tag', 'view'],
      ['many: [1]', 'b', 'tag', 'view'],
      ['parts: [0]: project', '1', 'project', 'view'],
      ['parts: [0]: section', '2', 'section', 'edit'],
    ],
  )
  for (const [index, reference] of references.entries()) reference.set(index + 1)
  assert.deepEqual(values, { one: 1, any: 2, many: [3, 4], parts: [{ project: 5, section: 6 }] })
})

test('a list can be one value, a comma-separated text, or empty', () => {
  const texts = (many: unknown) => {
    const references: Reference[] = []
    parseInput(fields, { many }, references)
    return references.map(({ text }) => text)
  }
  assert.deepEqual(
    [texts(5), texts('5'), texts('5,6'), texts(['5', 6]), texts(''), texts([])],
    [['5'], ['5'], ['5', '6'], ['5', '6'], [], []],
  )
})

test('a list has at most 1,000 values', () => {
  assert.equal((read({ many: Array(1000).fill('1') }).many as unknown[]).length, 1000)
  for (const many of [Array(1001).fill('1'), ','.repeat(1000)])
    refuses({ many }, 'many: Too many values (maximum 1000)')
  refuses({ parts: Array(1001).fill({}) }, 'parts: Too many values (maximum 1000)')
})

test('null clears a nullable field, and absent fields have no value', () => {
  assert.deepEqual(read({ one: null, date: null, unknown: 1 }), { one: null, date: null })
  assert.deepEqual(read({}), {})
  assert.deepEqual(read(JSON.parse('{"__proto__":{"text":"a"}}')), {})
  assert.deepEqual(read(Object.create({ text: 'a' })), {})
})

test('a required field must be present and not null; a refused one must be absent', () => {
  const required = { name: text({ doc, required: true }) }
  const message = 'name: Missing input'
  for (const raw of [{}, { name: null }]) assert.throws(() => parseInput(required, raw, []), { status: 400, message })
  assert.throws(() => parseInput(fields, { tags: undefined }, [], ['tags']), {
    status: 400,
    message: 'tags: Cannot write this property',
  })
})
