/** The form in which the demo is written: names by section, and details of the most important tasks. */
import type { people } from './organization.ts'

export type PersonKey = keyof typeof people

/** When the tasks of a section are due: in the past, now, soon, or later. */
export type Stage = 'done' | 'now' | 'next' | 'later'

export interface DemoFile {
  name: string
  text?: string
  /** Colours, each as `#rrggbb`: the file is a picture of their swatches. */
  swatches?: readonly string[]
}

/** What a task has in addition to its name. Days count from today; dates on a weekend move to a weekday. */
export interface TaskDetails {
  assignee?: PersonKey | null
  /** Who created it: by default the owner of the project. */
  by?: PersonKey
  due?: number
  start?: number
  done?: boolean
  subtype?: 'milestone' | 'approval'
  approval?: 'pending' | 'changes_requested'
  notes?: string
  tags?: readonly string[]
  fields?: Readonly<Record<string, unknown>>
  subtasks?: readonly string[]
  /** The names of the tasks in its project that block it. */
  after?: readonly string[]
  /** A person, a text in which `@maya` mentions a person, and the number of hours ago. */
  comments?: readonly (readonly [PersonKey, string, number])[]
  /** A person, minutes, and the number of days ago. */
  time?: readonly (readonly [PersonKey, number, number])[]
  files?: readonly DemoFile[]
  likes?: readonly PersonKey[]
}

export interface DemoSection {
  name: string
  stage: Stage
  tasks: readonly string[]
}

interface DemoStatus {
  type: 'on_track' | 'at_risk' | 'off_track' | 'complete'
  title: string
  text: string
  by: PersonKey
  daysAgo: number
}

export interface DemoProject {
  name: string
  notes: string
  team: string
  owner: PersonKey
  color: string
  icon: string
  view: 'list' | 'board' | 'calendar'
  /** Who work in it, and have its tasks. */
  crew: readonly PersonKey[]
  privacy?: 'private'
  isArchived?: true
  /** The days from today on which it starts and ends. */
  start?: number
  due?: number
  fields: readonly string[]
  brief?: { title: string; text: string }
  statuses: readonly DemoStatus[]
  files?: readonly DemoFile[]
  sections: readonly DemoSection[]
  details: Readonly<Record<string, TaskDetails>>
}
