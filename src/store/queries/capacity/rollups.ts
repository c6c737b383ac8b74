/**
 * The time that projects plan and use, by person, each with their rate there. Sums are decimal text in two parts, so that
 * they are exact and no row makes one exceed an integer of the engine.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

/** Time of one person in a project. */
export interface TimeLine {
  project: number
  /** In thousandths of a minute. */
  time: bigint
  /** What an hour of the person costs; null without a rate, and for time of no person. */
  rate: string | null
}

interface SummedRow {
  project: number
  rate: string | null
  high: string
  low: string
}

const PART_SIZE = 1_000_000_000

/** The columns of a sum: the multiples of `PART_SIZE`, and the rest. */
const sums = (term: RawBuilder<unknown>) => sql`cast(sum(${term} / ${sql.lit(PART_SIZE)}) as text) as high,
  cast(sum(${term} % ${sql.lit(PART_SIZE)}) as text) as low`

const rateOf = (project: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql`left join rates r on r.parent = ${project} and r.resource = ${person} and r.deleted_at is null`

const timeOf = ({ high, low }: SummedRow): bigint => BigInt(high) * BigInt(PART_SIZE) + BigInt(low)

const planned: Statement<SummedRow> = statement(
  (param, db) => sql<SummedRow>`select a.parent as project, r.rate as rate, ${sums(sql`a.planned_time`)}
    from allocations a ${rateOf(sql`a.parent`, sql`a.assignee`)}
    where ${db.dialect.isAmong(sql`a.parent`, param('projects'))} and a.deleted_at is null
    group by a.parent, a.assignee, r.rate`,
)

/** The time that allocations plan for projects. */
export async function plannedTimes(reader: Reader, projects: readonly number[]): Promise<TimeLine[]> {
  if (projects.length === 0) return []
  const rows = await reader.all(planned, { projects: reader.db.dialect.set(projects) })
  return rows.map(row => ({ project: row.project, rate: row.rate, time: timeOf(row) }))
}

/**
 * A project estimates its tasks with the first of its number fields whose format is `duration`, in minutes. A value from
 * before the field had this format can have decimals.
 */
const estimated: Statement<SummedRow> = statement((param, db) => {
  const minutes = sql`cast(round(cast(v.number_value as numeric)) as ${sql.raw(db.dialect.types.integer)})`
  return sql<SummedRow>`with estimates (project, field) as (select p.gid,
      (select s.custom_field from custom_field_settings s join custom_fields f on f.gid = s.custom_field and f.deleted_at is null
        where s.parent = p.gid and f.format = 'duration' and f.formula is null order by s.rank limit 1)
      from projects p where ${db.dialect.isAmong(sql`p.gid`, param('projects'))})
    select e.project as project, r.rate as rate, ${sums(minutes)}
    from estimates e join task_memberships m on m.project = e.project
    join tasks t on t.gid = m.task and t.deleted_at is null
    join custom_field_values v on v.object = t.gid and v.custom_field = e.field and v.number_value is not null
    ${rateOf(sql`e.project`, sql`t.assignee`)}
    group by e.project, t.assignee, r.rate`
})

const THOUSANDTHS = 1000n

/** The time that the tasks of projects are estimated to take, by their assignees. */
export async function estimatedTimes(reader: Reader, projects: readonly number[]): Promise<TimeLine[]> {
  if (projects.length === 0) return []
  const rows = await reader.all(estimated, { projects: reader.db.dialect.set(projects) })
  return rows.map(row => ({ project: row.project, rate: row.rate, time: timeOf(row) * THOUSANDTHS }))
}

/** Time that was entered, with its billable status. */
export interface EnteredTime extends TimeLine {
  billable_status: string
}

const entered: Statement<SummedRow & { billable_status: string }> = statement(
  (param, db) => sql<SummedRow & { billable_status: string }>`select e.attributable_to as project,
      e.billable_status as billable_status, r.rate as rate, ${sums(sql`e.duration_minutes`)}
    from time_tracking_entries e join tasks t on t.gid = e.task and t.deleted_at is null
    ${rateOf(sql`e.attributable_to`, sql`e.created_by`)}
    where ${db.dialect.isAmong(sql`e.attributable_to`, param('projects'))}
    group by e.attributable_to, e.billable_status, e.created_by, r.rate`,
)

/** The time that was entered for projects, by its creators. That of tasks in the trash does not count. */
export async function enteredTimes(reader: Reader, projects: readonly number[]): Promise<EnteredTime[]> {
  if (projects.length === 0) return []
  const rows = await reader.all(entered, { projects: reader.db.dialect.set(projects) })
  return rows.map(row => {
    const { project, rate, billable_status } = row
    return { project, rate, billable_status, time: timeOf(row) * THOUSANDTHS }
  })
}
