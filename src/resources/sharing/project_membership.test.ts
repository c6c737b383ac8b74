import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { insert } from '../../store/change.ts'

test('a project membership has the project, the member and the access level', async () => {
  const { ann, workspace } = await world()
  const project = await ann.create('/projects', { workspace, name: 'Move' })
  const { data } = await ann.get(`/projects/${project}/project_memberships`)
  const me = { gid: ann.gid, resource_type: 'user', name: 'Ann' }
  const { gid } = data[0]
  const compact = { gid, resource_type: 'project_membership', member: me, access_level: 'admin' }
  assert.deepEqual(data, [compact])
  const one = await ann.get(`/project_memberships/${gid}`)
  assert.deepEqual(one.data, { ...compact, user: me, write_access: 'full_write' })
  const named = await ann.get(`/project_memberships/${gid}?opt_fields=parent.name,project.name`)
  const parent = { gid: project, name: 'Move' }
  assert.deepEqual(named.data, { gid, parent, project: parent })
})

test('teams can be members of projects like users', async () => {
  const { ann, ben, workspace, store } = await world()
  const [project, team] = [
    await ann.create('/projects', { workspace }),
    await ann.create('/teams', { organization: workspace, name: 'Crew', visibility: 'secret' }),
  ]
  await store.write(tx =>
    insert(tx, 'project_memberships', {
      ...{ gid: tx.gid(), project: Number(project), member: Number(team), workspace: Number(workspace) },
      ...{ access_level: 'commenter', is_follower: 0 },
    }),
  )
  const { data } = await ann.get(`/projects/${project}/project_memberships?opt_fields=member,user,write_access`)
  const { gid: _, ...membership } = data[1]
  assert.deepEqual(membership, { member: { gid: team, resource_type: 'team' }, write_access: 'comment_only' })
  assert.equal((await ben.get(`/projects/${project}`)).status, 404)
  await ann.post(`/teams/${team}/addUser`, { user: ben.gid })
  assert.equal((await ben.get(`/projects/${project}`)).status, 200)
})

test('the memberships of a project are paged without loss, and filtered by user', async () => {
  const home = await world()
  const { ann, ben, person } = home
  const people = [ann, ben, await person('Cy'), await person('Dee'), await person('Eve')]
  const { gid } = await makeProject(home, { members: people.map((one, index) => [one, index ? 'viewer' : 'admin']) })
  const path = `/projects/${gid}/project_memberships`
  const rest = [await person('Fay'), await person('Gil')]
  const seen = await allPages(ben, `${path}?limit=2`, async page => {
    const next = rest[page - 1]
    if (next) await ann.post(`/projects/${gid}/addMembers`, { members: [next.gid] })
  })
  assert.equal(seen.length, 7)
  assert.deepEqual(seen, await gidsOf(ann, path))
  const { data } = await ann.get(`${path}?user=${ben.email}`)
  assert.deepEqual(
    data.map(({ member, access_level }: Json) => [member.name, access_level]),
    [['Ben', 'viewer']],
  )
  const unknown = await ann.get(`${path}?user=1`)
  assert.deepEqual([unknown.status, unknown.message], [400, 'user: Not a recognized ID: 1'])
})

test('project memberships are visible with the project, and deleted with it', async () => {
  const { ann, ben, workspace } = await world()
  const project = await ann.create('/projects', { workspace, public: true })
  const [gid = ''] = await gidsOf(ann, `/projects/${project}/project_memberships`)
  const path = `/project_memberships/${gid}`
  const seen = async () => (await ben.get(path)).status
  assert.equal(await seen(), 200)
  await ann.put(`/projects/${project}`, { public: false })
  assert.equal(await seen(), 404)
  assert.equal((await ben.get(`/projects/${project}/project_memberships`)).status, 404)
  await ann.delete(`/projects/${project}`)
  const deleted = await ann.get(path)
  assert.deepEqual([deleted.status, deleted.message], [404, `project_membership: Not a recognized ID: ${gid}`])
})
