/** Concurrent sharing, changes of access levels and ends of memberships. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, countByStatus, type Instances, instances } from '../harness/instances.ts'
import { makeProject } from '../harness/work.ts'
import type { Json, Person } from '../harness/world.ts'

const MANY = 6

/** A project of which several people are admins, each with the gid of their membership. */
async function sharedProject(all: Instances) {
  const admins: Person[] = []
  for (let one = 0; one < MANY; one++) admins.push(await all.person(`Admin${one}`))
  const { gid } = await makeProject(all, { members: admins.map(admin => [admin, 'admin']) })
  const { data } = await (admins[0] as Person).get(`/memberships?parent=${gid}`)
  const memberships = new Map(data.map(({ gid, member }: Json) => [member.gid, gid]))
  const own = ({ gid }: Person) => `/memberships/${memberships.get(gid)}`
  const rows = () => all.store.read.db.selectFrom('memberships').selectAll().where('parent', '=', Number(gid)).execute()
  return { project: gid, admins, own, rows }
}

test('one admin stays when all end their memberships of a project at once', async () => {
  const { admins, own, rows } = await sharedProject(await instances())
  const answers = await Promise.all(admins.map(admin => admin.delete(own(admin))))
  assert.deepEqual(countByStatus(answers), { 200: MANY - 1, 400: 1 })
  assert.deepEqual(
    (await rows()).map(({ access_level }) => access_level),
    ['admin'],
  )
})

test('one admin stays when all lower each other, themselves or leave at once', async () => {
  const { project, admins, own, rows } = await sharedProject(await instances())
  const other = (one: number) => admins[(one + 1) % MANY] as Person
  await Promise.all(
    admins.flatMap((admin, one) => [
      admin.put(own(other(one)), { access_level: 'viewer' }),
      admin.post('/memberships', { parent: project, member: 'me', access_level: 'editor' }),
      admin.delete(own(admin)),
      admin.post(`/projects/${project}/removeMembers`, { members: [other(one).gid] }),
    ]),
  )
  assert.ok((await rows()).some(({ access_level }) => access_level === 'admin'))
})

test('a person with whom many callers share an object at once is a member once', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const project = await ann.create('/projects', { workspace, name: 'Plan' })
  const field = await ann.create('/custom_fields', { workspace, name: 'Size', resource_subtype: 'text' })
  for (const parent of [project, field]) {
    const answers = await atOnce(() => ann.post('/memberships', { parent, member: ben.gid }))
    assert.deepEqual(countByStatus(answers), { 201: answers.length })
    assert.equal(new Set(answers.map(({ data }) => data.gid)).size, 1)
  }
})

test('a membership that several callers end at once ends once', async () => {
  const { admins, own } = await sharedProject(await instances())
  const [first] = admins as [Person]
  const answers = await Promise.all(admins.slice(1).map(admin => admin.delete(own(first))))
  assert.deepEqual(countByStatus(answers), { 200: 1, 404: MANY - 2 })
})

test('a person who requests access many times at once has one pending request, which is decided once', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const target = await ann.create('/projects', { workspace, name: 'Plan', privacy_setting: 'private' })
  const requested = await atOnce(one => ben.post('/access_requests', { target, message: `${one}` }))
  assert.deepEqual(countByStatus(requested), { 201: requested.length })
  const [gid, ...others] = new Set(requested.map(({ data }) => data.gid))
  assert.deepEqual(others, [])
  const decided = await atOnce(one => ann.post(`/access_requests/${gid}/${one % 2 ? 'approve' : 'reject'}`))
  assert.deepEqual(countByStatus(decided), { 200: 1, 400: decided.length - 1 })
})
