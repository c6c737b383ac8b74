/** Webhooks and streams of portfolios: the changes of the objects in them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { portfolioOffice } from '../../../test/harness/samples/portfolios.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import type { Json } from '../../../test/harness/world.ts'

test('a webhook on a portfolio delivers changes of its projects, of those that its owner can see', async () => {
  const delivered: Json[] = []
  const { ann, editor, jobs, workspace, portfolio, project } = await portfolioOffice({
    post: async (_target, headers, body) => {
      delivered.push(...(JSON.parse(body).events ?? []))
      return { status: 200, secret: headers['X-Hook-Secret'] ?? null, text: '', error: null, isRefused: false }
    },
  })
  const hidden = await editor.create('/projects', { workspace, name: 'Hidden' })
  const outside = await ann.create('/projects', { workspace, name: 'Outside' })
  const filters = [{ resource_type: 'project' }]
  await ok(ann.post('/webhooks', { resource: portfolio, target: 'https://example.com/hook', filters }))
  await ok(editor.post(`/portfolios/${portfolio}/addItem`, { item: hidden }))
  await ok(editor.put(`/projects/${hidden}`, { name: 'Still hidden' }))
  await ok(ann.put(`/projects/${outside}`, { name: 'Still outside' }))
  await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item: outside }))
  await ok(ann.put(`/projects/${project}`, { name: 'New' }))
  await ok(ann.post('/tasks', { name: 'Task', projects: [project] }))
  await ok(ann.post(`/portfolios/${portfolio}/removeItem`, { item: project }))
  await ok(ann.put(`/projects/${project}`, { name: 'Newer' }))
  await jobs.tick()
  const parent = { gid: portfolio, resource_type: 'portfolio' }
  assert.deepEqual(
    delivered.map(({ action, resource, parent: named, change }) => [action, resource.gid, named, change?.field]),
    [
      ['added', outside, parent, undefined],
      ['changed', project, null, 'name'],
      ['removed', project, parent, undefined],
    ],
  )
})

test('the stream of a portfolio has the deletion and the restore of its items, and its status updates', async () => {
  const all = await portfolioOffice()
  const { ann, workspace, portfolio, project } = all
  const admin = await signedIn(all, ann)
  const inner = await ann.create('/portfolios', { workspace, name: 'Inner' })
  const below = await ann.create('/projects', { workspace, name: 'Below' })
  await ok(ann.post(`/portfolios/${inner}/addItem`, { item: below }))
  await ok(all.addItem(inner))
  const stream = await followObject(ann, portfolio)
  await ok(ann.delete(`/projects/${project}`))
  await ok(admin.post(`/organizations/${workspace}/trash/${project}/restore`))
  await ok(ann.put(`/projects/${project}`, { name: 'Back' }))
  await ok(ann.delete(`/portfolios/${inner}`))
  await ok(ann.put(`/projects/${below}`, { name: 'Two portfolios below' }))
  await ann.create('/status_updates', { parent: portfolio, status_type: 'on_track', text: 'Well' })
  assert.deepEqual(await stream.newChanges(), [
    'deleted project',
    'undeleted project',
    'changed project name',
    'deleted portfolio',
    'added status_update < portfolio',
  ])
})
