/** What a backup says of itself, in two tables of its file: when and by what it was made, and a digest of each table. */
import type { DatabaseSync } from 'node:sqlite'
import type { Sum } from './compare.ts'

export interface Card {
  /** Milliseconds since the Unix epoch. */
  made_at: number
  /** Of the program. */
  version: string
  /** What the secrets in it are sealed with; null when the operator keeps that elsewhere. */
  key: string | null
}

export function writeCard(database: DatabaseSync, { made_at, version, key }: Card, sums: readonly Sum[]): void {
  database.exec(`begin;
    create table backup (made_at integer not null, version text not null, "key" text);
    create table backup_tables (name text primary key, rows integer not null, digest text not null)`)
  database.prepare('insert into backup (made_at, version, "key") values (?, ?, ?)').run(made_at, version, key)
  const add = database.prepare('insert into backup_tables (name, rows, digest) values (?, ?, ?)')
  for (const { name, rows, digest } of sums) add.run(name, rows, digest)
  database.exec('commit')
}

/** The card of a backup, and its digests by the name of the table; undefined for a file that is none. */
export function readCard(database: DatabaseSync): { card: Card; sums: Map<string, Sum> } | undefined {
  const named = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'backup_tables'`)
  if (!named.get()) return undefined
  const card = database.prepare('select made_at, version, "key" from backup').get() as Card | undefined
  const sums = database.prepare('select name, rows, digest from backup_tables').all() as unknown as Sum[]
  return card && { card, sums: new Map(sums.map(sum => [sum.name, sum])) }
}

/** Makes a store of a backup again. */
export function dropCard(database: DatabaseSync): void {
  database.exec('pragma secure_delete = on; drop table backup; drop table backup_tables')
}
