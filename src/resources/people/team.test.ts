import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { createWorkspace, join } from './rules/join.ts'

const makeTeam = ({ ann, workspace }: World, wish: Json = {}) =>
  ann.create('/teams', { organization: workspace, name: 'Crew', ...wish })

/** A team with Ann as administrator and these members. */
async function teamOf(here: World, members: Person[], wish: Json = {}): Promise<string> {
  const team = await makeTeam(here, wish)
  for (const { gid } of members) {
    assert.equal((await here.ann.post(`/teams/${team}/addUser`, { user: gid })).status, 200)
  }
  return team
}

const gidsOf = ({ data }: { data: Json }): string[] => data.map((one: { gid: string }) => one.gid)

test('the creator of a team is its first member and administrator', async () => {
  const { ben, workspace } = await world()
  const made = await ben.post('/teams', { organization: workspace, name: 'Crew', visibility: 'secret' })
  assert.equal(made.status, 201)
  assert.equal(made.data.visibility, 'secret')
  assert.deepEqual(made.data.organization, { gid: workspace, resource_type: 'workspace', name: 'Example' })
  assert.equal('description' in made.data, false)
  const memberships = await ben.get(`/teams/${made.data.gid}/team_memberships`)
  assert.deepEqual(memberships.data, [
    {
      gid: memberships.data[0].gid,
      resource_type: 'team_membership',
      user: { gid: ben.gid, resource_type: 'user', name: 'Ben' },
      team: { gid: made.data.gid, resource_type: 'team', name: 'Crew' },
      is_guest: false,
      is_limited_access: false,
      is_admin: true,
    },
  ])
})

test('a description of a team is stored in both forms', async () => {
  const here = await world()
  const team = await makeTeam(here, { html_description: '<body>We <strong>row</strong></body>' })
  const path = `/teams/${team}?opt_fields=description,html_description`
  const first = await here.ann.get(path)
  assert.deepEqual(first.data, {
    gid: team,
    description: 'We row',
    html_description: '<body>We <strong>row</strong></body>',
  })
  const second = await here.ann.put(path, { description: 'a < b' })
  assert.deepEqual([second.data.description, second.data.html_description], ['a < b', '<body>a &lt; b</body>'])
  assert.equal((await here.ann.put(path, { html_description: '<p>no</p>' })).status, 400)
})

test('invalid teams are refused', async () => {
  const { ann, workspace, store, person } = await world()
  const club = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Club', domains: null, plan: 'premium' })
    await join(tx, Number(ann.gid), gid)
    return String(gid)
  })
  const level = 'only_team_admins'
  const rows: [Json, string | RegExp][] = [
    [{ name: 'x' }, 'organization: Missing input'],
    [{ organization: workspace }, 'name: Missing input'],
    [{ organization: club, name: 'x' }, 'organization: Only organizations have teams'],
    [{ organization: '12345', name: 'x' }, 'organization: Not a recognized ID: 12345'],
    [{ organization: workspace, name: 'x', visibility: 'open' }, 'visibility: Not a recognized value: open'],
    [
      { organization: workspace, name: 'x', visibility: 'public', join_request_management_access_level: level },
      'join_request_management_access_level: Can only be set while the visibility of the team is request_to_join',
    ],
  ]
  for (const [body, message] of rows) {
    const answer = await ann.post('/teams', body)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  for (const role of [{ is_guest: true }, { is_view_only: true }]) {
    const who = await person(role.is_guest ? 'Gus' : 'Vic', role)
    assert.equal((await who.post('/teams', { organization: workspace, name: 'x' })).status, 403)
  }
})

test('members can change a team if its settings allow it', async () => {
  const here = await world()
  const { ann, ben, person } = here
  const guest = await person('Gus', { is_guest: true })
  const outsider = await person('Out')
  const team = await teamOf(here, [ben, guest])
  const put = async (who: Person, body: Json) => (await who.put(`/teams/${team}`, body)).status
  assert.equal(await put(ben, { name: 'Rowers', description: 'x', visibility: 'public' }), 200)
  assert.deepEqual([await put(guest, { name: 'x' }), await put(outsider, { name: 'x' })], [403, 403])
  assert.equal(await put(ben, { team_member_removal_access_level: 'only_team_admins' }), 403)
  assert.equal(await put(ann, { edit_team_name_or_description_access_level: 'only_team_admins' }), 200)
  assert.deepEqual([await put(ben, { name: 'x' }), await put(ben, { html_description: '<body>x</body>' })], [403, 403])
  assert.equal(await put(ben, { visibility: 'secret' }), 200)
  assert.equal(await put(ann, { edit_team_visibility_or_trash_team_access_level: 'only_team_admins' }), 200)
  assert.equal(await put(ben, { visibility: 'public' }), 403)
  assert.equal(await put(ann, { visibility: 'public', name: 'Last' }), 200)
  assert.equal((await ann.put(`/teams/${team}`, { organization: here.workspace })).status, 400)
})

