/** Goals: creating them, and lists of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import { world } from '../../../test/harness/world.ts'

test('a new goal belongs to its creator, and is open to the workspace', async () => {
  const { ann, ben, workspace } = await world()
  const { data } = await ok(ann.post('/goals', { workspace, name: 'Grow' }))
  assert.deepEqual(data, {
    ...{ gid: data.gid, resource_type: 'goal', name: 'Grow', notes: '', due_on: null, start_on: null },
    owner: { gid: ann.gid, resource_type: 'user', name: 'Ann' },
    ...{ is_workspace_level: true, liked: false, likes: [], num_likes: 0, team: null, metric: null, status: null },
    workspace: { gid: workspace, resource_type: 'workspace', name: data.workspace.name },
    followers: [{ gid: ann.gid, resource_type: 'user', name: 'Ann' }],
    ...{ time_period: null, custom_fields: [], custom_field_settings: [] },
    ...{ current_status_update: null, privacy_setting: 'public_to_workspace', default_access_level: 'commenter' },
    permalink_url: data.permalink_url,
  })
  assert.deepEqual((await ok(ben.get(`/goals/${data.gid}`))).data.name, 'Grow')
  assert.deepEqual(await gidsOf(ben, `/goals?workspace=${workspace}`), [data.gid])
})
