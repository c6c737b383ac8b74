/**
 * The required rights of each write, as one table: the right on every object that its path and its body name. A change
 * is visible in review as a changed line.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog, needsOf } from '../../src/catalog/catalog.ts'
import { operations, resources } from '../../src/catalog/contents.ts'
import type { Right } from '../../src/policy/rights.ts'
import { task } from '../../src/resources/work/task.ts'
import { type Fields, many, one, parts } from '../../src/vocabulary/field.ts'
import { action } from '../../src/vocabulary/operation.ts'
import { golden } from '../harness/golden.ts'

test('the required rights of all writes match the golden file', () => {
  const writes = createCatalog().operations.filter(({ method }) => method !== 'GET')
  const lines = writes.flatMap(operation => {
    const needs = needsOf(operation).map(([name, right]) => `  ${name.padEnd(24)} ${right}`)
    return [`${operation.id}  ${operation.method} ${operation.path}`, ...needs]
  })
  golden('test/golden/needs.txt', `${lines.join('\n')}\n`)
})

const doc = 'A task.'

/** The catalog with one more write, which takes this body. */
const withWrite = (body: Fields, needs: Record<string, Right> = {}) => {
  const declared = { id: 'watchTask', doc: 'Watches a task.', needs, body, execute: async () => undefined }
  return () => createCatalog(resources, [...operations, action('/tasks/{task_gid}/watch', task, declared)])
}

test('the catalog refuses a write that names an object without the right that it requires', () => {
  const references = { other: one('task', { doc }), others: many('task', { doc }) }
  for (const [name, field] of Object.entries(references)) {
    assert.throws(withWrite({ [name]: field }), {
      message: `watchTask must declare the right that it requires on ${name}.`,
    })
  }
  const list = parts('project', { project: one('project', { doc }) }, { doc })
  assert.throws(withWrite({ list }), { message: 'watchTask must declare the right that it requires on list.project.' })
  assert.doesNotThrow(withWrite({ other: one('task', { doc, need: 'view' }) }))
})

test('the catalog refuses a required right on an object that is not in the path', () => {
  const stray = withWrite({}, { project_gid: 'view' })
  assert.throws(stray, { message: 'watchTask declares a right on project_gid, which is not in its path.' })
})
