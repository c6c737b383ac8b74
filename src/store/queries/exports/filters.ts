/** The filters of an export of resources, as conditions on a window of tasks or status updates. */
import { type RawBuilder, sql } from 'kysely'
import type { Builder } from '../../db.ts'
import type { WindowFilter } from './objects.ts'

export interface ExportFilters {
  /** The gids of people, by filter: an object matches if it has any of them. */
  people: Readonly<Record<string, readonly number[]>>
  /** Milliseconds since the Unix epoch, both exclusive, by column. */
  times: Readonly<Record<string, { after?: number; before?: number }>>
}

type PeopleCondition = (isAmong: (column: string) => RawBuilder<boolean>) => RawBuilder<unknown>

const inRows =
  (table: string, of: string, column: string, more: RawBuilder<unknown> = sql`true`): PeopleCondition =>
  isAmong =>
    sql`exists (select 1 from ${sql.table(table)} as x where x.${sql.ref(of)} = t.gid
    and ${isAmong(`x.${column}`)} and ${more})`

const inColumn =
  (column: string): PeopleCondition =>
  isAmong =>
    isAmong(`t.${column}`)

/** What each filter is about; a filter that a type does not have matches nothing. */
const peopleConditions: Record<'task' | 'message', Record<string, PeopleCondition>> = {
  task: {
    assigned_by: inColumn('assigned_by'),
    assignee: inColumn('assignee'),
    commented_on_by: inRows('stories', 'target', 'created_by', sql`x.type = 'comment' and x.deleted_at is null`),
    created_by: inColumn('created_by'),
    followers: inRows('task_followers', 'task', 'user'),
    liked_by: inRows('task_likes', 'task', 'user'),
  },
  message: { created_by: inColumn('created_by'), liked_by: inRows('status_update_likes', 'status_update', 'user') },
}

/** The condition that a row passes all filters. */
export const passing =
  (type: 'task' | 'message', filters: ExportFilters): WindowFilter =>
  db =>
    conditionOf(db, type, filters)

function conditionOf(db: Builder, type: 'task' | 'message', { people, times }: ExportFilters): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  for (const [name, gids] of Object.entries(people)) {
    const condition = peopleConditions[type][name]
    const set = db.dialect.set(gids)
    conditions.push(condition?.(column => db.dialect.isAmong(sql.ref(column), set)) ?? sql`false`)
  }
  for (const [column, { after, before }] of Object.entries(times)) {
    if (after !== undefined) conditions.push(sql`t.${sql.ref(column)} > ${after}`)
    if (before !== undefined) conditions.push(sql`t.${sql.ref(column)} < ${before}`)
  }
  return sql.join(conditions, sql` and `)
}
