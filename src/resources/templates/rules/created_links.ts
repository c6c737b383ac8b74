/** Dependencies between the tasks that a job created: copies, and tasks of a template. */
import { insertAll, insertOrIgnore } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { type CopyRange, linksOfCopies } from '../../../store/queries/jobs/copies.ts'
import { dependencyCount, MAX_DEPENDENCIES, reachedFrom } from '../../../store/queries/tasks.ts'
import { copiesAt, liveTasks } from '../../../store/queries/templates/new_tasks.ts'
import type { CopyTerms } from './copied_tasks.ts'

interface PositionLink {
  position: number
  dependency: number
}

interface LinkTerms {
  job: number
  user: number
  workspace: number
}

/**
 * Makes the tasks at these positions depend on each other. A link is left out if people have deleted one of its tasks
 * meanwhile, or have added dependencies with which it would close a circle or exceed the limit.
 */
export async function linkTasks(
  tx: Writer,
  { job, user, workspace }: LinkTerms,
  links: readonly PositionLink[],
): Promise<void> {
  // hierarchy: two concurrent requests could close a cycle, or exceed the limit.
  await advisoryLock(tx, 'hierarchy', workspace)
  const positions = new Set(links.flatMap(({ position, dependency }) => [position, dependency]))
  const made = await copiesAt(tx, job, [...positions])
  const live = await liveTasks(tx, [...made.values()])
  const taskAt = (position: number): number | undefined => {
    const gid = made.get(position)
    return gid !== undefined && live.has(gid) ? gid : undefined
  }
  for (const { position, dependency: first } of links) {
    const [task, dependency] = [taskAt(position), taskAt(first)]
    if (task === undefined || dependency === undefined) continue
    if ((await reachedFrom(tx, 'dependencies', dependency)).includes(task)) continue
    const counts = [await dependencyCount(tx, user, task), await dependencyCount(tx, user, dependency)]
    if (Math.max(...counts) >= MAX_DEPENDENCIES) continue
    await insertOrIgnore(tx, 'task_dependencies', { task, dependency })
  }
}

/**
 * Makes the copies in a range depend on the copies of the dependencies of their sources, or on those themselves where
 * they were not copied. A task that has its maximum of dependents gets no further one.
 */
export async function copyLinks(tx: Writer, { user, workspace }: CopyTerms, range: CopyRange): Promise<void> {
  // hierarchy: concurrent requests could exceed the limit. No cycle can arise: only copies depend on copies.
  await advisoryLock(tx, 'hierarchy', workspace)
  const counts = new Map<number, number>()
  const links = (await linksOfCopies(tx, user, range)).filter(({ dependency, links: known }) => {
    const count = (counts.get(dependency) ?? known) + 1
    counts.set(dependency, count)
    return count <= MAX_DEPENDENCIES
  })
  await insertAll(
    tx,
    'task_dependencies',
    links.map(({ task, dependency }) => ({ task, dependency })),
  )
}
