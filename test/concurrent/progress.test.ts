/** The progress of goals under concurrent changes of what they follow: none is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisoryLock } from '../../src/store/locks.ts'
import { atOnce, type Instances, instances, whileBlockedBy } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { countsOf, naiveNumbers, storedNumbers } from '../harness/samples/progress.ts'
import type { Answer, Json } from '../harness/world.ts'

/** A goal with a metric. */
async function makeGoal({ ann, workspace }: Instances, metric: Json): Promise<string> {
  const goal = await ann.create('/goals', { workspace, name: 'Grow' })
  await ok(ann.post(`/goals/${goal}/setMetric`, metric))
  return goal
}

const support = ({ ann }: Instances, goal: string, supporting_resource: string) =>
  ann.post(`/goals/${goal}/addSupportingRelationship`, { supporting_resource, contribution_weight: 1 })

/** A project with tasks, a goal that follows it, and a goal above that one. */
async function followedProject(all: Instances, count: number) {
  const { ann, workspace } = all
  const project = await ann.create('/projects', { workspace, name: 'Work' })
  const tasks = await atOnce(one => ann.create('/tasks', { projects: [project], name: `Task ${one}` }), count)
  const goal = await makeGoal(all, { progress_source: 'project_task_completion' })
  const top = await makeGoal(all, { progress_source: 'subgoal_progress' })
  await ok(support(all, goal, project))
  await ok(support(all, top, goal))
  return { project, tasks, goal, top }
}

async function assertCurrent({ store }: Instances, expected: [goal: string, number: number][]) {
  const stored = await storedNumbers(store)
  for (const [goal, number] of expected) assert.equal(stored.get(Number(goal)), number)
  assert.deepEqual(stored, await naiveNumbers(store))
  for (const [kept, counted] of await countsOf(store)) assert.deepEqual(kept, counted)
}

test('tasks that are completed at once all count', async () => {
  const all = await instances()
  const { tasks, goal, top } = await followedProject(all, 12)
  for (const answer of await Promise.all(tasks.map(task => all.ann.put(`/tasks/${task}`, { completed: true }))))
    assert.equal(answer.status, 200)
  await assertCurrent(all, [
    [goal, 1],
    [top, 1],
  ])
})

test('a task that is completed while another transaction has completed one counts with it', async () => {
  const all = await instances()
  const { tasks, goal, top } = await followedProject(all, 4)
  const complete = (index: number) => () => all.ann.put(`/tasks/${tasks[index]}`, { completed: true })
  const lock = (tx: Parameters<typeof advisoryLock>[0]) => advisoryLock(tx, 'change_log', Number(all.workspace))
  const answers = await whileBlockedBy<[Answer, Answer, Answer]>(all.store, lock, complete(0), complete(1), complete(2))
  for (const { status } of answers) assert.equal(status, 200)
  await assertCurrent(all, [
    [goal, 0.75],
    [top, 0.75],
  ])
})

test('a goal that starts to follow a project while its tasks are completed counts all of them', async () => {
  const all = await instances()
  for (let round = 0; round < 5; round++) {
    const { ann, workspace } = all
    const project = await ann.create('/projects', { workspace, name: 'Work' })
    const tasks = await atOnce(one => ann.create('/tasks', { projects: [project], name: `Task ${one}` }), 6)
    const goal = await makeGoal(all, { progress_source: 'manual', target_number_value: 1 })
    const answers = await Promise.all([
      ...tasks.slice(0, 3).map(task => ann.put(`/tasks/${task}`, { completed: true })),
      support(all, goal, project),
      ann.post(`/goals/${goal}/setMetric`, { progress_source: 'project_task_completion' }),
      ...tasks.slice(3).map(task => ann.put(`/tasks/${task}`, { completed: true })),
    ])
    for (const { status, message } of answers) assert.equal(status, 200, String(message))
    await assertCurrent(all, [[goal, 1]])
  }
})

test('changes of numbers, weights and relationships at once leave the numbers of all goals exact', async () => {
  const all = await instances()
  const { ann } = all
  const { tasks, goal, top, project } = await followedProject(all, 6)
  const other = await makeGoal(all, { progress_source: 'manual', target_number_value: 10 })
  await ok(support(all, top, other))
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all([
      ann.post(`/goals/${other}/setMetricCurrentValue`, { current_number_value: round * 3 }),
      ann.put(`/tasks/${tasks[round]}`, { completed: true }),
      ann.post(`/goals/${top}/setMetric`, { progress_source: 'subgoal_progress', is_custom_weight: round % 2 === 0 }),
      ann.post(`/goals/${goal}/${round % 2 ? 'add' : 'remove'}SupportingRelationship`, {
        supporting_resource: project,
        contribution_weight: 1,
      }),
      ann.post(`/goals/${top}/addSupportingRelationship`, {
        supporting_resource: goal,
        contribution_weight: round / 4,
      }),
      ann.delete(`/tasks/${tasks[5 - (round % 2)]}`),
    ])
    assert.ok(answers.every(({ status }) => status < 500))
    await assertCurrent(all, [])
  }
})
