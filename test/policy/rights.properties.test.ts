/**
 * Random acts in random order: access grants equal the derived ones, and every person has the rights on every object
 * that the written definition gives.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { grantDifferences } from '../../src/store/queries/access/difference.ts'
import { levelsOf } from '../../src/store/queries/rights.ts'
import { times } from '../harness/engine.ts'
import { type ActScene, act, actNames } from '../harness/rights/acts.ts'
import { definition, objectsOf } from '../harness/rights/definition.ts'
import { type Facts, factsOf } from '../harness/rights/facts.ts'
import { world } from '../harness/world.ts'

/** A person of each role, and two whose role changes. */
async function scene(): Promise<ActScene> {
  const all = await world()
  const people = [
    all.ann,
    all.ben,
    await all.person('Gus', { is_guest: true }),
    await all.person('Vic', { is_view_only: true }),
  ]
  // The service account may do everything, so that many acts succeed.
  const bot = await all.service('Bot')
  return { all, people: [bot, bot, ...people, bot, await all.person('Cat')] }
}

type LevelsByKey = Record<string, number>

async function grantedLevels({ all, people }: ActScene, facts: Facts): Promise<LevelsByKey> {
  const levels: LevelsByKey = {}
  for (const { gid: me } of people) {
    for (const [type, { table }] of Object.entries(definition)) {
      const found = await levelsOf(all.store.read, Number(me), type as keyof typeof definition, objectsOf(facts, table))
      for (const [gid, level] of found) levels[`${me} on ${type} ${gid}`] = level
    }
  }
  return levels
}

function definedLevels({ people }: ActScene, facts: Facts): LevelsByKey {
  const levels: LevelsByKey = {}
  for (const { gid: me } of people) {
    for (const [type, { table, rule }] of Object.entries(definition)) {
      for (const gid of objectsOf(facts, table)) levels[`${me} on ${type} ${gid}`] = rule(facts, Number(me), gid)
    }
  }
  return levels
}

async function assertRights(scene: ActScene): Promise<void> {
  assert.deepEqual(await grantDifferences(scene.all.store.read), [])
  const facts = await factsOf(scene.all.store)
  assert.deepEqual(await grantedLevels(scene, facts), definedLevels(scene, facts))
}

const one = fc.tuple(fc.constantFrom(...actNames), fc.array(fc.nat(999), { minLength: 7, maxLength: 7 }))
// Objects are created first, so that few acts find nothing.
const begin = [
  ...[
    'create a team',
    'create a project',
    'create a project',
    'move a project to a team',
    'share a project with a team',
  ],
  ...[
    'create a portfolio',
    'create a portfolio',
    'add an item to a portfolio',
    'add an item to a portfolio',
    'inherit the access of a portfolio',
  ],
  ...['create a goal', 'create a goal', 'share a goal', 'support a goal', 'comment on a goal'],
  ...[
    'join a team',
    'join a team',
    'limit a person in a team',
    'create a field',
    'create a task',
    'create a task',
    'add a task to a project',
  ],
].map(name => fc.tuple(fc.constant(name), one))

test('every person has exactly the defined rights after any sequence of acts', async () => {
  const before = fc.tuple(...begin.map(first => first.map(([name, [, numbers]]) => [name, numbers] as const)))
  const all = fc.tuple(before, fc.array(one, { minLength: 50, maxLength: 60, size: 'max' }))
  await fc.assert(
    fc.asyncProperty(all, async ([first, rest]) => {
      const made = await scene()
      for (const [at, [name, numbers]] of [...first, ...rest].entries()) {
        await act(made, name, numbers)
        if (at % 20 === 19) await assertRights(made)
      }
      await assertRights(made)
    }),
    { numRuns: times(8), endOnFailure: true },
  )
})
