/** The position of a task in My Tasks of its assignee. */
import { invalid } from '../../../lib/errors.ts'
import type { Writer } from '../../../store/db.ts'
import type { RankPosition } from '../../../store/queries/order.ts'
import { listsOfSections, myTasksOf, taskMembershipsOf } from '../../../store/queries/tasks.ts'
import { type ListTarget, setPosition } from './position.ts'

interface MyTasksInput {
  assignee_section?: number | null | undefined
  assignee_status?: string | undefined
}

export interface MyTasksPosition {
  /** The section from the input, or the first one of the list. */
  target: ListTarget
  position: RankPosition
  isSectionGiven: boolean
}

// wire: contract: these two statuses move a task to the top of its section of My Tasks, the others to its end
const onTop = ['inbox', 'upcoming']

/**
 * The position that the input gives to a task of this assignee: a section, or with a status an end of the current one.
 * Undefined without an assignee. Throws 400 unless the section is in My Tasks of the assignee.
 */
export async function parseMyTasksPosition(
  tx: Writer,
  { workspace, assignee }: { workspace: number; assignee: number | null },
  { assignee_section: section, assignee_status: status = 'inbox' }: MyTasksInput,
): Promise<MyTasksPosition | undefined> {
  const sectionList = section ? (await listsOfSections(tx, [section])).get(section) : undefined
  const myTasks = assignee === null ? undefined : await myTasksOf(tx, assignee, workspace)
  if (section && (!myTasks || myTasks.gid !== sectionList))
    throw invalid('assignee_section', `Unknown object: ${section}`)
  if (!myTasks) return undefined
  const target = { project: myTasks.gid, section: section || myTasks.section, workspace }
  return { target, position: section || onTop.includes(status) ? 'start' : 'end', isSectionGiven: Boolean(section) }
}

/** Moves a task within My Tasks. Without a given section, the task stays in its own. */
export async function moveInMyTasks(
  tx: Writer,
  task: number,
  { target, position, isSectionGiven }: MyTasksPosition,
): Promise<void> {
  const current = (await taskMembershipsOf(tx, task)).find(({ project }) => project === target.project)
  if (isSectionGiven) await setPosition(tx, task, current, target, position)
  else if (current) await setPosition(tx, task, current, { ...target, section: current.section }, position)
}
