/** Acts of identity providers in the audit log of the organization, which names the provider. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor } from '../harness/auditor.ts'
import { assertSuccess, patch, type ScimClient, scimWorld } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const AGENT = 'Okta SCIM Client 1.0.0'
const from = { 'user-agent': AGENT }

/** The relevant parts of an entry: the event, its object, and the change. */
const inWords = ({ event_type, resource, details }: Json) => [
  event_type,
  resource.gid,
  [details.old_value, details.new_value, details.group?.gid].filter(Boolean).join(' '),
]

async function home() {
  const all = await scimWorld()
  const bot = await all.service('Okta')
  const log = await auditor(all)
  /** All entries since the last call; fails unless each names the provider. */
  const newEntries = async () => {
    const lines = await log.newEntries()
    for (const { actor, context } of lines) {
      assert.deepEqual([actor.actor_type, actor.gid, actor.name], ['user', bot.gid, 'Okta'])
      assert.deepEqual(context, {
        ...{ context_type: 'api', api_authentication_method: 'service_account' },
        ...{ client_ip_address: '127.0.0.1', user_agent: AGENT },
      })
    }
    return lines.map(inWords)
  }
  const provider: ScimClient = all.clientFor(bot.token)
  return { ...all, provider, newEntries }
}

test('R84: adding and removing members of a group is recorded, with the actor', async () => {
  const { provider, ann, ben, newEntries, workspace } = await home()
  const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Design' }
  const { id } = assertSuccess(await provider.post('/Groups', { ...body, members: [{ value: ann.gid }] }, from), 201)
  assert.deepEqual(await newEntries(), [
    ['team_created', id, ''],
    ['team_member_added', ann.gid, id],
  ])
  const at = `/Groups/${id}`
  const members = (op: string, gid: string) => patch({ op, path: 'members', value: [{ value: gid }] })
  assertSuccess(await provider.patch(at, members('add', ben.gid), from), 204)
  assertSuccess(await provider.patch(at, members('remove', ann.gid), from), 204)
  assert.deepEqual(await newEntries(), [
    ['team_member_added', ben.gid, id],
    ['team_member_removed', ann.gid, id],
  ])
  const seen = (await ann.get(`/workspaces/${workspace}/teams`)).data as Json[]
  assert.ok(
    seen.some(({ gid }) => gid === id),
    'REST shows the group at once',
  )
  assert.deepEqual(
    ((await ben.get(`/teams/${id}/users`)).data as Json[]).map(({ gid }) => gid),
    [ben.gid],
  )
  assertSuccess(await provider.delete(at, from), 204)
  assert.deepEqual((await newEntries())[0], ['team_deleted', id, ''])
})

test('R84: creating, deactivating and reactivating a user is recorded, with the actor', async () => {
  const { provider, newEntries, workspace } = await home()
  const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'eva@example.com' }
  const { id } = assertSuccess(await provider.post('/Users', body, from), 201)
  assert.deepEqual(await newEntries(), [['user_invited', id, `member ${workspace}`]])
  const active = (value: boolean) => patch({ op: 'replace', path: 'active', value })
  assertSuccess(await provider.patch(`/Users/${id}`, active(false), from))
  assert.deepEqual(await newEntries(), [['user_deprovisioned', id, workspace]])
  assertSuccess(await provider.patch(`/Users/${id}`, active(true), from))
  assert.deepEqual(await newEntries(), [['user_reprovisioned', id, `member ${workspace}`]])
})
