/**
 * Creates the tasks of a template, for many of them at once: a fixed number of statements for each call.
 *
 * Invariants:
 * - people who left the workspace or whom the user cannot see are neither assignee nor follower;
 * - a task has only tags, fields and options that it can have now.
 */
import { rankBetween } from '../../../lib/rank.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { insertAll, lockRows } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { subtasksOfTask, tasksOfSection } from '../../../store/queries/order.ts'
import { membershipsIn, type WorkspaceMembership } from '../../../store/queries/people.ts'
import type { TemplateTaskRow } from '../../../store/queries/templates/contents.ts'
import { copiesAt, lastRanks, liveTags, liveTasks } from '../../../store/queries/templates/new_tasks.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import type { Tables } from '../../../store/tables.ts'
import { numberAll } from '../../fields/rules/numbering.ts'
import { mustNotBeInTrash } from '../../work/rules/position.ts'
import { newState, settleState } from '../../work/rules/task_state.ts'
import { settleTemplateDates, type TemplateTask } from './content.ts'
import { attachSaved } from './copied_attachments.ts'
import { placesInMyTasks } from './copied_tasks.ts'
import { insertValues } from './new_values.ts'

/** What is the same for all tasks that a job creates from a template. */
export interface NewTaskTerms {
  job: number
  user: number
  workspace: number
  /** The project that the tasks are in, and its sections by their positions in the template. */
  project: number
  sections: readonly number[]
  /** The day to which dates are relative. */
  from: string
  timeZone: string
  /** The users of the roles, by the gid of the role. */
  roles: Readonly<Record<string, number>>
  /** The bytes that the files of the workspace may take. */
  filesQuota: number | null
  /** The rank of the task in its section; by default, tasks come last. */
  rank?: string
  /** The gid of the first task, where it is known already. */
  first?: number
  /** The user follows the tasks. */
  follows: boolean
}

/** A task to create. */
export interface TaskToCreate extends TemplateTask {
  gid: number
  position: number
  parent: number | null
}

/** Creates tasks of a template, in order; without those whose parent is in the trash or was not created. */
export async function createTasks(tx: Writer, terms: NewTaskTerms, found: readonly TemplateTaskRow[]): Promise<void> {
  const tasks = await withParents(tx, terms, found)
  if (tasks.length === 0) return
  const { job, workspace } = terms
  const people = await presentPeople(tx, terms, tasks)
  const placeOf = await placesFor(tx, terms, tasks)
  const rows = tasks.map(task => taskRow(tx, terms, task, people, placeOf(task).rank))
  await insertAll(tx, 'tasks', rows)
  const pairs = tasks.map(({ gid, position }) => ({ job, position, source: position, copy: gid }))
  await insertAll(tx, 'job_copies', pairs)
  const places = tasks.flatMap(task => placeOf(task).membership ?? [])
  await insertAll(tx, 'task_memberships', [...places, ...(await placesInMyTasks(tx, workspace, rows))])
  await insertRelations(tx, terms, rows, tasks, people)
  await insertValues(tx, terms, tasks, people)
  await attachSaved(tx, terms, tasks)
  const gids = tasks.map(({ gid }) => gid)
  await numberAll(tx, gids)
  await mustNotBeInTrash(tx, [terms.project])
}

/** The tasks to create, with their gids and those of their parents. */
async function withParents(
  tx: Writer,
  { job, first }: NewTaskTerms,
  found: readonly TemplateTaskRow[],
): Promise<TaskToCreate[]> {
  const positions = [...new Set(found.flatMap(({ parent }) => parent ?? []))]
  const before = await copiesAt(tx, job, positions)
  // A concurrent delete of a parent has ended after this, and its subtasks are not created.
  await lockRows(tx, 'tasks', [...before.values()])
  const live = await liveTasks(tx, [...before.values()])
  const known = new Map([...before].filter(([, gid]) => live.has(gid)))
  return found.flatMap(({ position, parent, content }) => {
    const above = parent === null ? null : known.get(parent)
    if (above === undefined) return []
    const gid = (position === 0 ? first : undefined) ?? tx.gid()
    known.set(position, gid)
    return { ...(JSON.parse(content) as TemplateTask), gid, position, parent: above }
  })
}

