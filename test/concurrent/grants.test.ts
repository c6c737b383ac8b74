/** Two transactions change the grants of one container by different rows: the stored grants reflect both. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rights } from '../../src/policy/rights.ts'
import { insert, update } from '../../src/store/change.ts'
import { grantDifferences } from '../../src/store/queries/access/difference.ts'
import { instances, whileBlockedBy } from '../harness/instances.ts'

test('an access grant is deleted when its two reasons end at once', async () => {
  const { ann, ben, workspace, stores } = await instances()
  const [one = assert.fail(), two = one] = stores
  const team = await ann.create('/teams', { organization: workspace, name: 'T' })
  const terms = { privacy_setting: 'private_to_team', default_access_level: 'commenter' }
  const project = Number(await ann.create('/projects', { workspace, name: 'P', team, ...terms }))
  const row = { project, member: Number(team) }
  const membership = { ...row, workspace: Number(workspace), access_level: 'editor', is_follower: 0 }
  await one.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), ...membership }))
  await whileBlockedBy(
    one,
    async tx => {
      await update(tx, 'projects', { gid: project }, { default_access_level: 'viewer' })
      await rights(tx, Number(ben.gid), 'project', [project])
    },
    () => two.write(tx => update(tx, 'project_memberships', row, { access_level: 'viewer' })),
  )
  assert.deepEqual(await grantDifferences(one.read), [])
})
