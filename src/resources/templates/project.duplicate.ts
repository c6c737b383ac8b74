/**
 * Duplicates a project. The request itself creates the copy, with its first section, so that the response names it and
 * tasks can be added to it; the job copies the rest.
 */
import { forbidden, malformed } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { insert } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { spanOf } from '../../store/queries/jobs/copied_projects.ts'
import { teamOf } from '../../store/queries/membership.ts'
import { findProject, type ProjectRow } from '../../store/queries/projects.ts'
import { one, raw, someOf, text, type Values } from '../../vocabulary/field.ts'
import { action, created, type ReadCall, type WriteCall } from '../../vocabulary/operation.ts'
import { requestJob, setCursor } from '../platform/rules/request_job.ts'
import { project } from '../work/project.ts'
import { lockMembers, mustBeOf } from '../work/rules/membership.ts'
import { addProjectAdmin } from '../work/rules/project_members.ts'
import { newProject } from '../work/rules/project_state.ts'
import { copyBrief, copySections, type ProjectJobInput, projectParts } from './rules/copied_project.ts'
import { parseSchedule, type Schedule, shiftDate } from './rules/schedule.ts'

const body = {
  name: text({ required: true, max: 1024, doc: 'The name of the new project.' }),
  team: one('team', { need: 'view', doc: 'The team of the new project; by default that of the project.' }),
  include: someOf(projectParts, { doc: 'What the new project has in addition to sections, tasks and custom fields.' }),
  schedule_dates: raw({
    doc: 'Moves all dates: `should_skip_weekends`, and either `start_on` for the first or `due_on` for the last date. Needs `task_dates` in `include`.',
  }),
}

type DuplicateCall<T> = T & { path: { project_gid: number }; body: Values<typeof body> }

/** Reads the dates of the project, which takes time in proportion to its tasks. Throws 400 for an invalid schedule. */
async function prepareSchedule({ path, body, reader }: DuplicateCall<ReadCall>): Promise<Schedule | null> {
  if (body.schedule_dates === undefined) return null
  const { should_skip_weekends: skipsWeekends, start_on, due_on } = parseSchedule(body.schedule_dates)
  const parts = body.include ?? []
  // wire: contract
  if (!parts.includes('task_dates')) throw malformed('schedule_dates needs task_dates in include')
  const span = await spanOf(reader, path.project_gid, parts.includes('task_subtasks'))
  const [anchor, from, to] = start_on
    ? (['start', span.start_on, start_on] as const)
    : (['due', span.due_on, due_on] as const)
  if (from === null || to === undefined) return null
  const schedule = { from, to, anchor, skipsWeekends }
  // Refuses a schedule that leaves the calendar at one end.
  for (const date of [span.start_on, span.due_on]) if (date !== null) shiftDate(schedule, date)
  return schedule
}

/** The team of the copy. Throws 403 unless the caller may create projects there. */
async function findTeam({ tx, actor, body }: DuplicateCall<WriteCall>, source: ProjectRow): Promise<number | null> {
  const team = body.team ?? source.team
  const type = team === null ? 'workspace' : 'team'
  const home = team ?? source.workspace
  if (team !== null) mustBeOf(source.workspace, (await teamOf(tx, team)).organization, 'team', team)
  if (!allows((await rights(tx, actor.gid, type, [home])).get(home), 'edit')) throw forbidden(type)
  return team
}

/** The columns of the copy. Its privacy is that of a new project, unless permissions are copied. */
function copiedColumns(source: ProjectRow, name: string, fresh: ReturnType<typeof newProject>, input: ProjectJobInput) {
  const parts = new Set(input.parts)
  const { color, icon, default_view, start_on, due_on } = source
  const date = (on: string | null) => (on !== null && input.schedule ? shiftDate(input.schedule, on) : on)
  const dates = parts.has('task_dates') ? { start_on: date(start_on), due_on: date(due_on) } : {}
  const { privacy_setting: privacy, default_access_level } = source
  const { minimum_access_level_for_customization, minimum_access_level_for_sharing } = source
  const permissions = {
    privacy_setting: privacy === 'private_to_team' && fresh.team === null ? 'private' : privacy,
    ...{ default_access_level, minimum_access_level_for_customization, minimum_access_level_for_sharing },
  }
  const notes = parts.has('notes')
    ? { notes: source.notes, html_notes: source.html_notes }
    : { notes: '', html_notes: null }
  return { ...fresh, name, color, icon, default_view, ...dates, ...(parts.has('permissions') && permissions), ...notes }
}

async function insertCopy(tx: Writer, source: ProjectRow, columns: ReturnType<typeof copiedColumns>): Promise<number> {
  const gid = tx.gid()
  await insert(tx, 'projects', {
    ...{ gid, workspace: source.workspace, ...columns, archived: 0 },
    ...{ completed: 0, completed_at: null, completed_by: null, current_status_update: null },
    created_from_template: null,
    ...{ created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null },
  })
  return gid
}

export const operations = [
  action('/projects/{project_gid}/duplicate', project, {
    id: 'duplicateProject',
    doc: 'Starts a job that duplicates a project with its sections, custom fields and tasks.',
    permissions: [{ name: 'create_project' }],
    needs: { project_gid: 'view' },
    limit: 'job',
    status: created,
    type: 'job',
    body,
    prepare: prepareSchedule,
    async execute(call) {
      const { tx, actor, path, body, filesQuota, prepared: schedule } = call
      const source = await findProject(tx, path.project_gid)
      if (!source) throw new Error(`There is no project ${path.project_gid}.`)
      const { workspace } = source
      const team = await findTeam(call, source)
      // A service account sees every project and is a member of none.
      const owner = actor.kind === 'service' ? null : actor.gid
      if (owner !== null) await lockMembers(tx, workspace, [owner], () => 'workspace')
      const input: ProjectJobInput = { parts: body.include ?? [], schedule, filesQuota }
      const copy = await insertCopy(tx, source, copiedColumns(source, body.name, newProject(owner, team), input))
      if (owner !== null) await addProjectAdmin(tx, { gid: copy, workspace }, owner)
      const job = await requestJob(call, {
        ...{ workspace, subtype: 'duplicate_project', source: source.gid, created: { new_project: copy }, input },
      })
      const of = { job, user: actor.gid, workspace, source: source.gid, copy }
      if (input.parts.includes('notes')) await copyBrief(tx, of)
      const { after, position } = await copySections(tx, of, { after: '', position: 0 }, 1)
      await setCursor(tx, job, { phase: 'sections', after: after ?? '', position })
      return job
    },
  }),
]