/** The people of these tasks who are still in the workspace, and whom the user can see. */
export async function presentPeople(
  tx: Reader,
  terms: Pick<NewTaskTerms, 'user' | 'workspace' | 'roles'>,
  tasks: readonly TemplateTask[],
): Promise<Set<number>> {
  const named = tasks.flatMap(({ assignee, followers }) => [...followers, ...(assignee === null ? [] : [assignee])])
  const chosen = tasks.flatMap(({ custom_fields }) =>
    Object.values(custom_fields).flatMap(({ choices = [] }) => choices),
  )
  const gids = [...new Set([...named, ...chosen, ...Object.values(terms.roles)])]
  const found = await membershipsIn(tx, terms.workspace, gids)
  const seen = await rights(tx, terms.user, 'user', [...found.keys()])
  const isPresent = ({ user, is_active, is_service }: WorkspaceMembership) =>
    is_active === 1 && is_service === 0 && allows(seen.get(user), 'view')
  return new Set([...found.values()].filter(isPresent).map(({ user }) => user))
}

interface NewPlace {
  /** Among the subtasks of its parent. */
  rank: string | null
  membership?: Tables['task_memberships']
}

/** Where each task comes: after the tasks that its lists have. */
async function placesFor(
  tx: Writer,
  terms: NewTaskTerms,
  tasks: readonly TaskToCreate[],
): Promise<(task: TaskToCreate) => NewPlace> {
  const { project, workspace } = terms
  const sectionOf = ({ section }: TaskToCreate) => terms.sections[section ?? 0] ?? terms.sections[0] ?? 0
  const parents = [...new Set(tasks.flatMap(({ parent }) => parent ?? []))]
  const sections = [...new Set(tasks.filter(({ section }) => section !== null).map(sectionOf))]
  // positions: all locks in one call, so that two jobs with the same lists in another order do not deadlock.
  await advisoryLock(tx, 'positions', ...parents, ...sections)
  const ranks = new Map([
    ...(await lastRanks(tx, subtasksOfTask, parents)),
    ...(await lastRanks(tx, tasksOfSection, sections)),
  ])
  const next = (list: number): string => {
    const rank = rankBetween(ranks.get(list) ?? null, null)
    ranks.set(list, rank)
    return rank
  }
  const places = new Map(
    tasks.map((task): [TaskToCreate, NewPlace] => {
      const own = task.parent === null ? null : next(task.parent)
      if (task.section === null) return [task, { rank: own }]
      const section = sectionOf(task)
      const membership = { task: task.gid, project, section, rank: terms.rank ?? next(section), workspace }
      return [task, { rank: own, membership }]
    }),
  )
  return task => places.get(task) ?? { rank: null }
}

function taskRow(
  tx: Writer,
  { user, workspace, from, timeZone, roles }: NewTaskTerms,
  { gid, name, resource_subtype, notes, html_notes, parent, ...task }: TaskToCreate,
  people: ReadonlySet<number>,
  rank: string | null,
): TaskTable {
  const wanted = task.role === null ? task.assignee : (roles[task.role] ?? null)
  const assignee = wanted !== null && people.has(wanted) ? wanted : null
  return {
    ...{ gid, workspace, name, notes, html_notes, parent, rank },
    ...settleState(newState, { resource_subtype }, user, tx.now),
    ...{ custom_type: null, custom_type_status_option: null },
    ...settleTemplateDates(task, from, timeZone),
    ...{ assignee, assigned_by: assignee === null ? null : user },
    assignee_status: assignee === null ? 'upcoming' : 'inbox',
    ...{ is_rendered_as_separator: 0, actual_time_minutes: null },
    ...{ created_by: user, created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null },
  }
}

/** Followers and tags. An assignee follows the task. */
async function insertRelations(
  tx: Writer,
  { user, workspace, follows }: NewTaskTerms,
  rows: readonly TaskTable[],
  tasks: readonly TaskToCreate[],
  people: ReadonlySet<number>,
): Promise<void> {
  const followers = tasks.flatMap(({ gid: task, followers }, index) => {
    const own = [rows[index]?.assignee ?? null, ...(follows ? [user] : []), ...followers.filter(one => people.has(one))]
    return [...new Set(own)].flatMap(one => (one === null ? [] : { task, user: one }))
  })
  await insertAll(tx, 'task_followers', followers)
  const live = await liveTags(tx, workspace, [...new Set(tasks.flatMap(({ tags }) => tags))])
  const tags = tasks.flatMap(({ gid: task, tags }) => tags.filter(tag => live.has(tag)).map(tag => ({ task, tag })))
  await insertAll(tx, 'task_tags', tags)
}
