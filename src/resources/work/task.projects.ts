/** Adds a task to projects and sections, and removes it. A move between lists does not modify the task. */
import { invalid, invalidReference } from '../../lib/errors.ts'
import { deleteWhere, getForUpdate } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { isMyTasks, listsOfSections, projectsOf, taskListsOf, taskMembershipsOf } from '../../store/queries/tasks.ts'
import { one } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { numberTasks } from '../fields/rules/numbering.ts'
import { mustBeOf } from './rules/membership.ts'
import {
  anchorOf,
  MAX_PROJECTS,
  moveToSection,
  mustNotBeInTrash,
  type PositionInput,
  parsePosition,
  tooManyProjects,
} from './rules/position.ts'
import { task } from './task.ts'

const positionInput = {
  insert_before: one('task', {
    need: 'view',
    nullable: true,
    doc: 'The task right after the new position; null for the end.',
  }),
  insert_after: one('task', {
    need: 'view',
    nullable: true,
    doc: 'The task right before the new position; null for the beginning.',
  }),
}

interface TaskPlacement extends PositionInput {
  project: number
  section?: number | null
}

async function addToProject(tx: Writer, gid: number, placement: TaskPlacement): Promise<void> {
  const { project, section } = placement
  const list = (await taskListsOf(tx, [project])).get(project)
  // Locks the task: a concurrent request could add it to other projects and exceed the limit.
  const { workspace } = await getForUpdate(tx, 'tasks', gid)
  mustBeOf(workspace, list?.workspace, 'project', project)
  const position = parsePosition(placement)
  const memberships = await taskMembershipsOf(tx, gid)
  const isIn = memberships.some(membership => membership.project === project)
  if (isIn && !position && !section) return
  if (!isIn && (await isMyTasks(tx, project))) throw invalid('task', 'Only tasks assigned to its owner are in My Tasks')
  if (!isIn && (await projectsOf(tx, gid)).length >= MAX_PROJECTS) throw tooManyProjects()
  const target = section ?? (await sectionOfAnchor(tx, project, position && anchorOf(position))) ?? list?.section ?? 0
  if (section && (await listsOfSections(tx, [section])).get(section) !== project)
    throw invalidReference('section', section)
  await moveToSection(tx, gid, { project, section: target, workspace }, position ?? 'end')
  if (!isIn) await mustNotBeInTrash(tx, [project])
  await numberTasks(tx, 'task', gid)
}

/** The section of the anchor: a task next to another one is in its section. */
async function sectionOfAnchor(tx: Writer, project: number, anchor: number | undefined): Promise<number | undefined> {
  if (anchor === undefined) return undefined
  return (await taskMembershipsOf(tx, anchor)).find(membership => membership.project === project)?.section
}

export const operations = [
  action('/tasks/{task_gid}/addProject', task, {
    id: 'addProjectForTask',
    doc: 'Adds a task to a project, or moves it within the project.',
    answers: 'nothing',
    body: {
      project: one('project', { need: 'edit', required: true, doc: 'The project.' }),
      section: one('section', { need: 'edit', nullable: true, doc: 'The section of the project.' }),
      ...positionInput,
    },
    async execute({ path, body, tx }) {
      await addToProject(tx, path.task_gid, body)
      return undefined
    },
  }),
  action('/tasks/{task_gid}/removeProject', task, {
    id: 'removeProjectForTask',
    doc: 'Removes a task from a project.',
    answers: 'nothing',
    body: { project: one('project', { need: 'edit', required: true, doc: 'The project.' }) },
    async execute({ path, body, tx }) {
      await deleteWhere(tx, 'task_memberships', { task: path.task_gid, project: body.project })
      return undefined
    },
  }),
  action('/sections/{section_gid}/addTask', task, {
    id: 'addTaskForSection',
    doc: 'Adds a task to a section, at the top unless a position is given.',
    answers: 'nothing',
    body: { task: one('task', { need: 'edit', required: true, doc: 'The task.' }), ...positionInput },
    async execute({ path, body, tx }) {
      const section = path.section_gid
      const project = (await listsOfSections(tx, [section])).get(section) ?? 0
      const position = parsePosition(body) ?? 'start'
      await addToProject(tx, body.task, { project, section, ...toPositionInput(position) })
      return undefined
    },
  }),
  // wire: older clients order My Tasks by this path
  action('/user_task_lists/{user_task_list_gid}/tasks/insert', task, {
    id: 'insertTaskForUserTaskList',
    doc: 'Moves a task within My Tasks. Only the owner of the list can.',
    answers: 'nothing',
    body: { task: one('task', { need: 'edit', required: true, doc: 'The task.' }), ...positionInput },
    async execute({ path, body, tx }) {
      const position = parsePosition(body) ?? 'start'
      await addToProject(tx, body.task, { project: path.user_task_list_gid, ...toPositionInput(position) })
      return undefined
    },
  }),
]

const toPositionInput = (position: Exclude<ReturnType<typeof parsePosition>, undefined>): PositionInput => {
  if (position === 'start') return { insert_after: null }
  if (position === 'end') return { insert_before: null }
  return 'before' in position ? { insert_before: position.before } : { insert_after: position.after }
}
