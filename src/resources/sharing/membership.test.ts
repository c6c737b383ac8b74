import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type AccessLevel, allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'
import { createCustomType } from '../fields/rules/custom_types.ts'

const user = (person: Person, name: string) => ({ gid: person.gid, resource_type: 'user', name })

/** A private project with a member at each access level. */
async function office() {
  const home = await world()
  const { ann, person } = home
  const people = { ann, edi: await person('Edi'), com: await person('Com'), vie: await person('Vie') }
  const { edi, com, vie } = people
  const members: [Person, AccessLevel][] = [
    [ann, 'admin'],
    [edi, 'editor'],
    [com, 'commenter'],
    [vie, 'viewer'],
  ]
  const { gid: project } = await makeProject(home, { members, level: 'commenter' })
  const { data } = await ok(ann.get(`/memberships?parent=${project}`))
  const of = Object.fromEntries(data.map(({ gid, member }: Json) => [member.name, gid])) as Record<string, string>
  return { ...home, ...people, project, of }
}

const levels = async (person: Person, parent: string): Promise<Record<string, string>> => {
  const { data } = await ok(person.get(`/memberships?parent=${parent}&opt_fields=member.name,access_level`))
  return Object.fromEntries(data.map(({ member, access_level }: Json) => [member.name, access_level]))
}

test('a project membership is the same object in both forms', async () => {
  const { ann, ben, project } = await office()
  const made = await ok(ann.post('/memberships', { parent: project, member: ben.gid, access_level: 'editor' }))
  const { gid } = made.data
  assert.deepEqual([made.status, made.headers.location], [201, `/api/1.0/memberships/${gid}`])
  const shown = {
    ...{ gid, resource_type: 'membership', resource_subtype: 'project_membership' },
    parent: { gid: project, resource_type: 'project', name: 'Project' },
    member: user(ben, 'Ben'),
    access_level: 'editor',
  }
  assert.deepEqual(made.data, shown)
  assert.deepEqual((await ok(ann.get(`/memberships/${gid}`))).data, shown)
  assert.deepEqual((await ok(ann.get(`/memberships?parent=${project}&member=${ben.gid}`))).data, [shown])
  const older = (await ok(ann.get(`/project_memberships/${gid}`))).data
  assert.deepEqual([older.user, older.access_level, older.write_access], [user(ben, 'Ben'), 'editor', 'full_write'])
  assert.deepEqual(
    await gidsOf(ann, `/memberships?parent=${project}`),
    await gidsOf(ann, `/projects/${project}/project_memberships`),
  )
  assert.deepEqual((await ann.get(`/memberships/${gid}?opt_fields=parent.resource_type`)).data, {
    gid,
    parent: { gid: project, resource_type: 'project' },
  })
})

test('a new member has the default access level, or the given one by either name', async () => {
  const { ann, person, project } = await office()
  for (const [body, level] of [
    [{}, 'commenter'],
    [{ access_level: 'viewer' }, 'viewer'],
    [{ role: 'editor' }, 'editor'],
    [{ role: 'editor', access_level: 'admin' }, 'admin'],
  ] as const) {
    const { gid } = await person(`New ${level}`)
    const { data } = await ok(ann.post('/memberships', { parent: project, member: gid, ...body }))
    assert.equal(data.access_level, level)
  }
})

test('a team that becomes a member gives access to its people', async () => {
  const { ann, ben, workspace, project } = await office()
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  assert.equal((await ben.get(`/projects/${project}`)).status, 404)
  const { data } = await ok(ann.post('/memberships', { parent: project, member: team }))
  assert.deepEqual(data.member, { gid: team, resource_type: 'team', name: 'Crew' })
  assert.equal((await ben.get(`/projects/${project}`)).status, 200)
  await ok(ann.delete(`/memberships/${data.gid}`))
  assert.equal((await ben.get(`/projects/${project}`)).status, 404)
})

