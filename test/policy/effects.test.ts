/**
 * Changes that each write makes to objects of other people, by the right that the caller has on them. Every operation
 * is sent with objects of the caller, and once for each object that it names with that one of Ann.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referencesIn } from '../../src/catalog/catalog.ts'
import type { Name } from '../../src/names.ts'
import { allows, type Right, rights } from '../../src/policy/rights.ts'
import { insert, update } from '../../src/store/change.ts'
import { changesFor, type LiveChange, logEndsOf } from '../../src/store/queries/events/live.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { golden } from '../harness/golden.ts'
import {
  catalog,
  ok,
  type Sample,
  type SampleRequest,
  sample,
  sampleOf,
  sampleOwnedBy,
  send,
} from '../harness/sample.ts'
import { shareGoal } from '../harness/samples/goals.ts'
import type { Person } from '../harness/world.ts'

const levels = { view: 'viewer', comment: 'commenter', edit: 'editor' } as const
type Level = keyof typeof levels

const writes = catalog.operations.filter(({ method }) => method !== 'GET')

/** The objects that an operation names, as parts of its request. */
const partsOf = ({ path, body }: Operation): string[] => [
  ...[...path.matchAll(/\{([^}]*_gid)\}/g)].map(([, name = '']) => name),
  ...referencesIn(body).flatMap(([name, { kind }]) => (kind === 'text' || name.includes('.') ? [] : [name])),
]

/** A request on the objects of the caller, with Ann's in one part; undefined if both are the same there. */
function mixRequests(
  own: Required<SampleRequest>,
  others: Required<SampleRequest>,
  name: string,
): SampleRequest | undefined {
  const part = name in own.path ? 'path' : 'body'
  const theirs = others[part][name]
  if (theirs === undefined || JSON.stringify(theirs) === JSON.stringify(own[part][name])) return undefined
  return { ...own, [part]: { ...own[part], [name]: theirs } }
}

interface Effect {
  status: number
  /** The changed objects of other people, and the caller's right on each. */
  changed: { change: LiveChange; right: Right }[]
}

const logEnds = ({ store }: Sample, me: number) => logEndsOf(store.read, me)

/** Sends a request, and reads its changes from the change log. */
async function effectOf(all: Sample, person: Person, operation: Operation, sent: SampleRequest, ofAnn: Set<number>) {
  const [me, bot] = [Number(person.gid), Number(all.bot.gid)]
  const rightOn = async (type: string, gid: number) =>
    (await rights(all.store.read, me, type as Name, [gid])).get(gid) ?? 'none'
  const before = new Map((await logEnds(all, bot)).map(({ workspace, newest }) => [workspace, newest]))
  const answer = await send(all, person, operation, sent)
  const parts = (await logEnds(all, bot)).map(
    ({ workspace, newest }) => [workspace, before.get(workspace) ?? 0, newest] as const,
  )
  const changed: Effect['changed'] = []
  for (const change of await changesFor(all.store.read, bot, parts, 1000)) {
    const { resource, resource_type, parent, parent_type } = change
    const named: [string, number][] = [[resource_type, resource]]
    if (parent !== null && parent_type !== null) named.push([parent_type, parent])
    for (const [type, gid] of named) {
      if (ofAnn.has(gid)) changed.push({ change, right: await rightOn(type, gid) })
    }
  }
  return { status: answer.status, changed }
}

async function start(level: Level) {
  const all = await sample()
  const val = await all.person('Val')
  await ok(all.ann.post(`/projects/${all.the.project}/addMembers`, { members: [val.gid] }))
  const membership = { project: Number(all.the.project), member: Number(val.gid) }
  await all.store.write(tx => update(tx, 'project_memberships', membership, { access_level: levels[level] }))
  const share = { portfolio: Number(all.the.portfolio), member: Number(val.gid), workspace: Number(all.workspace) }
  const access_level = level === 'comment' ? 'viewer' : levels[level]
  await all.store.write(tx => insert(tx, 'portfolio_memberships', { gid: tx.gid(), ...share, access_level }))
  await all.store.write(tx => update(tx, 'goals', { gid: Number(all.the.goal) }, { privacy_setting: 'members_only' }))
  await shareGoal(all, all.the.goal, val, levels[level])
  return { all, val, own: await sampleOwnedBy(all, val) }
}

/** The result of every write at one access level: refused, done without a change of Ann's objects, or done with one. */
async function effects(level: Level): Promise<Map<string, Effect>> {
  const { all, val, own } = await start(level)
  const types = [
    'project',
    'section',
    'task',
    'story',
    'project_membership',
    'custom_field_setting',
    'status_update',
    'task_template',
    'project_brief',
    'portfolio',
    'portfolio_membership',
    'goal',
    'goal_relationship',
  ] as const
  const ofAnn = new Set([...types.map(type => Number(all.the[type])), ...Object.values(all.also).map(Number)])
  const found = new Map<string, Effect>()
  for (const operation of writes) {
    for (const part of partsOf(operation)) {
      const sent = mixRequests(await sampleOf(own, operation), await sampleOf(all, operation), part)
      if (sent) found.set(`${operation.id} ${part}`, await effectOf(all, val, operation, sent, ofAnn))
    }
  }
  return found
}

const found = new Map<Level, Map<string, Effect>>()
for (const level of Object.keys(levels) as Level[]) found.set(level, await effects(level))

test('the effects of each write on objects of others match the golden file', () => {
  const cellOf = ({ status, changed }: Effect) => {
    if (status >= 300) return String(status)
    return changed.length > 0 ? 'writes' : 'done'
  }
  const rows = [...(found.get('view') ?? [])].map(([key]) => {
    const cells = [...found.values()].map(effects => {
      const effect = effects.get(key)
      return (effect ? cellOf(effect) : '').padEnd(8)
    })
    return `${key.padEnd(55)} ${cells.join('').trimEnd()}`
  })
  golden('test/golden/effects.txt', [`${''.padEnd(56)}view    comment edit`, ...rows, ''].join('\n'))
})

test('no write changes an object on which the caller may not comment', () => {
  const surprises = [...found.values()].flatMap(effects =>
    [...effects].flatMap(([key, { changed }]) => (changed.some(({ right }) => !allows(right, 'comment')) ? [key] : [])),
  )
  assert.deepEqual(surprises, [])
})
