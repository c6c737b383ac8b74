import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeProject, setActive } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'

/** The levels of the members of a project, by the first letter of their names; followers are marked. */
async function membersOf(person: Person, project: string): Promise<string> {
  const { data: memberships } = await person.get(`/projects/${project}/project_memberships`)
  const { data } = await person.get(`/projects/${project}?opt_fields=followers`)
  const follows = new Set(data.followers.map(({ gid }: Json) => gid))
  return memberships
    .map(({ member, access_level }: Json) => `${member.name} ${access_level}${follows.has(member.gid) ? '*' : ''}`)
    .join(', ')
}

/** A private project of Ann, with a member at each access level. */
async function office() {
  const home = await world()
  const { ann, person, workspace } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  return { ...home, workspace, editor, commenter, viewer, project: gid, path: `/projects/${gid}` }
}

const all = 'Ann admin, Edi editor, Com commenter, Vie viewer'

test('members are added at the default access level, and followers become members', async () => {
  const { ann, ben, person, workspace } = await world()
  const cy = await person('Cy')
  const gid = await ann.create('/projects', { workspace, default_access_level: 'viewer' })
  const added = await ann.post(`/projects/${gid}/addMembers`, { members: ben.gid })
  assert.deepEqual(
    added.data.members.map(({ name }: Json) => name),
    ['Ann', 'Ben'],
  )
  assert.equal(await membersOf(ann, gid), 'Ann admin*, Ben viewer')
  await ann.post(`/projects/${gid}/addMembers`, { members: `${ben.email}, ${ann.gid}` })
  assert.equal(await membersOf(ann, gid), 'Ann admin*, Ben viewer')
  await ann.post(`/projects/${gid}/addFollowers`, { followers: [ben.gid, cy.gid, cy.gid] })
  assert.equal(await membersOf(ann, gid), 'Ann admin*, Ben viewer*, Cy commenter*')
  const silent = await ann.post(`/projects/${gid}/removeFollowers`, { followers: [cy.gid, 'me'] })
  assert.deepEqual([silent.status, silent.data.gid], [200, gid])
  assert.equal(await membersOf(ann, gid), 'Ann admin, Ben viewer*, Cy commenter')
  const removed = await ann.post(`/projects/${gid}/removeMembers`, { members: [ben.gid, cy.gid] })
  assert.deepEqual(removed.data.followers, [])
  assert.equal(await membersOf(ann, gid), 'Ann admin')
  assert.equal((await ben.get(`/projects/${gid}`)).status, 404)
})

test('any member except the last admin can leave a project', async () => {
  const { ann, ben, viewer, path, project } = await office()
  const left = await viewer.post(`${path}/removeMembers`, { members: 'me' })
  assert.deepEqual([left.status, left.data.gid], [200, project])
  assert.equal((await viewer.get(path)).status, 404)
  const last = await ann.post(`${path}/removeMembers`, { members: ['me'] })
  assert.deepEqual([last.status, last.message], [400, 'members: A project cannot be left without an admin'])
  await ann.put(path, { owner: ben.gid })
  assert.equal((await ann.post(`${path}/removeMembers`, { members: ['me'] })).status, 200)
  assert.equal(await membersOf(ben, project), 'Edi editor, Com commenter, Ben admin')
})

test('a removed member is no longer the owner of the project', async () => {
  const { ann, ben, workspace } = await world()
  const gid = await ann.create('/projects', { workspace, owner: ben.gid })
  const { data } = await ann.post(`/projects/${gid}/removeMembers`, { members: [ben.gid] })
  assert.equal(data.owner, null)
})

test('a new owner becomes an admin of the project', async () => {
  const { ann, editor, path, project } = await office()
  assert.equal((await ann.put(path, { owner: editor.gid })).data.owner.gid, editor.gid)
  assert.equal(await membersOf(ann, project), all.replace('Edi editor', 'Edi admin'))
  assert.equal((await ann.put(path, { owner: null })).data.owner, null)
})

