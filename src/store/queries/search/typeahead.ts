/**
 * Objects by the beginnings of the words of their names, in the order of their use by the caller: favorites, then by the
 * weight of the uses, then the others.
 *
 * The work is bounded for a workspace of any size: each source has at most some candidates, so a short prefix
 * finds some of the many objects that match. Favorites, and what the caller uses most, are always among the candidates.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import type { Dialect } from '../../dialect.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { atLeast } from '../access.ts'
import { tableOf, workspaceColumnOf } from '../objects.ts'
import { isCandidateTask, type TaskOrigin, taskSources } from './typeahead_tasks.ts'

/** The types whose objects a typeahead can find. */
export type CompletedType =
  | 'agent'
  | 'attachment'
  | 'custom_field'
  | 'goal'
  | 'portfolio'
  | 'project'
  | 'project_template'
  | 'tag'
  | 'task'
  | 'team'
  | 'user'

/** The maximum number of candidates by a prefix. */
const MAX_NAMED = 500

interface Completed {
  from: RawBuilder<unknown>
  /** The object, and the columns that its access check needs. */
  gid: string
  columns: readonly string[]
  name: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** The type of the access check. */
  guard: Name
  /** A table with all objects of a workspace, where they are few and share the words of many others. */
  among?: string
}

const ofTable = (type: CompletedType, ...columns: string[]): Completed => ({
  from: sql`${sql.table(tableOf(type))} t`,
  gid: 't.gid',
  columns: ['gid', workspaceColumnOf(type), ...columns],
  name: sql`t.name`,
  where: sql`${sql.ref(`t.${workspaceColumnOf(type)}`)} = c.workspace and t.deleted_at is null`,
  guard: type,
})

const completed: Record<CompletedType, Completed> = {
  agent: {
    ...{ from: sql`agents t`, gid: 't.gid', columns: ['gid', 'workspace'], name: sql`t.name`, guard: 'agent' },
    where: sql`t.workspace = c.workspace`,
    // An agent has the words of its user.
    among: 'agents',
  },
  attachment: ofTable('attachment', 'parent'),
  custom_field: ofTable('custom_field', 'created_by', 'project'),
  goal: ofTable('goal'),
  portfolio: ofTable('portfolio'),
  project: ofTable('project'),
  project_template: ofTable('project_template', 'owner', 'team', 'is_public'),
  tag: ofTable('tag'),
  task: ofTable('task', 'assignee', 'parent'),
  team: ofTable('team', 'visibility'),
  user: {
    from: sql`workspace_memberships t join users u on u.gid = t."user"`,
    gid: 't.user',
    columns: ['gid', 'workspace', 'user'],
    name: sql`u.name`,
    where: sql`t.workspace = c.workspace and t.is_active = 1 and t.is_service = 0`,
    guard: 'workspace_membership',
  },
}

/** The types whose uses are counted: all but files, which are found by their names alone. */
export const completedTypes = (Object.keys(completed) as CompletedType[]).filter(type => type !== 'attachment')

export interface TypeaheadQuery {
  type: CompletedType
  workspace: number
  me: number
  /** Each must be the beginning of a word; one empty text matches all names. */
  prefixes: readonly string[]
  limit: number
}

/** The gids of the objects, in order. */
export async function objectsByPrefix(reader: Reader, query: TypeaheadQuery): Promise<number[]> {
  if (query.type !== 'task') return matching(reader, query, 'named')
  const found = await matching(reader, query, 'around')
  if (found.length === query.limit || query.prefixes.join('') === '') return found
  const source = (await isSelective(reader, query)) ? 'indexed' : 'granted'
  const more = await matching(reader, query, source)
  return [...new Set([...found, ...more])].slice(0, query.limit)
}

type Source = 'named' | TaskOrigin

const statements = new Map<string, Statement<unknown[]>>()

const statementOf = (key: string, build: (param: ParamFn, dialect: Dialect) => RawBuilder<unknown[]>) => {
  const known = statements.get(key) ?? statement<unknown[]>((param, db) => build(param, db.dialect))
  statements.set(key, known)
  return known
}

async function matching(reader: Reader, query: TypeaheadQuery, source: Source): Promise<number[]> {
  const { type, prefixes } = query
  const key = `${type} ${source} ${prefixes.length}`
  const found = statementOf(key, (param, dialect) => matches(type, source, prefixes.length, param, dialect))
  const rows = await reader.tuples(found, parametersOf(reader, query))
  return rows.map(([gid]) => gid as number)
}

