/** Templates with the official JavaScript client, npm `asana` 3.2.0, unmodified: it saves a project and uses it again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningWorld } from '../harness/clients/listening.ts'
import { makeTaskTemplate } from '../harness/samples/templates.ts'
import type { Json } from '../harness/world.ts'
import { isDone, load, polled, skip } from './official.ts'

const asana = load('asana')

/** Polls a job as a client does, until it has ended. */
const ended = (gid: string): Promise<Json> =>
  polled(async () => (await new asana.JobsApi().getJob(gid, {})).data, isDone)

test('asana 3.2.0 saves a project as a template, uses it, and polls the jobs', { skip }, async t => {
  const world = await listeningWorld()
  const { ann, workspace, jobs, clock } = world
  clock.step = 0
  const { instance } = asana.ApiClient
  instance.basePath = `${world.origin}/api/1.0`
  instance.authentications.token.accessToken = ann.token
  jobs.start()
  t.after(() => jobs.stop())
  const [projects, tasks] = [new asana.ProjectsApi(), new asana.TasksApi()]
  const team = await ann.create('/teams', { organization: workspace, name: 'Events' })
  const source = (await projects.createProjectForTeam({ data: { name: 'Fair' } }, team, {})).data.gid
  for (const [name, due_on] of Object.entries({ Book: '2026-03-02', Build: '2026-03-05' })) {
    await tasks.createTask({ data: { name, due_on, projects: [source] } }, {})
  }
  const saving = await projects.projectSaveAsTemplate({ data: { name: 'A fair', public: true, team } }, source, {})
  const { status, new_project_template } = await ended(saving.data.gid)
  assert.deepEqual([status, new_project_template.name], ['succeeded', 'A fair'])

  const templates = new asana.ProjectTemplatesApi()
  const listed = await templates.getProjectTemplatesForTeam(team, {})
  assert.deepEqual(
    listed.data.map(({ name }: Json) => name),
    ['A fair'],
  )
  const template = await templates.getProjectTemplate(new_project_template.gid, {})
  const [date] = template.data.requested_dates
  const data = { name: 'Spring fair', is_strict: true, requested_dates: [{ gid: date.gid, value: '2027-04-01' }] }
  const using = await templates.instantiateProject(new_project_template.gid, { body: { data } })
  const { new_project } = await ended(using.data.gid)
  const made = await tasks.getTasksForProject(new_project.gid, { opt_fields: 'name,due_on' })
  assert.deepEqual(Object.fromEntries(made.data.map(({ name, due_on }: Json) => [name, due_on])), {
    ...{ Book: '2027-04-01', Build: '2027-04-04' },
  })

  const own = await makeTaskTemplate(world, ann, new_project.gid, [{ name: 'Booth' }, { name: 'Lights' }])
  const taskTemplates = new asana.TaskTemplatesApi()
  const shown = await taskTemplates.getTaskTemplates({ project: new_project.gid })
  assert.equal(shown.data[0].gid, own)
  const task = await taskTemplates.instantiateTask(own, { body: { data: { name: 'Booth 7' } } })
  const { new_task } = await ended(task.data.gid)
  assert.equal(new_task.name, 'Booth 7')
  assert.equal((await tasks.getSubtasksForTask(new_task.gid, {})).data[0].name, 'Lights')
  await templates.deleteProjectTemplate(new_project_template.gid)
  await assert.rejects(
    templates.getProjectTemplate(new_project_template.gid, {}),
    (error: Json) => error.status === 404,
  )
})
