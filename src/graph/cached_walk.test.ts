/** The walk over cached objects: whose JSON other readers find in the memory cache. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindForAll } from '../store/cache/caller_kinds.ts'
import { type CacheView, Invalidations, MemoryCache } from '../store/cache/memory_cache.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { CachedWalk } from './cached_walk.ts'
import type { SelectionPlan } from './plan.ts'

const PROJECT = 7

/** A plan whose rows are cached, and that counts how often it writes one. */
function countingPlan() {
  let writes = 0
  const parts = { json: kindForAll(), source: { kind: 'row', guard: null }, computed: [], edges: [] }
  const write = ([name]: readonly unknown[]) => `"${name}, write ${++writes}"`
  return { ...parts, write } as unknown as SelectionPlan
}

/** The JSON that a reader of the cache gets. */
const shown = (plan: SelectionPlan, cache: CacheView) =>
  new CachedWalk({ reader: { cache }, actor: { gid: 1 } } as unknown as LoadContext, cache.now()).find(plan, PROJECT)
    ?.pieces[0]

test('the JSON of an object that a transaction shows, and did not change, is cached for later readers', () => {
  const [memory, plan] = [new MemoryCache(), countingPlan()]
  memory.view.set('row', PROJECT, ['Launch'], [PROJECT], memory.view.now())
  assert.equal(shown(plan, memory.viewWithin(new Invalidations([8]))), '"Launch, write 1"')
  assert.equal(shown(plan, memory.view), '"Launch, write 1"')
})

test('the JSON of an object that the transaction changed is not', () => {
  const [memory, plan] = [new MemoryCache(), countingPlan()]
  const changes = new Invalidations()
  const view = memory.viewWithin(changes)
  view.set('row', PROJECT, ['Launch'], [PROJECT], view.now())
  changes.add(PROJECT)
  assert.equal(shown(plan, view), undefined, 'its row must be loaded')
  memory.invalidate(changes)
  memory.view.set('row', PROJECT, ['Landing'], [PROJECT], memory.view.now())
  assert.equal(shown(plan, memory.view), '"Landing, write 1"')
})

test('JSON of a transaction ends with the commit that changes its object', () => {
  const [memory, plan] = [new MemoryCache(), countingPlan()]
  const changes = new Invalidations()
  memory.view.set('row', PROJECT, ['Launch'], [PROJECT], memory.view.now())
  assert.equal(shown(plan, memory.viewWithin(changes)), '"Launch, write 1"')
  memory.invalidate(changes.add(PROJECT))
  memory.view.set('row', PROJECT, ['Landing'], [PROJECT], memory.view.now())
  assert.equal(shown(plan, memory.view), '"Landing, write 2"')
})
