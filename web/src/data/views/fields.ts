/** The fields of a list by which it can be filtered, sorted and grouped, and the conditions of each type. */
import type { Gid, WorkRecord } from '../records.ts'
import { compareNames, nameOf } from './sort.ts'
import { type Choice, fieldValue, WORDS } from './values.ts'

export type FieldType = 'text' | 'number' | 'date' | 'person' | 'people' | 'enum' | 'multi_enum' | 'flag' | 'words'

export interface ViewOption {
  readonly id: string
  readonly label: string
  readonly color?: string
}

export interface ViewField {
  /** A member such as `assignee`, or the gid of a custom field. */
  readonly id: string
  readonly label: string
  readonly type: FieldType
  /** The values that can be chosen; where they are absent, those that the tasks of the list have. */
  readonly options?: readonly ViewOption[]
  /** Whether it can be a column, and whether lists can be sorted and grouped by it. */
  readonly isColumn?: boolean
  readonly isSortable?: boolean
  readonly isGroupable?: boolean
  /** A column only: lists do not load it for all of their tasks, so they cannot be filtered by it. */
  readonly isUnfiltered?: true
}

const column = { isColumn: true, isSortable: true } as const
const flag = (yes: string, no: string): readonly ViewOption[] => [
  { id: 'true', label: yes },
  { id: 'false', label: no },
]
const SUBTYPES: readonly ViewOption[] = [
  { id: 'default_task', label: 'Task' },
  { id: 'milestone', label: 'Milestone' },
  { id: 'approval', label: 'Approval' },
]

/** The fields of every task. */
const BUILT_IN: readonly ViewField[] = [
  { id: 'name', label: 'Name', type: 'text', isSortable: true },
  { id: 'assignee', label: 'Assignee', type: 'person', ...column, isGroupable: true },
  { id: 'due_on', label: 'Due date', type: 'date', ...column, isGroupable: true },
  { id: 'start_on', label: 'Start date', type: 'date', isSortable: true },
  { id: 'projects', label: 'Projects', type: 'multi_enum', ...column, isGroupable: true },
  { id: 'tags', label: 'Tags', type: 'multi_enum', ...column, isGroupable: true },
  {
    ...{ id: 'completed', label: 'Completion', type: 'flag', isSortable: true, isGroupable: true },
    options: flag('Completed', 'Incomplete'),
  },
  { id: 'dependencies', label: 'Blocked by', type: 'multi_enum', isColumn: true, isUnfiltered: true },
  { id: 'is_blocked', label: 'Blocked', type: 'flag', options: flag('Blocked', 'Not blocked') },
  { id: 'resource_subtype', label: 'Task type', type: 'enum', options: SUBTYPES, isGroupable: true },
  { id: 'created_at', label: 'Created on', type: 'date', ...column },
  { id: 'completed_at', label: 'Completed on', type: 'date', ...column },
  { id: 'modified_at', label: 'Last modified', type: 'date', ...column },
  { id: 'num_likes', label: 'Likes', type: 'number', ...column },
  { id: 'created_by', label: 'Created by', type: 'person', isColumn: true, isUnfiltered: true },
  { id: 'completed_by', label: 'Completed by', type: 'person', isColumn: true, isUnfiltered: true },
  { id: 'actual_time_minutes', label: 'Actual time', type: 'number', isColumn: true, isUnfiltered: true },
  { id: WORDS, label: 'Words', type: 'words' },
]

const CUSTOM_TYPES: Readonly<Record<string, FieldType>> = {
  ...({ text: 'text', number: 'number', date: 'date', enum: 'enum', multi_enum: 'multi_enum' } as const),
  ...({ people: 'people', reference: 'multi_enum', formula: 'number' } as const),
}

interface EnumOption {
  readonly gid: Gid
  readonly name: string
  readonly color?: string
  readonly enabled?: boolean
}

function customField({ gid, name, resource_subtype, enum_options }: WorkRecord): ViewField {
  const type = CUSTOM_TYPES[String(resource_subtype)] ?? 'text'
  const options = (enum_options as readonly EnumOption[] | undefined)?.map(option => ({
    ...{ id: option.gid, label: option.name },
    ...(option.color && { color: option.color }),
  }))
  const isGroupable = type === 'enum' || type === 'multi_enum' || type === 'people'
  return { id: gid, label: String(name ?? ''), type, ...column, isGroupable, ...(options?.length && { options }) }
}

/** The fields of a project: those of every task, and its custom fields. Without a project, those of every task. */
export function viewFields(
  project: WorkRecord | undefined,
  get: (gid: Gid) => WorkRecord | undefined,
): readonly ViewField[] {
  const settings = (project?.custom_field_settings ?? []) as readonly { custom_field: Gid }[]
  const custom = settings.flatMap(({ custom_field }) => get(custom_field) ?? [])
  return [...BUILT_IN, ...custom.map(customField)]
}

/** The values of a field that the tasks of a list have, by name: the people, tags and projects that can be chosen. */
export function optionsIn(
  tasks: readonly Gid[],
  field: string,
  get: (gid: Gid) => WorkRecord | undefined,
): readonly ViewOption[] {
  const found = new Map<string, Choice>()
  for (const gid of tasks) {
    const task = get(gid)
    const value = task && fieldValue(task, field)
    if (value?.kind === 'choices') for (const choice of value.choices) found.set(choice.id, choice)
  }
  const options = [...found.values()].map((choice): ViewOption => {
    const color = get(choice.id)?.color
    return { id: choice.id, label: nameOf(choice, get), ...(typeof color === 'string' && { color }) }
  })
  return options.sort((a, b) => compareNames(a.label, b.label))
}

type Condition = readonly [operator: string, label: string]

const EMPTINESS: readonly Condition[] = [
  ['empty', 'is empty'],
  ['not_empty', 'is not empty'],
]
const CHOICES: readonly Condition[] = [
  ['is', 'is'],
  ['is_not', 'is not'],
  ['any', 'is any of'],
]
const NOBODY: readonly Condition[] = [
  ['empty', 'is nobody'],
  ['not_empty', 'is anybody'],
]
const ORDERED: readonly Condition[] = [
  ['is', '='],
  ['is_not', '≠'],
  ['lt', '<'],
  ['le', '≤'],
  ['gt', '>'],
  ['ge', '≥'],
]

/** The conditions of each type of field; the first is that of a new filter. */
export const CONDITIONS: Readonly<Record<FieldType, readonly Condition[]>> = {
  text: [['contains', 'contains'], ['not_contains', 'does not contain'], ['is', 'is'], ...EMPTINESS],
  words: [['contains', 'contain']],
  number: [...ORDERED, ...EMPTINESS],
  date: [
    ['is', 'is'],
    ['lt', 'is before'],
    ['gt', 'is after'],
    ['between', 'is between'],
    ['next', 'is in the next days'],
    ['last', 'is in the last days'],
    ['this_week', 'is this week'],
    ['overdue', 'is overdue'],
    ...EMPTINESS,
  ],
  person: [...CHOICES, ...NOBODY],
  people: [...CHOICES, ...NOBODY],
  enum: [...CHOICES, ...EMPTINESS],
  multi_enum: [...CHOICES, ...EMPTINESS],
  flag: [['is', 'is']],
}
