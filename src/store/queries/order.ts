/** Positions in ordered lists: computes the rank that puts an item at a position. See `lib/rank.ts`. */
import { sql } from 'kysely'
import { FIRST_INTEGER, ownFraction, rankBetween } from '../../lib/rank.ts'
import { insert, insertBy } from '../change.ts'
import type { Statement, Writer } from '../db.ts'
import { advisoryLock, sharedLock } from '../locks.ts'
import { statement } from '../statement.ts'
import type { TableName, Tables } from '../tables.ts'

/** An ordered list: the rows of `table` with the same `group`, one for each `item`, ordered by `rank`. */
export interface OrderedList {
  table: TableName
  group: string
  item: string
}

export const tasksOfSection: OrderedList = { table: 'task_memberships', group: 'section', item: 'task' }
export const subtasksOfTask: OrderedList = { table: 'tasks', group: 'parent', item: 'gid' }
export const optionsOfField: OrderedList = { table: 'enum_options', group: 'custom_field', item: 'gid' }
export const statusOptionsOfType: OrderedList = {
  table: 'custom_type_status_options',
  group: 'custom_type',
  item: 'gid',
}
export const settingsOfParent: OrderedList = { table: 'custom_field_settings', group: 'parent', item: 'gid' }
export const itemsOfPortfolio: OrderedList = { table: 'portfolio_items', group: 'portfolio', item: 'item' }
export const supportOfGoal: OrderedList = {
  table: 'goal_relationships',
  group: 'supported_goal',
  item: 'supporting_resource',
}
export const viewsOfParent: OrderedList = { table: 'views', group: 'parent', item: 'gid' }
export const favoritesOfPerson: OrderedList = { table: 'favorites', group: 'user', item: 'resource' }
export const sectionsOfProject: OrderedList = { table: 'sections', group: 'project', item: 'gid' }

export type RankPosition = 'start' | 'end' | { before: number } | { after: number }

interface RankRow {
  rank: string
}

interface RankStatements {
  /** The rank of one item. */
  own: Statement<RankRow>
  /** The nearest rank after (`next`) or before (`last`) another one. */
  next: Statement<RankRow>
  last: Statement<RankRow>
}

const rankStatements = new Map<OrderedList, RankStatements>()

function rankStatementsOf(list: OrderedList): RankStatements {
  const known = rankStatements.get(list)
  if (known) return known
  const build = (condition: 'own' | 'next' | 'last') =>
    statement<RankRow>(param => {
      const rank = sql.ref('rank')
      const edge = param('edge')
      const which = {
        own: sql`${sql.ref(list.item)} = ${edge}`,
        next: sql`rank > ${edge} order by ${rank} limit 1`,
        last: sql`rank < ${edge} order by ${rank} desc limit 1`,
      }[condition]
      return sql<RankRow>`select ${rank} as rank from ${sql.table(list.table)}
        where ${sql.ref(list.group)} = ${param('group')} and ${which}`
    })
  const made = { own: build('own'), next: build('next'), last: build('last') }
  rankStatements.set(list, made)
  return made
}

/** Sorts after every rank: ranks consist of letters and digits. */
const AFTER_ALL_RANKS = '~'

/**
 * The rank that puts an item at a position in the list of `group`; undefined when the item that the position names is
 * not in it. The list is locked until the transaction ends, so no other transaction can assign a rank in it.
 */
export async function rankAt(
  tx: Writer,
  list: OrderedList,
  group: number,
  position: RankPosition,
): Promise<string | undefined> {
  await advisoryLock(tx, 'positions', group)
  const { own, next, last } = rankStatementsOf(list)
  const rankOf = (question: Statement<RankRow>, edge: string | number) => findRank(tx, question, group, edge)
  if (position === 'start') return rankBetween(null, await rankOf(next, ''))
  if (position === 'end') return rankBetween(await rankOf(last, AFTER_ALL_RANKS), null)
  const anchor = await rankOf(own, 'before' in position ? position.before : position.after)
  if (anchor === null) return undefined
  return 'before' in position
    ? rankBetween(await rankOf(last, anchor), anchor)
    : rankBetween(anchor, await rankOf(next, anchor))
}

/**
 * Inserts a task before all others of a section; the statement computes its rank where the engine can. The lock is shared, so
 * that additions to a section do not wait for each other: if several find the same first task, their ranks still differ.
 */
export async function insertFirst(tx: Writer, row: Omit<Tables['task_memberships'], 'rank'>): Promise<void> {
  await sharedLock(tx, 'positions', row.section)
  if (tx.db.dialect.integerBefore) {
    const values = { ...row, fraction: ownFraction(row.task) }
    return insertBy(tx, 'task_memberships', row, { statement: insertFirstTask, values })
  }
  const { next } = rankStatementsOf(tasksOfSection)
  const rank = rankBetween(null, await findRank(tx, next, row.section, ''))
  await insert(tx, 'task_memberships', { ...row, rank })
}

const insertFirstTask = statement<unknown>(
  (param, { dialect }) => sql`insert into task_memberships (task, project, section, workspace, rank)
    values (${param('task')}, ${param('project')}, ${param('section')}, ${param('workspace')}, coalesce((
      select ${dialect.integerBefore} from (
        select rank as first from task_memberships where section = ${param('section')} order by rank limit 1
      ) as top), ${sql.lit(FIRST_INTEGER)}) || ${param('fraction')})`,
)

const findRank = async (
  tx: Writer,
  question: Statement<RankRow>,
  group: number,
  edge: string | number,
): Promise<string | null> => (await tx.first(question, { group, edge }))?.rank ?? null
