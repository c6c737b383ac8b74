/**
 * What a task waits for, and what waits for it: one relation, read and written from both ends. A task that is made to
 * wait changes, so the caller must be able to edit it; on the task that it waits for a story appears, as by a comment.
 */
import { invalid, malformed } from '../../lib/errors.ts'
import type { Right } from '../../policy/rights.ts'
import { hold, linked, unlink } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { dependencyCount, reachedFrom, taskOf } from '../../store/queries/tasks.ts'
import { many } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { mustHave } from '../people/rules/plan.ts'
import { mustBeOf } from './rules/membership.ts'
import { task } from './task.ts'

// wire: contract: dependencies and dependents of a task together
const MOST = 30

/** Throws 402 where the plan of the task's workspace has no dependencies. */
async function mustDepend(tx: Writer, task: number) {
  const { workspace } = await taskOf(tx, task)
  await mustHave(tx, workspace, 'dependencies')
  // trees: two who connect tasks at once could close a circle, or make too many of them.
  await hold(tx, 'trees', workspace)
}

interface Link {
  waiting: number
  first: number
  /** The end that the body names, and where it stands there. */
  other: number
  at: string
}

/** Makes `waiting` wait for `first`. Throws 400 for a loop, another workspace, or too many. */
async function connect(tx: Writer, me: number, { waiting, first, other, at }: Link) {
  if (waiting === first) throw invalid(at, 'A task cannot depend on itself')
  mustBeOf((await taskOf(tx, waiting)).workspace, (await taskOf(tx, first)).workspace, at, other)
  if ((await reachedFrom(tx, 'dependencies', first)).includes(waiting)) {
    throw invalid(at, 'Tasks cannot depend on each other in a circle')
  }
  if (!(await linked(tx, 'task_dependencies', { task: waiting, dependency: first }))) return
  for (const end of [waiting, first]) {
    if ((await dependencyCount(tx, me, end)) > MOST) {
      throw malformed(`A task can have at most ${MOST} dependencies and dependents together`)
    }
  }
}

const dependencies = (need: Right) => ({
  dependencies: many('task', { need, required: true, doc: 'The tasks it waits for.' }),
})
const dependents = { dependents: many('task', { need: 'edit', required: true, doc: 'The tasks that wait for it.' }) }

export const operations = [
  action('/tasks/{task_gid}/addDependencies', task, {
    id: 'addDependenciesForTask',
    doc: 'Makes a task wait for others.',
    answers: 'nothing',
    body: dependencies('comment'),
    async run({ path, body, tx, actor }) {
      await mustDepend(tx, path.task_gid)
      for (const [index, other] of body.dependencies.entries()) {
        const at = `dependencies: [${index}]`
        await connect(tx, actor.gid, { waiting: path.task_gid, first: other, other, at })
      }
      return undefined
    },
  }),
  action('/tasks/{task_gid}/removeDependencies', task, {
    id: 'removeDependenciesForTask',
    doc: 'Makes a task wait for others no longer.',
    answers: 'nothing',
    // An editor of the waiting task lets go of what it waits for, whatever became of their right there.
    body: dependencies('view'),
    async run({ path, body, tx }) {
      await mustDepend(tx, path.task_gid)
      for (const dependency of body.dependencies) {
        await unlink(tx, 'task_dependencies', { task: path.task_gid, dependency })
      }
      return undefined
    },
  }),
  action('/tasks/{task_gid}/addDependents', task, {
    id: 'addDependentsForTask',
    doc: 'Makes other tasks wait for a task.',
    answers: 'nothing',
    body: dependents,
    async run({ path, body, tx, actor }) {
      await mustDepend(tx, path.task_gid)
      for (const [index, other] of body.dependents.entries()) {
        const at = `dependents: [${index}]`
        await connect(tx, actor.gid, { waiting: other, first: path.task_gid, other, at })
      }
      return undefined
    },
  }),
  action('/tasks/{task_gid}/removeDependents', task, {
    id: 'removeDependentsForTask',
    doc: 'Makes other tasks wait for a task no longer.',
    answers: 'nothing',
    body: dependents,
    async run({ path, body, tx }) {
      await mustDepend(tx, path.task_gid)
      for (const waiting of body.dependents) {
        await unlink(tx, 'task_dependencies', { task: waiting, dependency: path.task_gid })
      }
      return undefined
    },
  }),
]
