/**
 * The custom type of a task and its status. A task of a custom type has a status of that type, whose completion state is
 * that of the task: a new status completes or reopens the task, and a task that is completed or reopened gets the first
 * enabled status of that state.
 */
import { invalid, invalidReference } from '../../../lib/errors.ts'
import type { Writer } from '../../../store/db.ts'
import { reachedFrom } from '../../../store/queries/tasks.ts'
import {
  customTypeOf,
  isAnyInProject,
  type StatusOptionRow,
  statusOptionsOf,
} from '../../../store/queries/types/custom_types.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import type { completionStates } from './status_fields.ts'

type TypedTask = Pick<TaskTable, 'resource_subtype' | 'completed' | 'custom_type' | 'custom_type_status_option'>

export interface TaskTypeInput {
  resource_subtype?: string
  completed?: boolean
  custom_type?: number | null
  custom_type_status_option?: number | null
}

/** Where a task is: its projects so far as they are known, and a task whose own and inherited projects count too. */
export interface TypePlace {
  projects: readonly number[]
  task: number | null
}

/** The columns of the type that change, and the completion that follows from the status. */
export interface SettledType {
  columns: Partial<Pick<TaskTable, 'custom_type' | 'custom_type_status_option'>>
  completion: { completed?: boolean }
}

/** The columns of a task without a custom type. */
export const untyped = { custom_type: null, custom_type_status_option: null }

const unchanged: SettledType = { columns: {}, completion: {} }
const cleared: SettledType = { columns: untyped, completion: {} }

/** The type and the status after a write. Throws 400 for fields that contradict each other. */
export async function settleType(
  tx: Writer,
  before: TypedTask,
  given: TaskTypeInput,
  place: TypePlace,
): Promise<SettledType> {
  const { custom_type: type = before.custom_type, custom_type_status_option: status } = given
  const isCustom = (given.resource_subtype ?? before.resource_subtype) === 'custom'
  mustFit(isCustom, type, given)
  if (!isCustom || type === null) return before.custom_type === null ? unchanged : cleared
  const isNew = type !== before.custom_type
  if (!isNew && status === undefined && given.completed === undefined) return unchanged
  if (isNew) await mustBeOfProject(tx, type, place)
  return settleStatus(type, await statusOptionsOf(tx, type), before, given)
}

/** Throws 400 for a type or a status of a task that cannot have it. */
export function mustFit(isCustom: boolean, type: number | null, { custom_type, ...given }: TaskTypeInput): void {
  const { custom_type_status_option: status } = given
  // wire: contract: a custom type and its status need the subtype `custom`
  if (!isCustom && (custom_type || status)) {
    throw invalid(status ? 'custom_type_status_option' : 'custom_type', 'Only tasks of the subtype custom have it')
  }
  if (type === null && status) throw invalid('custom_type_status_option', 'The task has no custom type')
}

/** The type and the status after a write of a task of this type, with the options of the type. Throws 400. */
export function settleStatus(
  type: number,
  options: StatusOptionRow[],
  before: TypedTask,
  given: TaskTypeInput,
): SettledType {
  const option = statusAfter(options, before, given)
  return {
    columns: { custom_type: type, custom_type_status_option: option.gid },
    completion: { completed: isComplete(option) },
  }
}

const isComplete = ({ completion_state }: StatusOptionRow): boolean =>
  (completion_state as (typeof completionStates)[number]) === 'Complete'

/** The status after a write, from the options of the type. */
function statusAfter(options: StatusOptionRow[], before: TypedTask, given: TaskTypeInput): StatusOptionRow {
  const { completed, custom_type_status_option: wanted } = given
  const current = options.find(({ gid }) => gid === before.custom_type_status_option)
  if (wanted) {
    const option = options.find(({ gid }) => gid === wanted)
    if (!option) throw invalidReference('custom_type_status_option', wanted)
    if (!option.enabled && option !== current) throw invalid('custom_type_status_option', 'This status is disabled')
    if (completed !== undefined && completed !== isComplete(option)) {
      throw invalid('custom_type_status_option', 'Contradicts completed')
    }
    return option
  }
  const done = completed ?? before.completed === 1
  if (current && wanted === undefined && isComplete(current) === done) return current
  const option = options.find(one => one.enabled && isComplete(one) === done)
  if (!option) throw new Error('A custom type has an enabled option for each completion state.')
  return option
}

/** Throws 400 unless the task, or one above it, is in the project of the type. */
export async function mustBeOfProject(tx: Writer, gid: number, { projects, task }: TypePlace): Promise<void> {
  const project = (await customTypeOf(tx, gid))?.project ?? 0
  if (projects.includes(project)) return
  const chain = task === null ? [] : await reachedFrom(tx, 'ancestors', task)
  if (await isAnyInProject(tx, chain, project)) return
  throw invalid('custom_type', 'Belongs to another project and cannot be used here')
}
