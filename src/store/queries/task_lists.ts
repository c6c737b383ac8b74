/**
 * Lists of tasks: of a project, a section, a tag, a parent, an assignee, and of dependencies.
 *
 * The tasks of a project are ordered by section, then by rank. A page that starts inside a section is read in two
 * steps: the rest of that section, then the sections after it. So each step is one range of an index, and the cost of
 * a page does not depend on its position.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../db.ts'
import { type ParamFn, statement } from '../statement.ts'
import { isAfter, isVisible, type Page, type PageRow, packedRows, type SortKey, toPage, type Window } from './page.ts'

export interface TaskFilter {
  /** Only tasks that are incomplete, or were completed at or after this time. */
  completedSince?: number
  /** Only tasks that were modified at or after this time. */
  modifiedSince?: number
}

type TaskListKind = 'section' | 'rest' | 'sections' | 'tag' | 'parent' | 'assignee' | 'dependencies' | 'dependents'

interface TaskSource {
  /** The table to start from, `l`, with the condition that selects its rows. */
  from: RawBuilder<unknown>
  where(param: ParamFn): RawBuilder<unknown>
  /** The sort key. The gid of the task is last. */
  keys: string[]
  /** The table to start from is that of the tasks, `t`. */
  isOwn?: true
}

const membership = sql`task_memberships l`

const sources: Record<TaskListKind, TaskSource> = {
  section: { from: membership, where: param => sql`l.section = ${param('owner')}`, keys: ['l.rank', 'l.task'] },
  // Starts from the sections: their order is the outer order.
  rest: {
    from: sql`sections s cross join ${membership}`,
    where: param => sql`s.project = ${param('owner')} and s.rank = ${param('rank')} and l.section = s.gid`,
    keys: ['l.rank', 'l.task'],
  },
  sections: {
    from: sql`sections s cross join ${membership}`,
    where: param => sql`s.project = ${param('owner')} and s.rank > ${param('rank')} and l.section = s.gid`,
    keys: ['s.rank', 'l.rank', 'l.task'],
  },
  tag: { from: sql`task_tags l`, where: param => sql`l.tag = ${param('owner')}`, keys: ['l.task'] },
  parent: {
    ...{ from: sql`tasks t`, isOwn: true },
    where: param => sql`t.parent = ${param('owner')}`,
    keys: ['t.rank', 't.gid'],
  },
  assignee: {
    ...{ from: sql`tasks t`, isOwn: true },
    where: param => sql`t.assignee = ${param('owner')} and t.workspace = ${param('workspace')}`,
    keys: ['t.gid'],
  },
  dependencies: {
    from: sql`task_dependencies l`,
    where: param => sql`l.task = ${param('owner')}`,
    keys: ['l.dependency'],
  },
  dependents: {
    from: sql`task_dependencies l`,
    where: param => sql`l.dependency = ${param('owner')}`,
    keys: ['l.task'],
  },
}

const statements = new Map<string, Statement<PageRow>>()

interface TaskListQuery {
  owner: number
  workspace?: number
  /** The rank of a section, for `rest` and `sections`. */
  rank?: string
  filter: TaskFilter
  guarded: boolean
}

function taskStatement(lead: TaskListKind, filter: TaskFilter, guarded: boolean, after: boolean): Statement<PageRow> {
  const key = JSON.stringify([lead, Object.keys(filter), guarded, after])
  const known = statements.get(key)
  if (known) return known
  const { from, where, keys, isOwn } = sources[lead]
  // Few tasks are in the trash, so a small index excludes them without reading the rows of tasks.
  const isLight = !isOwn && !guarded && Object.keys(filter).length === 0
  const made = statement<PageRow>((param, { dialect }) => {
    const refs = keys.map(name => sql.ref(name))
    const gid = refs.at(-1)
    const conditions = [where(param)]
    if (isLight) {
      conditions.push(sql`not exists (select 1 from tasks d ${dialect.indexedBy('tasks_deleted')}
        where d.gid = ${gid} and d.deleted_at is not null)`)
    } else {
      conditions.push(isOwn ? sql`t.deleted_at is null` : sql`t.gid = ${gid} and t.deleted_at is null`)
    }
    if (filter.completedSince !== undefined) {
      conditions.push(sql`(t.completed = 0 or t.completed_at >= ${param('completedSince')})`)
    }
    if (filter.modifiedSince !== undefined) conditions.push(sql`t.modified_at >= ${param('modifiedSince')}`)
    if (guarded) conditions.push(isVisible('task', 't', param))
    if (after) conditions.push(isAfter(refs, param))
    const rows = sql`select ${sql.join([gid, ...refs.slice(0, -1)])}
      from ${from} ${isOwn || isLight ? sql`` : sql`cross join tasks t`}
      where ${sql.join(conditions, sql` and `)} order by ${sql.join(refs)} ${dialect.limit(param('limit'))}`
    return dialect.packed(rows, refs.length)
  })
  statements.set(key, made)
  return made
}

/** At most `limit` rows after the sort key `after`. */
function rows(
  reader: Reader,
  me: number,
  lead: TaskListKind,
  asked: TaskListQuery,
  limit: number,
  after: SortKey | null,
) {
  const { filter, guarded, ...values } = asked
  return packedRows(reader, taskStatement(lead, filter, guarded, after !== null), {
    ...values,
    ...filter,
    ...Object.fromEntries((after ?? []).map((part, index) => [`after${index}`, part])),
    me,
    limit,
  })
}

/** A page from rows whose sort keys lack the gid: it is added to the sort key of the next page. */
function pageOf(rows: readonly PageRow[], limit: number): Page {
  const { gids, next } = toPage(rows, limit)
  return { gids, next: next && [...next, gids[limit - 1] ?? 0] }
}

/** A page of the tasks of one object. */
export async function taskPage(
  reader: Reader,
  me: number,
  lead: Exclude<TaskListKind, 'rest' | 'sections'>,
  asked: TaskListQuery,
  { limit, after }: Window,
): Promise<Page> {
  return pageOf(await rows(reader, me, lead, asked, limit + 1, after), limit)
}

/** A page of the tasks of a project or a user task list. Its sort keys are section rank, rank and gid. */
export async function projectTaskPage(reader: Reader, me: number, asked: TaskListQuery, window: Window): Promise<Page> {
  const { limit, after } = window
  const rank = String(after?.[0] ?? '')
  const wanted = limit + 1
  const rest = after ? await rows(reader, me, 'rest', { ...asked, rank }, wanted, after.slice(1)) : []
  const left = wanted - rest.length
  const behindIt = left > 0 ? await rows(reader, me, 'sections', { ...asked, rank }, left, null) : []
  const { gids, next } = pageOf([...rest, ...behindIt], limit)
  // The sort keys of the rest of a section lack the rank of that section.
  return { gids, next: next && limit <= rest.length ? [rank, ...next] : next }
}