test('sharing with a member changes the access level if one is given', async () => {
  const { ann, edi, project, of } = await office()
  const send = (more: Json = {}) => ann.post('/memberships', { parent: project, member: edi.gid, ...more })
  const same = await ok(send())
  assert.deepEqual([same.status, same.data.gid, same.data.access_level], [201, of.Edi, 'editor'])
  const other = await ok(send({ access_level: 'viewer' }))
  assert.deepEqual([other.data.gid, other.data.access_level], [of.Edi, 'viewer'])
  assert.equal((await gidsOf(ann, `/memberships?parent=${project}`)).length, 4)
})

test('an access level can be changed, and takes effect', async () => {
  const { ann, vie, project, of } = await office()
  assert.equal((await vie.put(`/projects/${project}`, { name: 'New' })).status, 403)
  const { data } = await ok(ann.put(`/memberships/${of.Vie}`, { access_level: 'editor' }))
  assert.deepEqual([data.gid, data.access_level], [of.Vie, 'editor'])
  assert.equal((await vie.put(`/projects/${project}`, { name: 'New' })).status, 200)
  assert.equal((await ok(ann.put(`/memberships/${of.Vie}`, {}))).data.access_level, 'editor')
})

test('a membership can be ended', async () => {
  const { ann, vie, project, of } = await office()
  assert.deepEqual((await ok(ann.delete(`/memberships/${of.Vie}`))).body, { data: {} })
  assert.equal((await vie.get(`/projects/${project}`)).status, 404)
  for (const method of ['get', 'delete'] as const) {
    const { status, message } = await ann[method](`/memberships/${of.Vie}`)
    assert.deepEqual([status, message], [404, `membership: Not a recognized ID: ${of.Vie}`])
  }
})

test('members leave and lower their own access level, and cannot raise it', async () => {
  const { ann, edi, com, vie, project, of } = await office()
  await ok(edi.put(`/memberships/${of.Edi}`, { access_level: 'commenter' }))
  const raised = await com.put(`/memberships/${of.Com}`, { access_level: 'editor' })
  assert.deepEqual([raised.status, raised.message], [403, 'You do not have access to this project.'])
  await ok(vie.delete(`/memberships/${of.Vie}`))
  assert.deepEqual(await levels(ann, project), { Ann: 'admin', Edi: 'commenter', Com: 'commenter' })
})

test('editors share a project unless it reserves that for its admins', async () => {
  const { ann, ben, edi, com, project, of } = await office()
  const send = (who: Person) => who.post('/memberships', { parent: project, member: ben.gid, access_level: 'viewer' })
  const refused = await send(com)
  assert.deepEqual([refused.status, refused.message], [403, 'You do not have access to this project.'])
  await ok(send(edi))
  await ok(ann.put(`/projects/${project}`, { minimum_access_level_for_sharing: 'admin' }))
  const only = 'Only admins of this project can change whom it is shared with.'
  for (const answer of [
    await send(edi),
    await edi.put(`/memberships/${of.Vie}`, { access_level: 'commenter' }),
    await edi.delete(`/memberships/${of.Vie}`),
  ]) {
    assert.deepEqual([answer.status, answer.message], [403, only])
  }
  await ok(edi.delete(`/memberships/${of.Edi}`))
})

test('only admins appoint and remove admins', async () => {
  const { ann, ben, edi, project, of } = await office()
  const refusal = 'Only admins of this project can appoint and remove its admins.'
  for (const answer of [
    await edi.post('/memberships', { parent: project, member: ben.gid, access_level: 'admin' }),
    await edi.post('/memberships', { parent: project, member: ann.gid, access_level: 'editor' }),
    await edi.put(`/memberships/${of.Vie}`, { access_level: 'admin' }),
    await edi.put(`/memberships/${of.Edi}`, { access_level: 'admin' }),
    await edi.put(`/memberships/${of.Ann}`, { access_level: 'editor' }),
    await edi.delete(`/memberships/${of.Ann}`),
  ]) {
    assert.deepEqual([answer.status, answer.message], [403, refusal])
  }
  await ok(ann.put(`/memberships/${of.Edi}`, { access_level: 'admin' }))
})

