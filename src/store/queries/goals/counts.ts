/**
 * The counts of tasks of the projects that goals follow, so that a change of one task does not count all of them again. A
 * row holds what a count would find; a project without a row is counted where its numbers are needed.
 */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import { awaitUnlessPipelined } from '../../tracking/row_writes.ts'

/** The counted columns, in their order. */
const countColumns = ['tasks', 'completed_tasks', 'milestones', 'completed_milestones'] as const

/** A task as it is, in a project with stored counts or, with null, elsewhere. */
export interface CountedTask {
  task: number
  project: number | null
  completed: number
  deleted_at: number | null
  resource_subtype: string
}

const addition: Statement<never> = statement((param, { dialect }) => {
  const names = countColumns.map(name => sql.id(name))
  const assigned = names.map(name => sql`${name} = project_counts.${name} + v.${name}`)
  return sql<never>`with v (project, ${sql.join(names)}) as (
      ${dialect.rows(param('rows'), ['number', ...countColumns.map(() => 'number' as const)])})
    update project_counts set ${sql.join(assigned)} from v where project_counts.project = v.project`
})

const additionToOne: Statement<never> = statement(param => {
  const assigned = countColumns.map(name => sql`${sql.id(name)} = ${sql.id(name)} + ${param(name)}`)
  return sql<never>`update project_counts set ${sql.join(assigned)} where project = ${param('project')}`
})

/** Adds to the counts of projects: the project, and how many more of each. The caller holds the lock on the log of the workspace. */
export async function addCounts(tx: Writer, differences: readonly number[][]): Promise<void> {
  const [first, ...others] = differences
  if (first === undefined) return
  const [project, tasks, completed_tasks, milestones, completed_milestones] = first
  // One project is the usual case.
  const sent =
    others.length === 0
      ? tx.all(additionToOne, { project, tasks, completed_tasks, milestones, completed_milestones })
      : tx.all(addition, { rows: JSON.stringify(differences) })
  await awaitUnlessPipelined(tx, sent)
}

const count = (condition: string) => sql`coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0)`

const insertion: Statement<never> = statement((param, { dialect }) => {
  return sql<never>`insert into project_counts (project, ${sql.join(countColumns.map(name => sql.id(name)))})
    select p.gid, count(t.gid), coalesce(sum(t.completed), 0), ${count(`t.resource_subtype = 'milestone'`)},
      ${count(`t.resource_subtype = 'milestone' and t.completed = 1`)}
    from projects p
    left join task_memberships k on k.project = p.gid
    left join tasks t on t.gid = k.task and t.deleted_at is null
    where p.gid in (select r.supporting_resource from goal_relationships r
      where ${dialect.isAmong(sql.ref('r.supported_goal'), param('goals'))} and r.supporting_type = 'project')
    and not exists (select 1 from project_counts c where c.project = p.gid)
    group by p.gid`
})

/** Counts the projects that support these goals and have no row. The caller holds the lock on the log of the workspace. */
export const countProjects = (tx: Writer, goals: readonly number[]): Promise<void> =>
  awaitUnlessPipelined(tx, tx.all(insertion, { goals: tx.db.dialect.set(goals) }))
