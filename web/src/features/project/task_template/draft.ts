/**
 * A task template while a person edits it: a tree of tasks with keys, so that they can be moved and removed.
 *
 * Invariants:
 * - The first task has no parent, all others have one. Tasks with the same parent are in their order.
 * - No task depends on one that was removed, or on one that depends on it.
 */
import type { Gid } from '../../../data/records.ts'
import type { TaskSubtype } from '../../../data/task_changes.ts'
import type { TaskTemplate, TaskTemplateChange, TemplateTask } from '../../../data/task_templates.ts'

export interface TaskDraft extends Omit<TemplateTask, 'parent' | 'dependencies'> {
  readonly key: string
  readonly parent: string | null
  /** The position that the task has on the server; null for a new one. */
  readonly former: number | null
  readonly dependencies: readonly string[]
}

export interface TemplateDraft {
  readonly name: string
  readonly tasks: readonly TaskDraft[]
}

const NEW: Omit<TaskDraft, 'key' | 'parent' | 'name'> = {
  ...{ former: null, resource_subtype: 'default_task', html_notes: '<body></body>', assignee: null, followers: [] },
  ...{ start_on: null, due_on: null, due_time: null, tags: [], custom_fields: {}, dependencies: [] },
}

const keyAt = (position: number): string => `stored-${position}`

/** The draft of a template. The task that it creates has the name of the template, unless it had another one. */
export const draftOf = ({ name, tasks }: TaskTemplate): TemplateDraft => ({
  name,
  tasks: tasks.map(({ parent, dependencies, ...task }, position) => ({
    ...task,
    ...{ key: keyAt(position), former: position, dependencies: dependencies.map(keyAt) },
    ...(position === 0 ? { parent: null, name: task.name === name ? '' : task.name } : { parent: keyAt(parent ?? 0) }),
  })),
})

export const rootOf = ({ tasks }: TemplateDraft): TaskDraft | undefined => tasks[0]

export const taskIn = ({ tasks }: TemplateDraft, key: string): TaskDraft | undefined =>
  tasks.find(task => task.key === key)

export const subtasksOf = ({ tasks }: TemplateDraft, key: string): readonly TaskDraft[] =>
  tasks.filter(({ parent }) => parent === key)

/** The name as people see it. */
export const nameOf = ({ name }: TemplateDraft, task: TaskDraft): string => (task.parent === null ? name : task.name)

/** A task and everything below it, parents first. */
function branch(draft: TemplateDraft, task: TaskDraft): readonly TaskDraft[] {
  return [task, ...subtasksOf(draft, task.key).flatMap(one => branch(draft, one))]
}

/** All tasks in the order in which they are sent. */
function orderedTasks(draft: TemplateDraft): readonly TaskDraft[] {
  const root = rootOf(draft)
  return root ? branch(draft, root) : []
}

/** The tasks above a task, the outermost first. */
export function ancestorsOf(draft: TemplateDraft, task: TaskDraft): readonly TaskDraft[] {
  const parent = task.parent === null ? undefined : taskIn(draft, task.parent)
  return parent ? [...ancestorsOf(draft, parent), parent] : []
}

/** What the server takes. `keepsHidden` says that the tasks still have their positions on the server. */
export function changeOf(draft: TemplateDraft, keepsHidden = true): TaskTemplateChange {
  const ordered = orderedTasks(draft)
  const positions = new Map(ordered.map(({ key }, position) => [key, position]))
  const name = draft.name.trim()
  return {
    name,
    tasks: ordered.map(({ key: _, former, parent, dependencies, ...task }) => ({
      ...task,
      name: parent === null ? task.name || name : task.name.trim(),
      parent: parent === null ? null : (positions.get(parent) ?? 0),
      dependencies: dependencies.flatMap(one => positions.get(one) ?? []),
      ...(former !== null && keepsHidden && { former }),
    })),
  }
}

export const isSame = (a: TemplateDraft, b: TemplateDraft): boolean =>
  JSON.stringify(changeOf(a)) === JSON.stringify(changeOf(b))

