/**
 * The words of the names that a typeahead completes, by type. Tasks are not among them: the text index has their names.
 *
 * Invariants:
 * - the words of an object depend on its own row; those of a user also on the workspaces that the user belongs to;
 * - a write of a membership locks its user, so that it agrees with a concurrent change of the name.
 */
import { sql } from 'kysely'
import { tokensOf } from '../../lib/tokens.ts'
import type { Name } from '../../names.ts'
import { deleteRows, insertAll, lockRows } from '../change.ts'
import type { Connection, RowChange, Statement, Writer } from '../db.ts'
import { batchesOf } from '../insertions.ts'
import { tableOf, workspaceColumnOf } from '../queries/objects.ts'
import { statement } from '../statement.ts'
import type { TableName, Tables } from '../tables.ts'

/** The types whose names are in a column of their own row. */
export const namedTypes = [
  'attachment',
  'custom_field',
  'goal',
  'portfolio',
  'project',
  'project_template',
  'tag',
  'team',
] as const satisfies Name[]

/** The maximum number of words of a name. */
const MAX_WORDS = 32

export type NameWord = Tables['name_words']

export interface NamedRow extends Record<string, unknown> {
  gid: number
  name: string
  /** The address of a user. */
  email?: string
}

const typeOf = new Map<TableName, (typeof namedTypes)[number]>(namedTypes.map(type => [tableOf(type), type]))

const PERSON_COLUMNS: readonly string[] = ['name', 'email']

/** Whether the words of names depend on a table, or on any of these columns. */
export function affectsNames(table: TableName, columns: readonly string[] | undefined): boolean {
  if (table === 'users') return columns === undefined || columns.some(column => PERSON_COLUMNS.includes(column))
  return typeOf.has(table) && (columns === undefined || columns.includes('name'))
}

/** The words of an address are those before the `@`, and the whole address. */
const wordsOf = ({ name, email }: NamedRow): string[] => {
  const address = email === undefined ? [] : [...tokensOf(email.split('@', 1)[0] ?? ''), email.toLowerCase()]
  const words = [...new Set([...tokensOf(name).slice(0, MAX_WORDS), ...address])]
  return words.length > 0 ? words : ['']
}

/** The words of a name, as rows. */
export const wordsOfName = (type: Name, workspace: number, row: NamedRow): NameWord[] =>
  wordsOf(row).map(word => ({ workspace, resource_type: type, word, object: row.gid }))

/** A name in a workspace. */
export interface NamedMember extends NamedRow {
  workspace: number
}

/** The names of users in each of their workspaces. */
export const members: Statement<NamedMember> = statement(
  (param, db) => sql<NamedMember>`select u.gid as gid, u.name as name, u.email as email, l.workspace as workspace
    from users u join workspace_memberships l on l."user" = u.gid where ${db.dialect.isAmong(sql.ref('u.gid'), param('gids'))}`,
)

/** Indexes the names that differ after these net changes. */
export async function indexNames(tx: Writer, changes: readonly RowChange[]): Promise<void> {
  const people = new Set<number>()
  const outdated: Pick<NameWord, 'object'>[] = []
  const fresh: NameWord[] = []
  for (const { table, before, after } of changes) {
    const row = (after ?? before) as NamedRow
    const type = typeOf.get(table)
    if (table === 'users' && before && after) people.add(row.gid)
    if (table === 'workspace_memberships' && !(before && after)) people.add(row.user as number)
    if (!type || (before && after && before.name === after.name)) continue
    if (before) outdated.push({ object: row.gid })
    if (after) fresh.push(...wordsOfName(type, row[workspaceColumnOf(type)] as number, row))
  }
  if (people.size > 0) {
    const gids = [...people].sort((a, b) => a - b)
    await lockRows(tx, 'users', gids)
    const found = await tx.all(members, { gids: tx.db.dialect.set(gids) })
    outdated.push(...gids.map(object => ({ object })))
    fresh.push(...found.flatMap(member => wordsOfName('user', member.workspace, member)))
  }
  await deleteRows(tx, 'name_words', outdated)
  await insertAll(tx, 'name_words', fresh)
}

const PAGE_ROWS = 500
const PAGE = 'order by t.gid limit 500'

/** Derives the words of all names again. Runs inside a transaction that excludes writes. */
export async function deriveAllNames(connection: Connection): Promise<void> {
  await connection.execute('delete from name_words', [])
  for (const type of namedTypes) {
    const columns = `t.gid as gid, t.gid as object, t.name as name, t.${workspaceColumnOf(type)} as workspace`
    await derive(connection, type, `select ${columns} from ${tableOf(type)} t where t.gid > ? ${PAGE}`)
  }
  const columns = 't.gid as gid, u.gid as object, u.name as name, u.email as email, t.workspace as workspace'
  const from = 'workspace_memberships t join users u on u.gid = t."user"'
  await derive(connection, 'user', `select ${columns} from ${from} where t.gid > ? ${PAGE}`)
}

interface DerivedRow extends NamedMember {
  object: number
}

async function derive(connection: Connection, type: Name, query: string): Promise<void> {
  for (let after = 0; ; ) {
    const rows = (await connection.all(query, [after])) as DerivedRow[]
    const words = rows.flatMap(row => wordsOfName(type, row.workspace, { ...row, gid: row.object }))
    for (const part of batchesOf(words, Object.keys(words[0] ?? {}).length)) await insertWords(connection, part)
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)?.gid ?? after
  }
}

async function insertWords(connection: Connection, words: readonly NameWord[]): Promise<void> {
  const marks = words.map(() => '(?, ?, ?, ?)').join()
  const text = `insert into name_words (workspace, resource_type, word, object) values ${marks} on conflict do nothing`
  await connection.execute(
    text,
    words.flatMap(({ workspace, resource_type, word, object }) => [workspace, resource_type, word, object]),
  )
}
