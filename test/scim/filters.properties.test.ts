/** Generated filters select what another implementation of the grammar selects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { filter as oracle, parse } from 'scim2-parse-filter'
import { assertSuccess, ENTERPRISE, scimWorld } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const WORDS = ['a', 'b', 'ab', 'ba', 'abc', 'b a', 'a%', '_b', 'x"y', 'é']
const word = fc.constantFrom(...WORDS)

/**
 * Limits of the other implementation, to which the generated filters keep:
 * - It compares case-sensitively: all values are in lower case.
 * - It treats an absent attribute as one that no operator matches: only `eq` and `pr` use those.
 * - It applies the conditions of a value path to all entries together: each has one condition.
 * - It parses nothing after a value path, no qualified names of the core schema, and no unquoted values.
 */
const always = fc.constantFrom('userName', 'name.givenName', 'name.familyName', 'emails.value')
const sometimes = fc.constantFrom(
  'title',
  'preferredLanguage',
  `${ENTERPRISE}:department`,
  'emails.type',
  'phoneNumbers.type',
)
const compares = fc.constantFrom('eq', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le')
const quoted = word.map(text => JSON.stringify(text))

const { filters } = fc.letrec<{ filters: string }>(tie => ({
  filters: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.tuple(always, compares, quoted).map(parts => parts.join(' ')),
    fc.tuple(sometimes, fc.constant('eq'), quoted).map(parts => parts.join(' ')),
    sometimes.map(name => `${name} pr`),
    fc.constantFrom('active eq true', 'active eq false'),
    fc.tuple(compares, quoted).map(([op, one]) => `emails[value ${op} ${one}]`),
    fc
      .tuple(tie('filters'), fc.constantFrom('and', 'or'), tie('filters'))
      .map(([one, op, two]) => `${one} ${op} ${two}`),
    tie('filters').map(one => `(${one})`),
    tie('filters').map(one => `not (${one})`),
  ),
}))

test('R28: generated filters agree with another implementation', async () => {
  const { scim } = await scimWorld()
  for (const [index, one] of WORDS.entries()) {
    const [two = 'a', three = 'b'] = [WORDS[(index * 3 + 1) % 10], WORDS[(index * 7 + 2) % 10]]
    const emails = [
      { value: `${'ab'[index % 2]}${index}@example.com`, type: two },
      { value: `x${index}@example.com`, type: three },
    ]
    await scim.user(`${'ba'[index % 2]}b${index}@example.com`, {
      name: { givenName: one, familyName: two, formatted: three },
      active: index % 3 > 0,
      ...(index % 2 === 0 ? { title: three, [ENTERPRISE]: { department: two } } : { preferredLanguage: one }),
      ...(index % 4 === 0 ? {} : { emails }),
      ...(index % 3 === 0 ? { phoneNumbers: [{ value: '1', type: one }] } : {}),
    })
  }
  const all: Json[] = assertSuccess(await scim.get('/Users')).Resources.map((one: Json) =>
    JSON.parse(JSON.stringify(one).toLowerCase()),
  )
  let selective = 0
  await fc.assert(
    fc.asyncProperty(filters, async text => {
      const expected = all.filter(oracle(parse(text))).map(one => one.id)
      const found = assertSuccess(await scim.get(`/Users?filter=${encodeURIComponent(text)}`)).Resources
      assert.deepEqual(found.map((one: Json) => one.id).sort(), expected.sort(), text)
      if (expected.length > 0 && expected.length < all.length) selective++
    }),
    { numRuns: 2000, seed: 28 },
  )
  assert.ok(selective > 500, `only ${selective} filters selected a proper subset`)
})
