/** The tables that the query builder declares (src/store/tables) compared with those that the migrations create. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sqliteDialect } from '../../src/store/dialect.ts'
import { migrate } from '../../src/store/migrate.ts'
import { sqliteConnection } from '../../src/store/sqlite.ts'

interface Column {
  name: string
  type: 'integer' | 'text'
  nullable: boolean
}

/** The schema after all migrations. Views are derived from tables, and declare no nullability. */
async function migratedTables(): Promise<Map<string, Column[]>> {
  const database = new DatabaseSync(':memory:')
  await migrate(
    sqliteConnection(database, () => {}),
    sqliteDialect,
  )
  const found = database
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type in ('table', 'view') and name not like 'sqlite_%'",
    )
    .all() as { name: string }[]
  const tables = found.map(({ name }): [string, Column[]] => {
    const columns = database.prepare(`pragma table_info("${name}")`).all() as Record<string, string | number>[]
    return [name, columns.map(columnOf)]
  })
  return new Map(tables)
}

const columnOf = (column: Record<string, string | number>): Column => ({
  name: String(column.name),
  type: String(column.type).toLowerCase() as Column['type'],
  nullable: column.notnull === 0 && column.pk === 0,
})

const folder = join(import.meta.dirname, '../../src/store/tables')
const file = readdirSync(folder)
  .map(name => readFileSync(join(folder, name), 'utf8'))
  .join('\n')
const types: Record<string, Column['type']> = {
  Flag: 'integer',
  Gid: 'integer',
  Timestamp: 'integer',
  number: 'integer',
  string: 'text',
}

function columnsIn(body: string): Column[] {
  const members = body.replace(/\/\*\*.*?\*\//gs, '').matchAll(/"?(\w+)"?\??:\s*(\w+)(\s*\|\s*null)?/g)
  return [...members].map(([, name = '', type = '', or]) => {
    const known = types[type]
    assert.ok(known, `${name} has the type ${type}, which no column has`)
    return { name, type: known, nullable: or !== undefined }
  })
}

/** The tables that the source declares: inline, by an interface of their own, or as another table. */
function declaredTables(): Map<string, Column[]> {
  const own = new Map(
    [...file.matchAll(/interface (\w+) \{\n(.*?)\n\}/gs)].map(([, name = '', body = '']) => [name, body]),
  )
  const tables = new Map<string, Column[]>()
  const later: [string, string][] = []
  const groups = [...own].filter(([name]) => name.endsWith('Tables')).map(([, body]) => body)
  const members = groups.join('\n').replace(/\/\*\*.*?\*\//gs, '')
  for (const [, name = '', body, type = '', as] of members.matchAll(
    /^ {2}(\w+): (?:\{(.*?)\}|(\w+)(?:\['(\w+)'\])?)$/gms,
  )) {
    if (as) later.push([name, as])
    else tables.set(name, columnsIn(body ?? own.get(type) ?? ''))
  }
  for (const [name, as] of later) tables.set(name, tables.get(as) ?? [])
  return tables
}

/** The table that records the migrations is internal. */
const PRIVATE = new Set(['schema_versions'])

const schema = await migratedTables()
const source = declaredTables()

test('the source declares every table and view of the schema, and no other', () => {
  const names = [...schema.keys()].filter(name => !PRIVATE.has(name))
  assert.deepEqual([...source.keys()].sort(), names.sort())
})

const byName = (columns: Column[] = []) => Object.fromEntries(columns.map(({ name, ...rest }) => [name, rest]))
const isView = (name: string, columns: Column[]) => columns.every(({ nullable }) => nullable) && !PRIVATE.has(name)

for (const [name, columns] of schema) {
  if (PRIVATE.has(name)) continue
  test(`the declared columns of ${name} match the schema`, () => {
    const declaredTables = source.get(name)
    if (isView(name, columns))
      assert.deepEqual(declaredTables?.map(one => one.name).sort(), columns.map(one => one.name).sort())
    else assert.deepEqual(byName(declaredTables), byName(columns))
  })
}
