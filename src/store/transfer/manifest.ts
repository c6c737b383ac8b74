/** The manifest of a backup, in two tables of its file: when and by which version it was made, and table checksums. */
import type { DatabaseSync } from 'node:sqlite'
import type { Checksum } from './compare.ts'

export interface Manifest {
  /** Milliseconds since the Unix epoch. */
  created_at: number
  /** The version of the program. */
  version: string
  /** The key that sealed the secrets; null if the operator stores it elsewhere. */
  key: string | null
}

export function writeManifest(
  database: DatabaseSync,
  { created_at, version, key }: Manifest,
  checksums: readonly Checksum[],
): void {
  database.exec(`begin;
    create table backup (created_at integer not null, version text not null, "key" text);
    create table backup_tables (name text primary key, rows integer not null, digest text not null)`)
  database.prepare('insert into backup (created_at, version, "key") values (?, ?, ?)').run(created_at, version, key)
  const add = database.prepare('insert into backup_tables (name, rows, digest) values (?, ?, ?)')
  for (const { name, rows, digest } of checksums) add.run(name, rows, digest)
  database.exec('commit')
}

/** Reads the manifest of a backup, with the checksums by table; undefined if the file is not a backup. */
export function readManifest(
  database: DatabaseSync,
): { manifest: Manifest; checksums: Map<string, Checksum> } | undefined {
  const table = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'backup_tables'`)
  if (!table.get()) return undefined
  const manifest = database.prepare('select created_at, version, "key" from backup').get() as Manifest | undefined
  const checksums = database.prepare('select name, rows, digest from backup_tables').all() as unknown as Checksum[]
  return manifest && { manifest, checksums: new Map(checksums.map(one => [one.name, one])) }
}

/** Removes the manifest, which turns a backup into a store. */
export function dropManifest(database: DatabaseSync): void {
  database.exec('pragma secure_delete = on; drop table backup; drop table backup_tables')
}