test('sharing needs an editor, or an admin if the project requires it', async () => {
  const { ann, ben, editor, commenter, viewer, path, project } = await office()
  const seen = 'You do not have access to this project.'
  const admins = 'Only admins of this project can change whom it is shared with.'
  const remove = 'Only admins of this project can remove one of them.'
  const refused: [Person, string, Json, number, string][] = [
    [ben, 'addMembers', { members: 'me' }, 404, `project: Not a recognized ID: ${project}`],
    [viewer, 'addMembers', { members: [ben.gid] }, 403, seen],
    [commenter, 'addMembers', { members: [ben.gid] }, 403, seen],
    [commenter, 'addFollowers', { followers: [ben.gid] }, 403, seen],
    [commenter, 'addFollowers', { followers: [viewer.gid] }, 403, seen],
    [viewer, 'removeFollowers', { followers: [commenter.gid] }, 403, seen],
    [commenter, 'removeMembers', { members: ['me', viewer.gid] }, 403, seen],
    [editor, 'removeMembers', { members: [ann.gid] }, 403, remove],
    [editor, 'addMembers', {}, 400, 'members: Missing input'],
    [editor, 'addMembers', { members: [{}] }, 400, 'members: [0]: Not a valid GID type: object'],
  ]
  for (const [who, verb, given, status, text] of refused) {
    const answer = await who.post(`${path}/${verb}`, given)
    assert.deepEqual([answer.status, answer.message], [status, text], `${verb} ${JSON.stringify(given)}`)
  }
  assert.equal(await membersOf(ann, project), all)
  await viewer.post(`${path}/addFollowers`, { followers: 'me' })
  await editor.post(`${path}/addMembers`, { members: [ben.gid] })
  assert.equal(await membersOf(ann, project), `${all}*, Ben editor`)
  await ann.put(path, { minimum_access_level_for_sharing: 'admin' })
  for (const [verb, given] of [
    ['addMembers', { members: [ben.gid] }],
    ['removeMembers', { members: [ben.gid] }],
  ] as const) {
    const answer = await editor.post(`${path}/${verb}`, given)
    assert.deepEqual([answer.status, answer.message], [403, admins])
  }
  assert.equal((await editor.post(`${path}/removeMembers`, { members: ['me'] })).status, 200)
})

test('only users of the workspace can become project members', async () => {
  const home = await office()
  const { ann, ben, person, project, path } = home
  const sam = await person('Sam', null)
  await setActive(home, ben, false)
  for (const [verb, given, text] of [
    ['addMembers', { members: [ben.gid] }, `members: [0]: Not a recognized ID: ${ben.gid}`],
    ['addMembers', { members: [ann.gid, sam.gid] }, `members: [1]: Not a recognized ID: ${sam.gid}`],
    ['addFollowers', { followers: sam.email }, `followers: [0]: Not a recognized ID: ${sam.email}`],
  ] as const) {
    const answer = await ann.post(`${path}/${verb}`, given)
    assert.deepEqual([answer.status, answer.message], [400, text])
  }
  assert.equal(await membersOf(ann, project), all)
})

/** The results of requests of each user on a project: read, update, restrict. */
async function statuses(ann: Person, path: string, people: Person[]) {
  const found: number[][] = []
  for (const person of people) {
    const see = await person.get(path)
    const change = await person.put(path, { name: 'Changed' })
    const restrict = await person.put(path, { minimum_access_level_for_sharing: 'admin' })
    await ann.put(path, { minimum_access_level_for_sharing: 'editor' })
    found.push([see.status, change.status, restrict.status])
  }
  return found
}

test('rights on a project depend on membership, team and workspace', async () => {
  const { ann, ben, person, editor, commenter, viewer, path, workspace, store } = await office()
  const [guest, reader, stranger] = [
    await person('Gus', { is_guest: true }),
    await person('Rea', { is_view_only: true }),
    await person('Sam', null),
  ]
  const members = [ann, editor, commenter, viewer]
  const [full, edit, none, view] = [
    [200, 200, 200],
    [200, 200, 403],
    [404, 404, 404],
    [200, 403, 403],
  ]
  await ann.put(path, { default_access_level: 'commenter' })
  assert.deepEqual(await statuses(ann, path, members), [full, edit, view, view])
  const others = [ben, guest, reader, stranger]
  assert.deepEqual(await statuses(ann, path, others), [none, none, none, none])
  await ann.put(path, { privacy_setting: 'public_to_workspace' })
  assert.deepEqual(await statuses(ann, path, others), [view, none, view, none])
  const open = await ann.create('/projects', { workspace, public: true })
  await ann.post(`/projects/${open}/addMembers`, { members: [guest.gid] })
  const at = `/projects/${open}`
  assert.deepEqual(await statuses(ann, at, [reader, guest, ben]), [view, edit, edit])
  await setActive({ store, workspace } as World, ben, false)
  assert.equal((await ben.get(at)).status, 404)
})