/** The last character of Unicode: every word with the prefix is before it. */
const LAST = '\u{10ffff}'

function parametersOf({ db }: Reader, { workspace, me, prefixes, limit }: TypeaheadQuery) {
  const bounds = prefixes.flatMap((prefix, at) => [
    [`from${at}`, prefix],
    [`until${at}`, `${prefix}${LAST}`],
    [`part${at}`, ` ${prefix}`],
  ])
  const words = db.dialect.wordQuery(workspace, prefixes.slice(0, 1), true)
  return { ...Object.fromEntries(bounds), workspace, me, limit, words } as Record<string, number | string>
}

/** Whether few of the tasks modified last have the longest prefix: then few of the workspace do. */
async function isSelective(reader: Reader, query: TypeaheadQuery): Promise<boolean> {
  const [prefix = ''] = query.prefixes
  if (/^[a-z0-9]{1,2}$/.test(prefix)) return false
  const sample = statementOf('sample', (param, dialect) => {
    const latest = taskSources.latest(param, dialect)
    return sql<unknown[]>`select count(*) from (${latest}) s where ${isCandidateTask(sql`s.gid`, 1, param, dialect)}`
  })
  const [[count] = [0]] = await reader.tuples(sample, parametersOf(reader, query))
  return Number(count) <= MAX_IN_SAMPLE
}

/** Of the tasks modified last. An index reads all words with a prefix before the first task. */
const MAX_IN_SAMPLE = 3

const hasWord = (at: number, param: ParamFn) => sql`n.word >= ${param(`from${at}`)} and n.word < ${param(`until${at}`)}`

function matches(type: CompletedType, source: Source, count: number, param: ParamFn, dialect: Dialect) {
  const { from, gid, columns, name, where, guard, among } = completed[type]
  const [object, workspace, isMine] = [sql.ref(gid), param('workspace'), sql`"user" = ${param('me')}`]
  const isType = sql`resource_type = ${sql.lit(type)}`
  const words = among
    ? sql`select a.gid as gid from ${sql.table(among)} a where a.workspace = ${workspace} and exists (select 1
        from name_words n where n.object = a.gid and n.workspace = a.workspace and ${hasWord(0, param)})`
    : sql`select n.object as gid from name_words n
        where n.workspace = ${workspace} and n.${isType} and ${hasWord(0, param)}`
  const named = sql`select gid from (${words} limit ${sql.lit(MAX_NAMED)}) named`
  const sources = sql`${source === 'named' ? named : taskSources[source](param, dialect)}
    union select f.resource from favorites f where f.${isMine} and f.workspace = ${workspace} and f.${isType}
    union select s.resource from uses s where s.${isMine} and s.workspace = ${workspace} and s.${isType}`
  const hasAll =
    type === 'task'
      ? isCandidateTask(object, count, param, dialect)
      : sql.join(
          Array.from(
            { length: count },
            (_, at) => sql`exists (select 1 from name_words n where n.object = ${object}
            and n.workspace = ${workspace} and ${hasWord(at, param)})`,
          ),
          sql` and `,
        )
  const found = sql`select ${sql.join(columns.map(column => sql.ref(`t.${column}`)))}
    from (select distinct gid, ${workspace} as workspace from (${sources}) a) c
    cross join ${from}
    left join favorites f on f.resource = c.gid and f.${isMine} and f.workspace = ${workspace}
    left join uses s on s.resource = c.gid and s.${isMine} and s.workspace = ${workspace}
    where ${object} = c.gid and ${where} and (${hasAll}) is true
    order by f.rank is null, f.rank, s.weight is null, s.weight desc, ${orderOf(type, name, param)}, c.gid limit ${sql.lit(MAX_SORTED)}`
  // The check runs in the order of the rows, until the page is full.
  return sql<unknown[]>`select ${object} from (${found}) t
    where (${atLeast(guard, 't', 1, param)}) is true ${dialect.limit(param('limit'))}`
}

/** The order of objects of equal use. */
function orderOf(type: CompletedType, name: RawBuilder<unknown>, param: ParamFn): RawBuilder<unknown> {
  if (type === 'attachment') return sql`t.created_at desc`
  if (type !== 'task') return sql`lower(${name})`
  const follows = sql`select count(*) from task_followers l where l.task = t.gid and l."user" = ${param('me')}`
  return sql`(${follows}) desc, t.modified_at desc`
}

/** More than all sources together have. A subselect with a limit keeps its order. */
const MAX_SORTED = 10_000
