/**
 * The previous major version, npm `asana` 1.0.5, unmodified: it follows `next_page.uri` and sends options in bodies.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningWorld } from '../harness/clients/listening.ts'
import { packages } from '../harness/packages.ts'
import type { Json } from '../harness/world.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana-v1')

async function client() {
  const world = await listeningWorld()
  const client = asana.Client.create({ asanaBaseUrl: `${world.origin}/`, logAsanaChangeWarnings: false })
  return { ...world, client: client.useAccessToken(world.ann.token) }
}

test('asana 1.0.5 creates tasks and iterates over all of them', { skip }, async () => {
  const { client: asana1, ann, workspace } = await client()
  assert.equal((await asana1.users.me()).gid, ann.gid)
  const project = await asana1.projects.createProject({ workspace, name: 'Garden' })
  const made: string[] = []
  for (let index = 0; index < 5; index++) {
    const task = await asana1.tasks.createTask({ name: `Bed ${index}`, projects: [project.gid], fields: 'name' })
    assert.deepEqual(Object.keys(task), ['gid', 'name'])
    made.unshift(task.gid)
  }
  const seen: string[] = []
  let page = await asana1.tasks.getTasksForProject(project.gid, { limit: 2 })
  while (page) {
    seen.push(...page.data.map(({ gid }: Json) => gid))
    page = await page.nextPage()
  }
  assert.deepEqual(seen, made)
})

test('asana 1.0.5 streams a collection, updates and deletes a task', { skip }, async () => {
  const { client: asana1, workspace } = await client()
  const task = await asana1.tasks.createTask({ workspace, name: 'Water', notes: 'twice a week', assignee: 'me' })
  const changed = await asana1.tasks.updateTask(task.gid, { completed: true, opt_expand: 'assignee' })
  assert.equal(changed.completed, true)
  await asana1.stories.createStoryForTask(task.gid, { text: 'done' })
  const mine = await asana1.tasks.getTasks({ assignee: 'me', workspace, limit: 1 })
  assert.deepEqual(
    (await mine.fetch()).map(({ gid }: Json) => gid),
    [task.gid],
  )
  await asana1.tasks.deleteTask(task.gid)
  await assert.rejects(asana1.tasks.getTask(task.gid), (error: Json) => error.status === 404)
})
