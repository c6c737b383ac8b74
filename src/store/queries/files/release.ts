/** Purged attachments release their files: a job removes each file later, unless another attachment has it too. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

/**
 * The time until a file is removed that no attachment refers to. It is longer than any upload, and than a backup, which
 * copies files after rows.
 */
export const RELEASE_MS = 24 * 60 * 60 * 1000

interface Release {
  usage: Statement<never>
  files: Statement<never>
}

const releases = new Map<string, Release>()

function releaseBy(column: string): Release {
  const known = releases.get(column)
  if (known) return known
  const made: Release = {
    usage: statement((param, { dialect }) => {
      const purged = dialect.isAmong(sql.ref(`a.${column}`), param('gids'))
      return sql`update file_usage set bytes = bytes - coalesce((
          select sum(a.size) from attachments a where a.workspace = file_usage.workspace and ${purged}), 0)
        where workspace in (select a.workspace from attachments a where ${purged})`
    }),
    files: statement(
      (param, { dialect }) => sql`insert into unreferenced_files (key, due_at)
        select distinct a.file_key, cast(${param('due_at')} as ${sql.raw(dialect.types.integer)}) from attachments a
        where a.file_key is not null and ${dialect.isAmong(sql.ref(`a.${column}`), param('gids'))}
        on conflict (key) do update set due_at = excluded.due_at`,
    ),
  }
  releases.set(column, made)
  return made
}

/** Releases the files of the attachments whose column contains one of `gids`, before their rows are deleted. */
export async function releaseFiles(tx: Writer, column: string, gids: readonly number[]): Promise<void> {
  const { usage, files } = releaseBy(column)
  const values = { gids: tx.db.dialect.set(gids) }
  await tx.all(usage, values)
  await tx.all(files, { ...values, due_at: tx.now + RELEASE_MS })
}
