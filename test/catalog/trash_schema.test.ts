/** The schema of the trash: the tables of every type with a trash have its indexes, and their purge leaves no reference. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sqliteDialect } from '../../src/store/dialect.ts'
import { migrate } from '../../src/store/migrate.ts'
import { dependents, detached } from '../../src/store/queries/jobs/trash.ts'
import { trashTypes } from '../../src/store/queries/objects.ts'
import { sqliteConnection } from '../../src/store/sqlite.ts'

const database = new DatabaseSync(':memory:')
await migrate(
  sqliteConnection(database, () => {}),
  sqliteDialect,
)

const rowsOf = (query: string) => database.prepare(query).all() as Record<string, string>[]

const purged: ReadonlySet<string> = new Set([...trashTypes.map(({ table }) => table), ...Object.keys(dependents)])

for (const { type, table, workspace } of trashTypes) {
  test(`the table of ${type} has the indexes of the list of the trash and of its purge`, () => {
    const indexes = rowsOf(`pragma index_list("${table}")`)
      .filter(({ partial }) => Number(partial) === 1)
      .map(({ name }) => rowsOf(`pragma index_info("${name}")`).map(column => column.name))
    assert.deepEqual(
      [[workspace, 'deleted_at', 'gid'], ['deleted_at']].filter(
        columns => !indexes.some(found => found.join() === columns.join()),
      ),
      [],
      'create the partial indexes in the migration of the table',
    )
  })
}

test('every foreign key to a table that is purged is purged with it, cleared or cascading', () => {
  const missing = rowsOf("select name from sqlite_schema where type = 'table'").flatMap(({ name = '' }) =>
    rowsOf(`pragma foreign_key_list("${name}")`)
      .filter(({ table = '', on_delete }) => purged.has(table) && on_delete === 'NO ACTION')
      .filter(({ table, from }) => {
        const own = Object.entries(dependents).find(([key]) => key === table)?.[1] ?? []
        const isPurged = own.some(([child, column]) => child === name && column === from)
        return !isPurged && !detached.some(([child, column]) => child === name && column === from)
      })
      .map(({ from, table }) => `${name}.${from} refers to ${table}`),
  )
  assert.deepEqual(missing, [], 'add the column to `dependents` in src/store/queries/jobs/trash.ts, or to `detached`')
})
