/** What a job reads of the project that it saves as a template, for many tasks at once. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { TaskTable } from '../../tables/work.ts'
import { atLeast } from '../access.ts'
import type { CopiedValue } from '../jobs/copies.ts'

interface NamedSection {
  gid: number
  name: string
}

const sections: Statement<NamedSection> = statement((param, db) =>
  db
    .selectFrom('sections')
    .select(['gid', 'name'])
    .where('project', '=', param('project'))
    .orderBy('rank')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The first sections of a project, in order. */
export const firstSections = (reader: Reader, project: number, limit: number): Promise<NamedSection[]> =>
  reader.all(sections, { project, limit })

const firstDay: Statement<{ day: string | null }> = statement(
  param => sql<{ day: string | null }>`select min(coalesce(t.start_on, t.due_on)) as day from task_memberships m
    join tasks t on t.gid = m.task where m.project = ${param('project')} and t.deleted_at is null`,
)

/** The first day on which a task of a project starts, or is due if it has no start. */
export const firstDayOf = async (reader: Reader, project: number): Promise<string | null> =>
  (await reader.first(firstDay, { project }))?.day ?? null

/** Whether a task is in a project, itself or by a task above it. */
const isBelow = (task: string, project: unknown): RawBuilder<boolean> => sql`exists (with recursive up (gid) as (
      select ${sql.ref(`${task}.parent`)}
      union select a.parent from up join tasks a on a.gid = up.gid where a.parent is not null and a.deleted_at is null)
    select 1 from up join tasks b on b.gid = up.gid join task_memberships x on x.task = b.gid
    where b.deleted_at is null and x.project = ${project})`

/** A task, and its rank in its section. */
export interface SectionTask extends TaskTable {
  place: string
}

const topTasks: Statement<SectionTask> = statement(
  (param, db) => sql<SectionTask>`select t.*, m.rank as place from task_memberships m join tasks t on t.gid = m.task
    where m.section = ${param('section')} and m.rank > ${param('after')} and t.deleted_at is null
      and (t.parent is null or not ${isBelow('t', param('project'))})
    order by m.rank ${db.dialect.limit(param('limit'))}`,
)

interface SectionPart {
  project: number
  section: number
  /** A rank in the section. */
  after: string
}

/** The next tasks of a section that are not below another task of the project: those come as its subtasks. */
export const nextTopTasks = (reader: Reader, part: SectionPart, limit: number): Promise<SectionTask[]> =>
  reader.all(topTasks, { ...part, limit })

interface TaskInSection {
  task: number
  section: number
}

const places: Statement<TaskInSection> = statement((param, db) =>
  db
    .selectFrom('task_memberships')
    .select(['task', 'section'])
    .where('project', '=', param('project'))
    .where(eb => db.dialect.isAmong(eb.ref('task'), param('tasks'))),
)

/** The sections of those of these tasks that are in a project. */
export async function sectionsOfTasks(
  reader: Reader,
  project: number,
  tasks: readonly number[],
): Promise<Map<number, number>> {
  const rows = await reader.all(places, { project, tasks: reader.db.dialect.set(tasks) })
  return new Map(rows.map(({ task, section }) => [task, section]))
}

const values: Statement<CopiedValue> = statement(
  (
    param,
    db,
  ) => sql<CopiedValue>`select v.gid as gid, v.object as object, v.object_type as object_type, v.custom_field as custom_field,
      v.text_value as text_value, v.number_value as number_value, v.enum_value as enum_value, v.date_on as date_on,
      v.date_at as date_at
    from custom_field_values v join custom_fields f on f.gid = v.custom_field and f.deleted_at is null
      and f.formula is null and f.id_prefix is null
    where ${db.dialect.isAmong(sql.ref('v.object'), param('tasks'))} and ${atLeast('custom_field', 'f', 1, param)}`,
)

/** The values of tasks that clients can set, of fields that the caller can see. */
export const valuesToSave = (reader: Reader, me: number, tasks: readonly number[]): Promise<CopiedValue[]> =>
  reader.all(values, { me, tasks: reader.db.dialect.set(tasks) })

interface SavedChoice {
  value: number
  choice: number
}

const choices: Statement<SavedChoice> = statement((param, db) =>
  db
    .selectFrom('custom_field_choices')
    .select(['value', 'choice'])
    .where(eb => db.dialect.isAmong(eb.ref('value'), param('values')))
    .orderBy('value')
    .orderBy('rank'),
)

/** The choices of these values, in order. */
export async function choicesToSave(reader: Reader, gids: readonly number[]): Promise<Map<number, number[]>> {
  if (gids.length === 0) return new Map()
  const rows = await reader.all(choices, { values: reader.db.dialect.set(gids) })
  const byValue = Map.groupBy(rows, ({ value }) => value)
  return new Map([...byValue].map(([value, own]) => [value, own.map(({ choice }) => choice)]))
}

interface SavedLink {
  position: number
  dependency: number
}

const links: Statement<SavedLink> = statement(
  param => sql<SavedLink>`select k.position as position, n.position as dependency
    from job_copies k join task_dependencies d on d.task = k.source
    join job_copies n on n.job = k.job and n.source = d.dependency
    where k.job = ${param('job')} and k.position between ${param('first')} and ${param('last')}
    order by k.position, n.position`,
)

/** The dependencies between saved tasks, of those at these positions. */
export const linksToSave = (reader: Reader, job: number, first: number, last: number): Promise<SavedLink[]> =>
  reader.all(links, { job, first, last })
