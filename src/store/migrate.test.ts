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

test('a store keeps the values of custom fields, and their choices, when their tables are clustered', async () => {
  const { database, migrateTo } = await storeOfVersion(36)
  database.exec(`${rows};
    insert into tags (gid, workspace, name, notes, created_at) values (10, 2, 'Urgent', '', 0);
    insert into task_tags values (6, 10), (5, 10);
    insert into custom_field_values (gid, object, object_type, custom_field, workspace, text_value)
      values (12, 6, 'task', 8, 2, 'Large'), (11, 5, 'task', 8, 2, null);
    insert into custom_field_choices values (11, 14, 0), (11, 13, 1)`)
  await migrateTo()
  const all = (query: string) =>
    database
      .prepare(query)
      .all()
      .map(row => Object.values(row))
  assert.deepEqual(all('select gid, object, custom_field, text_value from custom_field_values'), [
    [11, 5, 8, null],
    [12, 6, 8, 'Large'],
  ])
  assert.deepEqual(all('select * from custom_field_choices'), [
    [11, 13, 1],
    [11, 14, 0],
  ])
  assert.deepEqual(all('select * from task_tags'), [
    [5, 10],
    [6, 10],
  ])
  const value = (gid: number, object: number) =>
    `insert into custom_field_values (gid, object, object_type, custom_field, workspace) values (${gid}, ${object}, 'task', 8, 2)`
  assert.throws(() => database.exec(value(12, 7)), /UNIQUE/, 'two values with a gid')
  assert.throws(() => database.exec(value(13, 6)), /UNIQUE/, 'two values of an object')
  assert.throws(() => database.exec('delete from custom_field_values where gid = 11'), /FOREIGN KEY/)
})
