/**
 * The gids of the objects of an export.
 *
 * The objects of a workspace are found in windows of the primary key, so that no statement reads more than a window
 * in a store of any size, and no type needs an index for this. The objects of a part are found from their
 * containers.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Builder, Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { following, tableOf, trashable, workspaceColumnOf } from '../objects.ts'

/** The maximum number of rows that a statement reads. */
const WINDOW_ROWS = 5000

export interface ExportWindow {
  gids: number[]
  /** The key after which the next window starts; undefined after the last one. */
  next: number | undefined
}

/** A condition on the rows `t` of a window. */
export type WindowFilter = (db: Builder) => RawBuilder<unknown>

type WindowStatement = Statement<{ gid: number; belongs: number }>

/** Users are those with a membership, also one that has ended: they are named by what they did. */
const USERS = { table: 'workspace_memberships', object: 'user' } as const

/** The statement that reads a window of a type. */
export function windowOf(type: Name, filter: WindowFilter = () => sql`true`): WindowStatement {
  const { table, object } = type === 'user' ? USERS : { table: tableOf(type), object: 'gid' }
  const workspace = type === 'user' ? 'workspace' : workspaceColumnOf(type)
  const isLive = trashable(type) ? sql`t.deleted_at is null` : sql`true`
  return statement(
    (param, db) => sql<{ gid: number; belongs: number }>`with scanned as materialized (
      select * from ${sql.table(table)} where gid > ${param('after')} order by gid ${db.dialect.limit(param('limit'))})
    select t.${sql.ref(object)} as gid, 1 as belongs from scanned as t
      where t.${sql.ref(workspace)} = ${param('workspace')} and ${isLive} and (${filter(db)})
    union all select max(gid), 0 from scanned having max(gid) is not null
    order by belongs desc, gid`,
  )
}

/** The objects of a workspace with a key after `after`, among the next `WINDOW_ROWS` of their table. */
export async function readWindow(
  reader: Reader,
  window: WindowStatement,
  workspace: number,
  after: number,
): Promise<ExportWindow> {
  const rows = await reader.all(window, { workspace, after, limit: WINDOW_ROWS })
  const gids = rows.filter(({ belongs }) => belongs === 1).map(({ gid }) => gid)
  return { gids, next: rows.find(({ belongs }) => belongs === 0)?.gid }
}

/** A type whose objects are inside those of another type. */
interface Containment {
  container: Name
  type: Name
  from: string
  /** The columns with the container and with the object. */
  container_column: string
  object_column: string
}

const contained = (container: Name, type: Name, from: string, column: string, object = 'gid'): Containment => ({
  ...{ container, type, from, container_column: column, object_column: object },
})

/** Containers before what they contain. A task can contain tasks. */
export const containments: readonly Containment[] = [
  contained('team', 'project', 'projects', 'team'),
  contained('project', 'section', 'sections', 'project'),
  contained('project', 'task', 'task_memberships', 'project', 'task'),
  contained('task', 'task', 'tasks', 'parent'),
  ...following.flatMap(({ type, column, followed }) =>
    followed === 'workspace' ? [] : [contained(followed, type, tableOf(type), column)],
  ),
  contained('project', 'budget', 'budgets', 'parent'),
  contained('project', 'rate', 'rates', 'parent'),
  contained('portfolio', 'project', 'portfolio_items', 'portfolio', 'item'),
  contained('portfolio', 'portfolio', 'portfolio_items', 'portfolio', 'item'),
  ...(['goal', 'project', 'task', 'portfolio'] as const).map(type =>
    contained('goal', type, 'goal_relationships', 'supported_goal', 'supporting_resource'),
  ),
  contained('goal', 'goal_relationship', 'goal_relationships', 'supported_goal'),
  ...(['task', 'goal'] as const).map(type => contained(type, 'story', 'stories', 'target')),
  ...(['project', 'goal'] as const).flatMap(type => [
    contained(type, 'custom_field_setting', 'custom_field_settings', 'parent'),
    contained(type, 'custom_field', 'custom_field_settings', 'parent', 'custom_field'),
  ]),
]

const contents = new Map<Containment, Statement<{ gid: number }>>()

/** The objects inside these containers, which must be few. */
export async function contentsOf(
  reader: Reader,
  containment: Containment,
  containers: readonly number[],
): Promise<number[]> {
  let known = contents.get(containment)
  if (!known) {
    const { from, container_column, object_column } = containment
    known = statement(
      (param, db) => sql<{ gid: number }>`select distinct ${sql.ref(object_column)} as gid from ${sql.table(from)}
        where ${db.dialect.isAmong(sql.ref(container_column), param('containers'))}`,
    )
    contents.set(containment, known)
  }
  const rows = await reader.all(known, { containers: reader.db.dialect.set(containers) })
  return rows.map(({ gid }) => gid)
}
