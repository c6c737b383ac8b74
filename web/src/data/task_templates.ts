/** The task templates of a project: tasks to create again and again, with their subtasks. */
import { call } from './call.ts'
import type { RequestedJob } from './jobs.ts'
import { readQuery } from './queries.ts'
import type { Gid } from './records.ts'
import type { TaskSubtype } from './task_changes.ts'
import type { NamedObject } from './types.ts'

const API = '/api/1.0'

/** Dates as days after the creation of a task. The time is one in UTC, and so is the day of a due date with a time. */
export interface RelativeDates {
  readonly start_on: number | null
  readonly due_on: number | null
  readonly due_time: string | null
}

/** A task of a template, as the server accepts it. Tasks refer to each other by their positions. */
export interface TemplateTask extends RelativeDates {
  readonly name: string
  readonly resource_subtype: TaskSubtype
  readonly html_notes: string
  readonly parent: number | null
  readonly assignee: Gid | null
  readonly followers: readonly Gid[]
  readonly tags: readonly Gid[]
  /** Values by the gid of their field. */
  readonly custom_fields: Readonly<Record<Gid, unknown>>
  readonly dependencies: readonly number[]
}

/** A task template with its contents: the first task, and the subtasks of all levels. */
export interface TaskTemplate {
  readonly gid: Gid
  readonly name: string
  readonly modified_at: string
  readonly tasks: readonly TemplateTask[]
}

export interface TaskTemplateChange {
  readonly name: string
  /** `former` is the position that a task had: what the person cannot see of it stays. */
  readonly tasks: readonly (TemplateTask & { readonly former?: number })[]
  /** The version that was edited; without it, any version is replaced. */
  readonly modified_at?: string
}

export const taskTemplatesQuery = (project: Gid) =>
  readQuery<NamedObject[]>(['objects', 'task_templates', project], `${API}/task_templates?project=${project}&limit=100`)

/** Creates a template of a task without anything but its name. */
export const createTaskTemplate = (project: Gid, name: string): Promise<unknown> =>
  call('POST', '/-/task_templates', { project, name, tasks: [{ name }] })

/** Creates a task from a template. It exists at once; a job adds its subtasks. */
export const instantiateTask = (template: Gid): Promise<RequestedJob> =>
  call<RequestedJob>('POST', `${API}/task_templates/${template}/instantiateTask`, {})

export const renameTaskTemplate = (template: Gid, name: string): Promise<unknown> =>
  call('PUT', `/-/task_templates/${template}`, { name })

export const deleteTaskTemplate = (template: Gid): Promise<unknown> =>
  call('DELETE', `${API}/task_templates/${template}`)

export const readTaskTemplate = (template: Gid): Promise<TaskTemplate> =>
  call<TaskTemplate>('GET', `/-/task_templates/${template}`)

export const updateTaskTemplate = (template: Gid, change: TaskTemplateChange): Promise<unknown> =>
  call('PUT', `/-/task_templates/${template}`, change)
