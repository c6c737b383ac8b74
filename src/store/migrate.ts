/**
 * Migrates the schema of a store. Migrations only go forward, and run in one transaction. A store that is newer than the
 * program is refused. No instance serves a store during a migration: an instance of an older version would write into
 * tables that it does not know.
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
import * as statusUpdates from './migrations/011_status_updates.ts'
import * as attachments from './migrations/012_attachments.ts'
import * as search from './migrations/013_search.ts'
import * as portfolios from './migrations/014_portfolios.ts'
import * as requestedJobs from './migrations/015_requested_jobs.ts'
import * as templates from './migrations/016_templates.ts'
import * as customTypes from './migrations/017_custom_types.ts'
import * as sharing from './migrations/018_sharing.ts'
import * as rules from './migrations/019_rules.ts'
import * as projectBriefs from './migrations/020_project_briefs.ts'
import * as exports from './migrations/021_exports.ts'
import * as typeahead from './migrations/022_typeahead.ts'
import * as goals from './migrations/023_goals.ts'
import * as timePeriods from './migrations/024_time_periods.ts'
import * as timeTracking from './migrations/025_time_tracking.ts'
import * as capacity from './migrations/026_capacity.ts'
import * as roles from './migrations/027_roles.ts'
import * as outOfOffice from './migrations/028_out_of_office.ts'
import * as unindexedTexts from './migrations/029_unindexed_texts.ts'
import * as pages from './migrations/030_pages.ts'
import * as personal from './migrations/031_personal.ts'
import * as inbox from './migrations/032_inbox.ts'
import * as notificationMails from './migrations/033_notification_mails.ts'
import * as fileNames from './migrations/034_file_names.ts'
import * as uncheckedReferences from './migrations/035_unchecked_references.ts'
import * as clusteredRows from './migrations/036_clustered_rows.ts'
import * as clusteredValues from './migrations/037_clustered_values.ts'
import { DERIVE_ALL_GRANTS } from './queries/access/containers.ts'
import { deriveAllTexts } from './search/derive.ts'
import { deriveAllNames } from './search/names.ts'

interface Migration {
  /** The statements, in order, with the column types of the engine: a list, or one text without triggers. */
  statements(types: Dialect['types']): string | readonly string[]
  /** Whether access grants derive from other rows than before. Then all are derived again at the end of the migration. */
  readonly derivesGrants?: boolean
  /** Whether the text index derives from other rows, or its tokens differ. Then all of it is derived again. */
  readonly derivesTexts?: boolean
  /** Whether the words of names derive from other rows, or their tokens differ. */
  readonly derivesNames?: boolean
}

/** In order. A migration is never edited after its release. */
const migrations: Migration[] = [
  ...[people, work, fields, identity, scim, changes, instances, accessGrants, commits, deletedTasks, statusUpdates],
  ...[attachments, search, portfolios, requestedJobs, templates, customTypes, sharing, rules, projectBriefs, exports],
  ...[typeahead, goals, timePeriods, timeTracking, capacity, roles, outOfOffice],
  unindexedTexts,
  pages,
  personal,
  inbox,
  notificationMails,
  fileNames,
  uncheckedReferences,
  clusteredRows,
  clusteredValues,
]

/** Thrown when a later version of the program has migrated this store. */
export class NewerSchema extends Error {}

/** Throws NewerSchema. */
export function requireKnownVersion(version: number): void {
  if (version > migrations.length) throw new NewerSchema(`${version}`)
}

/** Thrown when an existing store is required and there is none. */
export class NoStore extends Error {}

/** Runs before the schema changes, with the current version (0: none). It throws to prevent the migration. */
export type BeforeChange = (version: number) => unknown

/** Migrates up to the version `last`, by default that of this program. Throws NewerSchema. */
export async function migrate(
  connection: Connection,
  dialect: Dialect,
  before: BeforeChange = () => {},
  last = migrations.length,
): Promise<void> {
  const { types, beginMigration } = dialect
  for (const text of beginMigration) await connection.execute(text, [])
  try {
    await connection.execute(`create table if not exists schema_versions (version ${types.integer} primary key)`, [])
    const [row] = await connection.all('select max(version) as version from schema_versions', [])
    const version = Number((row as { version: number | null }).version ?? 0)
    requireKnownVersion(version)
    if (version < last) await before(version)
    for (const [index, migration] of migrations.entries()) {
      if (index < version || index >= last) continue
      const made = migration.statements(types)
      for (const text of typeof made === 'string' ? made.split(';') : made) {
        if (text.trim()) await connection.execute(text, [])
      }
      await connection.execute(`insert into schema_versions (version) values (${index + 1})`, [])
    }
    const fresh = last === migrations.length ? migrations.slice(version) : []
    if (fresh.some(({ derivesGrants }) => derivesGrants)) {
      for (const text of DERIVE_ALL_GRANTS) await connection.execute(text, [])
    }
    if (fresh.some(({ derivesTexts }) => derivesTexts)) await deriveAllTexts(connection)
    if (fresh.some(({ derivesNames }) => derivesNames)) await deriveAllNames(connection)
    await connection.execute('commit', [])
  } catch (error) {
    // The engine may already have rolled back, for example on a full disk. Only the first error matters.
    await connection.execute('rollback', []).catch(() => undefined)
    throw error
  }
}
