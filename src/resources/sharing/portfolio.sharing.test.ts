/** Portfolios: their memberships in the newer form, requests for access to them, and their status updates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { follow } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

/** A portfolio of Ann with an editor and a viewer; Ben is none of its members. */
async function office() {
  const home = await world()
  const { ann, person, workspace } = home
  const [edi, vie] = [await person('Edi'), await person('Vie')]
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Year' })
  const share = async (who: Person, access_level: string): Promise<string> =>
    (await ok(ann.post('/memberships', { parent: portfolio, member: who.gid, access_level }))).data.gid
  const of = { edi: await share(edi, 'editor'), vie: await share(vie, 'viewer') }
  return { ...home, edi, vie, portfolio, of }
}

test('a portfolio membership is the same object in both forms', async () => {
  const { ann, edi, portfolio, of } = await office()
  const { data } = await ok(ann.get(`/memberships/${of.edi}`))
  assert.deepEqual(data, {
    ...{ gid: of.edi, resource_type: 'membership', resource_subtype: 'portfolio_membership' },
    parent: { gid: portfolio, resource_type: 'portfolio', name: 'Year' },
    member: { gid: edi.gid, resource_type: 'user', name: 'Edi' },
    access_level: 'editor',
  })
  assert.equal((await ok(ann.get(`/portfolio_memberships/${of.edi}`))).data.access_level, 'editor')
  const older = await gidsOf(ann, `/portfolios/${portfolio}/portfolio_memberships`)
  assert.deepEqual(await gidsOf(ann, `/memberships?parent=${portfolio}`), older)
})

test('editors share a portfolio, and only admins appoint admins', async () => {
  const { ann, ben, edi, vie, portfolio, of } = await office()
  const body = { parent: portfolio, member: ben.gid }
  assert.equal((await vie.post('/memberships', body)).status, 403)
  const refused = await edi.post('/memberships', { ...body, access_level: 'admin' })
  assert.deepEqual(
    [refused.status, refused.message],
    [403, 'Only admins of this portfolio can appoint and remove its admins.'],
  )
  const wrong = await edi.post('/memberships', { ...body, access_level: 'commenter' })
  assert.deepEqual([wrong.status, wrong.message], [400, 'access_level: Not a recognized value: commenter'])
  assert.equal((await ok(edi.post('/memberships', body))).data.access_level, 'viewer')
  const { data } = await ann.get(`/memberships?parent=${portfolio}&member=me`)
  const last = await ann.delete(`/memberships/${data[0].gid}`)
  assert.deepEqual([last.status, last.message], [400, 'A portfolio cannot be left without an admin'])
  await ok(ann.put(`/memberships/${of.edi}`, { access_level: 'admin' }))
  await ok(ann.delete(`/memberships/${data[0].gid}`))
  assert.equal((await ok(edi.get(`/portfolios/${portfolio}`))).data.owner, null)
})

test('people request access to a portfolio', async () => {
  const { ben, edi, portfolio } = await office()
  const { data } = await ok(ben.post('/access_requests', { target: portfolio }))
  assert.deepEqual(data.target, { gid: portfolio, resource_type: 'portfolio' })
  assert.deepEqual(await gidsOf(edi, `/access_requests?target=${portfolio}`), [data.gid])
  await ok(edi.post(`/access_requests/${data.gid}/approve`))
  assert.equal((await ben.get(`/portfolios/${portfolio}`)).status, 200)
})

const status = (parent: string, more: Json = {}) => ({ parent, status_type: 'at_risk', text: 'Late', ...more })

test('a portfolio shows its latest status update', async () => {
  const { ann, portfolio } = await office()
  const current = async () => (await ok(ann.get(`/portfolios/${portfolio}`))).data.current_status_update?.gid ?? null
  assert.equal(await current(), null)
  const { data } = await ok(ann.post('/status_updates', status(portfolio)))
  assert.deepEqual(
    [data.resource_subtype, data.parent],
    ['portfolio_status_update', { gid: portfolio, resource_type: 'portfolio', name: 'Year' }],
  )
  const second = await ann.create('/status_updates', status(portfolio, { status_type: 'complete' }))
  assert.deepEqual(await gidsOf(ann, `/status_updates?parent=${portfolio}`), [data.gid, second])
  assert.equal(await current(), second)
  await ok(ann.delete(`/status_updates/${second}`))
  assert.equal(await current(), data.gid)
})

test('a status update of a portfolio is no project status', async () => {
  const { ann, portfolio } = await office()
  const gid = await ann.create('/status_updates', status(portfolio))
  assert.equal((await ann.get(`/project_statuses/${gid}`)).status, 404)
})

test('status updates of a portfolio require the right to edit it, and are unknown to a stranger', async () => {
  const { ann, ben, edi, vie, portfolio } = await office()
  assert.equal((await vie.post('/status_updates', status(portfolio))).status, 403)
  assert.equal((await ben.post('/status_updates', status(portfolio))).status, 400)
  const gid = await edi.create('/status_updates', status(portfolio))
  assert.equal((await vie.get(`/status_updates/${gid}`)).status, 200)
  assert.equal((await ben.get(`/status_updates/${gid}`)).status, 404)
  assert.equal((await ben.get(`/status_updates?parent=${portfolio}`)).status, 400)
  assert.equal((await vie.delete(`/status_updates/${gid}`)).status, 403)
  await ok(ann.delete(`/status_updates/${gid}`))
})

test('status updates of a portfolio are in events and in the audit log', async () => {
  const all = await office()
  const { ann, portfolio, workspace } = all
  const audit = await auditor(all)
  const events = await follow(audit.bot, `/workspaces/${workspace}/events`)
  const gid = await ann.create('/status_updates', status(portfolio))
  await ok(ann.delete(`/status_updates/${gid}`))
  assert.deepEqual(await events.newChanges(), ['added status_update < portfolio', 'deleted status_update'])
  assert.deepEqual(eventTypes(await audit.newEntries()), ['status_update_deleted'])
})

test('a status update of a portfolio is restored, unless the portfolio is in the trash', async () => {
  const all = await office()
  const { ann, portfolio, workspace } = all
  const gid = await ann.create('/status_updates', status(portfolio))
  const page = await signedIn(all, ann)
  const restore = (object: string) => page.post(`/organizations/${workspace}/trash/${object}/restore`)
  await ok(ann.delete(`/status_updates/${gid}`))
  await ok(ann.delete(`/portfolios/${portfolio}`))
  const { status: code, message } = await restore(gid)
  assert.deepEqual(
    [code, message],
    [400, `The portfolio of this status update is in the trash too: restore the portfolio ${portfolio} first.`],
  )
  await ok(restore(portfolio))
  await ok(restore(gid))
  assert.equal((await ok(ann.get(`/portfolios/${portfolio}`))).data.current_status_update.gid, gid)
})
