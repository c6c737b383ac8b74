/** The custom types of given tasks: a task of a type has one of its statuses, which says whether it is completed. */
import {
  mustBeOfProject,
  mustFit,
  type SettledType,
  settleStatus,
  type TaskTypeInput,
  untyped,
} from '../../../resources/fields/rules/task_type.ts'
import { newState } from '../../../resources/work/rules/task_state.ts'
import { customTypeOf, optionsOfTypes } from '../../../store/queries/types/custom_types.ts'
import { forEachObject, type GivenObject, type Loading } from '../given.ts'

type GivenTypedTask = GivenObject<TaskTypeInput>

/** The type and the status of a task. Throws an error for values that contradict each other. */
export type SettleTaskType = (task: GivenTypedTask) => SettledType

/** Finds the types of tasks and their statuses, for all of them at once. */
export async function typesOf({ tx }: Loading, tasks: readonly GivenTypedTask[]): Promise<SettleTaskType> {
  const types = [...new Set(tasks.flatMap(({ values }) => values.custom_type ?? []))]
  const all = types.length === 0 ? [] : await optionsOfTypes(tx, types)
  const options = Map.groupBy(all, ({ custom_type }) => custom_type)
  return ({ values }) => {
    const { custom_type: type = null, custom_type_status_option: status = null } = values
    mustFit(values.resource_subtype === 'custom', type, values)
    if (type === null) return { columns: untyped, completion: {} }
    // A task keeps a status that is disabled by now.
    const before = { ...newState, custom_type: type, custom_type_status_option: status }
    return settleStatus(type, options.get(type) ?? [], before, values)
  }
}

/** Refuses tasks with a type of a project in which neither they nor a task above them is. */
export async function mustBeOfTheirProjects(
  { tx }: Loading,
  tasks: readonly GivenTypedTask[],
  projectsOf: (task: GivenTypedTask) => readonly number[],
): Promise<void> {
  const homes = new Map<number, number | undefined>()
  const typed = tasks.filter(({ values }) => values.custom_type)
  await forEachObject(typed, async task => {
    const type = task.values.custom_type ?? 0
    if (!homes.has(type)) homes.set(type, (await customTypeOf(tx, type))?.project)
    const projects = projectsOf(task)
    if (!projects.includes(homes.get(type) ?? 0)) await mustBeOfProject(tx, type, { projects, task: task.gid })
  })
}
