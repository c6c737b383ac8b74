/** Concurrent changes of roles: no workspace loses its super administrators, and no person keeps a deleted role. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Instances, instances } from '../harness/instances.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import type { Json, Person } from '../harness/world.ts'

const rowsOf = ({ store, workspace }: Instances) =>
  store.read.db.selectFrom('workspace_memberships').selectAll().where('workspace', '=', Number(workspace)).execute()

const standardOf = async ({ ann, workspace }: Instances, base: string): Promise<string> => {
  const { body } = await ann.get(`/roles?workspace=${workspace}&opt_fields=base_role_type,is_standard_role`)
  return body.data.find((one: Json) => one.is_standard_role && one.base_role_type === base).gid
}

const define = (who: Person, workspace: string, base_role_type: string): Promise<string> =>
  who.create('/roles', { workspace, name: 'Role', description: 'x', base_role_type })

test('one super administrator stays when all take a smaller role at once', async () => {
  const all = await instances()
  const admins = [all.ann, await all.person('Amy', { is_admin: true }), await all.person('Abe', { is_admin: true })]
  const member = await standardOf(all, 'member')
  const custom = await define(all.ann, all.workspace, 'super_admin')
  const visitors = await Promise.all(admins.map(one => signedIn(all, one)))
  const answers = await Promise.all(
    visitors.map((visitor, at) =>
      visitor.put(`/organizations/${all.workspace}/people/${visitor.gid}/role`, { role: at === 1 ? custom : member }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 400])
  const rows = await rowsOf(all)
  assert.equal(rows.filter(({ is_admin, role, is_service }) => is_admin && role === null && !is_service).length, 1)
})

test('no person keeps a role that is deleted while they get it', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const visitor = await signedIn(all, ann)
  for (let round = 0; round < 5; round++) {
    const role = await define(ann, workspace, 'guest')
    await Promise.all([
      visitor.put(`/organizations/${workspace}/people/${ben.gid}/role`, { role }),
      ann.delete(`/roles/${role}`),
    ])
    const own = (await rowsOf(all)).find(({ user }) => user === Number(ben.gid))
    assert.equal(own?.role, null)
  }
})

test('the flags of people follow the base type of a role that changes while they get it', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const visitor = await signedIn(all, ann)
  const role = await define(ann, workspace, 'guest')
  for (const base of ['member', 'guest', 'admin', 'guest', 'member']) {
    await visitor.put(`/organizations/${workspace}/people/${ben.gid}/role`, { role: await standardOf(all, 'member') })
    await Promise.all([
      visitor.put(`/organizations/${workspace}/people/${ben.gid}/role`, { role }),
      ann.put(`/roles/${role}`, { base_role_type: base }),
    ])
    const own = (await rowsOf(all)).find(({ user }) => user === Number(ben.gid))
    assert.deepEqual([own?.is_guest, own?.is_admin], [base === 'guest' ? 1 : 0, base === 'admin' ? 1 : 0])
  }
})

test('a change of a role is effective at once for the next request, at every instance', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const visitor = await signedIn(all, ann)
  const role = await define(ann, workspace, 'member')
  await visitor.put(`/organizations/${workspace}/people/${ben.gid}/role`, { role })
  const open = { privacy_setting: 'public_to_workspace' }
  const project = await ann.create('/projects', { workspace, name: 'Open', ...open })
  for (const allowed of [true, false, true, false]) {
    const permissions = { create_team: allowed, view_shared_with_org_projects: allowed }
    assert.equal((await ann.put(`/roles/${role}`, { permissions })).status, 200)
    // Requests go to the instances in turn.
    for (let request = 0; request < 4; request++) {
      const seen = await ben.get(`/projects/${project}`)
      const team = await ben.post('/teams', { organization: workspace, name: 'Team' })
      assert.deepEqual([seen.status, team.status], allowed ? [200, 201] : [404, 403])
    }
  }
})
