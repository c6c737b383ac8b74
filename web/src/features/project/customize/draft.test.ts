/** What a draft of a custom field sends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedFormula, namedProblem, storedFormula } from '../../../data/field_definitions.ts'
import { emptyDraft, newMembers, type OptionDraft, optionChanges } from './draft.ts'

const option = (key: string, more: Partial<OptionDraft> = {}): OptionDraft => ({
  ...{ key, name: key.toUpperCase(), color: 'red', enabled: true },
  ...more,
})
const stored = (gid: string) => ({ gid, name: gid.toUpperCase(), color: 'red', enabled: true })

test('a new field sends the members of its type and no others', () => {
  const draft = { ...emptyDraft(), name: ' Size ', precision: 2 }
  const rest = { name: 'Size', description: '' }
  assert.deepEqual(newMembers(draft, []), { ...rest, resource_subtype: 'text' })
  assert.deepEqual(newMembers({ ...draft, type: 'number', format: 'currency', currency: 'chf' }, []), {
    ...{ ...rest, resource_subtype: 'number', format: 'currency', precision: 2, currency_code: 'CHF' },
  })
  assert.deepEqual(newMembers({ ...draft, type: 'number', format: 'duration' }, []), {
    ...{ ...rest, resource_subtype: 'number', format: 'duration', precision: 0 },
  })
  assert.deepEqual(newMembers({ ...draft, type: 'custom_id', prefix: 'BUG' }, []), {
    ...{ ...rest, resource_subtype: 'text', id_prefix: 'BUG' },
  })
  const options = [option('new-1', { name: ' High ' }), option('new-2', { name: '' })]
  assert.deepEqual(newMembers({ ...draft, type: 'enum', options }, []).enum_options, [{ name: 'High', color: 'red' }])
})

test('formulas name fields for people, and have their gids for the server', () => {
  const fields = [{ gid: '12', name: 'Estimate' }]
  assert.equal(namedFormula('{12} * {13}', fields), '{Estimate} * {13}')
  assert.equal(storedFormula('{estimate} * {Other}', fields), '{12} * {Other}')
  const problem = 'formula: Position 8: expected a value'
  assert.equal(namedProblem(problem, '{Estimate} *', fields), 'Position 14: expected a value')
})

test('options are renamed, archived, added and ordered with one change each', () => {
  const before = ['a', 'b', 'c'].map(stored)
  assert.deepEqual(
    optionChanges(
      before,
      ['a', 'b', 'c'].map(key => option(key)),
    ),
    [],
  )
  const after = [
    option('c'),
    option('new-1', { name: 'D' }),
    option('a', { name: 'First' }),
    option('b', { enabled: false }),
  ]
  assert.deepEqual(optionChanges(before, after), [
    { kind: 'add', key: 'new-1', name: 'D', color: 'red' },
    { kind: 'update', gid: 'a', members: { name: 'First' } },
    { kind: 'update', gid: 'b', members: { enabled: false } },
    { kind: 'move', key: 'c', before: 'a' },
    { kind: 'move', key: 'new-1', before: 'a' },
  ])
})

test('an option without a name is not added, and keeps its name if it had one', () => {
  assert.deepEqual(optionChanges([stored('a')], [option('a', { name: ' ' }), option('new-1', { name: '' })]), [])
})
