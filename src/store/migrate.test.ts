/** Migrations of a store with rows. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sqliteDialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { sqliteConnection } from './sqlite.ts'

/** An empty store with the schema of a version, and its connection. */
async function storeOfVersion(version: number) {
  const database = new DatabaseSync(':memory:')
  const connection = sqliteConnection(database, () => {})
  const migrateTo = (last?: number) => migrate(connection, sqliteDialect, undefined, last)
  await migrateTo(version)
  return { database, migrateTo }
}

const rows = `
  insert into users (gid, name, email, time_zone, created_at) values (1, 'Ann', 'ann@acme.test', 'UTC', 0);
  insert into workspaces (gid, name, is_organization, email_domains, plan, created_at) values (2, 'Acme', 1, '[]', 'free', 0);
  insert into sections values (3, 4, 2, 'Doing', 'a', 0);
  insert into tasks (gid, workspace, name, resource_subtype, notes, completed, assignee_status, is_rendered_as_separator,
    created_by, created_at, modified_at) values (6, 2, 'First', 'default_task', '', 0, 'upcoming', 0, 1, 0, 0),
    (5, 2, 'Second', 'default_task', '', 0, 'upcoming', 0, 1, 0, 0);
  insert into task_memberships values (6, 4, 3, 2, 'b'), (5, 4, 3, 2, 'c');
  insert into task_followers values (6, 1), (5, 1);
  insert into custom_fields (gid, workspace, name, resource_subtype, description, is_global_to_workspace,
    has_notifications_enabled, next_id, privacy_setting, default_access_level, created_by, created_at)
    values (8, 2, 'Size', 'text', '', 0, 0, 1, 'public_with_guests', 'editor', 1, 0);
  insert into custom_field_settings values (9, 8, 4, 2, 0, 'a')`

test('a store keeps the places and the followers of its tasks when their tables are clustered', async () => {
  const { database, migrateTo } = await storeOfVersion(35)
  database.exec(rows)
  await migrateTo()
  const all = (table: string) =>
    database
      .prepare(`select * from ${table}`)
      .all()
      .map(row => Object.values(row))
  assert.deepEqual(all('task_memberships'), [
    [5, 4, 3, 2, 'c'],
    [6, 4, 3, 2, 'b'],
  ])
  assert.deepEqual(all('task_followers'), [
    [5, 1],
    [6, 1],
  ])
  const fields = [
    [5, 8],
    [6, 8],
  ]
  assert.deepEqual(all('task_fields'), fields, 'the view reads the new table')
  assert.throws(() => database.exec('insert into task_followers values (6, 7)'), /FOREIGN KEY/)
  assert.throws(() => database.exec(`insert into task_memberships values (7, 4, 3, 2, 'b')`), /FOREIGN KEY/)
  assert.throws(() => database.exec('insert into task_followers values (6, 1)'), /UNIQUE/)
})
