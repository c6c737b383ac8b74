import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { type Json, type Person, world } from '../../../../test/harness/world.ts'

/** A team of Ann that asks before people join; Ben is outside of it. */
async function office(members: Json = {}) {
  const home = await world()
  const { ann, ben, workspace } = home
  const team: string = await ann.create('/teams', { name: 'Design', organization: workspace, ...members })
  const session = (who: Person) => signedIn(home, who)
  const [admin, outsider] = [await session(ann), await session(ben)]
  const list = async (who = admin): Promise<Json> => (await ok(who.get(`/join_requests?team=${team}`))).data
  const ask = async (who = outsider, message?: string): Promise<string> =>
    (await ok(who.post('/join_requests', { team, ...(message && { message }) }))).data.gid
  const teamsOf = async (who: Person): Promise<string[]> =>
    (await ok(who.get(`/users/me/teams?organization=${workspace}`))).data.map(({ gid }: Json) => gid)
  return { ...home, team, session, admin, outsider, list, ask, teamsOf }
}

test('the admin of a team is notified of a request, and approving it adds the requester', async () => {
  const { ben, team, workspace, admin, outsider, list, ask, teamsOf, jobs, announced } = await office()
  const gid = await ask(outsider, 'I draw')
  const notice = (await ok(admin.get(`/inbox?workspace=${workspace}`))).data[0]
  assert.deepEqual([notice.cause, notice.resource.gid, notice.actor.gid], ['access_requested', team, ben.gid])
  const { can_decide, requests } = await list()
  assert.equal(can_decide, true)
  assert.deepEqual(
    requests.map(({ gid, message, requester }: Json) => [gid, message, requester.name]),
    [[gid, 'I draw', 'Ben']],
  )
  assert.deepEqual(
    (await list(outsider)).requests.map(({ gid }: Json) => gid),
    [gid],
  )
  await jobs.tick()
  assert.equal(announced.length, 1)
  assert.match(announced[0] ?? '', /^For ann@example.com:/)
  assert.match(announced[0] ?? '', /Ben requests to join the team Design\./)
  await ok(admin.post(`/join_requests/${gid}/approve`, {}))
  assert.ok((await teamsOf(ben)).includes(team))
  assert.deepEqual((await list()).requests, [])
  const again = await admin.post(`/join_requests/${gid}/reject`, {})
  assert.deepEqual([again.status, again.message], [400, 'This request is approved already'])
})

test('a rejected or withdrawn request adds nobody, and another can be sent', async () => {
  const { ben, team, admin, outsider, list, ask, teamsOf } = await office()
  const first = await ask()
  await ok(admin.post(`/join_requests/${first}/reject`, {}))
  assert.ok(!(await teamsOf(ben)).includes(team))
  const second = await ask()
  assert.notEqual(second, first)
  await ok(outsider.delete(`/join_requests/${second}`))
  assert.deepEqual((await list()).requests, [])
  assert.equal((await outsider.delete(`/join_requests/${second}`)).status, 404)
})

test('a second request changes the message of the first', async () => {
  const { outsider, list, ask } = await office()
  const gid = await ask(outsider, 'Please')
  assert.equal(await ask(outsider), gid)
  assert.equal((await list()).requests[0].message, 'Please')
  assert.equal(await ask(outsider, 'Urgent'), gid)
  assert.equal((await list()).requests[0].message, 'Urgent')
})

test('public and secret teams take no requests, and members need none', async () => {
  const { ann, team, admin, outsider } = await office()
  const refusal = async (who = outsider) => {
    const { status, message } = await who.post('/join_requests', { team })
    return [status, message]
  }
  assert.deepEqual(await refusal(admin), [400, 'team: You are a member of this team already'])
  await ok(ann.put(`/teams/${team}`, { visibility: 'public' }))
  assert.deepEqual(await refusal(), [400, 'team: This team is public: join it without a request'])
  await ok(ann.put(`/teams/${team}`, { visibility: 'secret' }))
  assert.deepEqual(await refusal(), [400, `team: Not a recognized ID: ${team}`])
})

test('guests, strangers and other members see no requests, and decide on none', async () => {
  const { ann, person, team, session, outsider, list, ask } = await office()
  const gid = await ask()
  const [guest, stranger] = [await person('Gus', { is_guest: true }), await person('Sam', null)]
  for (const who of [guest, stranger]) {
    const visitor = await session(who)
    assert.equal((await visitor.get(`/join_requests?team=${team}`)).status, 400)
    assert.equal((await visitor.post('/join_requests', { team })).status, 400)
    assert.equal((await visitor.post(`/join_requests/${gid}/approve`, {})).status, 404)
  }
  const other = await session(await person('Cy'))
  assert.deepEqual(await list(other), { can_decide: false, requests: [] })
  assert.equal((await other.post(`/join_requests/${gid}/approve`, {})).status, 404)
  assert.equal((await other.delete(`/join_requests/${gid}`)).status, 404)
  assert.equal((await outsider.post(`/join_requests/${gid}/approve`, {})).status, 403)
  await ok(ann.post(`/teams/${team}/addUser`, { user: guest.gid }))
  assert.deepEqual(await list(await session(guest)), { can_decide: false, requests: [] })
})

test('the setting of the team says whether all members decide', async () => {
  const { ann, person, team, session, list, ask } = await office()
  const member = await person('Mia')
  await ok(ann.post(`/teams/${team}/addUser`, { user: member.gid }))
  const mia = await session(member)
  assert.equal((await list(mia)).can_decide, true)
  await ok(ann.put(`/teams/${team}`, { join_request_management_access_level: 'only_team_admins' }))
  assert.equal((await list(mia)).can_decide, false)
  assert.equal((await mia.post(`/join_requests/${await ask()}/approve`, {})).status, 404)
})

test('the request of a person who is added in another way ends, also if they leave again', async () => {
  const { ann, team, list, ask, outsider } = await office()
  await ask()
  const user = (await outsider.get('/session')).data.user.gid
  await ok(ann.post(`/teams/${team}/addUser`, { user }))
  await ok(ann.post(`/teams/${team}/removeUser`, { user }))
  assert.deepEqual((await list()).requests, [])
  await ok(outsider.post('/join_requests', { team }))
  assert.equal((await list()).requests.length, 1)
})

test('a person has a bounded number of requests, and the API shows none of them', async () => {
  const { ann, ben, workspace, outsider, team, ask } = await office()
  await ask()
  for (let count = 1; count < 50; count++) {
    const other = await ann.create('/teams', { name: `Team ${count}`, organization: workspace })
    await ok(outsider.post('/join_requests', { team: other }))
  }
  const last = await ann.create('/teams', { name: 'Team 50', organization: workspace })
  const { status, message } = await outsider.post('/join_requests', { team: last })
  assert.deepEqual([status, message], [400, 'team: You have 50 requests that are not decided: withdraw one first'])
  assert.equal((await ben.get(`/access_requests?target=${team}`)).status, 400)
})
