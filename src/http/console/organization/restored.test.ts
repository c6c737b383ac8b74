/** Restoring from the trash: its changes and its audit entries. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor } from '../../../../test/harness/auditor.ts'
import { follow, followObject } from '../../../../test/harness/follower.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../../test/harness/world.ts'
import { update } from '../../../store/change.ts'

async function home() {
  const all = await world()
  const { ann, workspace } = all
  const admin = await signedIn(all, ann)
  const { newEntries } = await auditor(all)
  const everything = await follow(await all.service('Bot'), `/workspaces/${workspace}/events`)
  const restore = (gid: string) => ok(admin.post(`/organizations/${workspace}/trash/${gid}/restore`))
  /** The audit entries since the last call: type, resource and actor. */
  const auditEntries = async () =>
    (await newEntries()).map(({ event_type, resource, actor }) => [event_type, resource.gid, actor.gid])
  const restoredEvents = async () => restoredObjects(await everything.poll())
  return { ...all, auditEntries, restoredEvents, restore }
}

/** The restored objects, by type and gid. */
const restoredObjects = (events: Json[]) =>
  events.flatMap(({ action, resource }) =>
    action === 'undeleted' ? [`${resource.resource_type} ${resource.gid}`] : [],
  )

test('restoring a project records its tasks for their followers and in the audit log', async () => {
  const { ann, workspace, auditEntries, restoredEvents, restore } = await home()
  const project = await ann.create('/projects', { workspace, name: 'P', privacy_setting: 'private' })
  const task = await ann.create('/tasks', { name: 'T', projects: [project] })
  const [ofProject, ofTask] = [await followObject(ann, project), await followObject(ann, task)]
  await ok(ann.delete(`/projects/${project}`))
  await auditEntries()
  await restore(project)
  const both = [`project ${project}`, `task ${task}`].sort()
  assert.deepEqual(restoredObjects(await ofProject.poll()).sort(), both)
  assert.deepEqual(restoredObjects(await ofTask.poll()), [`task ${task}`])
  assert.deepEqual((await restoredEvents()).sort(), both)
  assert.deepEqual((await auditEntries()).sort(), [
    ['project_undeleted', project, ann.gid],
    ['task_undeleted', task, ann.gid],
  ])
})

test('restoring a task with subtasks, a tag, a comment or a custom field is recorded', async () => {
  const { ann, workspace, auditEntries, restoredEvents, restore } = await home()
  const task = await ann.create('/tasks', { workspace, name: 'T' })
  const below = await ann.create(`/tasks/${task}/subtasks`, { name: 'Below' })
  const comment = await ann.create(`/tasks/${task}/stories`, { text: 'Said' })
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  const field = await ann.create('/custom_fields', { workspace, name: 'Effort', resource_subtype: 'text' })
  const [ofTask, ofTag] = [await followObject(ann, task), await followObject(ann, tag)]
  const there = async (path: string, gid: string) => {
    await ok(ann.delete(path))
    await auditEntries()
    await restore(gid)
    return auditEntries()
  }
  assert.deepEqual(await there(`/stories/${comment}`, comment), [['comment_undeleted', comment, ann.gid]])
  assert.deepEqual(await there(`/custom_fields/${field}`, field), [['custom_field_undeleted', field, ann.gid]])
  assert.deepEqual(await there(`/tags/${tag}`, tag), [['tag_undeleted', tag, ann.gid]])
  assert.deepEqual((await there(`/tasks/${task}`, task)).sort(), [
    ['task_undeleted', task, ann.gid],
    ['task_undeleted', below, ann.gid],
  ])
  const tasks = [`task ${task}`, `task ${below}`]
  assert.deepEqual(restoredObjects(await ofTask.poll()), [`story ${comment}`, ...tasks])
  assert.deepEqual(restoredObjects(await ofTag.poll()), [`tag ${tag}`])
  assert.deepEqual(await restoredEvents(), [`story ${comment}`, `tag ${tag}`, ...tasks])
})

test('restoring a status update is recorded', async () => {
  const { ann, workspace, auditEntries, restoredEvents, restore } = await home()
  const parent = await ann.create('/projects', { workspace, name: 'P', privacy_setting: 'private' })
  const gid = await ann.create('/status_updates', { parent, status_type: 'on_track', text: 'Well' })
  const ofProject = await followObject(ann, parent)
  await ok(ann.delete(`/status_updates/${gid}`))
  await auditEntries()
  await restore(gid)
  assert.deepEqual(await auditEntries(), [['status_update_undeleted', gid, ann.gid]])
  assert.deepEqual(restoredObjects(await ofProject.poll()), [`status_update ${gid}`])
  assert.deepEqual(await restoredEvents(), [`status_update ${gid}`])
})

test('restoring a team is an audit entry', async () => {
  const { ann, workspace, auditEntries, restore, store } = await home()
  const team = await ann.create('/teams', { organization: workspace, name: 'Design' })
  await store.write(tx => update(tx, 'teams', { gid: Number(team) }, { deleted_at: tx.now }))
  await auditEntries()
  await restore(team)
  assert.deepEqual(await auditEntries(), [['team_undeleted', team, ann.gid]])
})
