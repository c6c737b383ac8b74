import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { makeProjectTemplate, makeTaskTemplate } from '../../../../test/harness/samples/templates.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../../test/harness/world.ts'

const all = await world()
const { ann, ben, workspace, person } = all
const [admin, member] = [await signedIn(all, ann), await signedIn(all, ben)]

const list = async (of = member, query = ''): Promise<Json[]> =>
  (await ok(of.get(`/trash?workspace=${workspace}${query}`))).data as Json[]
const gids = (entries: Json[]) => entries.map(({ gid }) => gid as string)
const restore = (of: typeof member, gid: string) => of.post(`/trash/${gid}/restore`)

/** A private project of Ben. */
const makeProject = (name = 'Plan') => ben.create('/projects', { workspace, name, privacy_setting: 'private' })

async function attach(parent: string): Promise<string> {
  const link = { parent, resource_subtype: 'external', name: 'A', url: 'https://example.com' }
  return (await ok(ben.post('/attachments', link))).data.gid
}

test('a member restores what they deleted themselves, of each type that stores by whom', async () => {
  const project = await makeProject('Kept')
  const task = await ben.create('/tasks', { workspace, name: 'Commented' })
  const things: [type: string, path: string, gid: string][] = [
    ['task', 'tasks', await ben.create('/tasks', { workspace, name: 'Write' })],
    ['project', 'projects', await makeProject('Launch')],
    ['portfolio', 'portfolios', await ben.create('/portfolios', { workspace, name: 'All' })],
    ['goal', 'goals', await ben.create('/goals', { workspace, name: 'More' })],
    ['story', 'stories', await ben.create(`/tasks/${task}/stories`, { text: 'Hello' })],
    [
      'status_update',
      'status_updates',
      await ben.create('/status_updates', { parent: project, status_type: 'on_track', title: 'Week', text: 'Well' }),
    ],
    ['project_brief', 'project_briefs', await ben.create(`/projects/${project}/project_briefs`, { title: 'Why' })],
    ['project_template', 'project_templates', await makeProjectTemplate(all, ben)],
    ['task_template', 'task_templates', await makeTaskTemplate(all, ben, project)],
    ['attachment', 'attachments', await attach(task)],
  ]
  for (const [type, path, gid] of things) {
    await ok(ben.delete(`/${path}/${gid}`))
    const [entry, ...more] = await list()
    assert.deepEqual([entry?.gid, entry?.resource_type, more], [gid, type, []])
    assert.deepEqual(entry?.deleted_by, { gid: ben.gid, name: 'Ben' })
    assert.equal(Date.parse(entry?.purged_at) - Date.parse(entry?.deleted_at), 30 * 24 * 60 * 60 * 1000)
    const { name: _, ...restored } = (await ok(restore(member, gid))).data
    assert.deepEqual(restored, { gid, resource_type: type })
    assert.equal((await ben.get(`/${path}/${gid}`)).status, 200)
    assert.deepEqual(await list(), [])
    assert.equal((await restore(member, gid)).status, 404)
  }
})

test('an administrator lists and restores what all people deleted, a member does not', async () => {
  const project = await makeProject()
  await ok(ben.delete(`/projects/${project}`))
  assert.deepEqual(gids(await list(admin)), [], 'of the administrator alone')
  assert.deepEqual(gids(await list(admin, '&all=true')), [project])
  assert.equal((await member.get(`/trash?workspace=${workspace}&all=true`)).status, 403)
  const other = await signedIn(all, await person('Cat'))
  assert.equal((await restore(other, project)).status, 404)
  assert.deepEqual((await ok(restore(admin, project))).data, { gid: project, resource_type: 'project', name: 'Plan' })
})

test('a person who lost their access does not restore', async () => {
  const shared = await ann.create('/projects', { workspace, name: 'Of Ann', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${shared}/addMembers`, { members: [ben.gid] }))
  const task = await ann.create('/tasks', { projects: [shared], name: 'Of Ann' })
  await ok(ben.delete(`/tasks/${task}`))
  assert.deepEqual(gids(await list()), [task])
  await ok(ann.post(`/projects/${shared}/removeMembers`, { members: [ben.gid] }))
  assert.deepEqual(gids(await list()), [])
  const [hidden, none] = [await restore(member, task), await restore(member, '1299999999999')]
  assert.deepEqual([hidden.status, none.status], [404, 404])
  assert.equal(hidden.message?.replace(task, '…'), none.message?.replace('1299999999999', '…'))
  await ok(restore(admin, task))
})

test('a page continues after the last entry', async () => {
  const made: string[] = []
  for (let count = 0; count < 103; count++) {
    const gid = await ben.create('/tasks', { workspace, name: `Task ${count}` })
    await ok(ben.delete(`/tasks/${gid}`))
    made.unshift(gid)
  }
  const first = await list()
  assert.deepEqual(gids(first), made.slice(0, 100))
  const last = first.at(-1)
  assert.deepEqual(gids(await list(member, `&before=${last?.deleted_at}&before_gid=${last?.gid}`)), made.slice(100))
})

test('a workspace is required, and unknown to a stranger', async () => {
  const stranger = await signedIn(all, await person('Sam', null))
  assert.equal((await stranger.get('/trash')).status, 400)
  assert.equal((await stranger.get(`/trash?workspace=${workspace}`)).status, 400)
  assert.equal((await stranger.get(`/trash?workspace=${workspace}&all=true`)).status, 400)
})
