/** The draft of a new task, and what its name says about it. */
import { valuesOf } from '../../components/date_picker/draft.ts'
import type { Gid } from '../../data/records.ts'
import type { TaskSubtype } from '../../data/task_changes.ts'
import type { DueDates } from '../../text/format.ts'
import { type Part, without } from './recognize.ts'

export interface TaskDraft {
  readonly name: string
  readonly notes: string
  readonly assignee: Gid | null
  readonly project: Gid | null
  /** Counts where the project has it. */
  readonly section: Gid | null
  readonly type: TaskSubtype
  readonly tags: readonly Gid[]
  readonly dates: DueDates
}

export const NO_DATES: DueDates = { start_on: null, start_at: null, due_on: null, due_at: null }

export const EMPTY_DRAFT: TaskDraft = {
  ...{ name: '', notes: '', assignee: null, project: null, section: null, type: 'default_task', tags: [] },
  dates: NO_DATES,
}

/** The section of a new task: the chosen one, else the first one of its project. */
export const sectionIn = <T extends { gid: Gid }>({ section }: TaskDraft, sections: readonly T[]): T | undefined =>
  sections.find(({ gid }) => gid === section) ?? sections[0]

/** The draft with the value of a part. Its name stays as it is. */
export function withValue(draft: TaskDraft, part: Part): TaskDraft {
  if (part.kind === 'date') return { ...draft, dates: valuesOf({ start: null, due: part.date }) ?? draft.dates }
  if (part.kind === 'tag') return { ...draft, tags: [...new Set([...draft.tags, part.gid])] }
  return { ...draft, [part.kind]: part.gid }
}

/** A part that became a value: Backspace at its place makes it text again. */
export interface Taken {
  readonly text: string
  readonly at: number
  /** The values before. */
  readonly former: Pick<TaskDraft, 'assignee' | 'project' | 'tags' | 'dates'>
}

/** Takes parts out of the name, the last one first, so that the places of the others stay right. */
export function taken(draft: TaskDraft, parts: readonly Part[]): { draft: TaskDraft; taken: readonly Taken[] } {
  const all: Taken[] = []
  let next = draft
  for (const part of parts.toReversed()) {
    const { assignee, project, tags, dates, name } = next
    const rest = without(name, part)
    all.push({ text: name.slice(part.start, part.end), at: rest.at, former: { assignee, project, tags, dates } })
    next = { ...withValue(next, part), name: rest.text }
  }
  return { draft: next, taken: all }
}

/** The draft with a part as text again. */
export const returned = (draft: TaskDraft, { text, at, former }: Taken): TaskDraft => ({
  ...{ ...draft, ...former },
  name: `${draft.name.slice(0, at)}${text}${draft.name.slice(at)}`,
})
