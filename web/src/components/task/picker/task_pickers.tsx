/** The pickers of the fields of tasks. Each edits one task or several ones, in one act. */
import type { RefObject } from 'react'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { createTag } from '../../../data/tags.ts'
import { setDates } from '../../../data/task_changes.ts'
import { addTasks } from '../../../data/task_moves.ts'
import { setMembers, setRelation } from '../../../data/tasks.ts'
import { useAct } from '../../act.ts'
import { DatePicker } from '../../date_picker/date_picker.tsx'
import { Picker } from '../../picker/picker.tsx'
import { moveAll, type TaskList } from '../moving/places.ts'
import { useCandidates } from './candidates.tsx'
import { DEPENDENCY_WORDS } from './pickers.ts'
import { useSections } from './use_sections.ts'
import { commonOf, countOf, placeTitle } from './words.ts'

export interface TaskPickerProps {
  tasks: readonly Gid[]
  anchor: RefObject<Element | null>
  onClose(): void
}

const NONE: readonly Gid[] = []

export function AssigneePicker({ tasks, anchor, onClose }: TaskPickerProps) {
  const cache = useCache()
  const act = useAct()
  const { options, search } = useCandidates('user')
  const change = (assignee: Gid | null) => {
    const name = assignee ? String(cache.records.get(assignee)?.name ?? '') : null
    const title = name ? `${countOf(tasks)} assigned to ${name}` : `${countOf(tasks)} unassigned`
    const steps = tasks.map(task => setMembers(cache, task, { assignee }))
    act({ title, steps }, { isQuiet: tasks.length === 1 })
  }
  return (
    <Picker
      {...{ label: 'Assignee', anchor, options, search, onClose }}
      emptyLabel="Nobody"
      value={commonOf(cache.records, tasks, 'assignee')}
      onChange={change}
    />
  )
}

export interface DueDatePickerProps extends TaskPickerProps {
  opensStart?: boolean
}

export function DueDatePicker({ tasks, anchor, onClose, opensStart }: DueDatePickerProps) {
  const cache = useCache()
  const act = useAct()
  const [first = ''] = tasks
  const record = cache.records.get(first)
  const member = (name: string) => (record?.[name] ?? null) as string | null
  const isMilestone = tasks.some(task => cache.records.get(task)?.resource_subtype === 'milestone')
  return (
    <DatePicker
      {...{ anchor, onClose }}
      value={{
        ...{ start_on: member('start_on'), start_at: member('start_at') },
        ...{ due_on: member('due_on'), due_at: member('due_at') },
      }}
      canHaveStart={!isMilestone}
      opensStart={opensStart && !isMilestone}
      onChange={dates => {
        const steps = tasks.map(task => setDates(cache, task, dates))
        act({ title: `${countOf(tasks)} rescheduled`, steps }, { isQuiet: tasks.length === 1 })
      }}
    />
  )
}

const listOf = (cache: ReturnType<typeof useCache>, task: Gid, relation: string): readonly Gid[] =>
  (cache.records.get(task)?.[relation] ?? NONE) as readonly Gid[]

/** The objects that all tasks have in a relation. */
function sharedBy(cache: ReturnType<typeof useCache>, tasks: readonly Gid[], relation: string): readonly Gid[] {
  const [first, ...rest] = tasks
  if (first === undefined) return NONE
  return listOf(cache, first, relation).filter(gid => rest.every(task => listOf(cache, task, relation).includes(gid)))
}

export function TagsPicker({ tasks, anchor, onClose }: TaskPickerProps) {
  const cache = useCache()
  const act = useAct()
  const { options, search } = useCandidates('tag')
  const values = sharedBy(cache, tasks, 'tags')
  const isQuiet = tasks.length === 1
  const change = (_: readonly string[], toggled: string | null) => {
    const removed = toggled === null ? values : [toggled]
    const isAdded = toggled !== null && !values.includes(toggled)
    const steps = removed.flatMap(tag =>
      tasks
        .filter(task => listOf(cache, task, 'tags').includes(tag) !== isAdded)
        .map(task => setRelation(cache, task, 'tags', tag, isAdded)),
    )
    if (steps.length > 0) act({ title: `${countOf(tasks)} ${isAdded ? 'tagged' : 'untagged'}`, steps }, { isQuiet })
  }
  const create = (name: string) => {
    const tag = createTag(cache, name)
    const steps = tasks.map(task => setRelation(cache, task, 'tags', tag.subject, true))
    act({ title: `Tag “${name}” created`, steps: [tag, ...steps] }, { isQuiet })
  }
  return (
    <Picker
      {...{ label: 'Tags', anchor, options, search, onClose, values }}
      selection="many"
      emptyLabel="None"
      onChange={change}
      onCreate={create}
    />
  )
}

