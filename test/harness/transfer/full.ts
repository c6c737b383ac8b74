/**
 * A folder in which every table has rows, more than the program would create: all columns have values, with the texts
 * and numbers at which a transfer fails. Every reference resolves; its key may be larger, as of a subtask whose parent
 * was created later.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteDialect } from '../../../src/store/dialect.ts'
import { migrate } from '../../../src/store/migrate.ts'
import { openSqlite, sqliteReader } from '../../../src/store/sqlite.ts'

type SqlValue = string | number | null

/** Without U+0000, which PostgreSQL cannot store. */
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\t\r\n',
    '\\',
    '\\N',
    '"',
    "'",
    '{}',
    '{"a,b"}',
    '{NULL}',
    'NULL',
    'null',
    '$1',
    '?',
    '%s',
    '--',
    '[1]',
  ],
  ...[
    '\u0001\u0007\u001b\u007f\u0085',
    '\u00a0\u200b\u200d\u2028\u2029\ufeff',
    'e\u0301 \u00e9',
    'ß İ ı ſ K',
    'שלום ‮abc',
  ],
  ...['\ud7ff\ue000\uffff', '😀 👩‍👩‍👧 🇩🇪', '\u{10ffff}\u{1f3fb}', 'Z\u0335\u0321a', '\ufffd'],
]

const LARGEST = Number.MAX_SAFE_INTEGER
const NUMBERS = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 52 + 1, LARGEST, -LARGEST]

/** Keys that the database generates. */
const SERIAL_KEYS: Record<string, string> = { changes: 'gid', audit_log_events: 'cursor' }

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
}

/**
 * Creates the folder with this number of rows in each table, with the schema of this program or of an older `version`.
 * Returns the path of the database.
 */
export async function fullFolder(folder: string, rows: number, version?: number): Promise<string> {
  const file = join(folder, 'workloom.db')
  if (version === undefined) await (await openSqlite({ folder, clock: Date.now })).close()
  const database = new DatabaseSync(file)
  if (version !== undefined) await migrate(sqliteReader(database).connection, sqliteDialect, undefined, version)
  database.exec('pragma foreign_keys = off; pragma synchronous = off; begin')
  for (const table of tablesOf(database)) fill(database, table, rows)
  // The largest keys were used, and their rows are deleted.
  for (const [table, key] of Object.entries(SERIAL_KEYS)) {
    database.exec(`delete from ${table} where "${key}" > ${rows - 3}`)
  }
  const [broken] = database.prepare('pragma foreign_key_check').all()
  if (broken) throw new Error(`The folder has a dangling reference: ${JSON.stringify(broken)}`)
  database.exec('commit')
  database.close()
  return file
}

const tablesOf = (database: DatabaseSync): string[] =>
  database
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))
    // Triggers write `unindexed_texts`.
    .filter(name => name !== 'schema_versions' && name !== 'unindexed_texts')

function fill(database: DatabaseSync, table: string, rows: number): void {
  const columns = database.prepare('select * from pragma_table_info(?)').all(table) as unknown as Column[]
  const links = database.prepare('select "from", "table" from pragma_foreign_key_list(?)').all(table)
  const names = columns.map(({ name }) => `"${name}"`)
  const add = database.prepare(`insert into "${table}" (${names}) values (${names.map(() => '?')})`)
  for (let row = 0; row < rows; row++) {
    const values = columns.map((column, place) => {
      const link = links.find(({ from }) => from === column.name)
      if (link) return link.table === table ? parentOf(row, rows) : gidOf(row)
      return SERIAL_KEYS[table] === column.name ? row + 1 : valueIn(column, row, place)
    })
    add.run(...values)
  }
}

/** Every table has the same keys; the last is the largest possible. */
const gidOf = (row: number) => (row === 0 ? LARGEST : row * 1000 + 7)

const parentOf = (row: number, rows: number): SqlValue => (row % 3 === 0 ? null : gidOf(rows - 1 - row))

function valueIn({ name, type, notnull, pk }: Column, row: number, place: number): SqlValue {
  const odd = (row + place) % (ODD_TEXTS.length + 2)
  if (type.toLowerCase() === 'text') {
    if (!notnull && !pk && row % 4 === 0) return null
    // Unique wherever a column must be; the odd texts come first, so that they decide the order of keys.
    if (odd < ODD_TEXTS.length) return row === (pk ? 0 : place) ? '' : `${ODD_TEXTS[odd]}${row}`
    return odd === ODD_TEXTS.length ? `${'long '.repeat(row === 1000 ? 20_000 : 20)}${row}` : String(row)
  }
  // Other tables refer to a gid, which need not be the primary key.
  if (pk || name === 'gid') return gidOf(row)
  if (!notnull && row % 4 === 1) return null
  return row < NUMBERS.length ? (NUMBERS[(row + place) % NUMBERS.length] ?? 0) : gidOf(row)
}
