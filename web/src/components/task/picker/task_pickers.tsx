/** The pickers of the fields of tasks. Each edits one task or several ones, in one act. */
import type { RefObject } from 'react'
import { useCache } from '../../../data/hooks.ts'
import { entryGid } from '../../../data/lists.ts'
import type { Gid, WorkRecord } from '../../../data/records.ts'
import { createTag } from '../../../data/tags.ts'
import { setDates } from '../../../data/task_changes.ts'
import { addTasks } from '../../../data/task_moves.ts'
import { setMembers, setRelation } from '../../../data/tasks.ts'
import { useAct } from '../../act.ts'
import { DatesPicker, type DatesPickerProps } from '../../date_picker/date_picker.tsx'
import { Picker } from '../../picker/picker.tsx'
import type { PickerPlace } from '../../picker/place.ts'
import { moveAll, type TaskList } from '../moving/places.ts'
import { useRecords } from '../use_records.ts'
import { useCandidates } from './candidates.tsx'
import { DEPENDENCY_WORDS } from './pickers.ts'
import { useSections } from './use_sections.ts'
import { commonOf, countOf, placeTitle } from './words.ts'

export type TaskPickerProps = PickerPlace & {
  tasks: readonly Gid[]
}

const NONE: readonly Gid[] = []

const memberOf = (record: WorkRecord | undefined, name: string) => (record?.[name] ?? null) as string | null

export function AssigneePicker({ tasks, ...place }: TaskPickerProps) {
  const cache = useCache()
  const act = useAct()
  const { options, search } = useCandidates('user')
  const assignees = useRecords(tasks).map(task => memberOf(task, 'assignee'))
  const change = (assignee: Gid | null) => {
    const name = assignee ? String(cache.records.get(assignee)?.name ?? '') : null
    const title = name ? `${countOf(tasks)} assigned to ${name}` : `${countOf(tasks)} unassigned`
    const steps = tasks.map(task => setMembers(cache, task, { assignee }))
    act({ title, steps }, { isQuiet: tasks.length === 1 })
  }
  return (
    <Picker
      {...{ ...place, label: 'Assignee', options, search }}
      emptyLabel="Nobody"
      {...commonOf(assignees)}
      onChange={change}
    />
  )
}

export interface DueDatePickerProps {
  tasks: readonly Gid[]
  anchor: RefObject<Element | null>
  opensStart?: boolean
  onClose(): void
}

export function DueDatePicker({ tasks, anchor, onClose, opensStart }: DueDatePickerProps) {
  const cache = useCache()
  const act = useAct()
  const records = useRecords(tasks)
  const isMilestone = records.some(record => record.resource_subtype === 'milestone')
  const change: DatesPickerProps['onChange'] = dates => {
    const steps = records.flatMap(({ gid }, at) => (dates[at] ? [setDates(cache, gid, dates[at])] : []))
    const title = `${countOf(steps.map(({ subject }) => subject))} rescheduled`
    if (steps.length > 0) act({ title, steps }, { isQuiet: tasks.length === 1 })
  }
  return (
    <DatesPicker
      {...{ anchor, onClose }}
      values={records.map(record => ({
        ...{ start_on: memberOf(record, 'start_on'), start_at: memberOf(record, 'start_at') },
        ...{ due_on: memberOf(record, 'due_on'), due_at: memberOf(record, 'due_at') },
      }))}
      canHaveStart={!isMilestone}
      opensStart={opensStart && !isMilestone}
      onChange={change}
    />
  )
}

const relatedOf = (task: WorkRecord | undefined, relation: string): readonly Gid[] =>
  (task?.[relation] ?? NONE) as readonly Gid[]

/** The objects that all tasks have in a relation, and those that any of them has, also after a choice. */
function useRelated(tasks: readonly Gid[], relation: string): { shared: readonly Gid[]; any: readonly Gid[] } {
  const related = useRecords(tasks).map(task => relatedOf(task, relation))
  const any = [...new Set(related.flat())]
  return { shared: any.filter(gid => related.every(one => one.includes(gid))), any }
}

