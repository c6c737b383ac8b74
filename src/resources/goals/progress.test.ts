/** The numbers of goals that follow other goals and work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../test/harness/statements.ts'
import { type Json, type World, world } from '../../../test/harness/world.ts'

/** A world with what makes and relates goals. */
async function goals() {
  const all = await world()
  const { ann, workspace } = all
  const admin = await signedIn(all, ann)
  const goal = async (metric: Json) => {
    const gid = await ann.create('/goals', { workspace, name: 'Goal' })
    await ok(ann.post(`/goals/${gid}/setMetric`, metric))
    return gid
  }
  const follows = (progress_source: string, more: Json = {}) => goal({ progress_source, ...more })
  const support = (above: string, supporting_resource: string, contribution_weight = 1) =>
    ok(ann.post(`/goals/${above}/addSupportingRelationship`, { supporting_resource, contribution_weight }))
  const part = (above: string, supporting_resource: string) =>
    ok(ann.post(`/goals/${above}/removeSupportingRelationship`, { supporting_resource }))
  const metricOf = async (gid: string) => (await ok(ann.get(`/goals/${gid}`))).data.metric
  const number = async (gid: string): Promise<number> => (await metricOf(gid)).current_number_value
  const project = () => ann.create('/projects', { workspace, name: 'Project' })
  const task = (more: Json = {}) => ann.create('/tasks', { workspace, name: 'Task', ...more })
  const complete = (gid: string, completed = true) => ok(ann.put(`/tasks/${gid}`, { completed }))
  const restore = (gid: string) => ok(admin.post(`/organizations/${workspace}/trash/${gid}/restore`))
  return { ...all, goal, follows, support, part, metricOf, number, project, task, complete, restore }
}

test('the number of a goal follows the tasks that support it', async () => {
  const { ann, follows, support, part, number, task, complete, restore } = await goals()
  const goal = await follows('task_completion')
  const [one, two] = [await task(), await task()]
  assert.equal(await number(goal), 0)
  await support(goal, one)
  await support(goal, two)
  await complete(one)
  assert.equal(await number(goal), 0.5)
  await ok(ann.delete(`/tasks/${two}`))
  assert.equal(await number(goal), 1, 'a deleted task does not count')
  await restore(two)
  assert.equal(await number(goal), 0.5)
  await complete(one, false)
  assert.equal(await number(goal), 0)
  await complete(two)
  await part(goal, one)
  assert.equal(await number(goal), 1)
})

test('the number of a goal follows the tasks of a project as they come, go, move and are completed', async () => {
  const { ann, follows, support, number, project, task, complete, restore } = await goals()
  const goal = await follows('project_task_completion')
  const [here, there] = [await project(), await project()]
  await support(goal, here)
  assert.equal(await number(goal), 0, 'a project without tasks')
  const [one, two] = [await task({ projects: [here] }), await task({ projects: [here] })]
  await complete(one)
  assert.equal(await number(goal), 0.5)
  await task({ projects: [here], completed: true })
  assert.equal(await number(goal), 0.66666667)
  await ok(ann.post(`/tasks/${two}/addProject`, { project: there }))
  await ok(ann.post(`/tasks/${two}/removeProject`, { project: here }))
  assert.equal(await number(goal), 1, 'the open task moved')
  await ok(ann.post(`/tasks/${two}/addProject`, { project: here }))
  await ok(ann.delete(`/tasks/${two}`))
  assert.equal(await number(goal), 1)
  await restore(two)
  assert.equal(await number(goal), 0.66666667)
  const below = await ann.create(`/tasks/${one}/subtasks`, { name: 'Below' })
  assert.equal(await number(goal), 0.66666667, 'a subtask counts only in the project')
  await ok(ann.post(`/tasks/${below}/addProject`, { project: here }))
  assert.equal(await number(goal), 0.5)
})