test('only admins delete a project', async () => {
  const { ann, ben, editor, viewer, path, project } = await office()
  const refused = [403, 'You do not have access to this project.']
  for (const who of [editor, viewer]) {
    const answer = await who.delete(path)
    assert.deepEqual([answer.status, answer.message], refused)
  }
  assert.equal((await ben.delete(path)).message, `project: Not a recognized ID: ${project}`)
  assert.equal((await ann.delete(path)).status, 200)
  assert.equal((await ann.delete(path)).message, `project: Unknown object: ${project}`)
})

test('a project can reserve customization for admins, and access settings always are', async () => {
  const { ann, ben, editor, path } = await office()
  assert.equal((await editor.put(path, { color: 'dark-red' })).data.color, 'dark-red')
  await ann.put(path, { minimum_access_level_for_customization: 'admin' })
  const look = 'Only admins of this project can change its sections and its look.'
  const sharing = 'Only admins of this project can change its owner, its team, and what people may do with it.'
  for (const [given, text] of [
    [{ color: 'dark-blue' }, look],
    [{ default_view: 'board' }, look],
    [{ public: true }, sharing],
    [{ owner: 'me' }, sharing],
    [{ owner: ben.gid }, sharing],
    [{ default_access_level: 'admin' }, sharing],
    [{ minimum_access_level_for_customization: 'editor' }, sharing],
  ] as const) {
    const answer = await editor.put(path, { name: 'Changed', ...given })
    assert.deepEqual([answer.status, answer.message], [403, text], JSON.stringify(given))
  }
  assert.deepEqual((await ann.get(`${path}?opt_fields=name,color`)).data.color, 'dark-red')
  assert.equal((await editor.put(path, { name: 'Changed', color: 'dark-red', public: false })).status, 200)
})

test('members of the workspace and of the team can create projects', async () => {
  const { ann, ben, person, workspace } = await world()
  const [guest, reader] = [await person('Gus', { is_guest: true }), await person('Rea', { is_view_only: true })]
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew', visibility: 'public' })
  const [noWorkspace, noTeam] = ['You do not have access to this workspace.', 'You do not have access to this team.']
  const rows: [Person, Json, number, string | undefined][] = [
    [ben, { workspace }, 201, undefined],
    [guest, { workspace }, 403, noWorkspace],
    [reader, { workspace }, 403, noWorkspace],
    [ben, { team }, 403, noTeam],
    [ben, { workspace, team }, 403, noTeam],
    [guest, { team }, 400, `team: Not a recognized ID: ${team}`],
    [ann, { team }, 201, undefined],
  ]
  for (const [who, given, status, text] of rows) {
    const answer = await who.post('/projects', given)
    assert.deepEqual([answer.status, answer.message], [status, text], JSON.stringify(given))
  }
  const project = await ben.create('/projects', { workspace })
  const stolen = await ben.put(`/projects/${project}`, { team })
  assert.deepEqual([stolen.status, stolen.message], [403, noTeam])
  assert.equal((await guest.post(`/teams/${team}/projects`, {})).status, 404)
  const given = await ann.post(`/teams/${team}/addUser`, { user: ben.gid })
  assert.equal(given.status, 200)
  const moved = await ben.put(`/projects/${project}`, { team, privacy_setting: 'private_to_team' })
  assert.equal(moved.data.team.gid, team)
  assert.equal((await ben.put(`/projects/${project}`, { team: null })).data.privacy_setting, 'private')
})
