/** Queries that find the changes that may start rules. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import type { LogPosition, LogRange } from '../events/streams.ts'

interface RuleProgress {
  workspace: number
  since: number
  last: number | null
  position: string | null
}

const progress: Statement<RuleProgress> = statement(
  (param, db) => sql<RuleProgress>`select r.workspace as workspace, min(r.since) as since,
    (select max(c.gid) from changes c where c.workspace = r.workspace) as last,
    (select s.value from settings s where s.name = ${param('name')} || ${db.dialect.text(sql.ref('r.workspace'))})
      as position
    from rules r where r.active = 1 group by r.workspace`,
)

/**
 * The workspaces with active rules that have changes which were not compared with the rules. The setting `name` +
 * workspace contains the last one that was.
 */
export async function behindRules(reader: Reader, name: string): Promise<LogPosition[]> {
  const all = await reader.all(progress, { name })
  return all.flatMap(({ workspace, since, last, position }) => {
    const after = Math.max(since, Number(position ?? 0))
    return after < (last ?? 0) ? [{ workspace, after, position }] : []
  })
}

/** A change in the stream of a project that has active rules. */
export interface ProjectChange
  extends Pick<
    Tables['changes'],
    'gid' | 'resource_type' | 'resource' | 'action' | 'parent_type' | 'parent' | 'field' | 'value' | 'new_value'
  > {
  project: number
  /** The project of the section that the task was moved to. */
  section_project: number | null
  /** The depth of the run that made the change; 0 for a change that no rule made. */
  depth: number
}

const ofProjects: Statement<ProjectChange> = statement(
  (param, db) => sql<ProjectChange>`with part as (
      select c.gid, c.resource_type, c.resource, c.action, c.parent_type, c.parent, c.field, c.value,
        case when c.field = 'completed' then c.new_value end as new_value, c.streams from changes c
      where c.workspace = ${param('workspace')} and c.gid > ${param('after')} and c.gid <= ${param('until')}),
    entries (resource, change) as (${db.dialect.unnest({ table: 'part', key: 'gid', list: 'streams' })})
    select h.resource as project, c.gid as gid, c.resource_type as resource_type, c.resource as resource,
      c.action as action, c.parent_type as parent_type, c.parent as parent, c.field as field, c.value as value,
      c.new_value as new_value, s.project as section_project,
      coalesce((select case when r.first_change <= c.gid then r.depth else 0 end from rule_runs r
        where r.workspace = ${param('workspace')} and r.last_change >= c.gid order by r.last_change limit 1), 0) as depth
    from entries h join part c on c.gid = h.change
    left join sections s on s.gid = c.parent and c.parent_type = 'section'
    where exists (select 1 from rules r where r.project = h.resource and r.active = 1)
      and ((c.resource_type = 'project' and c.resource = h.resource and c.action = 'deleted')
        or (c.resource_type = 'task' and exists (
          select 1 from task_memberships m where m.task = c.resource and m.project = h.resource)))
    order by c.gid, h.resource`,
)

/** The changes of tasks in projects with active rules, and the deletions of such projects, in a range of the log. */
export const changesOfRuleProjects = (reader: Reader, range: LogRange): Promise<ProjectChange[]> =>
  reader.all(ofProjects, { ...range })
