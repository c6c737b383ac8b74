import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { allPages, gidsOf, makeProject, setActive } from '../../../test/harness/work.ts'
import { type Answer, type Json, type Person, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

/** A private project with an admin, an editor and a commenter; Ben is none of its members. */
async function office() {
  const home = await world()
  const { ann, person } = home
  const [edi, com] = [await person('Edi'), await person('Com')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [edi, 'editor'],
      [com, 'commenter'],
    ],
    level: 'commenter',
  })
  const list = (who: Person, more = '') => who.get(`/access_requests?target=${project}${more}`)
  const ask = async (who: Person, message?: string): Promise<string> =>
    (await ok(who.post('/access_requests', { target: project, ...(message && { message }) }))).data.gid
  return { ...home, edi, com, project, list, ask }
}

const unknownTarget = (answer: Answer, gid: string) =>
  assert.deepEqual([answer.status, answer.message], [400, `target: Not a recognized ID: ${gid}`])

test('a request for access shows the gid and the type of the object, and nothing else of it', async () => {
  const { ben, edi, project, list } = await office()
  const made = await ben.post('/access_requests', { target: project, message: 'For the move' })
  assert.equal(made.status, 201)
  const { gid, ...rest } = made.data
  assert.deepEqual(rest, {
    ...{ resource_type: 'access_request', message: 'For the move', approval_status: 'pending' },
    requester: { gid: ben.gid, resource_type: 'user', name: 'Ben' },
    target: { gid: project, resource_type: 'project' },
  })
  for (const who of [ben, edi]) assert.deepEqual((await ok(list(who))).data, [made.data])
  const { data } = await list(ben, '&opt_fields=target.name,requester.name')
  assert.deepEqual(data, [{ gid, requester: { gid: ben.gid, name: 'Ben' }, target: { gid: project } }])
})

test('an approved request makes the requester a member with the default access level', async () => {
  const all = await office()
  const { ann, ben, edi, project, list, ask } = all
  const gid = await ask(ben)
  const [events, audit] = [await followObject(ann, project), await auditor(all)]
  assert.deepEqual((await ok(edi.post(`/access_requests/${gid}/approve`))).body, { data: {} })
  assert.equal((await ben.get(`/projects/${project}`)).status, 200)
  const { data } = await ann.get(`/memberships?parent=${project}&member=${ben.gid}`)
  assert.deepEqual(
    data.map(({ access_level }: Json) => access_level),
    ['commenter'],
  )
  assert.deepEqual(await events.newChanges(), ['added project_membership < project'])
  assert.deepEqual(eventTypes(await audit.newEntries()), ['project_member_added'])
  assert.deepEqual((await list(ann)).data, [])
  const again = await ann.post(`/access_requests/${gid}/reject`)
  assert.deepEqual([again.status, again.message], [400, 'This request is approved already'])
})

test('a rejected request gives no access, and another can be sent', async () => {
  const { ann, ben, project, list, ask } = await office()
  const gid = await ask(ben)
  assert.deepEqual((await ok(ann.post(`/access_requests/${gid}/reject`))).body, { data: {} })
  assert.equal((await ben.get(`/projects/${project}`)).status, 404)
  assert.deepEqual((await list(ann)).data, [])
  const again = await ann.post(`/access_requests/${gid}/approve`)
  assert.deepEqual([again.status, again.message], [400, 'This request is denied already'])
  assert.notEqual(await ask(ben), gid)
  assert.equal((await list(ann)).data.length, 1)
})

test('a second request of a person changes the message of the first', async () => {
  const { ann, ben, list, ask } = await office()
  const gid = await ask(ben, 'Please')
  assert.equal(await ask(ben), gid)
  assert.equal((await list(ann)).data[0].message, 'Please')
  assert.equal(await ask(ben, 'Urgent'), gid)
  assert.deepEqual(
    (await list(ann)).data.map(({ message }: Json) => message),
    ['Urgent'],
  )
})

test('people who can see an object cannot request access to it', async () => {
  const { com, project } = await office()
  const { status, message } = await com.post('/access_requests', { target: project })
  assert.deepEqual([status, message], [400, 'target: You have access to this object already'])
})