test('a project keeps an admin', async () => {
  const { ann, project, of } = await office()
  const refusal = 'A project cannot be left without an admin'
  for (const answer of [
    await ann.delete(`/memberships/${of.Ann}`),
    await ann.put(`/memberships/${of.Ann}`, { access_level: 'viewer' }),
    await ann.post('/memberships', { parent: project, member: ann.gid, access_level: 'editor' }),
  ]) {
    assert.deepEqual([answer.status, answer.message], [400, refusal])
  }
  await ok(ann.put(`/memberships/${of.Edi}`, { access_level: 'admin' }))
  await ok(ann.delete(`/memberships/${of.Ann}`))
})

test('an owner who leaves a project no longer owns it', async () => {
  const { ann, edi, workspace } = await office()
  const project = await ann.create('/projects', { workspace, name: 'Mine' })
  await ok(ann.post('/memberships', { parent: project, member: edi.gid, access_level: 'admin' }))
  const { data } = await ann.get(`/memberships?parent=${project}&member=me`)
  await ok(ann.delete(`/memberships/${data[0].gid}`))
  assert.equal((await ok(edi.get(`/projects/${project}`))).data.owner, null)
})

test('an invalid membership is refused', async () => {
  const { ann, ben, person, project, workspace } = await office()
  const [sam, gone] = [await person('Sam', null), await person('Gone')]
  const field = await ann.create('/custom_fields', { workspace, name: 'Size', resource_subtype: 'text' })
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: gone.gid }))
  const valid = { parent: project, member: ben.gid }
  const refusals: [Json, string][] = [
    [{ parent: undefined }, 'parent: Missing input'],
    [{ member: undefined }, 'member: Missing input'],
    [{ parent: '1' }, 'parent: Not a recognized ID: 1'],
    [{ member: '1' }, 'member: Not a recognized ID: 1'],
    [{ member: sam.gid }, `member: Not a recognized ID: ${sam.gid}`],
    [{ member: gone.gid }, `member: Not a recognized ID: ${gone.gid}`],
    [{ member: project }, `member: Not a recognized ID: ${project}`],
    [{ access_level: 'owner' }, 'access_level: Not a recognized value: owner'],
    [{ access_level: 'user' }, 'access_level: Not a recognized value: user'],
    [{ role: 'owner' }, 'role: Not a recognized value: owner'],
    [{ parent: field, access_level: 'viewer' }, 'access_level: Not a recognized value: viewer'],
  ]
  for (const [more, message] of refusals) {
    const answer = await ann.post('/memberships', { ...valid, ...more })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})

test('a team of another organization cannot become a member', async () => {
  const { ann, project, store, workspace } = await office()
  const { createWorkspace, join } = await import('../people/rules/join.ts')
  const other = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: ['other.example'], plan: 'enterprise' })
    await join(tx, Number(ann.gid), gid)
    return gid
  })
  assert.notEqual(String(other), workspace)
  const team = await ann.create('/teams', { organization: String(other), name: 'Far' })
  const { status, message } = await ann.post('/memberships', { parent: project, member: team })
  assert.deepEqual([status, message], [400, `member: Unknown object: ${team}`])
})

test('memberships are unknown to a stranger', async () => {
  const { ben, project, of, vie } = await office()
  for (const answer of [
    await ben.get(`/memberships?parent=${project}`),
    await ben.post('/memberships', { parent: project, member: 'me' }),
  ]) {
    assert.deepEqual([answer.status, answer.message], [400, `parent: Not a recognized ID: ${project}`])
  }
  for (const answer of [
    await ben.get(`/memberships/${of.Vie}`),
    await ben.put(`/memberships/${of.Vie}`, { access_level: 'admin' }),
    await ben.delete(`/memberships/${of.Vie}`),
  ]) {
    assert.deepEqual([answer.status, answer.message], [404, `membership: Not a recognized ID: ${of.Vie}`])
  }
  assert.equal((await vie.get(`/memberships?parent=${project}`)).data.length, 4)
})

