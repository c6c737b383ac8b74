/** Creates and updates templates from given contents: the app composes them, the API only saves and uses them. */
import type { Actor } from '../../../identity/actor.ts'
import { invalid, invalidReference, malformed, missingInput, notAllowed, objectChanged } from '../../../lib/errors.ts'
import { getForUpdate, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import { membershipsIn } from '../../../store/queries/people.ts'
import { findProject } from '../../../store/queries/projects.ts'
import type { WriteCall } from '../../../vocabulary/operation.ts'
import { mustHaveFeature } from '../../people/rules/plan.ts'
import { parseTexts } from '../../work/rules/rich_text.ts'
import { dateVariables, type ProjectContent, type ScheduleFrom, type TemplateRole } from './content.ts'
import { removeSaved } from './copied_attachments.ts'
import { mustSeeTaskImages, withHidden } from './edited_tasks.ts'
import { parseTasks, type TemplateAuthor, type TemplateTaskInput } from './input.ts'
import { findWorkspace } from './new_project.ts'
import {
  contentColumns,
  insertProjectTemplate,
  insertTaskTemplate,
  type PlacedTask,
  type ProjectTemplateContent,
  replaceTasks,
} from './write.ts'

export interface TemplateContentInput {
  tasks?: TemplateTaskInput[]
  sections?: { name: string }[]
  custom_fields?: number[]
  requested_roles?: { name: string }[]
  requested_date?: ScheduleFrom
}

interface LookInput {
  name?: string
  description?: string
  html_description?: string
  public?: boolean
  color?: string | null
}

export interface NewProjectTemplate extends TemplateContentInput, LookInput {
  workspace?: number
  team?: number
  name: string
  tasks: TemplateTaskInput[]
}

/** Throws 400 for a blank name. */
export function requireTemplateName(name: string): string {
  if (name.trim() === '') throw missingInput('name')
  return name
}

/** The columns of the given fields. Throws 400 for a blank name. */
export function lookColumns({ name, public: isPublic, color, ...texts }: LookInput) {
  if (name !== undefined) requireTemplateName(name)
  const text = parseTexts({ ...texts }, ['description', 'html_description'], 'task')
  return {
    ...(name === undefined ? {} : { name }),
    ...(isPublic === undefined ? {} : { is_public: isPublic ? 1 : 0 }),
    ...(color === undefined ? {} : { color }),
    ...(text === undefined ? {} : { description: text.plain, html_description: text.rich }),
  }
}

const MAX_PARTS = 100

/** The content of a project template, and its tasks. */
export async function composeContent(
  author: TemplateAuthor,
  { tasks = [], sections = [], custom_fields = [], requested_roles = [], requested_date }: TemplateContentInput,
): Promise<[ProjectTemplateContent, PlacedTask[]]> {
  for (const [at, list] of Object.entries({ sections, custom_fields, requested_roles })) {
    if (list.length > MAX_PARTS) throw invalid(at, `Too many values (maximum ${MAX_PARTS})`)
  }
  const fields = await fieldsOf(author.tx, custom_fields)
  for (const gid of custom_fields) {
    const field = fields.get(gid)
    if (field?.workspace !== author.workspace || field.project !== null) throw invalidReference('custom_fields', gid)
  }
  const names = sections.length === 0 ? ['Untitled section'] : sections.map(({ name }) => name)
  const roles = requested_roles.map(
    ({ name }): TemplateRole => ({ gid: String(author.tx.gid()), resource_type: 'template_role', name }),
  )
  const bounds = { sections: names.length, roles: roles.map(({ gid }) => gid) }
  const placed = await parseTasks(author, tasks, bounds)
  const isScheduled = placed.some(({ due }) => due !== null)
  const from = requested_date ?? (isScheduled ? 'start' : undefined)
  const content: ProjectContent = {
    ...{ icon: 'list', default_view: 'list', sections: names, custom_fields: [...new Set(custom_fields)] },
    ...projectDates(from, placed),
  }
  const requested_dates = from === undefined ? [] : [dateVariables[from]]
  return [{ content, requested_dates, requested_roles: roles }, placed]
}

/** The dates of a composed project: the chosen day, and the last due date if the project starts on that day. */
function projectDates(from: ScheduleFrom | undefined, tasks: readonly PlacedTask[]) {
  const chosen = { days: 0, time: null }
  if (from === 'due') return { start: null, due: chosen }
  const last = Math.max(0, ...tasks.map(({ due }) => due?.days ?? 0))
  return from === 'start' && last > 0 ? { start: chosen, due: { days: last, time: null } } : { start: null, due: null }
}

/** Creates a project template; the caller becomes its owner. Returns its gid. */
export async function createProjectTemplate(
  { tx, actor, rights }: Pick<WriteCall, 'tx' | 'actor' | 'rights'>,
  body: NewProjectTemplate,
): Promise<number> {
  const workspace = await findWorkspace({ tx, rights, body })
  await mustHaveFeature(tx, workspace, 'templates')
  const [content, tasks] = await composeContent({ tx, actor, workspace }, body)
  await mustSeeTaskImages(tx, actor, tasks)
  const columns = {
    ...{ workspace, team: body.team ?? null, owner: actor.gid, is_complete: 1 },
    ...{ description: '', html_description: null, color: null, is_public: 1, ...lookColumns(body), name: body.name },
  }
  const gid = await insertProjectTemplate(tx, columns, content)
  await replaceTasks(tx, gid, tasks)
  return gid
}

/** Updates a project template. Its tasks, sections, fields and roles are replaced together. */
export async function updateProjectTemplate(
  tx: Writer,
  actor: Actor,
  gid: number,
  body: TemplateContentInput & LookInput,
): Promise<void> {
  const { workspace, is_complete } = await getForUpdate(tx, 'project_templates', gid)
  await mustHaveFeature(tx, workspace, 'templates')
  if (!is_complete) throw notComplete()
  const { tasks, sections, custom_fields, requested_roles, requested_date, ...look } = body
  const isPartial = [sections, custom_fields, requested_roles, requested_date].some(part => part !== undefined)
  if (tasks === undefined && isPartial)
    throw malformed('The content of a template is replaced as a whole: send tasks too')
  const composed = tasks && (await composeContent({ tx, actor, workspace }, body))
  if (composed) await mustSeeTaskImages(tx, actor, composed[1], gid)
  const columns = { ...lookColumns(look), ...(composed ? contentColumns(composed[0]) : {}), modified_at: tx.now }
  await update(tx, 'project_templates', { gid }, columns)
  if (!composed) return
  await removeSaved(tx, gid)
  await replaceTasks(tx, gid, composed[1])
}

/** 400 for a template whose tasks are not all saved. */
export const notComplete = () =>
  malformed('The template is not complete yet: wait until the job that saves it succeeded')

export interface NewTaskTemplate {
  project: number
  name: string
  tasks: TemplateTaskInput[]
}

/** The tasks of a task template: those without a parent are subtasks of the first one. */
export async function composeTask(author: TemplateAuthor, given: readonly TemplateTaskInput[]): Promise<PlacedTask[]> {
  if (given.length === 0) throw missingInput('tasks')
  const tasks = await parseTasks(author, given, { sections: 0, roles: [] })
  return tasks.map((task, position) => ({
    ...task,
    parent: position === 0 ? null : (task.parent ?? 0),
    section: position === 0 ? 0 : null,
  }))
}

/** Creates a task template in a project. Returns its gid. Throws 403 for guests. */
export async function createTaskTemplate(tx: Writer, actor: Actor, body: NewTaskTemplate): Promise<number> {
  const { project, name } = body
  requireTemplateName(name)
  const workspace = (await findProject(tx, project))?.workspace ?? 0
  await mustHaveFeature(tx, workspace, 'templates')
  // wire: docs: guests cannot create task templates
  const own = (await membershipsIn(tx, workspace, [actor.gid])).get(actor.gid)
  if (own?.is_guest) throw notAllowed('Guests cannot create templates.')
  const tasks = await composeTask({ tx, actor, workspace }, body.tasks)
  await mustSeeTaskImages(tx, actor, tasks)
  const gid = await insertTaskTemplate(tx, { project, workspace, name, created_by: actor.gid })
  await replaceTasks(tx, gid, tasks)
  return gid
}

interface TaskTemplateChange extends Partial<Pick<NewTaskTemplate, 'name' | 'tasks'>> {
  /** When the template was changed last, as the caller knows it. */
  modified_at?: number
}

/** Updates the name of a task template, or replaces its tasks. Throws 409 if it has another version than the given one. */
export async function updateTaskTemplate(
  tx: Writer,
  actor: Actor,
  gid: number,
  { name, tasks, modified_at: base }: TaskTemplateChange,
): Promise<void> {
  const { workspace, modified_at } = await getForUpdate(tx, 'task_templates', gid)
  await mustHaveFeature(tx, workspace, 'templates')
  if (name !== undefined) requireTemplateName(name)
  if (base !== undefined && base !== modified_at) throw objectChanged('The template has changed: read it again')
  const composed = tasks && (await composeTask({ tx, actor, workspace }, tasks))
  if (composed) await mustSeeTaskImages(tx, actor, composed, gid)
  await update(tx, 'task_templates', { gid }, { ...(name === undefined ? {} : { name }), modified_at: tx.now })
  if (tasks && composed) {
    await replaceTasks(tx, gid, await withHidden(tx, actor, { gid, workspace }, tasks, composed))
  }
}
