import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

/** A team with Ann as administrator and these members. */
async function teamOf({ ann, workspace }: World, members: Person[], wish: Json = {}): Promise<string> {
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew', ...wish })
  for (const { gid } of members) await ann.post(`/teams/${team}/addUser`, { user: gid })
  return team
}

const add = async (who: Person, team: string, { gid }: { gid: string }) =>
  (await who.post(`/teams/${team}/addUser`, { user: gid })).status

const remove = async (who: Person, team: string, { gid }: { gid: string }) =>
  (await who.post(`/teams/${team}/removeUser`, { user: gid })).status

test('a user is added to a team once, and each request returns the membership', async () => {
  const here = await world()
  const { ann, ben } = here
  const team = await teamOf(here, [])
  const added = await ann.post(`/teams/${team}/addUser`, { user: ben.email })
  assert.equal(added.status, 200)
  assert.deepEqual([added.data.resource_type, added.data.user.gid], ['team_membership', ben.gid])
  for (const user of [ben.gid, Number(ben.gid)]) {
    assert.deepEqual((await ann.post(`/teams/${team}/addUser`, { user })).data, added.data)
  }
  assert.deepEqual((await ben.get(`/team_memberships/${added.data.gid}`)).data, added.data)
})

test('only users of the organization can be added to a team', async () => {
  const here = await world()
  const { ann, person } = here
  const sam = await person('Sam', null)
  const team = await teamOf(here, [])
  const rows: [unknown, string][] = [
    [sam.gid, `user: Not a user in Organization: ${sam.gid}`],
    [sam.email, 'user: Not a user in Organization: sam@example.com'],
    ['nobody@example.com', 'user: Not a user in Organization: nobody@example.com'],
    ['12345', 'user: Not a user in Organization: 12345'],
    ['Ben', 'user: Not an email, GID, or "me": Ben'],
    [[], 'user: Not a valid GID type: array'],
    [undefined, 'user: Missing input'],
  ]
  for (const [user, message] of rows) {
    const answer = await ann.post(`/teams/${team}/addUser`, { user })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})

test('members add others to a team, and users add themselves to public teams', async () => {
  const here = await world()
  const { ann, ben, person } = here
  const [abe, guest, sam] = [await person('Abe'), await person('Gus', { is_guest: true }), await person('Sam', null)]
  const ask = await teamOf(here, [])
  assert.deepEqual([await add(ben, ask, ben), await add(ben, ask, abe), await add(sam, ask, sam)], [403, 403, 404])
  const open = await teamOf(here, [], { visibility: 'public' })
  assert.deepEqual([await add(ben, open, abe), await add(ben, open, ben), await add(ben, open, abe)], [403, 200, 200])
  assert.deepEqual([await add(guest, open, guest), await add(ann, open, guest)], [404, 200])
})

test('inviting members and inviting guests are separate settings', async () => {
  const here = await world()
  const { ann, ben, person } = here
  const [abe, guest] = [await person('Abe'), await person('Gus', { is_guest: true })]
  const team = await teamOf(here, [ben], { member_invite_management_access_level: 'only_team_admins' })
  assert.deepEqual([await add(ben, team, abe), await add(ben, team, guest), await add(ann, team, abe)], [403, 200, 200])
  const other = await teamOf(here, [ben], { guest_invite_management_access_level: 'only_team_admins' })
  assert.deepEqual([await add(ben, other, abe), await add(ben, other, guest)], [200, 403])
  assert.equal(await add(ann, other, guest), 200)
  const memberships = await ann.get(`/teams/${other}/team_memberships`)
  assert.deepEqual(
    memberships.data.map((membership: Json) => [membership.user.name, membership.is_admin, membership.is_guest]),
    [
      ['Ann', true, false],
      ['Ben', false, false],
      ['Abe', false, false],
      ['Gus', false, true],
    ],
  )
})

test('members can always leave a team; removing others depends on a setting', async () => {
  const here = await world()
  const { ann, ben, person } = here
  const [abe, guest, out] = [await person('Abe'), await person('Gus', { is_guest: true }), await person('Out')]
  const team = await teamOf(here, [ben, abe, guest], { team_member_removal_access_level: 'only_team_admins' })
  assert.deepEqual([await remove(ben, team, abe), await remove(out, team, abe)], [403, 403])
  assert.deepEqual([await remove(ben, team, ben), await remove(guest, team, guest)], [200, 200])
  const removed = await ann.post(`/teams/${team}/removeUser`, { user: abe.gid })
  assert.deepEqual([removed.status, removed.body], [200, { data: {} }])
  const again = await ann.post(`/teams/${team}/removeUser`, { user: abe.gid })
  assert.deepEqual([again.status, again.message], [400, `user: Not a member of the team: ${abe.gid}`])
  const free = await teamOf(here, [ben, abe])
  assert.equal(await remove(ben, free, abe), 200)
})

test('full members of a team without administrators have all rights on it', async () => {
  const here = await world()
  const { ben, store, person } = here
  const [abe, guest] = [await person('Abe'), await person('Gus', { is_guest: true })]
  const team = await teamOf(here, [ben, guest], { member_invite_management_access_level: 'only_team_admins' })
  assert.equal(await add(ben, team, abe), 403)
  await store.write(tx => update(tx, 'team_memberships', { team: Number(team) }, { is_admin: 0 }))
  assert.deepEqual([await add(guest, team, abe), await add(ben, team, abe)], [403, 200])
})

test('team memberships are listed by team, or by user and workspace', async () => {
  const here = await world()
  const { ann, ben, workspace, person } = here
  const [out, sam] = [await person('Out'), await person('Sam', null)]
  const team = await teamOf(here, [ben], { visibility: 'secret' })
  const gids = async (who: Person, path: string) => {
    const { status, data, message } = await who.get(path)
    assert.equal(status, 200, message ?? '')
    return data.map((membership: Json) => membership.user.gid)
  }
  assert.deepEqual(await gids(ann, `/team_memberships?team=${team}`), [ann.gid, ben.gid])
  assert.deepEqual(await gids(ann, `/team_memberships?team=${team}&user=${ben.gid}`), [ben.gid])
  assert.deepEqual(await gids(ann, `/team_memberships?user=${ben.gid}&workspace=${workspace}`), [ben.gid])
  assert.deepEqual(await gids(out, `/team_memberships?user=${ben.gid}&workspace=${workspace}`), [])
  assert.deepEqual(await gids(out, `/users/${ben.gid}/team_memberships?workspace=${workspace}`), [])
  for (const path of ['', '?user=me', `?workspace=${workspace}`]) {
    const answer = await ann.get(`/team_memberships${path}`)
    assert.deepEqual([answer.status, answer.message], [400, 'You should specify one of team, user and workspace'])
  }
  assert.equal((await ann.get('/users/me/team_memberships')).message, 'workspace: Missing input')
  assert.equal((await sam.get(`/team_memberships?team=${team}`)).status, 400)
  assert.equal((await sam.get(`/teams/${team}/team_memberships`)).status, 404)
  assert.equal((await out.get(`/teams/${team}/users`)).status, 404)
  const membership = (await ann.get(`/teams/${team}/team_memberships`)).data[0]
  assert.equal((await out.get(`/team_memberships/${membership.gid}`)).status, 404)
})

test('the users of a team, including guests, are listed by name', async () => {
  const here = await world()
  const { ben, person } = here
  const guest = await person('Gus', { is_guest: true })
  const team = await teamOf(here, [guest, ben, await person('abe')])
  const names = (await guest.get(`/teams/${team}/users`)).data.map((user: Json) => user.name)
  assert.deepEqual(names, ['abe', 'Ann', 'Ben', 'Gus'])
})