test('the join request setting can change only while users can request to join', async () => {
  const here = await world()
  const team = await makeTeam(here, { visibility: 'secret' })
  const setting = { join_request_management_access_level: 'only_team_admins' }
  assert.equal((await here.ann.put(`/teams/${team}`, setting)).status, 400)
  const both = await here.ann.put(`/teams/${team}`, { ...setting, visibility: 'request_to_join' })
  assert.deepEqual([both.status, both.data.join_request_management_access_level], [200, 'only_team_admins'])
})

test('only administrators of the organization can endorse a team', async () => {
  const { ann, ben, workspace } = await world()
  const team = await ben.create('/teams', { organization: workspace, name: 'Crew', endorsed: false })
  assert.equal((await ben.put(`/teams/${team}`, { endorsed: false })).status, 200)
  assert.equal((await ben.put(`/teams/${team}`, { endorsed: true })).status, 403)
  assert.equal((await ann.put(`/teams/${team}`, { endorsed: true })).data.endorsed, true)
})

test('a team is listed only to callers who can see it', async () => {
  const here = await world()
  const { ann, ben, workspace, person } = here
  const guest = await person('Gus', { is_guest: true })
  const stranger = await person('Sam', null)
  const open = await ben.create('/teams', { organization: workspace, name: 'Open', visibility: 'public' })
  const ask = await teamOf(here, [guest])
  const secret = await ben.create('/teams', { organization: workspace, name: 'Secret', visibility: 'secret' })
  const other = await person('Out')
  for (const path of [`/workspaces/${workspace}/teams`, `/organizations/${workspace}/teams`]) {
    assert.deepEqual(gidsOf(await ann.get(path)), [open, ask, secret])
    assert.deepEqual(gidsOf(await other.get(path)), [open, ask])
    assert.deepEqual(gidsOf(await guest.get(path)), [ask])
    assert.equal((await stranger.get(path)).status, 404)
  }
  assert.deepEqual(
    [(await other.get(`/teams/${secret}`)).status, (await guest.get(`/teams/${open}`)).status],
    [404, 404],
  )
  assert.deepEqual(gidsOf(await ben.get(`/users/me/teams?organization=${workspace}`)), [open, secret])
  assert.deepEqual(gidsOf(await other.get(`/users/${ben.gid}/teams?organization=${workspace}`)), [open])
  assert.equal((await ben.get('/users/me/teams')).message, 'organization: Missing input')
})

test('teams and memberships are paged without loss', async () => {
  const here = await world()
  const { ann, ben, workspace } = here
  const teams: string[] = []
  for (let index = 0; index < 5; index++) teams.push(await teamOf(here, [ben], { name: `Team ${index}` }))
  const lists = [`/workspaces/${workspace}/teams?limit=2`, `/users/${ben.gid}/teams?organization=${workspace}&limit=2`]
  const memberships = [
    `/users/${ben.gid}/team_memberships?workspace=${workspace}&limit=2`,
    `/team_memberships?user=${ben.gid}&workspace=${workspace}&limit=2`,
  ]
  for (const first of [...lists, ...memberships]) {
    const seen: string[] = []
    let path: string | undefined = first
    while (path) {
      const page = await ann.get(path)
      assert.equal(page.status, 200)
      seen.push(...page.data.map((one: Json) => one.team?.gid ?? one.gid))
      path = page.body.next_page?.path
    }
    assert.deepEqual(seen, teams)
  }
})

test('a member cannot remove an administrator of the team', async () => {
  const here = await world()
  const { ann, ben, workspace, person } = here
  const cai = await person('Cai')
  const team = await cai.create('/teams', { organization: workspace, name: 'Of Cai', visibility: 'public' })
  await ben.post(`/teams/${team}/addUser`, { user: 'me' })
  const removing = (who: Person, user: string) => who.post(`/teams/${team}/removeUser`, { user })
  const refused = await removing(ben, cai.gid)
  assert.deepEqual([refused.status, refused.message], [403, 'You do not have access to this team.'])
  assert.equal((await cai.get(`/teams/${team}`)).status, 200)
  const setting = { member_invite_management_access_level: 'only_team_admins' }
  assert.equal((await ben.put(`/teams/${team}`, setting)).status, 403)
  assert.equal((await removing(cai, ben.gid)).status, 200, 'an administrator removes members')
  assert.equal((await removing(ann, cai.gid)).status, 200, 'an administrator of the organization removes anybody')
})
