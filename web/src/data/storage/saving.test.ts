/** What is stored of a cache, and what leaves when it is too much. Time stands still until a test lets it pass. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createLists, entryPatch } from '../lists.ts'
import { createRecords, type Gid, type Patch, type WorkRecord } from '../records.ts'
import { createChunks } from './chunks.ts'
import { createSaving } from './saving.ts'
import { type CacheStorage, EMPTY } from './stored_cache.ts'
import { createUses } from './uses.ts'

const TASKS = 300

/** A disk that executes each save whole or not at all, and has no room while `isFull`. */
function createDisk() {
  const chunks = new Map<string, readonly WorkRecord[]>()
  const disk = { chunks, lists: {}, writes: [] as string[], isFull: (_put: number) => false, isOther: true }
  const storage: CacheStorage = {
    load: async () => EMPTY,
    save: async (_cursor, lists, changes) => {
      const taken = [...changes.take(disk.isOther)]
      if (disk.isFull(taken.filter(([, records]) => records.length > 0).length)) {
        changes.giveBack()
        throw new DOMException('Full', 'QuotaExceededError')
      }
      if (disk.isOther) chunks.clear()
      for (const [key, records] of taken) records.length > 0 ? chunks.set(key, records) : chunks.delete(key)
      disk.isOther = false
      disk.writes = taken.map(([key]) => key)
      const former = disk.lists
      disk.lists = lists
      return former
    },
    drop: async () => chunks.clear(),
  }
  return { disk, storage }
}

/** A page with lists of 300 tasks each, and a limit for what it stores. */
function createPage(t: TestContext, limit = Number.POSITIVE_INFINITY) {
  const records = createRecords()
  const lists = createLists(records)
  const loaded = new Map<Gid, string>()
  const { disk, storage } = createDisk()
  const waiting: (() => void)[] = []
  const needed = new Set<Gid>()
  let time = 0
  const uses = createUses(
    () => ++time,
    () => saving.soon(),
  )
  const saving = createSaving({
    ...{ records, lists, stored: EMPTY, storage, uses, loaded },
    cursor: () => '',
    isInUse: () => false,
    needed: async () => needed,
    limit: async () => limit,
    forget: gone => {
      for (const list of gone) loaded.delete(list)
    },
    delay: run => {
      waiting.push(run)
      return () => waiting.includes(run) && waiting.splice(waiting.indexOf(run), 1)
    },
  })
  const load = (list: Gid) => {
    const tasks = Array.from({ length: TASKS }, (_, at) => `${list}${1000 + at}`)
    loaded.set(list, 'all')
    records.confirm(
      tasks.flatMap((gid, at): Patch[] => [
        { gid, members: { resource_type: 'task', name: 'x'.repeat(100) } },
        entryPatch(list, gid, null, String(1000 + at)),
      ]),
    )
  }
  /** The page shows a list from now on. */
  const show = (list: Gid) => {
    const leave = uses.use(list)
    t.after(leave)
    return leave
  }
  /** The time passes until what waits is stored. */
  const pass = async () => {
    for (const run of waiting.splice(0)) run()
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  }
  const onDisk = (gid: Gid) => [...disk.chunks.values()].flat().some(record => record.gid === gid)
  return { records, lists, loaded, disk, saving, show, needed, load, pass, onDisk }
}

test('a change writes the chunk of its record, and nothing else', async t => {
  const { records, disk, load, pass } = createPage(t)
  load('1')
  await pass()
  assert.equal(disk.writes.length, 3)
  records.confirm([{ gid: '11299', members: { name: 'Renamed' } }])
  await pass()
  assert.equal(disk.writes.length, 1)
  assert.ok([...disk.chunks.values()].flat().some(({ name }) => name === 'Renamed'))
})