test('a request reveals nothing of another organization, of other types and of deleted objects', async () => {
  const all = await office()
  const { ann, ben, person, project, store } = all
  for (const who of [await person('Sam', null), await person('Gus', { is_guest: true })])
    unknownTarget(await who.post('/access_requests', { target: project }), project)
  const vic = await person('Vic', { is_view_only: true })
  assert.equal((await vic.post('/access_requests', { target: project })).status, 403)
  const task = await ann.create('/tasks', { name: 'Task', projects: [project] })
  for (const gid of [task, '1', 'me', 'x']) unknownTarget(await ben.post('/access_requests', { target: gid }), gid)
  await setActive(all, ben, false)
  unknownTarget(await ben.post('/access_requests', { target: project }), project)
  await setActive(all, ben, true)
  await store.write(tx => update(tx, 'projects', { gid: Number(project) }, { deleted_at: tx.now }))
  unknownTarget(await ben.post('/access_requests', { target: project }), project)
  const missing = await ben.post('/access_requests', {})
  assert.deepEqual([missing.status, missing.message], [400, 'target: Missing input'])
})

test('a request is visible to the requester and to people who can edit the object', async () => {
  const { ann, ben, edi, com, person, project, list, ask } = await office()
  const cy = await person('Cy')
  const [bens, cys] = [await ask(ben), await ask(cy)]
  const gids = async (who: Person, more = '') => (await ok(list(who, more))).data.map(({ gid }: Json) => gid)
  for (const who of [ann, edi]) assert.deepEqual(await gids(who), [bens, cys])
  assert.deepEqual(await gids(ben), [bens])
  assert.deepEqual(await gids(ann, `&user=${cy.gid}`), [cys])
  assert.deepEqual(await gids(cy, '&user=me'), [cys])
  assert.deepEqual(await gids(com), [], 'a commenter sees the project, and no requests')
  unknownTarget(await list(await person('Dee')), project)
  assert.deepEqual(await allPages(ann, `/access_requests?target=${project}&limit=1`), [bens, cys])
  assert.equal((await gidsOf(ann, `/access_requests?target=${project}`)).length, 2)
})

test('only people who can share the object decide', async () => {
  const { ann, ben, edi, com, person, project, ask } = await office()
  const gid = await ask(ben)
  const decide = async (who: Person) => {
    const answers = [
      await who.post(`/access_requests/${gid}/approve`),
      await who.post(`/access_requests/${gid}/reject`),
    ]
    assert.deepEqual(answers[0]?.status, answers[1]?.status)
    return [answers[0]?.status, answers[0]?.message]
  }
  assert.deepEqual(await decide(ben), [403, 'You do not have access to this access_request.'])
  for (const who of [com, await person('Dee')]) {
    assert.deepEqual(await decide(who), [404, `access_request: Not a recognized ID: ${gid}`])
  }
  await ok(ann.put(`/projects/${project}`, { minimum_access_level_for_sharing: 'admin' }))
  assert.deepEqual(await decide(edi), [403, 'Only admins of this project can change whom it is shared with.'])
  await ok(ann.post(`/access_requests/${gid}/approve`))
})

test('an approval of a request whose sender is a member changes nothing', async () => {
  const { ann, ben, project, ask } = await office()
  const gid = await ask(ben)
  await ok(ann.post('/memberships', { parent: project, member: ben.gid, access_level: 'viewer' }))
  await ok(ann.post(`/access_requests/${gid}/approve`))
  const { data } = await ann.get(`/memberships?parent=${project}&member=${ben.gid}`)
  assert.equal(data[0].access_level, 'viewer')
})

test('requests end when their sender leaves, and are purged with the object', async () => {
  const { ann, ben, person, project, workspace, store, clock, jobs, list, ask } = await office()
  await ask(ben)
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.deepEqual((await list(ann)).data, [])
  await ask(await person('Cy'))
  await ok(ann.delete(`/projects/${project}`))
  clock.now += 31 * 24 * 60 * 60 * 1000
  await jobs.tick()
  assert.deepEqual(await store.read.db.selectFrom('access_requests').selectAll().execute(), [])
})

test('a request for access needs the plan premium', async () => {
  const { ben, project, workspace, store } = await office()
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'free' }))
  const { status, message } = await ben.post('/access_requests', { target: project })
  assert.deepEqual([status, message], [402, 'Access Requests are not available for free users.'])
})

test('the admins of an object receive an e-mail about a request, unless it was decided', async () => {
  const { ann, ben, person, jobs, announced, ask } = await office()
  const gid = await ask(ben)
  await ok(ann.post(`/access_requests/${gid}/reject`))
  await jobs.tick()
  assert.deepEqual(announced, [])
  await ask(await person('Cy'))
  await jobs.tick()
  assert.equal(announced.length, 1)
  assert.match(announced[0] ?? '', /^For ann@example.com:/)
  assert.match(announced[0] ?? '', /Cy requests access to the project Project\./)
})
