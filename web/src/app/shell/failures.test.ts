import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Failures, failureText, withFailure } from './failures.ts'

const after = (title: string, first: string, ...names: string[]): Failures =>
  names.reduce(
    (former, name) => withFailure(former, title, `gid ${name}`, name),
    withFailure(null, title, `gid ${first}`, first),
  )

test('one refused change shows the message of the server', () => {
  assert.equal(failureText(after('Task completed', 'Brief', 'Brief'), 'Not allowed'), 'Task completed: Not allowed')
})

test('several refused changes of an act are one report with their names', () => {
  const failures = after('3 tasks completed', 'Brief', 'Venue', 'Brief')
  assert.equal(failureText(failures, 'Not allowed'), '3 tasks completed: 2 failed, “Brief” and “Venue”. Not allowed')
})

test('a long report names ten objects and counts the others', () => {
  const names = Array.from({ length: 11 }, (_, index) => `Task ${index + 1}`)
  const text = failureText(after('12 tasks deleted', 'Task 0', ...names), 'Gone')
  assert.match(text, /: 12 failed, “Task 0”.*“Task 9”,? and 2 more\. Gone$/)
})

test('another act begins another report', () => {
  const failures = withFailure(after('Deleted', 'Brief'), 'Completed', '7', 'Venue')
  assert.deepEqual([failures.title, [...failures.names.values()]], ['Completed', ['Venue']])
})
