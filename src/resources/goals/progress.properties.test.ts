/** The numbers of goals are those of a simple computation from the rows, after any acts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/harness/engine.ts'
import { countsOf, naiveNumbers, storedNumbers } from '../../../test/harness/samples/progress.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Answer, world } from '../../../test/harness/world.ts'
import { progressSources } from '../../store/queries/goals/progress.ts'

const [GOALS, PROJECTS, TASKS] = [7, 3, 8]
const at = (count: number) => fc.nat({ max: count - 1 })
const goal = at(GOALS)
const supporting = fc.oneof(
  fc.record({ kind: fc.constant('goals' as const), index: goal }),
  fc.record({ kind: fc.constant('goals' as const), index: goal }),
  fc.record({ kind: fc.constant('projects' as const), index: at(PROJECTS) }),
  fc.record({ kind: fc.constant('tasks' as const), index: at(TASKS) }),
)
const weight = fc.constantFrom(0, 0.25, 0.5, 1, 1, 1)
const metric = fc.record({
  progress_source: fc.constantFrom(...progressSources, 'subgoal_progress', 'subgoal_progress'),
  is_custom_weight: fc.boolean(),
  initial_number_value: fc.constantFrom(0, 10, -5),
  target_number_value: fc.constantFrom(1, 100, 2.5),
  precision: fc.constantFrom(0, 2),
})

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('support' as const), goal, supporting, weight }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('part' as const), goal, supporting }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('metric' as const), goal, metric }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('value' as const), goal, value: fc.integer({ min: -3, max: 120 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('complete' as const), task: at(TASKS), completed: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('join' as const), task: at(TASKS), project: at(PROJECTS) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), task: at(TASKS), project: at(PROJECTS) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('convert' as const), task: at(TASKS), milestone: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('add' as const), project: at(PROJECTS) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('trash' as const), supporting }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('restore' as const), supporting }) },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** An organization with goals, projects and tasks, and what performs a step. */
async function goalWorld() {
  const all = await world()
  const { ann, workspace } = all
  const admin = await signedIn(all, ann)
  const make = async (count: number, path: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => ann.create(path, { workspace, name: `${path} ${index}` })))
  const objects = {
    goals: await make(GOALS, '/goals'),
    projects: await make(PROJECTS, '/projects'),
    tasks: await make(TASKS, '/tasks'),
  }
  const [goals, projects, tasks] = [objects.goals, objects.projects, objects.tasks]
  const gidOf = ({ kind, index }: { kind: keyof typeof objects; index: number }) => objects[kind][index]
  const run = (one: Step): Promise<Pick<Answer, 'status' | 'message'>> => {
    switch (one.does) {
      case 'support': {
        // A goal supports those before it, so that few steps close a cycle.
        const { goal, supporting } = one
        if (supporting.kind === 'goals' && supporting.index < goal)
          return run({ ...one, goal: supporting.index, supporting: { kind: 'goals', index: goal } })
        const input = { supporting_resource: gidOf(one.supporting), contribution_weight: one.weight }
        return ann.post(`/goals/${goals[one.goal]}/addSupportingRelationship`, input)
      }
      case 'part': {
        const input = { supporting_resource: gidOf(one.supporting) }
        return ann.post(`/goals/${goals[one.goal]}/removeSupportingRelationship`, input)
      }
      case 'metric':
        return ann.post(`/goals/${goals[one.goal]}/setMetric`, one.metric)
      case 'value':
        return ann.post(`/goals/${goals[one.goal]}/setMetricCurrentValue`, { current_number_value: one.value })
      case 'complete':
        return ann.put(`/tasks/${tasks[one.task]}`, { completed: one.completed })
      case 'join':
        return ann.post(`/tasks/${tasks[one.task]}/addProject`, { project: projects[one.project] })
      case 'leave':
        return ann.post(`/tasks/${tasks[one.task]}/removeProject`, { project: projects[one.project] })
      case 'convert': {
        const resource_subtype = one.milestone ? 'milestone' : 'default_task'
        return ann.put(`/tasks/${tasks[one.task]}`, { resource_subtype })
      }
      case 'add':
        return ann.post('/tasks', { projects: [projects[one.project]], name: 'More', completed: true })
      case 'trash':
        return ann.delete(`/${one.supporting.kind}/${gidOf(one.supporting)}`)
      case 'restore':
        return admin.post(`/organizations/${workspace}/trash/${gidOf(one.supporting)}/restore`)
    }
  }
  await wire(run)
  return { ...all, run }
}

/** Goals that follow every kind of work, below others, so that most steps change several numbers. */
async function wire(run: (one: Step) => Promise<Pick<Answer, 'status' | 'message'>>): Promise<void> {
  const numbers = { is_custom_weight: true, initial_number_value: 0, target_number_value: 1, precision: 0 } as const
  const sources = ['subgoal_progress', 'subgoal_progress', 'subgoal_progress', 'project_task_completion'] as const
  const all = [...sources, 'project_milestone_completion', 'task_completion', 'project_task_completion'] as const
  for (const [index, progress_source] of all.entries())
    await run({ does: 'metric', goal: index, metric: { ...numbers, progress_source } })
  for (const [index, above] of [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 1],
    [6, 0],
  ] as const)
    await run({ does: 'support', goal: above, supporting: { kind: 'goals', index }, weight: 0.5 })
  for (let task = 0; task < TASKS; task++) {
    await run({ does: 'support', goal: 5, supporting: { kind: 'tasks', index: task }, weight: 1 })
    await run({ does: 'join', task, project: task % PROJECTS })
    await run({ does: 'join', task, project: (task + 1) % PROJECTS })
  }
  for (const above of [3, 4, 6])
    for (let index = 0; index < PROJECTS; index++)
      await run({
        does: 'support',
        goal: above,
        supporting: { kind: 'projects', index },
        weight: index === 0 ? 0.25 : 1,
      })
}

test('the number of every goal is that of a simple computation, after any acts', async () => {
  const { store, run } = await goalWorld()
  const seen = { changes: 0, refused: 0 }
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async steps => {
    for (const kind of ['goals', 'projects', 'tasks'] as const)
      for (let index = 0; index < GOALS; index++) await run({ does: 'restore', supporting: { kind, index } })
    for (const one of steps) {
      const before = await storedNumbers(store)
      const { status, message } = await run(one)
      assert.ok(status < 500, `${JSON.stringify(one)}: ${message}`)
      if (status >= 400) seen.refused++
      const after = await storedNumbers(store)
      assert.deepEqual(after, await naiveNumbers(store), JSON.stringify(one))
      for (const [stored, counted] of await countsOf(store)) assert.deepEqual(stored, counted, JSON.stringify(one))
      if ([...after].filter(([gid, number]) => before.get(gid) !== number).length > 1) seen.changes++
    }
  })
  await fc.assert(property, { numRuns: times(40) })
  assert.ok(seen.changes > times(40), `only ${seen.changes} steps changed several numbers`)
})
