/** Queries about tasks whose assignees are to be notified of their due dates. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

export interface DueTask {
  gid: number
  assignee: number
  due_on: string
  /** The time zone of the assignee, and their preferences as JSON, which may name another one. */
  time_zone: string
  preferences: string
  /** Whether the assignee was notified that it is due on this date. */
  is_announced: number
}

/** The days to look at, and the last task of the page before. */
interface DuePage {
  workspace: number
  from: string
  until: string
  after: { due_on: string; gid: number }
  limit: number
}

const announced = (cause: 'due_today' | 'overdue') => sql`exists (select 1 from due_notices d
    where d.task = t.gid and d.cause = ${sql.lit(cause)} and d.due_on = t.due_on)`

const due: Statement<DueTask> = statement(
  (param, { dialect }) => sql<DueTask>`select t.gid as gid, t.assignee as assignee, t.due_on as due_on,
      u.time_zone as time_zone, coalesce(p.preferences, '{}') as preferences,
      case when ${announced('due_today')} then 1 else 0 end as is_announced
    from tasks t join users u on u.gid = t.assignee left join personal_states p on p."user" = t.assignee
    where t.workspace = ${param('workspace')} and t.due_on >= ${param('from')} and t.due_on <= ${param('until')}
      and (t.due_on, t.gid) > (${param('after_on')}, ${param('after')}) and t.completed = 0 and t.deleted_at is null
      and not ${announced('overdue')}
    order by t.due_on, t.gid ${dialect.limit(param('limit'))}`,
)

/** Assigned, incomplete tasks that are due in a range of days, and were not announced as overdue. */
export const dueTasks = (reader: Reader, { after, ...page }: DuePage): Promise<DueTask[]> =>
  reader.all(due, { ...page, after_on: after.due_on, after: after.gid })

const all: Statement<{ gid: number }> = statement(
  () => sql<{ gid: number }>`select w.gid as gid from workspaces w order by w.gid`,
)

export const workspaceGids = async (reader: Reader): Promise<number[]> =>
  (await reader.all(all, {})).map(({ gid }) => gid)