test('a project counts alike for a goal that follows several, and not in the trash', async () => {
  const { ann, follows, support, number, project, task, restore } = await goals()
  const goal = await follows('project_task_completion')
  const [done, empty] = [await project(), await project()]
  await task({ projects: [done], completed: true })
  await support(goal, done)
  await support(goal, empty)
  assert.equal(await number(goal), 0.5)
  await ok(ann.delete(`/projects/${empty}`))
  assert.equal(await number(goal), 1)
  await restore(empty)
  assert.equal(await number(goal), 0.5)
  await ok(ann.delete(`/projects/${done}`))
  assert.equal(await number(goal), 0)
  await restore(done)
  assert.equal(await number(goal), 0.5)
})

test('milestones count for a goal that follows the milestones of a project', async () => {
  const { ann, follows, support, number, project, task, complete } = await goals()
  const goal = await follows('project_milestone_completion')
  const home = await project()
  await support(goal, home)
  await task({ projects: [home], completed: true })
  assert.equal(await number(goal), 0, 'a task is no milestone')
  const [one, two] = [
    await task({ projects: [home], resource_subtype: 'milestone' }),
    await task({ projects: [home], resource_subtype: 'milestone' }),
  ]
  await complete(one)
  assert.equal(await number(goal), 0.5)
  await ok(ann.put(`/tasks/${two}`, { resource_subtype: 'default_task' }))
  assert.equal(await number(goal), 1)
})

test('the number of a goal follows its subgoals at any depth, each on its own scale', async () => {
  const { ann, goal, follows, support, metricOf, number, restore } = await goals()
  const chain: string[] = []
  for (let depth = 0; depth < 6; depth++) {
    const next = await follows('subgoal_progress', { initial_number_value: 10, target_number_value: 20, unit: 'none' })
    if (chain.length > 0) await support(chain.at(-1) ?? '', next)
    chain.push(next)
  }
  const [top = '', last = ''] = [chain[0], chain.at(-1)]
  assert.equal(await number(top), 10)
  const low = await goal({ initial_number_value: 100, target_number_value: 0, current_number_value: 25 })
  const far = await goal({ target_number_value: 10, current_number_value: 1000 })
  await support(last, low)
  assert.equal(await number(top), 17.5)
  await support(last, far)
  assert.equal(await number(top), 18.75, 'a goal beyond its target is complete')
  await ok(ann.post(`/goals/${low}/setMetricCurrentValue`, { current_number_value: 200 }))
  assert.equal(await number(top), 15, 'a goal before its start has no progress')
  await ok(ann.post(`/goals/${far}/setMetric`, { target_number_value: 4000, current_number_value: 1000 }))
  assert.deepEqual([await number(top), (await metricOf(top)).current_display_value], [11.25, '11'])
  await ok(ann.delete(`/goals/${far}`))
  assert.equal(await number(top), 10)
  await restore(far)
  assert.equal(await number(top), 11.25)
  const without = await ann.create('/goals', {
    workspace: (await ok(ann.get(`/goals/${top}`))).data.workspace.gid,
    name: 'No metric',
  })
  await support(last, without)
  assert.equal(await number(top), 11.25, 'a goal without a metric does not count')
})

test('weights count when the metric says so, and what has none never counts', async () => {
  const { ann, goal, follows, support, number } = await goals()
  const top = await follows('subgoal_progress')
  const done = await goal({ target_number_value: 10, current_number_value: 10 })
  const open = await goal({ target_number_value: 10 })
  await support(top, done, 0)
  assert.equal(await number(top), 0, 'nothing counts')
  await support(top, done, 0.25)
  assert.equal(await number(top), 1)
  await support(top, open, 0.75)
  assert.equal(await number(top), 0.5)
  await ok(ann.post(`/goals/${top}/setMetric`, { progress_source: 'subgoal_progress', is_custom_weight: true }))
  assert.equal(await number(top), 0.25)
  const [, second] = (await ok(ann.get(`/goal_relationships?supported_goal=${top}`))).data as unknown as Json[]
  await ok(ann.put(`/goal_relationships/${second?.gid}`, { contribution_weight: 0.25 }))
  assert.equal(await number(top), 0.5)
  await ok(ann.put(`/goal_relationships/${second?.gid}`, { contribution_weight: 0 }))
  assert.equal(await number(top), 1)
})

