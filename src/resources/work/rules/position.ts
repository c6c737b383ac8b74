/** Positions of tasks in lists: projects and My Tasks alike. Tasks are ordered by rank. */
import { invalidReference, malformed } from '../../../lib/errors.ts'
import { insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { insertFirst, type RankPosition, rankAt, tasksOfSection } from '../../../store/queries/order.ts'
import { deletedAmong } from '../../../store/queries/projects.ts'
import { type TaskMembership, taskMembershipsOf } from '../../../store/queries/tasks.ts'

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
export const anchorOf = (position: RankPosition): number | undefined =>
  typeof position === 'string' ? undefined : 'before' in position ? position.before : position.after

/** 400 for an anchor that is not in the list. */
export const invalidAnchor = (position: RankPosition) =>
  invalidReference(
    typeof position === 'object' && 'before' in position ? 'insert_before' : 'insert_after',
    anchorOf(position) ?? 0,
  )

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
export async function moveToSection(
  tx: Writer,
  task: number,
  target: ListTarget,
  position: RankPosition,
): Promise<void> {
  const current = (await taskMembershipsOf(tx, task)).find(({ project }) => project === target.project)
  await setPosition(tx, task, current, target, position)
}

/** The same for a task whose membership in the list is known; undefined if it has none. */
export async function setPosition(
  tx: Writer,
  task: number,
  current: TaskMembership | undefined,
  target: ListTarget,
  position: RankPosition,
): Promise<void> {
  if (!current) return addToSection(tx, task, target, position)
  const { project, section } = target
  if (anchorOf(position) === task && current.section === section) return
  const rank = await rankAt(tx, tasksOfSection, section, position)
  if (rank === undefined) throw invalidAnchor(position)
  await update(tx, 'task_memberships', { task, project }, { section, rank })
}

/** Adds a task to a section of a list that it is not in. Throws 400 for an anchor outside the section. */
export async function addToSection(
  tx: Writer,
  task: number,
  { project, section, workspace }: ListTarget,
  // wire: recorded: new tasks of a project come first
  position: RankPosition = 'start',
): Promise<void> {
  if (position === 'start') return insertFirst(tx, { task, project, section, workspace })
  const rank = await rankAt(tx, tasksOfSection, section, position)
  if (rank === undefined) throw invalidAnchor(position)
  await insert(tx, 'task_memberships', { task, project, section, workspace, rank })
}

/**
 * Throws 400 if one of these projects is in the trash. Call it after adding a task to them: a concurrent delete of the
 * project either waits for this transaction, or commits before this check.
 */
export async function mustNotBeInTrash(tx: Writer, projects: readonly number[]): Promise<void> {
  const deleted = projects.length === 0 ? undefined : await deletedAmong(tx, projects)
  if (deleted !== undefined) throw invalidReference('project', deleted)
}
