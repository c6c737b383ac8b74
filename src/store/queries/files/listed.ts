/** The files of a project and of a task, as the web app lists them: those that are not in the trash, the latest first. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

/** What a person calls a file, by its media type. */
const kinds = {
  image: sql`a.media_type like 'image/%'`,
  pdf: sql`a.media_type = 'application/pdf'`,
  video: sql`a.media_type like 'video/%'`,
  audio: sql`a.media_type like 'audio/%'`,
  text: sql`a.media_type like 'text/%'`,
  other: sql`a.file_key is not null and (a.media_type is null or not (a.media_type like 'image/%'
    or a.media_type like 'video/%' or a.media_type like 'audio/%' or a.media_type like 'text/%'
    or a.media_type = 'application/pdf'))`,
  link: sql`a.file_key is null`,
} as const satisfies Record<string, RawBuilder<unknown>>

export type FileKind = keyof typeof kinds

export const fileKinds = Object.keys(kinds) as FileKind[]

export interface ListedFile {
  gid: number
  created_by: number
  media_type: string | null
  size: number | null
}

export interface FilePage {
  /** Only files that are older than this one. */
  before: number
  /** Only files of this time: from, and until before. */
  since: number
  until: number
  limit: number
  kind?: FileKind | undefined
  /** The person who attached it. */
  person?: number | undefined
}

const columns = sql`a.gid as gid, a.created_by as created_by, a.media_type as media_type, a.size as size`

const statements = new Map<string, Statement<ListedFile>>()

/** Reads by the tasks of the project and the files of each: a file has no project of its own. */
function pageStatement(kind: FileKind | undefined, byPerson: boolean): Statement<ListedFile> {
  const key = `${kind} ${byPerson}`
  const known = statements.get(key)
  if (known) return known
  const made = statement<ListedFile>((param, { dialect }) => {
    const more = [sql`a.deleted_at is null`, sql`a.gid < ${param('before')}`]
    more.push(sql`a.created_at >= ${param('since')}`, sql`a.created_at < ${param('until')}`)
    if (kind) more.push(sql`(${kinds[kind]})`)
    if (byPerson) more.push(sql`a.created_by = ${param('person')}`)
    const conditions = sql.join(more, sql` and `)
    return sql<ListedFile>`select * from (
      select ${columns} from task_memberships l cross join tasks t cross join attachments a
      where l.project = ${param('project')} and t.gid = l.task and t.deleted_at is null and a.parent = t.gid and ${conditions}
      union all select ${columns} from attachments a where a.parent = ${param('project')} and ${conditions}
    ) as f order by f.gid desc ${dialect.limit(param('limit'))}`
  })
  statements.set(key, made)
  return made
}

/** A page of the files of a project and of its tasks, without the rights of the caller on them. */
export function filesOfProject(
  reader: Reader,
  project: number,
  { kind, person, ...page }: FilePage,
): Promise<ListedFile[]> {
  const byPerson = person === undefined ? {} : { person }
  return reader.all(pageStatement(kind, person !== undefined), { project, ...page, ...byPerson })
}

const ofParent: Statement<ListedFile> = statement(
  (param, { dialect }) => sql<ListedFile>`select ${columns} from attachments a
    where a.parent = ${param('parent')} and a.deleted_at is null order by a.gid ${dialect.limit(param('limit'))}`,
)

/** The files of a task, or those of a project itself, the oldest first. */
export const filesOf = (reader: Reader, parent: number, limit: number): Promise<ListedFile[]> =>
  reader.all(ofParent, { parent, limit })
