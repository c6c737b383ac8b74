/** A working day of the official JavaScript client, npm `asana` 3.2.0, unmodified. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningWorld } from '../harness/clients/listening.ts'
import { packages } from '../harness/packages.ts'
import type { Json } from '../harness/world.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana')

async function client() {
  const world = await listeningWorld()
  const { instance } = asana.ApiClient
  instance.basePath = `${world.origin}/api/1.0`
  instance.authentications.token.accessToken = world.ann.token
  return world
}

test('asana 3.2.0 plans a project, completes its tasks and iterates over them', { skip }, async () => {
  const { ann, ben, workspace } = await client()
  const users = new asana.UsersApi()
  const me = await users.getUser('me', {})
  assert.equal(me.data.gid, ann.gid)
  assert.deepEqual((await new asana.WorkspacesApi().getWorkspaces({})).data.map(gidOf), [workspace])

  const projects = new asana.ProjectsApi()
  const project = await projects.createProject({ data: { workspace, name: 'Move house' } }, {})
  const sections = new asana.SectionsApi()
  const packing = await sections.createSectionForProject(project.data.gid, { body: { data: { name: 'Packing' } } })

  const tasks = new asana.TasksApi()
  const made: string[] = []
  for (let index = 0; index < 7; index++) {
    const data = { name: `Box ${index}`, projects: [project.data.gid], assignee: ben.gid, due_on: '2026-02-01' }
    made.unshift((await tasks.createTask({ data }, {})).data.gid)
  }
  const first = made[0] ?? ''
  await sections.addTaskForSection(packing.data.gid, { body: { data: { task: first } } })
  await tasks.updateTask({ data: { completed: true } }, first, {})
  await new asana.StoriesApi().createStoryForTask({ data: { text: 'Done and dusted' } }, first, {})
  const tag = await new asana.TagsApi().createTag({ data: { workspace, name: 'fragile' } }, {})
  await tasks.addTagForTask({ data: { tag: tag.data.gid } }, first)
  await tasks.addDependenciesForTask({ data: { dependencies: [made[1]] } }, first)

  const shown = await tasks.getTask(first, {
    opt_fields: 'name,completed,memberships.section.name,tags.name,dependencies',
  })
  assert.equal(shown.data.completed, true)
  assert.equal(shown.data.memberships[0].section.name, 'Packing')
  assert.deepEqual(shown.data.tags, [{ gid: tag.data.gid, name: 'fragile' }])
  assert.deepEqual(shown.data.dependencies, [{ gid: made[1], resource_type: 'task' }])

  const seen: string[] = []
  let page = await tasks.getTasksForProject(project.data.gid, { limit: 3, opt_fields: 'name' })
  while (page.data) {
    seen.push(...page.data.map(gidOf))
    page = await page.nextPage()
  }
  assert.deepEqual(seen.toSorted(), made.toSorted())
  assert.equal(new Set(seen).size, made.length)

  await tasks.deleteTask(first)
  await assert.rejects(tasks.getTask(first, {}), (error: Json) => error.status === 404)
})

test('asana 3.2.0 reports the error of an invalid request', { skip }, async () => {
  const { workspace } = await client()
  const tasks = new asana.TasksApi()
  await assert.rejects(tasks.createTask({ data: { name: 'nowhere' } }, {}), (error: Json) => {
    assert.equal(error.status, 400)
    assert.equal(error.response.body.errors[0].message, 'You should specify one of workspace, parent, projects')
    return true
  })
  await assert.rejects(
    tasks.createTask({ data: { workspace, assignee: 'nobody' } }, {}),
    (error: Json) => error.status === 400,
  )
})

const gidOf = ({ gid }: Json): string => gid