test('the memberships of a team in projects are listed without a parent, where the caller sees the project', async () => {
  const all = await office()
  const { ann, ben, workspace } = all
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  const projects: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    const { gid } = await makeProject(all, {
      name,
      members:
        name === 'Two'
          ? [
              [ann, 'admin'],
              [ben, 'viewer'],
            ]
          : [[ann, 'admin']],
    })
    await ok(ann.post('/memberships', { parent: gid, member: team }))
    projects.push(gid)
  }
  const path = `/memberships?member=${team}&resource_subtype=project_membership`
  const parents = async (person: Person) => (await ok(person.get(path))).data.map(({ parent }: Json) => parent.gid)
  assert.deepEqual(await parents(ann), projects)
  assert.deepEqual(await parents(ben), [projects[1]])
  assert.deepEqual(await allPages(ann, `${path}&limit=1`), await gidsOf(ann, path))
  for (const [query, message] of [
    ['', 'parent: Missing input'],
    [`member=${ben.gid}&resource_subtype=project_membership`, 'parent: Missing input'],
    [`member=${team}`, 'resource_subtype: Missing input'],
  ]) {
    const answer = await ann.get(`/memberships?${query}`)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})

test('sharing is in the events of a project and in the audit log, as in its older form', async () => {
  const all = await office()
  const { ann, ben, project, of } = all
  const [events, audit] = [await followObject(ann, project), await auditor(all)]
  const { gid } = (await ok(ann.post('/memberships', { parent: project, member: ben.gid }))).data
  await ok(ann.put(`/memberships/${of.Vie}`, { access_level: 'editor' }))
  await ok(ann.delete(`/memberships/${gid}`))
  assert.deepEqual(await events.newChanges(), [
    'added project_membership < project',
    'changed project_membership access_level',
    'removed project_membership < project',
  ])
  assert.deepEqual(eventTypes(await audit.newEntries()), ['project_member_added', 'project_member_removed'])
})

/** A custom field of Ann that only its members see. */
async function fieldOf({ ann, workspace }: World, more: Json = {}) {
  return ann.create('/custom_fields', {
    ...{ workspace, name: 'Pay', resource_subtype: 'text', privacy_setting: 'private', ...more },
  })
}

test('a custom field is shared with people and teams', async () => {
  const all = await world()
  const { ann, ben, person, workspace } = all
  const cy = await person('Cy')
  const field = await fieldOf(all)
  const path = `/custom_fields/${field}`
  assert.equal((await ben.get(path)).status, 404)
  const { data } = await ok(ann.post('/memberships', { parent: field, member: ben.gid, access_level: 'user' }))
  const type = 'custom_field_membership'
  assert.deepEqual(
    [data.resource_type, data.resource_subtype, data.parent.gid, data.member, data.access_level],
    [type, type, field, user(ben, 'Ben'), 'user'],
  )
  assert.equal((await ben.get(path)).status, 200)
  assert.equal((await ben.put(path, { description: 'x' })).status, 403)
  await ok(ann.put(`/memberships/${data.gid}`, { access_level: 'editor' }))
  await ok(ben.put(path, { description: 'x' }))
  assert.equal((await ben.put(path, { name: 'x' })).status, 403)
  assert.equal((await ben.post('/memberships', { parent: field, member: cy.gid })).status, 403)
  await ok(ann.put(`/memberships/${data.gid}`, { access_level: 'admin' }))
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: cy.gid }))
  const shared = await ok(ben.post('/memberships', { parent: field, member: team }))
  assert.equal(shared.data.access_level, 'editor')
  assert.equal((await cy.get(path)).status, 200)
  assert.deepEqual(await levels(cy, field), { Ann: 'admin', Ben: 'admin', Crew: 'editor' })
  await ok(ben.delete(`/memberships/${shared.data.gid}`))
  assert.equal((await cy.get(path)).status, 404)
  await ok(ben.delete(`/memberships/${data.gid}`))
  assert.equal((await ben.get(path)).status, 404)
})