test('a record that was read from the disk stays in its chunk, and others fill the last one', () => {
  const records = createRecords()
  const read = ['1', '2'].map((gid): WorkRecord => ({ gid, resource_type: 'task' }))
  records.confirm(read.map(({ gid }): Patch => ({ gid, members: { resource_type: 'task' } })))
  const chunks = createChunks(records, {
    chunks: new Map(read.map(one => [`${Number(one.gid) + 4}`, [one]])),
    sizes: {},
  })
  records.confirm([{ gid: '3', members: { resource_type: 'task' } }])
  chunks.note(['1', '3'])
  const taken = () => [...chunks.take(false)].map(([key, all]) => [key, all.map(({ gid }) => gid)])
  assert.deepEqual(taken(), [
    ['5', ['1']],
    ['6', ['2', '3']],
  ])
  records.remove(['1'])
  chunks.note(['1'])
  assert.deepEqual(taken(), [['5', []]])
})

test('records that exist only in the page are not stored', async t => {
  const { records, pass, onDisk } = createPage(t)
  records.confirm([
    { gid: 'local-1', members: { resource_type: 'task' } },
    { gid: '2', members: { resource_type: 'task' } },
  ])
  await pass()
  assert.deepEqual([onDisk('local-1'), onDisk('2')], [false, true])
})

test('a page whose storage another one replaced writes everything', async t => {
  const { records, disk, load, pass } = createPage(t)
  load('1')
  await pass()
  disk.isOther = true
  records.confirm([{ gid: '11000', members: { name: 'Renamed' } }])
  await pass()
  assert.equal(disk.writes.length, 3)
})

test('above the limit the list that was shown longest ago leaves, from memory and from the disk', async t => {
  const { lists, loaded, show, load, pass, onDisk } = createPage(t, 200_000)
  for (const list of ['1', '2']) {
    load(list)
    show(list)()
    await pass()
  }
  show('1')()
  load('3')
  show('3')
  await pass()
  assert.deepEqual([...loaded.keys()], ['1', '3'])
  assert.deepEqual([onDisk('11000'), onDisk('21000'), onDisk('31000')], [true, false, true])
  assert.equal(lists.contents('2').entries.length, 0)
})

test('a list that is shown, and tasks of drafts, stay above the limit', async t => {
  const { loaded, show, needed, load, pass, onDisk } = createPage(t, 1)
  load('1')
  load('2')
  needed.add('11000')
  show('2')
  await pass()
  assert.deepEqual([...loaded.keys()], ['2'])
  assert.deepEqual([onDisk('11000'), onDisk('11001'), onDisk('21000')], [true, false, true])
})

test('what was read in part leaves before lists that were loaded', async t => {
  const { loaded, show, load, pass, onDisk } = createPage(t, 200_000)
  for (const list of ['1', '2', '3']) load(list)
  for (const list of ['1', '2']) show(list)()
  loaded.delete('3')
  await pass()
  assert.deepEqual([...loaded.keys()], ['1', '2'])
  assert.deepEqual([onDisk('31000'), onDisk('21000')], [false, true])
})

test('what another page showed later stays longer', async t => {
  const { loaded, disk, show, load, pass } = createPage(t, 200_000)
  for (const list of ['1', '2']) {
    load(list)
    show(list)()
  }
  disk.lists = { 1: { show: 'all', usedAt: 1000 } }
  load('3')
  show('3')
  await pass()
  assert.deepEqual([...loaded.keys()], ['1', '3'])
})

test('on a full disk half of the cache leaves, and the rest is stored', async t => {
  const { loaded, disk, show, load, pass, onDisk } = createPage(t)
  for (const list of ['1', '2', '3', '4']) {
    load(list)
    show(list)()
    await pass()
  }
  const count = () => [...disk.chunks.values()].flat().length
  const before = count()
  disk.isFull = put => put > 2
  load('5')
  show('5')
  await pass()
  assert.ok(count() < before)
  assert.ok(loaded.has('5') && !loaded.has('1'))
  assert.equal(onDisk('11000'), false)
})

test('a disk without room for the cache has none of it, so that drafts have room', async t => {
  const { loaded, disk, saving, show, load, pass } = createPage(t)
  load('1')
  show('1')
  await pass()
  disk.isFull = () => true
  await saving.makeRoom()
  assert.equal(disk.chunks.size, 0)
  assert.deepEqual([...loaded.keys()], ['1'])
  disk.isFull = () => false
  load('2')
  await pass()
  assert.equal(disk.chunks.size, 0, 'the page does not fill it again')
})
