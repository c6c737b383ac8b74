/** The kinds of triggers, conditions and actions: their guide, and the operations that they perform. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCatalog } from '../../../catalog/catalog.ts'
import { actionKinds } from './actions.ts'
import { conditionKinds } from './conditions.ts'
import { parseDefinition } from './definition.ts'
import type { Part } from './part.ts'
import { triggerKinds } from './triggers.ts'
import { renderAll, rendererOf } from './variables.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/rules.md'), 'utf8')

for (const [list, kinds] of Object.entries({ triggerKinds, conditionKinds, actionKinds })) {
  test(`the guide has a line for each of ${list}, with its members`, () => {
    for (const [kind, { fields }] of Object.entries(kinds)) {
      const line = guide.split('\n').find(one => one.startsWith(`| \`${kind}\` `))
      assert.ok(line, `docs/rules.md has no line for ${kind}.`)
      for (const name of Object.keys(fields)) assert.ok(line.includes(`\`${name}\``), `${kind} lacks ${name}`)
    }
  })
}

test('the definitions in the guide are valid', () => {
  const examples = [...guide.matchAll(/-d '([^']*)' \$BASE\/-\/rules/g)].map(([, json = '']) => JSON.parse(json).data)
  assert.equal(examples.length, 2)
  for (const example of examples) assert.ok(parseDefinition(example, []).actions.length > 0)
})

test('each action performs an operation that exists and needs no preparation, or sends a request', () => {
  const { operations } = createCatalog()
  const task = { gid: '1', name: 'Task' }
  const subject = { task: '1', today: '2026-01-05', render: rendererOf({}, task) }
  for (const [kind, { operations: callsOf, request }] of Object.entries(actionKinds)) {
    const calls = callsOf?.({ kind, name: 'A', text: 'A', in_days: 1 } as Part, subject) ?? []
    assert.ok(request || calls.length > 0, kind)
    for (const { id, path } of calls) {
      const found = operations.find(one => one.id === id)
      assert.ok(found && !found.prepare, `${kind} performs ${id}`)
      assert.deepEqual(
        Object.keys(path),
        [...found.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        kind,
      )
    }
  }
})

test('variables are replaced in each text of a value, and not in names', () => {
  const render = rendererOf({ a: 'A', '{{a}}': 'never' }, { gid: '1', name: 'Task' })
  assert.deepEqual(renderAll({ '{{a}}': ['{{a}}', 1, null, { b: '{{ a }}{{task.gid}}' }] }, render), {
    '{{a}}': ['A', 1, null, { b: 'A1' }],
  })
})
