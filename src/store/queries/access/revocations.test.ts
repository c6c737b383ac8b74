/** Writes that may revoke access: every table that an access check reads is covered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../../../test/harness/engine.ts'
import { names } from '../../../names.ts'
import { statement } from '../../statement.ts'
import type { TableName } from '../../tables.ts'
import { atLeast, type Guard } from '../access.ts'
import type { AccessLevel } from './principals.ts'
import { mayRevokeRights, revokesRights } from './revocations.ts'

/** Tables that access checks read but whose writes revoke nothing: the columns that count never change. */
const PERMANENT = ['users', 'user_task_lists', 'workspaces']

test('deleting a row of a table that an access check reads may revoke access', async () => {
  const { read } = await openStore({ clock: () => 0 })
  const found = new Set<string>()
  for (const guard of [...names, 'known_person'] as Guard[]) {
    for (const level of [1, 2, 3, 4] as AccessLevel[]) {
      const text = statement(param => sql`select ${atLeast(guard, 't', level, param)}`).compile(read.db).sql
      for (const [, table = ''] of text.matchAll(/\b(?:from|join) "?(\w+)/g)) if (table !== 'up') found.add(table)
    }
  }
  assert.ok(found.size > 5)
  const forgotten = [...found].filter(
    table => !mayRevokeRights(table as TableName, {}, null) && !PERMANENT.includes(table),
  )
  assert.deepEqual(forgotten, [])
})

test('an insertion revokes no access, except that of a team administrator', () => {
  assert.equal(mayRevokeRights('access_grants', null, { level: 1 }), false)
  assert.equal(mayRevokeRights('team_memberships', null, { is_admin: 1 }), true)
})

test('an update of a task may revoke access only if it sets a column that grants access', () => {
  assert.equal(mayRevokeRights('tasks', { gid: 1 }, { name: 'New' }), false)
  assert.equal(mayRevokeRights('tasks', { gid: 1 }, { assignee: null }), true)
  assert.equal(mayRevokeRights('tasks', { gid: 1 }, null), true)
})

test('an update of a task revokes no access if the column was null or keeps its value', () => {
  const free = { assignee: null, parent: null, deleted_at: null }
  assert.equal(revokesRights('tasks', { assignee: 1, parent: 2, name: 'New' }, free), false)
  assert.equal(revokesRights('tasks', { assignee: 1 }, { ...free, assignee: 1 }), false)
  assert.equal(revokesRights('tasks', { assignee: 1 }, { ...free, assignee: 2 }), true)
  assert.equal(revokesRights('tasks', { deleted_at: 1 }, free), true)
  assert.equal(revokesRights('task_followers', null, { task: 1, user: 2 }), true)
})
