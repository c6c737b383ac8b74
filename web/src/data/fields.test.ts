import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatten, PROJECT_FIELDS, ROW_FIELDS, STORY_FIELDS, TASK_FIELDS } from './fields.ts'

test('selections have no groups inside of groups and no paths inside of groups, which the API does not know', () => {
  for (const fields of [ROW_FIELDS, TASK_FIELDS, PROJECT_FIELDS, STORY_FIELDS]) {
    for (const [, group = ''] of fields.matchAll(/\(([^)]*)\)/g)) assert.match(group, /^\w+(\|\w+)*$/)
  }
})

test('an object in another one keeps its type, which the answer leaves out', () => {
  const task = {
    gid: '1',
    assignee: { gid: '2', name: 'Ben' },
    memberships: [{ project: { gid: '3', name: 'Launch' } }],
  }
  const types = flatten(task, 'task').map(({ gid, members }) => [gid, members?.resource_type])
  assert.deepEqual(Object.fromEntries(types), { 1: 'task', 2: 'user', 3: 'project' })
})
