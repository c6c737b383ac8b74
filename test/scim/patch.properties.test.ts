/** The service and a plain model agree on any sequence of PATCH requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../harness/engine.ts'
import {
  invalidChange,
  type ListEntry,
  type ModelChange,
  type ModelPerson,
  type ModelTeam,
  personChange,
  teamChange,
  wholePerson,
} from '../harness/scim/model.ts'
import { fillTeam } from '../harness/scim/teams.ts'
import { assertSuccess, ENTERPRISE, membersOf, patch, scimWorld } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

/** Each run sends three or four PATCH requests on average: together more than ten thousand. */
const RUNS = times(1500)

/** Requests of a few operations each. One in eight ends in an invalid operation. */
const requests = <Model>(change: fc.Arbitrary<ModelChange<Model>>) =>
  fc.array(
    fc.record({
      changes: fc.array(change, { minLength: 1, maxLength: 4 }),
      invalid: fc.option(invalidChange, { freq: 7 }),
    }),
    { minLength: 1, maxLength: 6 },
  )

const entries = (list: Json[] = []) => [...new Set(list.map(({ type, value }) => JSON.stringify([type, value])))].sort()

/** The user as the model represents one. */
const comparableUser = (body: Json) => ({
  plain: [
    body.title,
    body.preferredLanguage,
    body.externalId,
    body[ENTERPRISE]?.department,
    body[ENTERPRISE]?.costCenter,
  ],
  name: [body.name?.givenName, body.name?.familyName, body.name?.formatted],
  active: body.active,
  emails: entries(body.emails),
  phoneNumbers: entries(body.phoneNumbers),
})

const expectedUser = ({ plain, name, active, lists }: ModelPerson) => {
  const of = (entry: ListEntry[] = []) => entries(entry)
  return {
    plain: [plain.title, plain.preferredLanguage, plain.externalId, plain.department, plain.costCenter],
    name: [name.givenName, name.familyName, name.formatted],
    active,
    emails: of(lists.emails),
    phoneNumbers: of(lists.phoneNumbers),
  }
}

test('R107: users match a model after any sequence of changes', async () => {
  const { scim } = await scimWorld()
  let count = 0
  await fc.assert(
    fc.asyncProperty(wholePerson, wholePerson, requests(personChange), async (first, second, sequence) => {
      const userName = `p${count++}@example.com`
      const { id } = await scim.user(userName, first.body)
      let model = first.model(true)
      for (const [index, { changes, invalid }] of sequence.entries()) {
        if (index === 3) {
          const put = await scim.put(`/Users/${id}`, { userName, ...second.body })
          model = second.model(model.active)
          assert.deepEqual(comparableUser(assertSuccess(put)), expectedUser(model))
        }
        const operations = changes.map(one => one.operation)
        const reply = await scim.patch(`/Users/${id}`, patch(...operations, ...(invalid ? [invalid] : [])))
        if (invalid) {
          assert.equal(reply.status, 400, reply.text)
          continue
        }
        for (const change of changes) change.apply(model)
        const body = assertSuccess(reply)
        assert.deepEqual(comparableUser(body), expectedUser(model))
        for (const list of [body.emails, body.phoneNumbers ?? []]) {
          assert.ok(list.filter((one: Json) => one.primary === true).length <= 1)
        }
      }
      assert.deepEqual(comparableUser(assertSuccess(await scim.get(`/Users/${id}`))), expectedUser(model))
    }),
    { numRuns: RUNS, seed: 107 },
  )
})

test('R107: groups match a model after any sequence of changes', async () => {
  const home = await scimWorld()
  const { scim, person } = home
  const people: string[] = []
  for (let index = 0; index < 8; index++) people.push((await scim.user(`m${index}@example.com`)).id)
  // Inactive members stay members.
  for (const id of people.slice(6)) {
    assertSuccess(await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })))
  }
  const guest = await person('Gus', { is_guest: true })
  let count = 0
  await fc.assert(
    fc.asyncProperty(requests(teamChange(people)), async sequence => {
      const { id } = await scim.group(`Team ${count++}`, people.slice(0, 3))
      if (count % 5 === 0) await fillTeam(home, id, [guest.gid])
      const model: ModelTeam = new Set(people.slice(0, 3))
      for (const { changes, invalid } of sequence) {
        const operations = changes.map(one => one.operation)
        const reply = await scim.patch(`/Groups/${id}`, patch(...operations, ...(invalid ? [invalid] : [])))
        assert.equal(reply.status, invalid ? 400 : 204, reply.text)
        if (!invalid) for (const change of changes) change.apply(model)
        assert.deepEqual(await membersOf(scim, id), [...model].sort())
      }
    }),
    { numRuns: RUNS, seed: 107 },
  )
})
