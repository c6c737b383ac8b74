/** A status update that is sent together with a project. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'

const older = { color: 'yellow', title: 'Week 2', text: 'Some delay' }
const newer = { status_type: 'off_track', text: 'Stuck' }

for (const method of ['post', 'put'] as const) {
  test(`${method.toUpperCase()} of a project with a current status creates a status update`, async () => {
    const { ann, workspace } = await world()
    const made = method === 'put' ? await ann.create('/projects', { workspace, name: 'Move' }) : ''
    const send = (body: Json) =>
      method === 'put' ? ann.put(`/projects/${made}`, body) : ann.post('/projects', { workspace, ...body })
    const { data } = await ok(send({ name: 'Move', current_status: older }))
    assert.equal(data.current_status.title, 'Week 2')
    const { data: status } = await ok(ann.get(`/status_updates/${data.current_status_update.gid}`))
    assert.deepEqual(
      [status.parent.gid, status.status_type, status.text, status.author.gid],
      [data.gid, 'at_risk', 'Some delay', ann.gid],
    )
    const { data: other } = await ok(send({ current_status_update: newer }))
    const { data: second } = await ok(ann.get(`/status_updates/${other.current_status.gid}`))
    assert.deepEqual([second.status_type, second.text], ['off_track', 'Stuck'])
  })
}

test('a status of the type complete that is sent with a project completes it', async () => {
  const { ann, workspace } = await world()
  const body = { workspace, current_status_update: { status_type: 'complete', html_text: '<body>Done</body>' } }
  const { data } = await ok(ann.post('/projects', body))
  assert.deepEqual([data.completed, data.completed_by.gid], [true, ann.gid])
})

test('a status that is sent back as it was read creates no new one', async () => {
  const { ann, workspace } = await world()
  const project = await ann.create('/projects', { workspace })
  const none = { current_status: null, current_status_update: null }
  assert.equal((await ok(ann.put(`/projects/${project}`, none))).data.current_status, null)
  const { data: read } = await ok(ann.put(`/projects/${project}`, { current_status: older }))
  const { current_status, current_status_update } = read
  const { data } = await ok(ann.put(`/projects/${project}`, { name: 'Moved', current_status, current_status_update }))
  assert.deepEqual([data.name, data.current_status], ['Moved', current_status])
  assert.equal((await ann.get(`/status_updates?parent=${project}`)).data.length, 1)
})

test('a status that is sent with a project is in its events', async () => {
  const { ann, workspace } = await world()
  const project = await ann.create('/projects', { workspace })
  const events = await followObject(ann, project)
  await ok(ann.put(`/projects/${project}`, { current_status: older }))
  assert.ok((await events.newChanges()).includes('added status_update < project'))
})

test('an invalid status that is sent with a project is refused, and nothing is written', async () => {
  const { ann, workspace } = await world()
  const project = await ann.create('/projects', { workspace, name: 'Move' })
  const refusals: [Json, string][] = [
    [{ current_status: { text: 'x' } }, 'current_status: color: Missing required field'],
    [{ current_status: { color: 'pink', text: 'x' } }, 'current_status: color: Not a recognized value: pink'],
    [{ current_status: { color: 'green' } }, 'text: Missing input'],
    [{ current_status: 'green' }, 'current_status: Value is not a JSON object: green'],
    [
      { current_status: { ...older, title: 'x'.repeat(1025) } },
      'current_status: title: Text is too long (maximum 1024 characters)',
    ],
    [{ current_status_update: { text: 'x' } }, 'current_status_update: status_type: Missing required field'],
    [
      { current_status_update: { ...newer, status_type: 'green' } },
      'current_status_update: status_type: Not a recognized value: green',
    ],
  ]
  for (const [body, message] of refusals) {
    const answer = await ann.put(`/projects/${project}`, { name: 'Changed', ...body })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  const { data } = await ann.get(`/projects/${project}`)
  assert.deepEqual([data.name, data.current_status], ['Move', null])
})

test('a status of a project requires the right to edit the project', async () => {
  const all = await world()
  const { ann, ben } = all
  const { gid } = await makeProject(all, {
    members: [
      [ann, 'admin'],
      [ben, 'commenter'],
    ],
  })
  assert.equal((await ben.put(`/projects/${gid}`, { current_status: older })).status, 403)
  assert.deepEqual((await ann.get(`/status_updates?parent=${gid}`)).data, [])
})
