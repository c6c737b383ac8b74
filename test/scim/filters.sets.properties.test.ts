/** Filters as sets: `not` is the complement, `and` the intersection, `or` the union. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertSuccess, ENTERPRISE, type ScimClient, scimWorld, USER } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'Eq')
const word = fc.constantFrom('"a"', '"B"', '"x1@example.com"', '""', '"%"', '"é"', 'work', '"0"', '"work"')
const moment = fc.constantFrom('"2026-01-05T09:00:00Z"', '"2020-01-01T00:00:00.000Z"', '"2030-06-01T12:00:00+02:00"')
const flag = fc.constantFrom('true', 'false', '"True"', 'False')

const texts = [
  ...[
    'userName',
    'externalId',
    'title',
    'preferredLanguage',
    'name.formatted',
    'name.givenName',
    'name.familyName',
    'id',
  ],
  ...['emails', 'emails.value', 'emails.type', 'phoneNumbers.value', 'phoneNumbers.type', 'addresses.country'],
  ...[`${ENTERPRISE}:department`, `${ENTERPRISE}:manager.value`, `${USER}:title`, `${ENTERPRISE}:manager`],
]
const spaced = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(all => all.join(' '))

const entries = fc.oneof(
  spaced(fc.constantFrom('type', 'value'), operator, word),
  fc.constantFrom(
    'type pr',
    'primary eq true',
    'not (type eq "work")',
    'type eq "work" and value co "a"',
    'value pr or primary eq false',
  ),
)
const simple = fc.oneof(
  spaced(fc.constantFrom(...texts), operator, word),
  fc.constantFrom(...texts).map(name => `${name} pr`),
  spaced(
    fc.constantFrom('meta.created', 'meta.lastModified'),
    fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
    moment,
  ),
  spaced(fc.constant('active'), fc.constantFrom('eq', 'ne'), flag),
  fc.tuple(fc.constantFrom('emails', 'phoneNumbers'), entries).map(([name, inner]) => `${name}[${inner}]`),
  fc.tuple(fc.constantFrom('work', 'home'), word).map(([type, value]) => `emails[type eq "${type}"].value co ${value}`),
)
const { people } = fc.letrec<{ people: string }>(tie => ({
  people: fc.oneof(
    { maxDepth: 3 },
    simple,
    spaced(tie('people'), fc.constantFrom('and', 'or'), tie('people')),
    tie('people').map(one => `not (${one})`),
  ),
}))

async function allUsers(scim: ScimClient): Promise<Set<string>> {
  for (const [index, one] of ['a', 'B', 'é', '%', '0', 'ab'].entries()) {
    await scim.user(`x${index}@example.com`, {
      ...(index % 2 ? { title: one, externalId: one } : { preferredLanguage: one }),
      ...(index % 3 ? { name: { givenName: one, familyName: 'B' }, phoneNumbers: [{ value: one, type: 'home' }] } : {}),
      ...(index % 4 ? { [ENTERPRISE]: { department: one, manager: 'a' }, addresses: [{ country: one }] } : {}),
      ...(index > 3
        ? {
            emails: [
              { value: `${one}@b.org`, type: 'home' },
              { value: 'x1@example.com', type: 'work' },
            ],
          }
        : {}),
      active: index !== 2,
    })
  }
  return found(scim, 'userName pr')
}

async function found(scim: ScimClient, filter: string): Promise<Set<string>> {
  const path = `/Users?attributes=userName&filter=${encodeURIComponent(filter)}`
  return new Set(assertSuccess(await scim.get(path)).Resources.map((one: Json) => one.id))
}

test('R28: not, and, or select the complement, the intersection and the union', async () => {
  const { scim } = await scimWorld()
  const all = await allUsers(scim)
  assert.equal(all.size, 8)
  let selective = 0
  await fc.assert(
    fc.asyncProperty(people, people, async (one, two) => {
      const [first, second] = [await found(scim, one), await found(scim, two)]
      assert.deepEqual(await found(scim, `not (${one})`), all.difference(first), one)
      const [both, either] = [`(${one}) and (${two})`, `(${one}) or (${two})`]
      assert.deepEqual([...(await found(scim, both))].sort(), [...first.intersection(second)].sort(), both)
      assert.deepEqual([...(await found(scim, either))].sort(), [...first.union(second)].sort(), either)
      if (first.size > 0 && first.size < all.size) selective++
    }),
    { numRuns: 800, seed: 2828 },
  )
  assert.ok(selective > 200, `only ${selective} filters selected a proper subset`)
})
