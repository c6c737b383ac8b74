/** Writes templates and their tasks. */
import { unknownObject } from '../../../lib/errors.ts'
import { deleteWhere, getForUpdate, insert, insertAll, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { tableOf } from '../../../store/queries/objects.ts'
import type { ProjectTemplateRow } from '../../../store/queries/templates/contents.ts'
import { mustHaveFeature } from '../../people/rules/plan.ts'
import type { ProjectContent, TemplateTask } from './content.ts'

/** Far more than a project of people has. It bounds the rows that a purge deletes at once. */
export const MAX_TEMPLATE_TASKS = 10_000

/** Moves a template to the trash. Throws 402 if the plan of the workspace has no templates. */
export async function trashTemplate(
  tx: Writer,
  me: number,
  type: 'project_template' | 'task_template',
  gid: number,
): Promise<void> {
  const { workspace, deleted_at } = await getForUpdate(tx, tableOf(type), gid)
  await mustHaveFeature(tx, workspace, 'templates')
  if (deleted_at !== null) throw unknownObject(type, gid)
  await update(tx, tableOf(type), { gid }, { deleted_at: tx.now, deleted_by: me })
}

type Columns = Pick<
  ProjectTemplateRow,
  'workspace' | 'team' | 'owner' | 'name' | 'description' | 'html_description' | 'color' | 'is_public' | 'is_complete'
>

/** What a project template shows of its dates and roles, and what its projects get. */
export interface ProjectTemplateContent {
  content: ProjectContent
  requested_dates: readonly unknown[]
  requested_roles: readonly unknown[]
}

export const contentColumns = ({ content, requested_dates, requested_roles }: ProjectTemplateContent) => ({
  content: JSON.stringify(content),
  requested_dates: JSON.stringify(requested_dates),
  requested_roles: JSON.stringify(requested_roles),
})

/** Inserts a project template without tasks. Returns its gid. */
export async function insertProjectTemplate(
  tx: Writer,
  columns: Columns,
  content: ProjectTemplateContent,
): Promise<number> {
  const gid = tx.gid()
  const times = { created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null }
  await insert(tx, 'project_templates', { gid, ...columns, ...contentColumns(content), ...times })
  return gid
}

/** Inserts a task template without tasks. Returns its gid. */
export async function insertTaskTemplate(
  tx: Writer,
  columns: { project: number; workspace: number; name: string; created_by: number },
): Promise<number> {
  const gid = tx.gid()
  const times = { created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null }
  await insert(tx, 'task_templates', { gid, ...columns, ...times })
  return gid
}

/** A task of a template, below another one of it. */
export interface PlacedTask extends TemplateTask {
  parent: number | null
  /** The positions of the tasks that it depends on. */
  dependencies: number[]
}

/** Replaces all tasks of a template. A task comes after its parent. */
export async function replaceTasks(tx: Writer, template: number, tasks: readonly PlacedTask[]): Promise<void> {
  await deleteWhere(tx, 'template_tasks', { template })
  await deleteWhere(tx, 'template_dependencies', { template })
  await insertTemplateTasks(tx, template, tasks, 0)
  const links = tasks.flatMap(({ dependencies }, position) =>
    dependencies.map(dependency => ({ template, position, dependency })),
  )
  await insertAll(tx, 'template_dependencies', links)
}

/** Inserts tasks of a template, the first at a position. */
export const insertTemplateTasks = (
  tx: Writer,
  template: number,
  tasks: readonly Omit<PlacedTask, 'dependencies'>[],
  first: number,
): Promise<void> =>
  insertAll(
    tx,
    'template_tasks',
    tasks.map(({ parent, ...task }, index) => {
      const { dependencies: _, ...content } = task as PlacedTask
      return { template, position: first + index, parent, content: JSON.stringify(content) }
    }),
  )
