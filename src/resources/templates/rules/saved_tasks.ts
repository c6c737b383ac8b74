/** Saves tasks into a template, for many of them at once: a fixed number of statements for each call. */
import { insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { presentFollowers, tagsOf } from '../../../store/queries/jobs/copies.ts'
import { choicesToSave, valuesToSave } from '../../../store/queries/templates/sources.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import type { StoredValue } from '../../fields/rules/values.ts'
import { relativeDate, type TemplateTask } from './content.ts'
import { saveAttachments } from './copied_attachments.ts'
import { insertTemplateTasks } from './write.ts'

/** What is the same for all tasks that a job saves. */
export interface SavedTaskTerms {
  job: number
  user: number
  workspace: number
  template: number
  /** The bytes that the files of the workspace may take. */
  filesQuota: number | null
  /** The day to which dates become relative; null if there are none. */
  from: string | null
}

/** A task to save, and its place in the template. */
export interface TaskToSave {
  source: TaskTable
  /** The position of its parent. */
  parent: number | null
  /** The index of its section. */
  section: number | null
}

/** Saves tasks, the first at a position. */
export async function saveTasks(
  tx: Writer,
  terms: SavedTaskTerms,
  tasks: readonly TaskToSave[],
  first: number,
): Promise<void> {
  if (tasks.length === 0) return
  const { job, user, workspace, template, from } = terms
  const gids = tasks.map(({ source }) => source.gid)
  const followers = Map.groupBy(await presentFollowers(tx, workspace, gids), ({ task }) => task)
  const tags = Map.groupBy(await tagsOf(tx, gids), ({ task }) => task)
  const values = await storedValues(tx, user, gids)
  const attachments = await saveAttachments(tx, terms, gids)
  const saved = tasks.map(({ source, parent, section }) => ({
    ...columnsToSave(source, from),
    followers: (followers.get(source.gid) ?? []).map(row => row.user),
    tags: (tags.get(source.gid) ?? []).map(({ tag }) => tag),
    custom_fields: values.get(source.gid) ?? {},
    attachments: attachments.get(source.gid) ?? [],
    ...{ role: null, section, parent },
  }))
  await insertTemplateTasks(tx, template, saved, first)
  const pairs = gids.map((source, index) => ({ job, position: first + index, source, copy: first + index }))
  await insertAll(tx, 'job_copies', pairs)
}

type SavedColumns = Pick<
  TemplateTask,
  'name' | 'resource_subtype' | 'notes' | 'html_notes' | 'assignee' | 'start' | 'due'
>

const columnsToSave = (task: TaskTable, from: string | null): SavedColumns => ({
  ...{ name: task.name, notes: task.notes, html_notes: task.html_notes },
  // wire: contract: the task of a template has no custom type
  resource_subtype: task.custom_type === null ? task.resource_subtype : 'default_task',
  assignee: task.assignee,
  start: from === null ? null : relativeDate(task.start_on, task.start_at, from),
  due: from === null ? null : relativeDate(task.due_on, task.due_at, from),
})

/** The custom field values of each task, by the gid of the field. */
async function storedValues(tx: Writer, me: number, tasks: readonly number[]) {
  const found = await valuesToSave(tx, me, tasks)
  const choices = await choicesToSave(
    tx,
    found.map(({ gid }) => gid),
  )
  const byTask = new Map<number, Record<string, StoredValue>>()
  for (const { gid, object: task, object_type, custom_field, ...columns } of found) {
    const set = Object.entries(columns).filter(([, value]) => value !== null)
    const chosen = choices.get(gid)
    const own = byTask.get(task) ?? {}
    byTask.set(task, own)
    own[custom_field] = { ...Object.fromEntries(set), ...(chosen ? { choices: chosen } : {}) }
  }
  return byTask
}
