/**
 * Brings a store's schema up to date. Migrations only go forward, run in one transaction each, and a store that is
 * newer than the program is refused rather than guessed at. Nobody serves a store while its schema changes: an instance of an
 * older version would write on, into tables that it does not know.
 */
import type { Connection } from './db.ts'
import type { Dialect } from './dialect.ts'
import * as people from './migrations/001_people.ts'
import * as work from './migrations/002_work.ts'
import * as fields from './migrations/003_fields.ts'
import * as identity from './migrations/004_identity.ts'
import * as scim from './migrations/005_scim.ts'
import * as changes from './migrations/006_changes.ts'
import * as instances from './migrations/007_instances.ts'
import * as accessGrants from './migrations/008_access_grants.ts'
import * as commits from './migrations/009_commits.ts'
import * as deletedTasks from './migrations/010_deleted_tasks.ts'
import { DERIVING } from './queries/access/containers.ts'

interface Migration {
  /** The statements, in order, with the engine's own column types. */
  statements(types: Dialect['types']): string
  /** Whether access grants come from other rows now: then all are derived when the schema is that of this program. */
  readonly derives?: boolean
}

/** In order, each exactly once, never edited after a release. */
const migrations: Migration[] = [
  ...[people, work, fields, identity, scim, changes, instances, accessGrants, commits, deletedTasks],
]

/** Thrown when a later version of the program has already changed this store. */
export class NewerSchema extends Error {}

/** Throws NewerSchema. */
export function mustBeKnown(version: number): void {
  if (version > migrations.length) throw new NewerSchema(`${version}`)
}

/** Thrown when a store was to be opened that is there, and there is none. */
export class NoStore extends Error {}

/** What runs before the schema changes, with the version that there is, 0 for none. It throws to keep it as it is. */
export type BeforeChange = (version: number) => unknown

/** Throws NewerSchema. `last` is the version to stop at, where it is not that of this program. */
export async function migrate(
  connection: Connection,
  dialect: Dialect,
  before: BeforeChange = () => {},
  last = migrations.length,
): Promise<void> {
  const { types, migrating } = dialect
  for (const text of migrating) await connection.run(text, [])
  try {
    await connection.run(`create table if not exists schema_versions (version ${types.integer} primary key)`, [])
    const [row] = await connection.all('select max(version) as version from schema_versions', [])
    const version = Number((row as { version: number | null }).version ?? 0)
    mustBeKnown(version)
    if (version < last) await before(version)
    for (const [index, migration] of migrations.entries()) {
      if (index < version || index >= last) continue
      for (const text of migration.statements(types).split(';')) {
        if (text.trim()) await connection.run(text, [])
      }
      await connection.run(`insert into schema_versions (version) values (${index + 1})`, [])
    }
    if (last === migrations.length && migrations.some(({ derives }, index) => derives && index >= version)) {
      for (const text of DERIVING) await connection.run(text, [])
    }
    await connection.run('commit', [])
  } catch (error) {
    // The engine may have rolled back by itself, on a full disk for one; what went wrong is what counts.
    await connection.run('rollback', []).catch(() => undefined)
    throw error
  }
}
