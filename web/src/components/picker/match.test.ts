/** Matching of typed text with options. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching } from './match.ts'

const people = ['Ada Lovelace', 'Ben Ädams', 'Zoë Bende', 'Robert Adair'].map(label => ({ label }))
const found = (text: string) => matching(people, text).map(({ label }) => label)

test('an empty text matches every option in order', () => {
  assert.deepEqual(matching(people, '  '), people)
})

test('beginnings of the label come before beginnings of words, and those before other places', () => {
  assert.deepEqual(found('ben'), ['Ben Ädams', 'Zoë Bende'])
  assert.deepEqual(found('ada'), ['Ada Lovelace', 'Ben Ädams', 'Robert Adair'])
  assert.deepEqual(found('end'), ['Zoë Bende'])
})

test('case and accents do not matter', () => {
  assert.deepEqual(found('ZOE'), ['Zoë Bende'])
})

test('several words match in any order', () => {
  assert.deepEqual(found('adair rob'), ['Robert Adair'])
  assert.deepEqual(found('adair ben'), [])
})

test('a detail matches after all labels', () => {
  const options = [{ label: 'Ben', detail: 'ada@example.com' }, { label: 'Ada' }]
  assert.deepEqual(
    matching(options, 'ada').map(({ label }) => label),
    ['Ada', 'Ben'],
  )
})
