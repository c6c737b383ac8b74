import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../../test/harness/world.ts'

test('a task can be made in a workspace, with the recorded defaults', async () => {
  const { ann, workspace } = await world()
  const made = await ann.post('/tasks', { workspace, name: 'Buy milk', assignee: 'me' })
  assert.equal(made.status, 201, made.message)
  assert.equal(made.headers.location, `/api/1.0/tasks/${made.data.gid}`)
  assert.equal(made.data.assignee_status, 'inbox')
  assert.equal(made.data.assignee_section.name, 'Recently assigned')
  assert.equal(made.data.resource_subtype, 'default_task')
  assert.deepEqual(made.data.followers, [{ gid: ann.gid, resource_type: 'user', name: 'Ann' }])
  assert.deepEqual(made.data.memberships, [])
  console.log(JSON.stringify(made.data))
})