test('a metric counts what it follows, and no other support', async () => {
  const { ann, follows, support, number, project, task, workspace } = await goals()
  const top = await follows('subgoal_progress')
  const home = await project()
  await support(top, await task({ completed: true, projects: [home] }))
  await support(top, home)
  await support(top, await ann.create('/portfolios', { workspace, name: 'Portfolio' }))
  assert.equal(await number(top), 0)
  await ok(ann.post(`/goals/${top}/setMetric`, { progress_source: 'task_completion' }))
  assert.equal(await number(top), 1)
})

test('a computed number is a change of each goal by the caller', async () => {
  const { ann, ben, follows, support, task } = await goals()
  const [top, middle, work] = [
    await follows('subgoal_progress'),
    await follows('task_completion'),
    await task({ assignee: ben.gid }),
  ]
  await support(top, middle)
  await support(middle, work)
  const streams = [await followObject(ann, top), await followObject(ann, middle)]
  await ok(ben.put(`/tasks/${work}`, { completed: true }))
  for (const [index, stream] of streams.entries()) {
    const events = await stream.poll()
    const ofMetric = events.filter(({ change }) => change?.field === 'metric')
    assert.deepEqual(
      ofMetric.map(({ action, resource, user }) => [action, resource.gid, user.gid]),
      (index === 0 ? [[top], [middle]] : [[middle]]).flatMap(([gid]) =>
        gid === (index === 0 ? top : middle) ? [['changed', gid, ben.gid]] : [],
      ),
    )
  }
  await ok(ben.put(`/tasks/${work}`, { completed: true }))
  for (const stream of streams) assert.deepEqual(await stream.poll(), [])
})

/** The statements of a write about metrics and relationships. */
async function goalStatements(watch: ReturnType<typeof watchStatements>, act: () => Promise<unknown>) {
  watch.take()
  await act()
  return watch.take().filter(text => /goal_(metrics|relationships)/.test(text))
}

test('the statements of a write do not grow with the number of goals that follow it, nor with their depth', async () => {
  const watch = watchStatements()
  const { ann, follows, support, task, complete, number } = await goals()
  const [one, two] = [await task(), await task()]
  assert.equal((await goalStatements(watch, () => ok(ann.put(`/tasks/${one}`, { name: 'New' })))).length, 0)
  assert.equal((await goalStatements(watch, () => complete(one))).length, 1, 'nothing follows the task')
  const first = await follows('task_completion')
  await support(first, two)
  const few = await goalStatements(watch, () => complete(two))
  assert.equal(few.length, 3)
  let above = first
  for (let depth = 0; depth < 5; depth++) {
    const [next, other] = [await follows('subgoal_progress'), await follows('task_completion')]
    await support(next, above)
    await support(next, other)
    await support(other, two)
    above = next
  }
  const many = await goalStatements(watch, () => complete(two, false))
  assert.deepEqual(many.length, few.length)
  assert.equal(await number(above), 0)
})

test('a goal with everything that can be selected is loaded by at most two statements', async () => {
  const watch = watchStatements()
  const { ann, goal }: World & { goal(metric: Json): Promise<string> } = await goals()
  const gid = await goal({ target_number_value: 10 })
  const path = `/goals/${gid}?opt_fields=name,owner.name,notes,html_notes,metric,metric.current_display_value,metric.can_manage,status,followers.name,likes,custom_fields,custom_field_settings.custom_field.name,time_period.display_name,team.name,workspace.name,current_status_update.title`
  await ok(ann.get(path))
  watch.take()
  await ok(ann.get(path))
  const texts = watch.take()
  assert.ok(texts.length <= 2, texts.join('\n\n'))
})