export const withTask = (draft: TemplateDraft, key: string, members: Partial<TaskDraft>): TemplateDraft => ({
  ...draft,
  tasks: draft.tasks.map(task => (task.key === key ? { ...task, ...members } : task)),
})

/** Another kind of task. A milestone has no start. */
export const withType = (draft: TemplateDraft, key: string, resource_subtype: TaskSubtype): TemplateDraft =>
  withTask(draft, key, { resource_subtype, ...(resource_subtype === 'milestone' && { start_on: null }) })

/** With further subtasks at the end. */
export const withSubtasks = (draft: TemplateDraft, parent: string, names: readonly string[]): TemplateDraft => ({
  ...draft,
  tasks: [...draft.tasks, ...names.map(name => ({ ...NEW, key: `new-${crypto.randomUUID()}`, parent, name }))],
})

/** Without a task, everything below it, and what depended on them. */
export function withoutTask(draft: TemplateDraft, task: TaskDraft): TemplateDraft {
  const gone = new Set(branch(draft, task).map(({ key }) => key))
  const kept = draft.tasks.filter(({ key }) => !gone.has(key))
  return {
    ...draft,
    tasks: kept.map(one => ({ ...one, dependencies: one.dependencies.filter(key => !gone.has(key)) })),
  }
}

/** With a task one place further up or down among the subtasks of its parent. */
export function moved(draft: TemplateDraft, task: TaskDraft, step: -1 | 1): TemplateDraft {
  const siblings = task.parent === null ? [] : subtasksOf(draft, task.parent)
  const other = siblings[siblings.findIndex(({ key }) => key === task.key) + step]
  if (!other) return draft
  const swap = (one: TaskDraft) => (one.key === task.key ? other : one.key === other.key ? task : one)
  return { ...draft, tasks: draft.tasks.map(swap) }
}

/** The tasks that a task can depend on: not itself, and none that depends on it, directly or not. */
export function possibleDependencies(draft: TemplateDraft, { key }: TaskDraft): readonly TaskDraft[] {
  const blocked = new Set([key])
  for (let size = 0; size < blocked.size; ) {
    size = blocked.size
    for (const task of draft.tasks) if (task.dependencies.some(one => blocked.has(one))) blocked.add(task.key)
  }
  return orderedTasks(draft).filter(task => !blocked.has(task.key))
}

/** The first task without a name: the server would refuse the template. */
export const blankTask = (draft: TemplateDraft): TaskDraft | undefined =>
  orderedTasks(draft).find(task => nameOf(draft, task).trim() === '')

interface TaskProblem {
  readonly key: string
  readonly text: string
}

const MEMBERS: Readonly<Record<string, string>> = {
  ...{ html_notes: 'Description', start_on: 'Start date', due_on: 'Due date', due_time: 'Time' },
  ...{ custom_fields: 'Custom fields', dependencies: 'Blocked by', name: 'Name' },
}

/** The task that a message of the server names, as in `tasks: [2]: start_on: Needs a due date`. */
export function problemIn(draft: TemplateDraft, message: string): TaskProblem | null {
  const [, position, text] = /^tasks: \[(\d+)\]: (.+)$/s.exec(message) ?? []
  const task = position === undefined ? undefined : orderedTasks(draft)[Number(position)]
  if (!task || !text) return null
  return { key: task.key, text: text.replace(/^(\w+)(?=: )/, member => MEMBERS[member] ?? member) }
}

/** All gids that tasks refer to, by the type of their objects. */
export function referencesIn(tasks: readonly Pick<TemplateTask, 'assignee' | 'followers' | 'tags'>[]) {
  const users = new Set<Gid>(
    tasks.flatMap(({ assignee, followers }) => [...followers, ...(assignee ? [assignee] : [])]),
  )
  return { users: [...users], tags: [...new Set<Gid>(tasks.flatMap(({ tags }) => tags))] }
}
