/** The tasks of a project of the demo as a seed has them. What a task does not say is drawn from its section. */
import { GID, mayLink, plainToRich } from '../../lib/rich_text.ts'
import { gidOfKey } from '../seed/keys.ts'
import type { DemoProject, DemoSection, Stage, TaskDetails } from './content.ts'
import type { Calendar } from './dates.ts'
import { attachmentOf } from './files.ts'
import { people } from './organization.ts'

/** What is drawn: the same at every load of a seed. */
export type Random = () => number

/** The days from today between which the tasks of a stage are due, and the part of them that has a date. */
const WINDOWS: Readonly<Record<Stage, { from: number; to: number; dated: number }>> = {
  done: { from: -28, to: -2, dated: 0.8 },
  now: { from: -2, to: 6, dated: 0.9 },
  next: { from: 3, to: 14, dated: 0.8 },
  later: { from: 12, to: 45, dated: 0.5 },
}

const MAX_KEY_CHARACTERS = 60
const PRIORITIES = ['High', 'Medium', 'Medium', 'Low']
const PRIORITY_RATIO = 0.7
const EFFORT_RATIO = 0.5
const MAX_EFFORT_DAYS = 5
const LIKE_RATIO = 0.15
const FILE_AGE_HOURS = 50
/** A task was created this many days before it is due, or before now. */
const LEAD_DAYS = 20

/** The key of an object, from its name. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_KEY_CHARACTERS)

interface TaskContext {
  project: DemoProject
  calendar: Calendar
  random: Random
}

/** The tasks of a project, by key, in the order of its sections. */
export function tasksOf(context: TaskContext): Record<string, unknown> {
  const { sections, details } = context.project
  return Object.fromEntries(
    sections.flatMap(section =>
      section.tasks.map((name, index) => [keyOf(name), taskOf(context, section, index, name, details[name] ?? {})]),
    ),
  )
}

function taskOf(context: TaskContext, section: DemoSection, index: number, name: string, details: TaskDetails) {
  const { project, calendar, random } = context
  const { crew } = project
  const isDone = details.done ?? section.stage === 'done'
  const drawn = crew[Math.floor(random() * crew.length)]
  const assignee = details.assignee === undefined ? drawn : details.assignee
  const days = details.due ?? dueIn(context, section, index)
  const created = Math.min(days ?? 0, 0) - LEAD_DAYS - Math.floor(random() * LEAD_DAYS)
  const liked = crew.filter(() => random() < LIKE_RATIO)
  return {
    name,
    section: keyOf(section.name),
    by: details.by ?? project.owner,
    created_at: calendar.hoursAgo(-created * 24),
    ...(assignee && { assignee }),
    ...(days !== undefined && { due_on: calendar.day(days) }),
    ...(details.start !== undefined && { start_on: calendar.day(Math.min(details.start, days ?? details.start)) }),
    ...stateOf(context, details, { isDone, days, assignee }),
    ...(details.notes !== undefined && { notes: details.notes }),
    ...(details.tags && { tags: details.tags }),
    custom_fields: fieldsOf(context, details),
    ...(details.after && { depends_on: details.after.map(keyOf) }),
    likes: details.likes ?? (isDone ? liked : []),
    ...partsOf(context, details, { isDone, assignee }),
  }
}

/** The tasks of a section are spread over its window in their order. */
function dueIn({ project, random }: TaskContext, { stage, tasks }: DemoSection, index: number): number | undefined {
  const { from, to, dated } = WINDOWS[stage]
  if (random() > dated) return undefined
  const shift = project.isArchived ? (project.due ?? 0) : 0
  return shift + from + Math.round(((to - from) * (index + random() / 2)) / tasks.length)
}

interface DrawnState {
  isDone: boolean
  days: number | undefined
  assignee: string | null | undefined
}

function stateOf(
  { calendar, random }: TaskContext,
  { subtype, approval }: TaskDetails,
  { isDone, days, assignee }: DrawnState,
) {
  const completed = {
    completed: true,
    completed_at: calendar.hoursAgo(Math.max(3, -(days ?? -5) * 24 + Math.floor(random() * 30))),
    ...(assignee && { completed_by: assignee }),
  }
  if (subtype === 'approval') {
    const status = { resource_subtype: 'approval', approval_status: isDone ? 'approved' : (approval ?? 'pending') }
    return isDone ? { ...completed, ...status } : status
  }
  return { ...(subtype && { resource_subtype: subtype }), ...(isDone && completed) }
}

function fieldsOf({ project: { fields }, random }: TaskContext, details: TaskDetails): Record<string, unknown> {
  const priority = PRIORITIES[Math.floor(random() * PRIORITIES.length)]
  const [hasPriority, hasEffort] = [random() < PRIORITY_RATIO, random() < EFFORT_RATIO]
  const effort = 1 + Math.floor(random() * MAX_EFFORT_DAYS)
  return {
    ...(fields.includes('priority') && hasPriority && { priority }),
    ...(fields.includes('effort') && hasEffort && { effort }),
    ...details.fields,
  }
}

/** A text in which `@maya` mentions that person. */
function textOf(text: string) {
  const html_text = plainToRich(text).replace(/@(\w+)/g, (word, key: string) =>
    key in people ? `<a ${GID}="${gidOfKey('user', key)}"/>` : word,
  )
  return mayLink(html_text) ? { html_text } : { text }
}

function partsOf(
  { calendar, random, project }: TaskContext,
  { subtasks, comments, time, files }: TaskDetails,
  { isDone, assignee }: Pick<DrawnState, 'isDone' | 'assignee'>,
) {
  return {
    ...(subtasks && {
      subtasks: Object.fromEntries(
        subtasks.map((name, index) => [
          keyOf(name),
          {
            ...{ name, by: project.owner, completed: isDone || index < Math.floor(random() * subtasks.length) },
            ...(assignee && index % 2 === 0 && { assignee }),
          },
        ]),
      ),
    }),
    ...(comments && {
      comments: comments.map(([by, text, hours]) => ({ by, ...textOf(text), created_at: calendar.hoursAgo(hours) })),
    }),
    ...(time && {
      time_tracking_entries: time.map(([by, duration_minutes, days]) => ({
        ...{ by, duration_minutes, entered_on: calendar.day(-days), created_at: calendar.hoursAgo(days * 24) },
      })),
    }),
    ...(files && { attachments: files.map(file => attachmentOf(file, calendar.hoursAgo(FILE_AGE_HOURS))) }),
  }
}