/** Adds tasks to a project. */
export function ProjectPicker({ tasks, anchor, onClose }: TaskPickerProps) {
  const cache = useCache()
  const act = useAct()
  const isIn = (task: Gid, project: Gid) =>
    ((cache.records.get(task)?.memberships ?? []) as readonly { project: Gid }[]).some(one => one.project === project)
  const [first = ''] = tasks
  const memberships = (cache.records.get(first)?.memberships ?? []) as readonly { project: Gid }[]
  const present = memberships.map(({ project }) => project).filter(project => tasks.every(task => isIn(task, project)))
  const { options, search } = useCandidates('project', present)
  const add = (project: Gid | null) => {
    if (!project) return
    const section = cache.lists.contents(project).sections[0]?.gid ?? null
    const added = tasks.filter(task => !isIn(task, project))
    const steps = addTasks(cache, added, { project, section, place: 'bottom' })
    const title = `${countOf(tasks)} added to ${cache.records.get(project)?.name ?? 'the project'}`
    if (steps.length > 0) act({ title, steps }, { isQuiet: tasks.length === 1 })
  }
  return <Picker {...{ label: 'Project', anchor, options, search, onClose }} value={null} onChange={add} />
}

export interface SectionPickerProps extends TaskPickerProps {
  list: TaskList
}

/** Moves tasks to another section of a list. */
export function SectionPicker({ tasks, list, anchor, onClose }: SectionPickerProps) {
  const cache = useCache()
  const act = useAct()
  const sections = useSections(list.gid)
  const options = sections.map(({ gid, name }) => ({ id: gid, label: name }))
  const [first = ''] = tasks
  const mine = list.kind === 'my_tasks' ? cache.records.get(first)?.assignee_section : undefined
  const value = (mine ?? cache.records.get(`${list.gid}/${first}`)?.section ?? null) as Gid | null
  const move = (section: Gid | null) => {
    if (!section || (tasks.length === 1 && section === value)) return
    const steps = moveAll(cache, tasks, list, { section, place: 'bottom' })
    const name = sections.find(({ gid }) => gid === section)?.name ?? ''
    if (steps.length > 0) act({ title: placeTitle(name), steps })
  }
  return <Picker {...{ label: 'Section', anchor, options, onClose, value }} onChange={move} />
}

export interface DependencyPickerProps extends TaskPickerProps {
  relation: keyof typeof DEPENDENCY_WORDS
}

/** Chooses the tasks that block a task, or that it blocks. */
export function DependencyPicker({ tasks, relation, anchor, onClose }: DependencyPickerProps) {
  const cache = useCache()
  const act = useAct()
  const { options, search } = useCandidates('task', tasks)
  const values = sharedBy(cache, tasks, relation)
  const change = (_: readonly string[], toggled: string | null) => {
    if (toggled === null) return
    const isAdded = !values.includes(toggled)
    const steps = tasks.map(task => setRelation(cache, task, relation, toggled, isAdded))
    act({ title: isAdded ? 'Dependency added' : 'Dependency removed', steps }, { isQuiet: tasks.length === 1 })
  }
  return (
    <Picker
      {...{ label: DEPENDENCY_WORDS[relation], anchor, options, search, onClose, values }}
      selection="many"
      onChange={change}
    />
  )
}

export interface ParentPickerProps extends TaskPickerProps {
  setParent(tasks: readonly Gid[], parent: Gid | null): void
}

/** Makes tasks subtasks of a chosen one. */
export function ParentPicker({ tasks, anchor, onClose, setParent }: ParentPickerProps) {
  const { options, search } = useCandidates('task', tasks)
  return (
    <Picker
      {...{ label: 'Parent task', anchor, options, search, onClose }}
      emptyLabel="None"
      value={null}
      onChange={parent => setParent(tasks, parent)}
    />
  )
}
