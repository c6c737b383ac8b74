/**
 * The job that saves a project as a template: its outline, the tasks of its sections, their subtasks, and their
 * dependencies. A task comes before its subtasks, and is saved once.
 */
import { malformed, unknownObject } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { dateVariables, type ProjectContent, relativeDate } from '../../resources/templates/rules/content.ts'
import { type SavedTaskTerms, saveTasks, type TaskToSave } from '../../resources/templates/rules/saved_tasks.ts'
import { contentColumns, MAX_TEMPLATE_TASKS } from '../../resources/templates/rules/write.ts'
import { findForUpdate, insertAll, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { fieldsOf, settingsOf } from '../../store/queries/fields.ts'
import { nextSubtasks } from '../../store/queries/jobs/copies.ts'
import type { RequestedJob } from '../../store/queries/jobs/requested.ts'
import { findProject, type ProjectRow } from '../../store/queries/projects.ts'
import {
  firstDayOf,
  firstSections,
  linksToSave,
  nextTopTasks,
  sectionsOfTasks,
} from '../../store/queries/templates/sources.ts'
import type { JobSteps } from '../duplication/steps.ts'

/** The tasks of one step: few enough that other writers wait at most 50 ms. */
const MAX_TASKS = 100
/** The saved tasks whose subtasks or dependencies one step looks up. */
const MAX_PARENTS = 300
const MAX_SECTIONS = 500

/** What the first step finds, and each step passes on. */
interface Outline {
  /** The gids of the sections, in order. */
  sections: number[]
  from: string | null
  /** The number of saved tasks. */
  count: number
}

type SaveCursor = Outline &
  (
    | { phase: 'tasks'; section: number; after: string }
    | { phase: 'subtasks'; at: number; rank: string }
    | { phase: 'dependencies'; at: number }
  )

export const saveProjectAsTemplate: JobSteps = {
  async step(tx, job, cursor) {
    const project = await sourceOf(tx, job)
    const template = await findForUpdate(tx, 'project_templates', { gid: job.new_project_template ?? 0 })
    if (!template || template.deleted_at !== null)
      throw unknownObject('project_template', job.new_project_template ?? 0)
    if (cursor === null) return saveOutline(tx, project, template.gid, JSON.parse(template.content) as ProjectContent)
    return saveNext(tx, job, project.gid, template.gid, cursor as SaveCursor)
  },
  async abandon(tx, { user, new_project_template: gid }) {
    const template = await findForUpdate(tx, 'project_templates', { gid: gid ?? 0 })
    if (template?.deleted_at !== null) return
    await update(tx, 'project_templates', { gid: template.gid }, { deleted_at: tx.now, deleted_by: user })
  },
}

/** The project that is saved. Throws 404 if it is in the trash, or the user can no longer see it. */
async function sourceOf(tx: Writer, { user, source }: RequestedJob): Promise<ProjectRow> {
  const project = await findProject(tx, source ?? 0)
  const right = (await rights(tx, user, 'project', [source ?? 0])).get(source ?? 0)
  if (!project || !allows(right, 'view')) throw unknownObject('project', source ?? 0)
  return project
}

/** Saves sections, fields and the dates of the project. */
async function saveOutline(tx: Writer, project: ProjectRow, gid: number, content: ProjectContent): Promise<SaveCursor> {
  const found = await firstSections(tx, project.gid, MAX_SECTIONS + 1)
  if (found.length > MAX_SECTIONS) throw malformed(`A template can have at most ${MAX_SECTIONS} sections`)
  const settings = await settingsOf(tx, project.gid)
  const fields = await fieldsOf(
    tx,
    settings.map(({ custom_field }) => custom_field),
  )
  // A field of one project cannot be used in another one.
  const shared = settings.filter(({ custom_field }) => fields.get(custom_field)?.project === null)
  const [variable, from] = await scheduleOf(tx, project)
  const dates = {
    start: from === null ? null : relativeDate(project.start_on, null, from),
    due: from === null ? null : relativeDate(project.due_on, null, from),
  }
  const saved = {
    content: {
      ...{ ...content, ...dates, sections: found.map(({ name }) => name) },
      custom_fields: shared.map(({ custom_field }) => custom_field),
    },
    requested_dates: variable ? [variable] : [],
    requested_roles: [],
  }
  await update(tx, 'project_templates', { gid }, contentColumns(saved))
  return { phase: 'tasks', sections: found.map(section => section.gid), from, count: 0, section: 0, after: '' }
}

/** The date that users of the template choose, and its present value: that of the project, or the first of its tasks. */
async function scheduleOf(tx: Writer, { gid, start_on, due_on }: ProjectRow) {
  if (start_on !== null) return [dateVariables.start, start_on] as const
  if (due_on !== null) return [dateVariables.due, due_on] as const
  const first = await firstDayOf(tx, gid)
  return [first === null ? undefined : dateVariables.start, first] as const
}

async function saveNext(
  tx: Writer,
  job: RequestedJob,
  project: number,
  template: number,
  cursor: SaveCursor,
): Promise<SaveCursor | undefined> {
  const { gid, user, workspace } = job
  const terms = { job: gid, user, workspace, template, from: cursor.from }
  if (cursor.phase === 'tasks') return saveTopTasks(tx, terms, project, cursor)
  if (cursor.phase === 'subtasks') return saveSubtasks(tx, terms, project, cursor)
  const last = cursor.at + MAX_PARENTS - 1
  const links = await linksToSave(tx, gid, cursor.at, last)
  await insertAll(
    tx,
    'template_dependencies',
    links.map(link => ({ template, ...link })),
  )
  if (last + 1 < cursor.count) return { ...cursor, at: last + 1 }
  await update(tx, 'project_templates', { gid: template }, { is_complete: 1, modified_at: tx.now })
  return undefined
}

/** Throws 400 if the template would have too many tasks. */
function mustFit(count: number): void {
  if (count > MAX_TEMPLATE_TASKS) throw malformed(`A template can have at most ${MAX_TEMPLATE_TASKS} tasks`)
}

type CursorOf<P extends SaveCursor['phase']> = Extract<SaveCursor, { phase: P }>

/** Saves the next tasks of a section, and of the ones after it until the step is full. */
async function saveTopTasks(
  tx: Writer,
  terms: SavedTaskTerms,
  project: number,
  cursor: CursorOf<'tasks'>,
): Promise<SaveCursor> {
  const { sections, count } = cursor
  let { section, after } = cursor
  const tasks: TaskToSave[] = []
  while (section < sections.length && tasks.length < MAX_TASKS) {
    const limit = MAX_TASKS - tasks.length
    const found = await nextTopTasks(tx, { project, section: sections[section] ?? 0, after }, limit)
    tasks.push(...found.map(({ place: _, ...source }) => ({ source, parent: null, section })))
    if (found.length === limit) after = found.at(-1)?.place ?? ''
    else [section, after] = [section + 1, '']
  }
  mustFit(count + tasks.length)
  await saveTasks(tx, terms, tasks, count)
  const next = { ...cursor, count: count + tasks.length }
  if (section < sections.length) return { ...next, section, after }
  return { sections, from: cursor.from, count: next.count, phase: 'subtasks', at: 0, rank: '' }
}

/** Saves the next subtasks of saved tasks, in the order in which those were saved. */
async function saveSubtasks(
  tx: Writer,
  terms: SavedTaskTerms,
  project: number,
  cursor: CursorOf<'subtasks'>,
): Promise<SaveCursor> {
  const { sections, count, at, rank, from } = cursor
  if (at >= count) return { sections, from, count, phase: 'dependencies', at: 0 }
  const last = Math.min(at + MAX_PARENTS, count) - 1
  const found = await nextSubtasks(tx, { job: terms.job, first: at, last }, rank, MAX_TASKS)
  const places = await sectionsOfTasks(
    tx,
    project,
    found.map(({ gid }) => gid),
  )
  const tasks = found.map(({ parent_copy: _, parent_position: parent, ...source }): TaskToSave => {
    const section = sections.indexOf(places.get(source.gid) ?? 0)
    return { source, parent, section: section < 0 ? null : section }
  })
  mustFit(count + tasks.length)
  await saveTasks(tx, terms, tasks, count)
  const next = { ...cursor, count: count + tasks.length }
  const end = found.at(-1)
  if (found.length < MAX_TASKS || !end) return { ...next, at: last + 1, rank: '' }
  return { ...next, at: end.parent_position, rank: end.rank ?? '' }
}