export function TagsPicker({ tasks, ...place }: TaskPickerProps) {
  const cache = useCache()
  const act = useAct()
  const { options, search } = useCandidates('tag')
  const { shared: values, any } = useRelated(tasks, 'tags')
  const isQuiet = tasks.length === 1
  const change = (_: readonly string[], toggled: string | null) => {
    const changed = toggled === null ? any : [toggled]
    const isAdded = toggled !== null && !values.includes(toggled)
    const steps = changed.flatMap(tag =>
      tasks
        .filter(task => relatedOf(cache.records.get(task), 'tags').includes(tag) !== isAdded)
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
      {...{ ...place, label: 'Tags', options, search, values }}
      selection="many"
      emptyLabel="None"
      isMixed={any.length > values.length}
      onChange={change}
      onCreate={create}
    />
  )
}

const projectsOf = (task: WorkRecord | undefined): readonly Gid[] =>
  ((task?.memberships ?? []) as readonly { project: Gid }[]).map(({ project }) => project)

/** Adds tasks to a project. */
export function ProjectPicker({ tasks, ...place }: TaskPickerProps) {
  const cache = useCache()
  const act = useAct()
  const records = useRecords(tasks)
  const isIn = (task: WorkRecord, project: Gid) => projectsOf(task).includes(project)
  const present = projectsOf(records[0]).filter(project => records.every(task => isIn(task, project)))
  const { options, search } = useCandidates('project', present)
  const add = (project: Gid | null) => {
    if (!project) return
    const section = cache.lists.contents(project).sections[0]?.gid ?? null
    const added = records.filter(task => !isIn(task, project)).map(({ gid }) => gid)
    const steps = addTasks(cache, added, { project, section, place: 'bottom' })
    const title = `${countOf(tasks)} added to ${cache.records.get(project)?.name ?? 'the project'}`
    if (steps.length > 0) act({ title, steps }, { isQuiet: tasks.length === 1 })
  }
  return <Picker {...{ ...place, label: 'Project', options, search }} value={null} onChange={add} />
}

export type SectionPickerProps = TaskPickerProps & { list: TaskList }

/** Moves tasks to another section of a list. */
export function SectionPicker({ tasks, list, ...place }: SectionPickerProps) {
  const cache = useCache()
  const act = useAct()
  const sections = useSections(list.gid)
  const options = sections.map(({ gid, name }) => ({ id: gid, label: name }))
  const isMine = list.kind === 'my_tasks'
  const placed = useRecords(isMine ? tasks : tasks.map(task => entryGid(list.gid, task)))
  const common = commonOf(placed.map(record => memberOf(record, isMine ? 'assignee_section' : 'section')))
  const move = (section: Gid | null) => {
    if (!section || (tasks.length === 1 && section === common.value)) return
    const steps = moveAll(cache, tasks, list, { section, place: 'bottom' })
    const name = sections.find(({ gid }) => gid === section)?.name ?? ''
    if (steps.length > 0) act({ title: placeTitle(name), steps })
  }
  return <Picker {...{ ...place, ...common, label: 'Section', options }} onChange={move} />
}

export type DependencyPickerProps = TaskPickerProps & { relation: keyof typeof DEPENDENCY_WORDS }

/** Chooses the tasks that block a task, or that it blocks. */
export function DependencyPicker({ tasks, relation, ...place }: DependencyPickerProps) {
  const cache = useCache()
  const act = useAct()
  const { options, search } = useCandidates('task', tasks)
  const { shared: values } = useRelated(tasks, relation)
  const change = (_: readonly string[], toggled: string | null) => {
    if (toggled === null) return
    const isAdded = !values.includes(toggled)
    const steps = tasks.map(task => setRelation(cache, task, relation, toggled, isAdded))
    act({ title: isAdded ? 'Dependency added' : 'Dependency removed', steps }, { isQuiet: tasks.length === 1 })
  }
  return (
    <Picker
      {...{ ...place, label: DEPENDENCY_WORDS[relation], options, search, values }}
      selection="many"
      onChange={change}
    />
  )
}

export type ParentPickerProps = TaskPickerProps & { setParent(tasks: readonly Gid[], parent: Gid | null): void }

/** Makes tasks subtasks of a chosen one. */
export function ParentPicker({ tasks, setParent, ...place }: ParentPickerProps) {
  const { options, search } = useCandidates('task', tasks)
  return (
    <Picker
      {...{ ...place, label: 'Parent task', options, search }}
      emptyLabel="None"
      value={null}
      onChange={parent => setParent(tasks, parent)}
    />
  )
}
