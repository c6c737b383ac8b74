/** The address of the first administrator: when it can be set, and what changes with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { type World, world } from '../../../test/harness/world.ts'
import { createLink } from '../../identity/links.ts'
import { createWorkspace } from '../../resources/people/rules/join.ts'
import { update } from '../../store/change.ts'

/** Ann is the administrator. Ben has left, unless an option keeps him. */
async function firstAdministrator({ alone = true } = {}) {
  const all = await world()
  if (alone) {
    await all.store.write(tx => update(tx, 'workspace_memberships', { user: Number(all.ben.gid) }, { is_active: 0 }))
  }
  return all
}

async function byLink(all: World) {
  const at = browser(all)
  const link = await all.store.write(tx => createLink(tx, Number(all.ann.gid), 'first_run'))
  const { data } = await ok(at.call('POST', '/sign_in/link', { link }))
  return { at, data }
}

const REFUSED =
  'The e-mail address can only be set after the first sign-in by link, while you are the only person here.'

test('the first administrator sets an address, and the organization gets its domain', async () => {
  const all = await firstAdministrator()
  const { at, data } = await byLink(all)
  assert.equal(data.awaits_address, true)
  await ok(at.call('PUT', '/email', { email: ' Ann@Acme.example ' }))
  assert.equal((await ok(at.call('GET', '/session'))).data.user.email, 'ann@acme.example')
  const { data: organization } = await ok(at.call('GET', `/organizations/${all.workspace}`))
  assert.deepEqual(organization.email_domains, ['acme.example'])
})

test('chosen domains stay when the first administrator sets an address', async () => {
  const all = await firstAdministrator()
  const email_domains = JSON.stringify(['example.com', 'example.org'])
  await all.store.write(tx => update(tx, 'workspaces', { gid: Number(all.workspace) }, { email_domains }))
  const { at } = await byLink(all)
  await ok(at.call('PUT', '/email', { email: 'ann@acme.example' }))
  const { data } = await ok(at.call('GET', `/organizations/${all.workspace}`))
  assert.deepEqual(data.email_domains, ['example.com', 'example.org'])
})

test('an invalid address and the address of a former account are refused', async () => {
  const all = await firstAdministrator()
  const { at } = await byLink(all)
  for (const [email, message] of [
    ['ann', 'email: Must be an e-mail address'],
    ['BEN@example.com', 'email: Belongs to a former account'],
  ]) {
    const answer = await at.call('PUT', '/email', { email })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  await ok(at.call('PUT', '/email', { email: 'ann@example.com' }))
})

test('the first address cannot be set after a second person, a password, an hour or a second organization', async () => {
  const crowded = await firstAdministrator({ alone: false })
  const settled = await firstAdministrator()
  const late = await firstAdministrator()
  const grown = await firstAdministrator()
  for (const all of [crowded, settled, late, grown]) {
    const { at } = await byLink(all)
    if (all === settled) await ok(at.call('PUT', '/password', { password: 'correct horse battery' }))
    if (all === late) all.clock.now += 60 * 60 * 1000
    if (all === grown) {
      await all.store.write(tx => createWorkspace(tx, { name: 'Other', domains: ['other.example'], plan: 'free' }))
    }
    const answer = await at.call('PUT', '/email', { email: 'ann@acme.example' })
    assert.deepEqual([answer.status, answer.message], [403, REFUSED])
    assert.equal((await ok(at.call('GET', '/session'))).data.user.email, 'ann@example.com')
  }
})