test('the creator of a custom field is a member and stays its admin', async () => {
  const all = await world()
  const { ann } = all
  const field = await fieldOf(all)
  const { data } = await ok(ann.get(`/memberships?parent=${field}`))
  assert.deepEqual([data[0].member, data[0].access_level], [user(ann, 'Ann'), 'admin'])
  for (const answer of [
    await ann.delete(`/memberships/${data[0].gid}`),
    await ann.put(`/memberships/${data[0].gid}`, { access_level: 'user' }),
  ]) {
    assert.deepEqual([answer.status, answer.message], [400, 'The creator of a custom field stays its admin'])
  }
})

test('a guest with whom a custom field is shared uses it, and cannot change it', async () => {
  const all = await world()
  const { ann, person } = all
  const gus = await person('Gus', { is_guest: true })
  const field = await fieldOf(all)
  await ok(ann.post('/memberships', { parent: field, member: gus.gid, access_level: 'admin' }))
  assert.equal((await gus.get(`/custom_fields/${field}`)).status, 200)
  assert.equal((await gus.put(`/custom_fields/${field}`, { description: 'x' })).status, 403)
  assert.equal((await gus.delete(`/custom_fields/${field}`)).status, 403)
})

test('memberships of custom fields end when the member leaves the organization, and are purged with the field', async () => {
  const all = await world()
  const { ann, ben, workspace, store, clock, jobs } = all
  const field = await fieldOf(all)
  await ok(ann.post('/memberships', { parent: field, member: ben.gid }))
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.deepEqual(await levels(ann, field), { Ann: 'admin' })
  await ok(ann.delete(`/custom_fields/${field}`))
  assert.equal((await ann.get(`/memberships?parent=${field}`)).status, 400)
  clock.now += 31 * 24 * 60 * 60 * 1000
  await jobs.tick()
  assert.deepEqual(await store.read.db.selectFrom('custom_field_memberships').selectAll().execute(), [])
})

test('memberships of a project in the trash are unknown', async () => {
  const { ann, project, of, store } = await office()
  await store.write(tx => update(tx, 'projects', { gid: Number(project) }, { deleted_at: tx.now }))
  assert.equal((await ann.get(`/memberships/${of.Vie}`)).status, 404)
  assert.equal((await ann.delete(`/memberships/${of.Vie}`)).status, 404)
})

test('a custom type is shared with people who cannot see its project', async () => {
  const { ann, ben, edi, project, store } = await office()
  const input = { project, name: 'Bug' }
  const type = String(await store.write(tx => createCustomType(tx, Number(ann.gid), input)))
  const path = `/custom_types/${type}`
  assert.equal((await ben.get(path)).status, 404)
  assert.equal((await edi.post('/memberships', { parent: type, member: ben.gid })).status, 403)
  const { data } = await ok(ann.post('/memberships', { parent: type, member: ben.gid }))
  assert.deepEqual(
    [data.resource_type, data.resource_subtype, data.parent, data.access_level],
    [
      'custom_type_membership',
      'custom_type_membership',
      { gid: type, resource_type: 'custom_type', name: 'Bug' },
      'user',
    ],
  )
  assert.equal((await ben.get(path)).status, 200)
  assert.deepEqual(await levels(ben, type), { Ben: 'user' })
  await ok(ann.put(`/memberships/${data.gid}`, { access_level: 'viewer' }))
  await store.write(tx => update(tx, 'projects', { gid: Number(project) }, { deleted_at: tx.now }))
  assert.equal((await ben.get(path)).status, 404)
  await store.write(tx => update(tx, 'projects', { gid: Number(project) }, { deleted_at: null }))
  await ok(ben.delete(`/memberships/${data.gid}`))
  assert.equal((await ben.get(path)).status, 404)
})
