/**
 * Dependencies and dependents of a task: one relation, read and written from both ends. The caller must be able to
 * edit the dependent task. The other task only gets a story, so `comment` is enough there.
 */
import { invalid, malformed } from '../../lib/errors.ts'
import type { Right } from '../../policy/rights.ts'
import { deleteWhere, tryInsert } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { dependencyCount, MAX_DEPENDENCIES, reachedFrom, taskOf } from '../../store/queries/tasks.ts'
import { many } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { mustBeOf } from './rules/membership.ts'
import { task } from './task.ts'

/** Locks the dependencies of a workspace. Throws 402 if the plan of the workspace does not include them. */
async function lockDependencies(tx: Writer, task: number) {
  const { workspace } = await taskOf(tx, task)
  await mustHaveFeature(tx, workspace, 'dependencies')
  // hierarchy: two concurrent requests could close a cycle, or exceed the limit.
  await advisoryLock(tx, 'hierarchy', workspace)
}

interface DependencyLink {
  waiting: number
  first: number
  /** The task in the body, and its path there. */
  other: number
  at: string
}

/** Makes `waiting` depend on `first`. Throws 400 for a cycle, another workspace, or too many dependencies. */
async function addDependency(tx: Writer, me: number, { waiting, first, other, at }: DependencyLink) {
  if (waiting === first) throw invalid(at, 'A task cannot depend on itself')
  mustBeOf((await taskOf(tx, waiting)).workspace, (await taskOf(tx, first)).workspace, at, other)
  if ((await reachedFrom(tx, 'dependencies', first)).includes(waiting)) {
    throw invalid(at, 'Tasks cannot depend on each other in a circle')
  }
  if (!(await tryInsert(tx, 'task_dependencies', { task: waiting, dependency: first }))) return
  for (const end of [waiting, first]) {
    if ((await dependencyCount(tx, me, end)) > MAX_DEPENDENCIES) {
      throw malformed(`A task can have at most ${MAX_DEPENDENCIES} dependencies and dependents together`)
    }
  }
}

const dependencies = (need: Right) => ({
  dependencies: many('task', { need, required: true, doc: 'The tasks that the task depends on.' }),
})
const dependents = {
  dependents: many('task', { need: 'edit', required: true, doc: 'The tasks that depend on the task.' }),
}

export const operations = [
  action('/tasks/{task_gid}/addDependencies', task, {
    id: 'addDependenciesForTask',
    doc: 'Adds dependencies to a task: tasks that it depends on.',
    answers: 'nothing',
    body: dependencies('comment'),
    async execute({ path, body, tx, actor }) {
      await lockDependencies(tx, path.task_gid)
      for (const [index, other] of body.dependencies.entries()) {
        const at = `dependencies: [${index}]`
        await addDependency(tx, actor.gid, { waiting: path.task_gid, first: other, other, at })
      }
      return undefined
    },
  }),
  action('/tasks/{task_gid}/removeDependencies', task, {
    id: 'removeDependenciesForTask',
    doc: 'Removes dependencies from a task.',
    answers: 'nothing',
    // An editor of the dependent task can remove a dependency even after losing rights on the other task.
    body: dependencies('view'),
    async execute({ path, body, tx }) {
      await lockDependencies(tx, path.task_gid)
      for (const dependency of body.dependencies) {
        await deleteWhere(tx, 'task_dependencies', { task: path.task_gid, dependency })
      }
      return undefined
    },
  }),
  action('/tasks/{task_gid}/addDependents', task, {
    id: 'addDependentsForTask',
    doc: 'Adds dependents to a task: tasks that depend on it.',
    answers: 'nothing',
    body: dependents,
    async execute({ path, body, tx, actor }) {
      await lockDependencies(tx, path.task_gid)
      for (const [index, other] of body.dependents.entries()) {
        const at = `dependents: [${index}]`
        await addDependency(tx, actor.gid, { waiting: other, first: path.task_gid, other, at })
      }
      return undefined
    },
  }),
  action('/tasks/{task_gid}/removeDependents', task, {
    id: 'removeDependentsForTask',
    doc: 'Removes dependents from a task.',
    answers: 'nothing',
    body: dependents,
    async execute({ path, body, tx }) {
      await lockDependencies(tx, path.task_gid)
      for (const waiting of body.dependents) {
        await deleteWhere(tx, 'task_dependencies', { task: waiting, dependency: path.task_gid })
      }
      return undefined
    },
  }),
]
