/** Change streams during concurrent moves: a subscriber of an object misses no change of what it contains. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insert } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { advisoryLock } from '../../src/store/locks.ts'
import { followObject } from '../harness/follower.ts'
import { instances, whileBlockedBy } from '../harness/instances.ts'
import { makeProject } from '../harness/work.ts'

test('the stream of a project contains the change of a subtask whose parent is being added to it', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const { gid: project, sections } = await makeProject(all, { members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { workspace })
  const part = await ann.create(`/tasks/${task}/subtasks`, { name: 'Part' })
  const { newChanges } = await followObject(ann, project)
  const row = { project: Number(project), section: Number(sections[0]), workspace: Number(workspace), rank: 'a0' }
  // The change is captured and not yet committed: a transaction that has read the project still reads the old name.
  const comeIn = async (tx: Writer) => {
    await insert(tx, 'task_memberships', { task: Number(task), ...row })
    await advisoryLock(tx, 'change_log', Number(workspace))
  }
  await whileBlockedBy(store, comeIn, () => ann.put(`/tasks/${part}`, { name: 'Other' }))
  assert.ok((await newChanges()).includes('changed task name'))
})
