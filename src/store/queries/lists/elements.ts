/**
 * The lists that the web app reads whole: what a gid names, its sections, and its elements with their positions.
 *
 * The elements of a project are read in the order of their gids, which no move changes. So a list that is read in
 * several statements misses only elements that were added meanwhile, and the change log names those.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { atLeast } from '../access.ts'
import { tableOf, trashable } from '../objects.ts'
import { isAfter, isVisible, packedRows } from '../page.ts'
import { isVisibleItem } from '../plan/portfolios.ts'

const listTypes = ['project', 'user_task_list', 'section', 'tag', 'task', 'portfolio'] as const

type ListType = (typeof listTypes)[number]

/** The object that a gid names, and the number of the last change in its workspace. */
export interface List {
  type: ListType
  gid: number
  cursor: number
}

/** Which tasks of a list are shown. */
export const shownTasks = ['all', 'incomplete', 'completed'] as const

export type ShownTasks = (typeof shownTasks)[number]

/** An element and its position; `type` is null for a task. */
export type ListElement = [
  gid: number,
  section: number | null,
  rank: string | null,
  type: 'project' | 'portfolio' | null,
]

const cursor = sql`(select coalesce(max(c.gid), 0) from changes c where c.workspace = t.workspace)`

const named: Statement<List> = statement(param => {
  const parts = listTypes.map(type => {
    const conditions = [sql`t.gid = ${param('gid')}`]
    if (trashable(type)) conditions.push(sql`t.deleted_at is null`)
    // Other people can see the list, but not its content.
    if (type === 'user_task_list') conditions.push(sql`t.owner = ${param('me')}`)
    return sql`select ${sql.lit(type)} as type, t.gid as gid, ${cursor} as "cursor"
      from ${sql.table(tableOf(type))} as t where ${sql.join(conditions, sql` and `)}`
  })
  return sql<List>`${sql.join(parts, sql` union all `)}`
})

/** The list that a gid names, without the rights of the caller on it; undefined if there is none. */
export const findList = (reader: Reader, me: number, gid: number): Promise<List | undefined> =>
  reader.first(named, { me, gid })

export interface SectionRow {
  gid: number
  name: string
  rank: string
}

const sectionsBy = (column: 'project' | 'gid'): Statement<SectionRow> =>
  statement(param => {
    return sql<SectionRow>`select s.gid as gid, s.name as name, s.rank as rank from sections as s
      where ${sql.ref(`s.${column}`)} = ${param('list')} and ${atLeast('section', 's', 1, param)} order by s.rank`
  })

const [sectionsOfList, sectionItself] = [sectionsBy('project'), sectionsBy('gid')]

/** The sections of a list in their order; a section has itself. */
export async function sectionsIn(reader: Reader, me: number, { type, gid }: List): Promise<SectionRow[]> {
  if (type === 'section') return reader.all(sectionItself, { me, list: gid })
  return type === 'project' || type === 'user_task_list' ? reader.all(sectionsOfList, { me, list: gid }) : []
}

interface ElementSource {
  from: RawBuilder<unknown>
  /** The column with the gid of the list. */
  list: string
  /** The columns of an element. */
  columns: [gid: string, section: string | null, rank: string | null, type: string | null]
  /** The positions of the sort key in these columns. */
  key: number[]
  /** Conditions in addition to that of the list. */
  where(param: ParamFn): RawBuilder<unknown>
}

const isTask = sql`t.gid = l.task and t.deleted_at is null`
const memberships = sql`task_memberships l cross join tasks t`

/** The tasks of a project or of My Tasks. */
const membersOfList: ElementSource = {
  ...{ from: memberships, list: 'l.project', where: () => isTask },
  ...{ columns: ['l.task', 'l.section', 'l.rank', null], key: [0] },
}

const sources: Record<ListType, ElementSource> = {
  project: membersOfList,
  user_task_list: membersOfList,
  section: { ...membersOfList, list: 'l.section', key: [2, 0] },
  tag: {
    ...{ from: sql`task_tags l cross join tasks t`, list: 'l.tag', key: [0] },
    where: param => sql`${isTask} and ${isVisible('task', 't', param)}`,
    columns: ['l.task', null, null, null],
  },
  task: {
    ...{ from: sql`tasks t`, list: 't.parent', where: () => sql`t.deleted_at is null`, key: [2, 0] },
    columns: ['t.gid', null, 't.rank', null],
  },
  portfolio: {
    ...{ from: sql`portfolio_items i`, list: 'i.portfolio', where: isVisibleItem, key: [2] },
    columns: ['i.item', null, 'i.rank', 'i.item_type'],
  },
}

const filters: Record<ShownTasks, RawBuilder<unknown> | null> = {
  all: null,
  incomplete: sql`t.completed = 0`,
  completed: sql`t.completed = 1`,
}

const statements = new Map<string, Statement<ListElement>>()

function elementStatement(type: ListType, show: ShownTasks, after: boolean): Statement<ListElement> {
  const cacheKey = `${type} ${show} ${after}`
  const known = statements.get(cacheKey)
  if (known) return known
  const { from, list, columns, key, where } = sources[type]
  const filter = type === 'portfolio' ? null : filters[show]
  const made = statement<ListElement>((param, { dialect }) => {
    const refs = columns.map(name => (name === null ? sql`null` : sql.ref(name)))
    const order = key.map(at => refs[at] ?? sql`null`)
    const conditions = [sql`${sql.ref(list)} = ${param('list')}`, where(param)]
    if (filter) conditions.push(filter)
    if (after) conditions.push(isAfter(order, param))
    const rows = sql`select ${sql.join(refs)} from ${from} where ${sql.join(conditions, sql` and `)}
      order by ${sql.join(order)} ${dialect.limit(param('limit'))}`
    return dialect.packed(rows, refs.length)
  })
  statements.set(cacheKey, made)
  return made
}

/** At most `limit` elements of a list after another one, in the order of its index. */
export function elementsAfter(
  reader: Reader,
  me: number,
  { type, gid }: List,
  show: ShownTasks,
  { limit, after }: { limit: number; after: ListElement | undefined },
): Promise<ListElement[]> {
  const { key } = sources[type]
  const parts = after ? key.map((at, index) => [`after${index}`, after[at]]) : []
  return packedRows(reader, elementStatement(type, show, after !== undefined), {
    ...{ me, list: gid, limit },
    ...Object.fromEntries(parts),
  })
}
