/** Sharing with the official JavaScript client, npm `asana` 3.2.0, unmodified: memberships, requests, reactions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { react } from '../../src/resources/sharing/rules/react.ts'
import { listeningWorld } from '../harness/clients/listening.ts'
import { packages } from '../harness/packages.ts'
import type { Json, Person } from '../harness/world.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana')

async function client() {
  const world = await listeningWorld()
  const { instance } = asana.ApiClient
  instance.basePath = `${world.origin}/api/1.0`
  const as = ({ token }: Person) => Object.assign(instance.authentications.token, { accessToken: token })
  as(world.ann)
  return { ...world, as }
}

const gidOf = ({ gid }: Json): string => gid

test('asana 3.2.0 shares a project, approves a request and reads reactions', { skip }, async () => {
  const { ann, ben, workspace, person, store, as } = await client()
  const cy = await person('Cy')
  const { data: project } = await new asana.ProjectsApi().createProject({ data: { workspace, name: 'Move' } }, {})
  const memberships = new asana.MembershipsApi()

  const data = { parent: project.gid, member: ben.gid, access_level: 'editor' }
  const { data: made } = await memberships.createMembership({ body: { data } })
  assert.deepEqual(
    [made.resource_subtype, made.access_level, made.member.gid],
    ['project_membership', 'editor', ben.gid],
  )
  await memberships.updateMembership({ data: { access_level: 'commenter' } }, made.gid)
  assert.equal((await memberships.getMembership(made.gid)).data.access_level, 'commenter')
  const seen: string[] = []
  let page = await memberships.getMemberships({ parent: project.gid, limit: 1 })
  while (page.data) {
    seen.push(...page.data.map(({ member }: Json) => member.gid))
    page = await page.nextPage()
  }
  assert.deepEqual(seen, [ann.gid, ben.gid])
  await memberships.deleteMembership(made.gid)
  await assert.rejects(memberships.getMembership(made.gid), (error: Json) => error.status === 404)

  const requests = new asana.AccessRequestsApi()
  as(cy)
  const { data: request } = await requests.createAccessRequest({ data: { target: project.gid, message: 'Please' } })
  assert.equal(request.approval_status, 'pending')
  as(ann)
  assert.deepEqual((await requests.getAccessRequests(project.gid, {})).data.map(gidOf), [request.gid])
  await requests.approveAccessRequest(request.gid)
  as(cy)
  assert.equal((await new asana.ProjectsApi().getProject(project.gid, {})).data.name, 'Move')

  const status = { parent: project.gid, status_type: 'on_track', text: 'All is well' }
  const { data: update } = await new asana.StatusUpdatesApi().createStatusForObject({ data: status }, {})
  await store.write(tx => react(tx, Number(ann.gid), { target: update.gid, emoji: '🎉' }))
  const reactions = await new asana.ReactionsApi().getReactionsOnObject(update.gid, '🎉', {})
  assert.deepEqual(
    reactions.data.map(({ emoji, user }: Json) => [emoji, user.name]),
    [['🎉', 'Ann']],
  )
})
