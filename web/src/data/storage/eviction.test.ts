/** What leaves the browser with a list, and what stays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLists, entryPatch } from '../lists.ts'
import { createRecords, type Gid, type Patch } from '../records.ts'
import { storiesOf } from '../stories.ts'
import { selectEvicted } from './eviction.ts'

const project = (gid: Gid): Patch => ({ gid, members: { resource_type: 'project', name: gid } })
const task = (gid: Gid, members = {}): Patch => ({ gid, members: { resource_type: 'task', name: gid, ...members } })
const placed = (list: Gid, ...tasks: Gid[]): Patch[] => [
  { gid: `${list}0`, members: { resource_type: 'section', name: 'To do', list, rank: 'a0' } },
  ...tasks.map(gid => entryPatch(list, gid, `${list}0`, 'a0')),
]

interface Options {
  readonly candidates: readonly Gid[]
  readonly needed?: readonly Gid[]
  readonly inUse?: readonly Gid[]
  readonly excess?: number
}

/** What leaves a cache whose records have the size 1 each. */
function evicted(patches: readonly Patch[], { candidates, needed = [], inUse = [], excess = 1 }: Options) {
  const records = createRecords()
  const lists = createLists(records)
  records.confirm(patches)
  const used = new Set([...candidates, ...inUse])
  const found = selectEvicted({
    ...{ records, lists, candidates, excess, needed: new Set(needed) },
    isInUse: list => used.has(list),
    bytesOf: () => 1,
  })
  return { lists: [...found.lists], gids: [...found.gids].toSorted() }
}

test('a list leaves with its sections, places and tasks, and its project stays', () => {
  const patches = [project('1'), task('11'), task('12'), ...placed('1', '11', '12'), project('2'), task('21')]
  const access = { gid: 'access/11', members: { resource_type: 'access', level: 'edit' } }
  const { lists, gids } = evicted([...patches, access, ...placed('2', '21')], { candidates: ['1', '2'] })
  assert.deepEqual(lists, ['1'])
  assert.deepEqual(gids, ['1/11', '1/12', '10', '11', '12', 'access/11', 'access/12'])
})

test('further lists leave until enough has left, each whole', () => {
  const of = (list: Gid) => [project(list), task(`${list}1`), ...placed(list, `${list}1`)]
  const patches = ['1', '2', '3'].flatMap(of)
  assert.deepEqual(evicted(patches, { candidates: ['3', '1', '2'], excess: 5 }).lists, ['3', '1'])
  assert.deepEqual(evicted(patches, { candidates: ['3', '1', '2'], excess: 100 }).lists, ['3', '1', '2'])
})

test('a task stays with another list that has it, until that list leaves too', () => {
  const patches = [task('5'), ...placed('1', '5'), ...placed('2', '5')]
  const one = evicted(patches, { candidates: ['1', '2'] })
  assert.deepEqual(one.gids, ['1/5', '10'])
  const both = evicted(patches, { candidates: ['1', '2'], excess: 100 })
  assert.deepEqual(both.gids, ['1/5', '10', '2/5', '20', '5', 'access/5'])
  const found = evicted(patches, { candidates: ['1'], inUse: ['2'], excess: 100 })
  assert.ok(!found.gids.includes('5'))
})

test('a task that a draft or a call is about stays, and so does one whose subtasks are in use', () => {
  const patches = [task('5'), task('6'), task('7'), ...placed('1', '5', '6', '7')]
  const { gids } = evicted(patches, { candidates: ['1'], needed: ['5'], inUse: ['6'] })
  assert.deepEqual(
    gids.filter(gid => /^[567]$/.test(gid)),
    ['7'],
  )
})

test('a task that one that stays names is kept, and those of the list do not keep each other', () => {
  const inside = [task('5', { dependencies: ['6'] }), task('6', { parent: '5' }), task('7')]
  const patches = [...inside, ...placed('1', '5', '6', '7'), task('8', { parent: '7' }), ...placed('2', '8')]
  const { gids } = evicted(patches, { candidates: ['1'], inUse: ['2'] })
  assert.deepEqual(
    gids.filter(gid => /^[5678]$/.test(gid)),
    ['5', '6'],
  )
  assert.ok(gids.includes('1/7'), 'it leaves the list')
})

test('subtasks and the activity leave with their task, and its places in lists that are not loaded', () => {
  const story = { gid: '90', members: { resource_type: 'story', text: 'Words' } }
  const below = [task('51'), entryPatch('5', '51', null, 'a0'), entryPatch('3', '5', null, 'a0')]
  const activity = [story, entryPatch(storiesOf('5'), '90', null, 'a0')]
  const { gids } = evicted([task('5'), ...placed('1', '5'), ...below, ...activity], { candidates: ['1'] })
  assert.deepEqual(gids, ['1/5', '10', '3/5', '5', '5/51', '51', '90', 'access/5', 'access/51', 'stories:5/90'])
})
