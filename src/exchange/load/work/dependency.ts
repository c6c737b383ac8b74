/** Loads dependencies of tasks: pairs, because they have no gid. */
import { insertAll } from '../../../store/change.ts'
import type { Tables } from '../../../store/tables.ts'
import { mustBeAcyclic } from '../acyclic.ts'
import type { Loading } from '../given.ts'

/** Refuses a task that would depend on itself, at any depth. */
export async function loadDependencies({ tx }: Loading, pairs: readonly Tables['task_dependencies'][]): Promise<void> {
  const steps = pairs.map(({ task, dependency }) => [task, dependency] as const)
  mustBeAcyclic(steps, 'depends_on: A task cannot depend on itself')
  await insertAll(tx, 'task_dependencies', pairs)
}
