/** Duplication with the official JavaScript client, npm `asana` 3.2.0, unmodified: it starts jobs and polls them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { packages } from '../harness/packages.ts'
import type { Json } from '../harness/world.ts'
import { listeningWorld } from './listening.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana')

async function client() {
  const world = await listeningWorld()
  const { instance } = asana.ApiClient
  instance.basePath = `${world.origin}/api/1.0`
  instance.authentications.token.accessToken = world.ann.token
  return world
}

const MAX_POLLS = 100

/** Polls a job as a client does, until it has ended. */
async function ended(gid: string): Promise<Json> {
  const jobs = new asana.JobsApi()
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const { data } = await jobs.getJob(gid, { opt_fields: 'status,new_task.name,new_project.name' })
    if (data.status === 'succeeded' || data.status === 'failed') return data
    await pause(20)
  }
  throw new Error(`The job ${gid} has not ended.`)
}

test('asana 3.2.0 duplicates a task and a project, and polls the jobs', { skip }, async t => {
  const { workspace, jobs, clock } = await client()
  clock.step = 0
  jobs.start()
  t.after(() => jobs.stop())
  const [tasks, projects] = [new asana.TasksApi(), new asana.ProjectsApi()]
  const project = (await projects.createProject({ data: { workspace, name: 'Plan' } }, {})).data.gid
  const task = await tasks.createTask({ data: { name: 'Step', notes: 'How to', projects: [project] } }, {})
  await tasks.createSubtaskForTask({ data: { name: 'Part' } }, task.data.gid, {})

  const data = { name: 'Next step', include: 'notes,projects,subtasks' }
  const started = await tasks.duplicateTask({ data }, task.data.gid, {})
  assert.equal(started.data.resource_subtype, 'duplicate_task')
  const { status, new_task } = await ended(started.data.gid)
  assert.deepEqual([status, new_task.name, new_task.gid], ['succeeded', 'Next step', started.data.new_task.gid])
  const parts = await tasks.getSubtasksForTask(new_task.gid, {})
  assert.deepEqual(
    parts.data.map(({ name }: Json) => name),
    ['Part'],
  )

  const include = 'task_notes,task_subtasks'
  const second = await projects.duplicateProject(project, { body: { data: { name: 'Next plan', include } } })
  const { new_project } = await ended(second.data.gid)
  const copies = await tasks.getTasksForProject(new_project.gid, { opt_fields: 'name,notes,num_subtasks' })
  assert.deepEqual(copies.data.map(({ name, notes, num_subtasks }: Json) => [name, notes, num_subtasks]).sort(), [
    ['Next step', 'How to', 1],
    ['Step', 'How to', 1],
  ])
})
