/**
 * Every operation of the catalog is tried by somebody who may, without a token, by a stranger, by a guest with whom
 * nothing is shared, and by a person whose licence only allows viewing.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { catalog, type Sample, sample, sampleOf, send } from '../harness/sample.ts'
import { setActive } from '../harness/work.ts'
import type { Answer, Person } from '../harness/world.ts'

const itself = 'the workspace is shared with its guests'
const people = 'who is in a workspace sees who else is'
const lists = 'who is in a workspace sees that everybody in it has My Tasks, not what is in them'
const tags = 'the names of tags are shared with all of a workspace'

/** What a guest may do although nothing is shared with him, and why. The list only shrinks. */
const GUEST: Record<string, string> = {
  getWorkspaces: itself,
  getWorkspace: itself,
  getWorkspacesForUser: itself,
  getWorkspaceMembership: people,
  getWorkspaceMembershipsForUser: people,
  getWorkspaceMembershipsForWorkspace: people,
  getUsers: people,
  getUser: people,
  getUsersForWorkspace: people,
  getUserForWorkspace: people,
  getUserTaskList: lists,
  getUserTaskListForUser: lists,
  createTaskInWorkspace: 'guests make tasks of their own',
  getTags: tags,
  getTag: tags,
  getTagsForWorkspace: tags,
}

/** Where a view-only licence differs from reading everything and writing nothing, and why. The list only shrinks. */
const VIEWER: Record<string, string> = {
  getFavoritesForUser: 'favorites are shown to the person alone whose they are',
}

const { operations } = catalog
const writes = ({ method }: Operation) => method !== 'GET'

async function attempt(all: Sample, who: Person | null, operation: Operation): Promise<Answer> {
  return send(all, who, operation, await sampleOf(all, operation))
}

const told = ({ status, message }: Answer) => `answered ${status}: ${message ?? 'done'}`

test('whoever may: the sample of every operation is a good request', async t => {
  const all = await sample()
  for (const operation of operations) {
    await t.test(operation.id, async () => {
      const answer = await attempt(all, all.ann, operation)
      assert.equal(answer.status, operation.status, told(answer))
    })
  }
})

test('without a token every operation is refused, and an unknown path is unknown', async () => {
  const all = await sample()
  for (const operation of operations) {
    const answer = await attempt(all, null, operation)
    assert.deepEqual([operation.id, answer.status, answer.message], [operation.id, 401, 'Not Authorized'])
  }
  const unknown = await all.send({ method: 'GET', url: '/api/1.0/nothing' })
  assert.deepEqual([unknown.status, unknown.message], [404, 'No matching route for request'])
})

/** Nothing of the sample world is shown: it is unknown, refused, or an empty list. */
function shutOut(answer: Answer): boolean {
  if (answer.status === 200) return Array.isArray(answer.data) && answer.data.length === 0
  const unknown = /Not a recognized ID|Unknown object|Not a user in/.test(answer.message ?? '')
  return answer.status === 403 || ([400, 404].includes(answer.status) && unknown)
}

test('a stranger is shut out of every operation', async t => {
  const all = await sample()
  for (const operation of operations) {
    await t.test(operation.id, async () => {
      const answer = await attempt(all, all.sam, operation)
      assert.ok(shutOut(answer), told(answer))
    })
  }
})

test('who has left the organization is shut out, whatever was shared before', async t => {
  const all = await sample()
  await setActive(all, all.vic, false)
  for (const operation of operations) {
    await t.test(operation.id, async () => {
      const answer = await attempt(all, all.vic, operation)
      assert.ok(shutOut(answer), told(answer))
    })
  }
})

test('a guest is shut out of every operation on what is not shared with him', async t => {
  const all = await sample()
  for (const operation of operations) {
    await t.test(operation.id, async () => {
      const answer = await attempt(all, all.gil, operation)
      assert.equal(shutOut(answer), GUEST[operation.id] === undefined, told(answer))
    })
  }
})

test('a licence that only allows viewing allows every read and no write', async t => {
  const all = await sample()
  for (const operation of operations) {
    await t.test(operation.id, async () => {
      const answer = await attempt(all, all.vic, operation)
      const allowed = writes(operation) === (VIEWER[operation.id] !== undefined)
      assert.equal(answer.status < 300, allowed, told(answer))
      if (!allowed) assert.ok(shutOut(answer), told(answer))
    })
  }
})
