/** Queries for rules: those of a project, their triggers, and what a run must know about its rule. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

export type RuleRow = Tables['rules']

/** A rule with the gid of its trigger for requests, and the name of its owner. */
export interface ListedRule extends RuleRow {
  rule_trigger: number | null
  owner_name: string
}

const listedRules = sql`select r.*, u.name as owner_name,
  (select t.gid from rule_triggers t where t.rule = r.gid) as rule_trigger
  from rules r join users u on u.gid = r.owner`

const one: Statement<ListedRule> = statement(param => sql<ListedRule>`${listedRules} where r.gid = ${param('gid')}`)

export const ruleOf = (reader: Reader, gid: number): Promise<ListedRule | undefined> => reader.first(one, { gid })

const ofProject: Statement<ListedRule> = statement(
  param => sql<ListedRule>`${listedRules} where r.project = ${param('project')} order by r.gid`,
)

/** The rules of a project, in the order of their creation. Their number is limited. */
export const rulesOf = (reader: Reader, project: number): Promise<ListedRule[]> => reader.all(ofProject, { project })

const count: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from rules r where r.project = ${param('project')}`,
)

export const countRules = async (reader: Reader, project: number): Promise<number> =>
  (await reader.first(count, { project }))?.count ?? 0

/** The trigger that requests from outside run, with what it needs to know about its rule. */
export interface RequestTrigger {
  gid: number
  rule: number
  project: number
  workspace: number
  active: number
}

const trigger: Statement<RequestTrigger> = statement(
  param => sql<RequestTrigger>`select t.gid as gid, t.rule as rule, t.project as project, t.workspace as workspace,
      r.active as active
    from rule_triggers t join rules r on r.gid = t.rule where t.gid = ${param('gid')}`,
)

export async function requestTriggerOf(reader: Reader, gid: number): Promise<RequestTrigger> {
  const row = await reader.first(trigger, { gid })
  if (!row) throw new Error(`There is no rule trigger ${gid}.`)
  return row
}

const activeIn: Statement<RuleRow> = statement((param, db) => {
  return sql<RuleRow>`select r.* from rules r
    where ${db.dialect.isAmong(sql.ref('r.project'), param('projects'))} and r.active = 1 order by r.gid`
})

/** The active rules of these projects. */
export const activeRulesIn = (reader: Reader, projects: readonly number[]): Promise<RuleRow[]> =>
  reader.all(activeIn, { projects: reader.db.dialect.set(projects) })

const membership: Statement<{ task: number }> = statement(
  param => sql<{ task: number }>`select m.task as task from task_memberships m
    join tasks t on t.gid = m.task and t.deleted_at is null
    where m.task = ${param('task')} and m.project = ${param('project')}`,
)

/** Whether a task is in a project itself, and in no trash. */
export const isTaskIn = async (reader: Reader, task: number, project: number): Promise<boolean> =>
  (await reader.first(membership, { task, project })) !== undefined

/** A rule about dates, and the time zone in which its owner counts days. */
export type DatedRule = RuleRow & { time_zone: string }

const dated: Statement<DatedRule> = statement(
  (param, db) => sql<DatedRule>`select r.*, u.time_zone as time_zone from rules r join users u on u.gid = r.owner
    where r.active = 1 and r.trigger_kind = 'date_approaching' and r.gid > ${param('after')}
    order by r.gid ${db.dialect.limit(param('limit'))}`,
)

/** The active rules about dates after a gid. */
export const datedRules = (reader: Reader, after: number, limit: number): Promise<DatedRule[]> =>
  reader.all(dated, { after, limit })

/** A task with the date that approaches. */
export interface ApproachingTask {
  gid: number
  date: string
}

const approachingStatement = (column: 'due_on' | 'start_on'): Statement<ApproachingTask> =>
  statement(
    (param, db) => sql<ApproachingTask>`select t.gid as gid, t.${sql.ref(column)} as date from tasks t
      where t.workspace = ${param('workspace')} and t.completed = 0 and t.deleted_at is null
        and t.${sql.ref(column)} >= ${param('from')} and t.${sql.ref(column)} <= ${param('until')}
        and exists (select 1 from task_memberships m where m.task = t.gid and m.project = ${param('project')})
        and not exists (select 1 from rule_dates d
          where d.rule = ${param('rule')} and d.task = t.gid and d.date = t.${sql.ref(column)})
      order by t.${sql.ref(column)}, t.gid ${db.dialect.limit(param('limit'))}`,
  )

const approaching = { due_on: approachingStatement('due_on'), start_on: approachingStatement('start_on') }

/** The incomplete tasks of the project of a rule with a date in a range of days that has not started the rule yet. */
export const approachingTasks = (
  reader: Reader,
  column: keyof typeof approaching,
  rule: Pick<RuleRow, 'gid' | 'workspace' | 'project'>,
  range: { from: string; until: string; limit: number },
): Promise<ApproachingTask[]> =>
  reader.all(approaching[column], { rule: rule.gid, workspace: rule.workspace, project: rule.project, ...range })

interface CopiedPart {
  source: number
  copy: number | null
  field: number | null
}

const copiedParts: Statement<CopiedPart> = statement((param, { dialect }) => {
  const named = (gid: string) => dialect.isAmong(sql.ref(gid), param('gids'))
  const copies = sql`left join job_copies k on k.job = ${param('job')} and k.source = x.gid`
  const own = (
    table: string,
  ) => sql`select x.gid as source, k.copy as copy, cast(null as ${sql.raw(dialect.types.integer)}) as field
    from ${sql.table(table)} x ${copies} where x.project = ${param('project')} and ${named('x.gid')}`
  return sql<CopiedPart>`${own('sections')} union all ${own('custom_fields')}
    union all select x.gid as source, k.copy as copy, x.custom_field as field
    from enum_options x join custom_fields f on f.gid = x.custom_field and f.project = ${param('project')} ${copies}
    where ${named('x.gid')}`
})

/**
 * The objects among `gids` that belong to a project alone, with the copies that the job made of them: sections, custom
 * fields and their options. `copy` is null for what it did not copy.
 */
export const copiedPartsOf = (
  reader: Reader,
  { job, project }: { job: number; project: number },
  gids: readonly number[],
): Promise<CopiedPart[]> => reader.all(copiedParts, { job, project, gids: reader.db.dialect.set(gids) })
