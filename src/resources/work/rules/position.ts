/** Positions of tasks in lists: projects and My Tasks alike. Tasks are ordered by rank. */
import { invalid, invalidReference, malformed } from '../../../lib/errors.ts'
import { deleteWhere, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type RankPosition, rankAt, tasksOfSection } from '../../../store/queries/order.ts'
import { deletedAmong } from '../../../store/queries/projects.ts'
import { myTasksOf, taskMembershipsOf } from '../../../store/queries/tasks.ts'

export interface PositionInput {
  insert_before?: number | null | undefined
  insert_after?: number | null | undefined
}

/** The requested position: next to an anchor, or, with a null anchor, at an end. Undefined without one. */
export function parsePosition({ insert_before: before, insert_after: after }: PositionInput): RankPosition | undefined {
  if (before !== undefined && after !== undefined) {
    throw malformed('You may only provide one of insert_before or insert_after!')
  }
  // wire: contract: null before is the end, null after is the beginning
  if (before !== undefined) return before === null ? 'end' : { before }
  if (after !== undefined) return after === null ? 'start' : { after }
  return undefined
}

/** The anchor of a position. */
export const anchorOf = (place: RankPosition): number | undefined =>
  typeof place === 'string' ? undefined : 'before' in place ? place.before : place.after

// wire: contract
export const MAX_PROJECTS = 20

export const tooManyProjects = () => malformed(`A task can be in at most ${MAX_PROJECTS} projects`)

export interface ListTarget {
  /** The project or the user task list. */
  project: number
  section: number
  workspace: number
}

/** Moves a task to a section of a list, which it may already be in. Throws 400 for an anchor outside the section. */
export async function moveToSection(tx: Writer, task: number, target: ListTarget, place: RankPosition): Promise<void> {
  const anchor = anchorOf(place)
  const places = await taskMembershipsOf(tx, task)
  const current = places.find(one => one.project === target.project)
  if (anchor === task && current?.section === target.section) return
  const rank = await rankAt(tx, tasksOfSection, target.section, place)
  if (rank === undefined) {
    throw invalidReference(
      typeof place === 'object' && 'before' in place ? 'insert_before' : 'insert_after',
      anchor ?? 0,
    )
  }
  const { project, section, workspace } = target
  if (current) await update(tx, 'task_memberships', { task, project }, { section, rank })
  else await insert(tx, 'task_memberships', { task, project, section, workspace, rank })
}

/** Adds a task to a list that it is not in, at the top of the section. */
export async function addNewTask(tx: Writer, task: number, { project, section, workspace }: ListTarget): Promise<void> {
  // wire: recorded: new tasks of a project come first
  const rank = (await rankAt(tx, tasksOfSection, section, 'start')) ?? ''
  await insert(tx, 'task_memberships', { task, project, section, workspace, rank })
}

/**
 * Throws 400 if one of these projects is in the trash. Call it after adding a task to them: a concurrent delete of the
 * project either waits for this transaction, or commits before this check.
 */
export async function mustNotBeInTrash(tx: Writer, projects: readonly number[]): Promise<void> {
  const gone = projects.length === 0 ? undefined : await deletedAmong(tx, projects)
  if (gone !== undefined) throw invalidReference('project', gone)
}

/** Moves a task from My Tasks of one user to that of another; null means no user. */
export async function moveBetweenMyTasks(
  tx: Writer,
  task: number,
  workspace: number,
  from: number | null,
  to: number | null,
) {
  const left = from === null ? undefined : await myTasksOf(tx, from, workspace)
  if (left) await deleteWhere(tx, 'task_memberships', { task, project: left.gid })
  const reached = to === null ? undefined : await myTasksOf(tx, to, workspace)
  if (reached) await addNewTask(tx, task, { project: reached.gid, section: reached.section, workspace })
}

/** Throws 400 unless the section is in My Tasks of the assignee. */
export async function myTasksTarget(
  tx: Writer,
  section: number,
  list: number | undefined,
  assignee: number | null,
  workspace: number,
): Promise<ListTarget> {
  const mine = assignee === null ? undefined : await myTasksOf(tx, assignee, workspace)
  if (!mine || mine.gid !== list) throw invalid('assignee_section', `Unknown object: ${section}`)
  return { project: mine.gid, section, workspace }
}
