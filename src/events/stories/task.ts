/** Stories of the columns of a task, from the row before and after. */
import { formatTimestamp } from '../../lib/date.ts'
import type { TaskTable } from '../../store/tables/work.ts'
import type { NetRowChange } from '../../vocabulary/change.ts'
import type { DraftDetail, StoryDraft } from './draft.ts'

type TaskStory = [subtype: string, detail: DraftDetail] | undefined

/** A new task has stories of its assignee and its parent only: its other initial values make none. */
export function ofTask({ before, after }: NetRowChange): StoryDraft[] {
  const [was, is] = [before as TaskTable | null, after as TaskTable | null]
  if (!is || was?.deleted_at) return []
  const story = ([subtype, detail]: [string, DraftDetail]): StoryDraft => ({ task: is.gid, subtype, detail })
  const found = was ? storiesOfColumns.map(part => part(was, is)) : [assigneeStory({ assignee: null }, is)]
  return [...found.filter(one => one !== undefined).map(story), ...parentStories(was, is)]
}

function nameStory({ name: old_name }: TaskTable, { name: new_name }: TaskTable): TaskStory {
  return old_name === new_name ? undefined : ['name_changed', { old_name, new_name }]
}

function notesStory(was: TaskTable, is: TaskTable): TaskStory {
  if (was.notes === is.notes && was.html_notes === is.html_notes) return undefined
  return ['notes_changed', { old_text_value: was.notes, new_text_value: is.notes }]
}

function subtypeStory({ resource_subtype: was }: TaskTable, { resource_subtype: is }: TaskTable): TaskStory {
  return was === is ? undefined : ['resource_subtype_changed', { old_resource_subtype: was, new_resource_subtype: is }]
}

/** The dates of a task as stories show them. */
const datesOf = ({ start_on, due_on, due_at }: Pick<TaskTable, 'start_on' | 'due_on' | 'due_at'>): DraftDetail => ({
  start_on,
  due_at: due_at === null ? null : formatTimestamp(due_at),
  due_on,
})

const dueMoved = (was: TaskTable, is: TaskTable) => was.due_on !== is.due_on || was.due_at !== is.due_at

/** One story for any of the four dates. */
function dateStory(was: TaskTable, is: TaskTable): TaskStory {
  const due = dueMoved(was, is)
  if (!due && was.start_on === is.start_on && was.start_at === is.start_at) return undefined
  return [due ? 'due_date_changed' : 'start_date_changed', { old_dates: datesOf(was), new_dates: datesOf(is) }]
}

function assigneeStory({ assignee: was }: Pick<TaskTable, 'assignee'>, { assignee: is }: TaskTable): TaskStory {
  if (was === is) return undefined
  if (is === null) return ['unassigned', { assignee: was }]
  return [was === null ? 'assigned' : 'reassigned', { assignee: is }]
}

/** The status of an approval also completes it: that makes one story. */
function completionStory(was: TaskTable, is: TaskTable): TaskStory {
  const [old, now] = [was.approval_status, is.approval_status]
  if (old !== now && old !== null && now !== null) {
    return ['approval_status_changed', { old_approval_status: old, new_approval_status: now }]
  }
  if (was.completed === is.completed) return undefined
  return [is.completed ? 'marked_complete' : 'marked_incomplete', {}]
}

const storiesOfColumns = [nameStory, notesStory, subtypeStory, dateStory, assigneeStory, completionStory]

/** A new subtask makes a story of its parent; a moved one makes its own stories, too. */
function parentStories(was: TaskTable | null, { gid, parent }: TaskTable): StoryDraft[] {
  const from = was?.parent ?? null
  if (from === parent) return []
  const left: StoryDraft[] = from === null ? [] : [{ task: gid, subtype: 'removed_from_task', detail: { task: from } }]
  if (parent === null) return left
  const came: StoryDraft[] = was ? [{ task: gid, subtype: 'added_to_task', detail: { task: parent } }] : []
  return [...left, ...came, { task: parent, subtype: 'subtask_added', detail: { task: gid } }]
}

/** The subtypes of the stories that the dependents of a task get. */
export function subtypesForDependents({ before, after }: NetRowChange): string[] {
  const [was, is] = [before as TaskTable | null, after as TaskTable | null]
  if (!was || !is || is.deleted_at || was.deleted_at) return []
  const done = is.completed && !was.completed ? ['dependency_marked_complete'] : []
  return dueMoved(was, is) ? [...done, 'dependency_due_date_changed'] : done
}
