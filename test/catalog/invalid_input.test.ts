/**
 * Invalid input is answered as an error of the client and never fails the program: every body field and query parameter
 * of every operation, with values of every wrong type.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field, FieldKind } from '../../src/vocabulary/field.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { catalog, permittedActor, type SampleRequest, sample, sampleOf, send } from '../harness/sample.ts'

const all = await sample()

const INVALID: Record<string, unknown> = {
  flag: true,
  number: 12.5,
  list: [[]],
  listOfNull: [null],
  object: { nothing: { at: 'all' } },
  empty: {},
  text: 'not so',
  lone: '\ud800',
  long: 'x'.repeat(70_000),
  zero: '0',
  huge: 1e300,
  none: null,
}

/** Invalid values that a kind nevertheless accepts. */
const ACCEPTED: Record<FieldKind, string[]> = {
  text: ['text', 'zero'],
  computed: ['zero'],
  constant: [],
  number: ['number', 'zero', 'huge'],
  amount: ['number', 'zero'],
  flag: ['flag'],
  date: [],
  timestamp: [],
  oneOf: [],
  json: ['object', 'empty'],
  someOf: ['empty'],
  raw: ['empty'],
  one: [],
  any: [],
  many: [],
  parts: [],
  file: [],
  dotted: [],
}

// A computed field accepts rich text where its name says so, and any text elsewhere.
const kindOf = (name: string, kind: FieldKind): FieldKind =>
  kind === 'computed' && !name.startsWith('html_') ? 'text' : kind

const accepts = (name: string, { kind, nullable, required }: Field, value: string) =>
  ACCEPTED[kindOf(name, kind)].includes(value) || (value === 'none' && nullable === true && !required)

/** Sends a changed request. Returns the status, and fails on an answer that is never allowed. */
async function attempt(operation: Operation, good: Required<SampleRequest>, change: Partial<SampleRequest>) {
  const answer = await send(all, permittedActor(all, operation), operation, { ...good, ...change })
  assert.ok(answer.status < 500, `${JSON.stringify(change).slice(0, 200)} answered ${answer.status}: ${answer.message}`)
  return answer
}

/** The body fields of an operation, without those that the path names. */
const bodyOf = ({ body, path }: Operation) => Object.entries(body).filter(([name]) => !path.includes(`{${name}_gid}`))

for (const operation of catalog.operations.filter(({ body }) => Object.keys(body).length > 0)) {
  const { id, refused } = operation
  test(`${id} refuses invalid values in its body`, async () => {
    const good = await sampleOf(all, operation)
    const passed: string[] = []
    for (const [name, field] of bodyOf(operation)) {
      for (const [word, value] of Object.entries(INVALID)) {
        const { status } = await attempt(operation, good, { body: { ...good.body, [name]: value } })
        if (!accepts(name, field, word) && status !== 400) passed.push(`${name}: ${word} (${status})`)
      }
    }
    assert.deepEqual(passed, [])
  })

  test(`${id} refuses a body without a required field, and a body with a read-only field`, async () => {
    const good = await sampleOf(all, operation)
    for (const [name, { required }] of bodyOf(operation)) {
      if (!required) continue
      const { [name]: _, ...rest } = good.body
      const answer = await attempt(operation, good, { body: rest })
      assert.deepEqual([answer.status, answer.message], [400, `${name}: Missing input`])
    }
    for (const name of refused) {
      const answer = await attempt(operation, good, { body: { ...good.body, [name]: null } })
      assert.deepEqual([answer.status, answer.message], [400, `${name}: Cannot write this property`])
    }
  })
}

const words = ['not so', '', '0', '-1', '1'.repeat(40), '٣', '%00', '\u0000', '1,2', '[]', 'x'.repeat(5000)]
/** Values that a parameter accepts, with the reason. The list only shrinks. */
const EXCEPT: Record<string, string> = { 'completed_since=': 'an empty date-time counts as absent' }
/** A search takes any text, and an empty filter means null. Its parameters with gids have other names. */
const isSearched = (name: string, { limit, query }: Operation, word: string) =>
  name === 'query' ||
  (limit === 'search' &&
    (name === 'text' || query[name]?.kind === 'dotted' || (word === '' && query[name]?.orNull === true)))
/** An invalid sync token is answered like an expired one: with a new token. */
const refusals: Record<string, number[]> = { sync: [400, 412] }
const pages: Record<string, Pick<Field, 'kind'>> = { limit: { kind: 'number' }, offset: { kind: 'text' } }

for (const operation of catalog.operations) {
  test(`${operation.id} answers any query and any path without a server error`, async () => {
    const good = await sampleOf(all, operation)
    const passed: string[] = []
    for (const name of Object.keys({ ...operation.query, ...(operation.answers === 'page' ? pages : {}) })) {
      for (const word of words) {
        const { status } = await attempt(operation, good, { query: { ...good.query, [name]: word } })
        if (
          !(refusals[name] ?? [400]).includes(status) &&
          !EXCEPT[`${name}=${word}`] &&
          !isSearched(name, operation, word)
        )
          passed.push(`${name}=${word.slice(0, 20)} (${status})`)
      }
    }
    for (const name of Object.keys(good.path)) {
      for (const word of words.filter(one => one !== '')) {
        const { status } = await attempt(operation, good, { path: { ...good.path, [name]: word } })
        if (status !== 400 && status !== 404) passed.push(`{${name}} ${word.slice(0, 20)} (${status})`)
      }
    }
    assert.deepEqual(passed, [])
  })
}
