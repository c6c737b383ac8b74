/**
 * The tasks of a seeded workspace: every task has a project, an assignee with it in My Tasks, two followers, a tag, and
 * a value of each custom field; every tenth has a parent.
 */
import type { Tables } from '../../src/store/tables.ts'
import { type Fields, giveValues } from './five_fields.ts'
import { type Insert, rankOf, START } from './rows.ts'

const NOTES =
  'What is to be done, in a sentence or two: who needs it, what is there already, and when it is enough. '.repeat(3)

/** A section that receives tasks, and their number so far. */
export interface List {
  project: number
  section: number
  count: number
}

export interface Person extends List {
  user: number
}

export interface World {
  workspace: number
  people: Person[]
  tags: number[]
  projects: List[][]
  fields: Fields | undefined
}

/** Returns the tasks, in order. */
export function fillTasks(insert: Insert, gid: () => number, world: World, size: number): number[] {
  const { workspace, people, tags, projects, fields } = world
  const tasks: number[] = []
  for (let index = 0; index < size; index++) {
    const task = gid()
    const assignee = people[index % people.length]
    const other = people[(index * 7 + 13) % people.length]
    const list = listOf(projects, index, size)
    if (!assignee || !other || !list) throw new Error('The seed has no people or no projects.')
    insert('tasks', row(task, workspace, index, assignee.user, tasks[index - 1]))
    for (const { project, section, count } of [list, assignee]) {
      insert('task_memberships', { task, project, section, workspace, rank: rankOf(count) })
    }
    list.count++
    assignee.count++
    const both = [...new Set([assignee.user, other.user])]
    for (const user of both) insert('task_followers', { task, user })
    insert('task_tags', { task, tag: tags[index % tags.length] ?? 0 })
    if (fields) giveValues(insert, gid, fields, { task, workspace, index, people: both })
    tasks.push(task)
  }
  return tasks
}

export const isSubtask = (index: number): boolean => index % 10 === 9

/** Every fourth task goes to the large project, one hundred to the next, and the others to the rest. */
function listOf(projects: List[][], index: number, size: number): List | undefined {
  const [large, hundred] = projects
  if (index % 4 === 0) return large?.[0]
  const turn = Math.floor(index / 4) * 3 + (index % 4) - 1
  if (hundred?.[0] && hundred[0].count < 100 && turn % Math.max(1, Math.floor((size * 3) / 400)) === 0)
    return hundred[0]
  const sections = projects[2 + (turn % (projects.length - 2))]
  return sections?.[Math.floor(turn / projects.length) % sections.length]
}

function row(gid: number, workspace: number, index: number, assignee: number, previous: number | undefined) {
  const done = index % 3 === 0
  return {
    ...{ gid, workspace, name: `Task ${index} of the seeded store`, resource_subtype: 'default_task' },
    ...{ notes: NOTES, html_notes: null, completed: done ? 1 : 0, completed_at: done ? START : null },
    ...{ completed_by: done ? assignee : null, approval_status: null, assignee, assigned_by: assignee },
    ...{ assignee_status: 'inbox', start_on: null, start_at: null, due_at: null },
    due_on: index % 2 === 0 ? '2026-06-30' : null,
    parent: isSubtask(index) ? (previous ?? null) : null,
    rank: isSubtask(index) ? rankOf(0) : null,
    ...{
      is_rendered_as_separator: 0,
      actual_time_minutes: null,
      custom_type: null,
      custom_type_status_option: null,
      created_by: assignee,
      created_at: START + index,
      modified_at: START + index,
    },
    ...{ deleted_at: null, deleted_by: null },
  } satisfies Tables['tasks']
}
