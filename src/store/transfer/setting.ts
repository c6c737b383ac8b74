/**
 * Settings that an installation records about its own data, such as that it was moved. They are written without the store,
 * because the data may have another version than the program.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { clientConfig, withoutTimeouts } from '../postgres/connection.ts'
import type { TransferSource } from './source.ts'

/** The names of the settings: the location after a move, and the time of the last backup. */
export const MOVED_TO = 'moved_to'
export const BACKED_UP = 'backed_up'

/** Reads a setting of a source. */
export async function getSetting({ schema, find }: TransferSource, name: string): Promise<string | undefined> {
  const table = schema.tables.find(one => one.name === 'settings')
  if (!table) return undefined
  const row = await find(table, [name])
  return row && String(row[table.columns.findIndex(column => column.name === 'value')])
}

/** Writes a setting to an existing location; null removes it. */
export async function writeSetting(
  location: { folder: string } | { database: string },
  name: string,
  value: string | null,
): Promise<void> {
  const run = 'folder' in location ? inFolder(location.folder) : inDatabase(location.database)
  if (value === null) {
    return run('delete from settings where name = $1', [name]).catch(error => {
      if (!/no such table|relation .* does not exist/.test(String(error))) throw error
    })
  }
  const text =
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value'
  await run(text, [name, value])
}

type StatementRunner = (text: string, values: string[]) => Promise<void>

const inFolder =
  (folder: string): StatementRunner =>
  async (text, values) => {
    const file = join(folder, 'workloom.db')
    if (!existsSync(file)) return
    const database = new DatabaseSync(file)
    try {
      database.exec('pragma busy_timeout = 5000; pragma synchronous = full')
      database.prepare(text.replaceAll(/\$\d/g, '?')).run(...values)
    } finally {
      database.close()
    }
  }

const inDatabase =
  (url: string): StatementRunner =>
  async (text, values) => {
    const client = new pg.Client({ ...clientConfig(url), ...withoutTimeouts })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(text, values)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
