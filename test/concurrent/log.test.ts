/**
 * The change log under concurrent writes. A reader that follows it misses no change and finds the changes of an object
 * in the order of the writes. Writes of two workspaces do not wait for each other.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { changeCapture } from '../../src/events/change_capture.ts'
import { createWorkspace } from '../../src/resources/people/rules/join.ts'
import { getForUpdate, insert, update } from '../../src/store/change.ts'
import type { ChangeCapture, Store, Writer } from '../../src/store/db.ts'
import { advisoryLock } from '../../src/store/locks.ts'
import { changesFor, type WorkspaceRange } from '../../src/store/queries/events/live.ts'
import { changesInWorkspace, lastChange } from '../../src/store/queries/events/streams.ts'
import { isPostgres, openStore } from '../harness/engine.ts'
import { accountsOf } from '../harness/world.ts'

/** A change capture that delays each commit, so that other writes run between the numbering and the commit. */
const slow = (between: () => Promise<unknown>): ChangeCapture => ({
  captures: changeCapture.captures,
  async beforeCommit(tx) {
    await changeCapture.beforeCommit(tx)
    await between()
  },
})

async function storeWith(own: ChangeCapture): Promise<Store> {
  const store = await openStore({ clock: Date.now, capture: own })
  after(() => store.close())
  return store
}

const workspaceIn = (store: Store, name: string) =>
  store.write(tx => createWorkspace(tx, { name, domains: [`${name}.com`], plan: 'enterprise' }))

const tag = (tx: Writer, workspace: number, name: string) =>
  insert(tx, 'tags', {
    ...{ gid: tx.gid(), workspace, name, color: null, notes: '', created_at: tx.now, deleted_at: null },
  })

const UNDONE = new Error('undone')

/** Writes in one workspace and rolls some of it back. Returns the number of commits. */
async function writer(store: Store, workspace: number, one: number): Promise<number> {
  let committed = 0
  for (let time = 0; time < 12; time++) {
    const writing = store.write(async tx => {
      await tag(tx, workspace, `${one} ${time}`)
      if (time % 3 === 0) await pause(one % 4)
      if ((one + time) % 5 === 0) throw UNDONE
    })
    await writing.then(
      () => committed++,
      error => assert.equal(error, UNDONE),
    )
  }
  return committed
}

/** Polls the stream of a workspace until `isOver`, and once more. Returns the numbers that it found. */
async function reader({ read }: Store, workspace: number, isOver: () => boolean): Promise<number[]> {
  const found: number[] = []
  for (let last = false; ; ) {
    last = isOver()
    const changes = await changesInWorkspace(read, workspace, ['tag added'], found.at(-1) ?? 0, 7)
    found.push(...changes.map(({ gid }) => gid))
    if (last && changes.length === 0) return found
    await pause(1)
  }
}

/** Polls several workspaces at once, as a live page does. */
async function page({ read }: Store, me: number, workspaces: readonly number[], isOver: () => boolean) {
  const found: number[] = []
  const cursors = new Map(workspaces.map(workspace => [workspace, 0]))
  for (let last = false; ; ) {
    last = isOver()
    let count = 0
    for (const workspace of workspaces) {
      const after = cursors.get(workspace) ?? 0
      const part: WorkspaceRange = [workspace, after, await lastChange(read, workspace)]
      const changes = await changesFor(read, me, [part], 1000)
      count += changes.length
      cursors.set(workspace, part[2])
      found.push(...changes.filter(({ resource_type }) => resource_type === 'tag').map(({ gid }) => gid))
    }
    if (last && count === 0) return found
    await pause(1)
  }
}

test('a reader of the log misses no change while many clients write in several workspaces', async () => {
  let times = 0
  const store = await storeWith(slow(() => pause(times++ % 5)))
  const workspaces = [
    await workspaceIn(store, 'one'),
    await workspaceIn(store, 'two'),
    await workspaceIn(store, 'three'),
  ]
  const me = Number((await accountsOf(store, () => assert.fail(), workspaces[0] ?? 0).service('Bot')).gid)
  for (const workspace of workspaces.slice(1)) {
    const [row] = await store.read.db.selectFrom('workspace_memberships').selectAll().where('user', '=', me).execute()
    assert.ok(row)
    await store.write(tx => insert(tx, 'workspace_memberships', { ...row, gid: tx.gid(), workspace }))
  }
  let isOver = false
  const reading = workspaces.map(workspace => reader(store, workspace, () => isOver))
  const paging = page(store, me, workspaces, () => isOver)
  const writing = Array.from({ length: 12 }, (_, one) => writer(store, workspaces[one % 3] ?? 0, one))
  const committed = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0)
  isOver = true
  const found = (await Promise.all(reading)).flat()
  assert.equal(new Set(found).size, committed)
  assert.equal(found.length, committed)
  assert.deepEqual(
    (await paging).sort((a, b) => a - b),
    found.sort((a, b) => a - b),
  )
})

test('the log contains the changes of an object in the order of the writes', async () => {
  let times = 0
  const store = await storeWith(slow(() => pause(times++ % 3)))
  const workspace = await workspaceIn(store, 'one')
  const gid = await store.write(async tx => {
    const row = { workspace, name: '0', color: null, notes: '', created_at: tx.now, deleted_at: null }
    const made = tx.gid()
    await insert(tx, 'tags', { gid: made, ...row })
    return made
  })
  const count = (tx: Writer) =>
    getForUpdate(tx, 'tags', gid).then(({ name }) => update(tx, 'tags', { gid }, { name: String(Number(name) + 1) }))
  await Promise.all(Array.from({ length: 20 }, () => store.write(count)))
  const rows = await store.read.db
    .selectFrom('changes')
    .select('new_value')
    .where('resource', '=', gid)
    .where('field', '=', 'name')
    .orderBy('gid')
    .execute()
  const names = rows.map(({ new_value }) => Number(JSON.parse(new_value ?? 'null')))
  assert.deepEqual(
    names,
    Array.from({ length: 20 }, (_, at) => at + 1),
  )
})

const skip = isPostgres ? false : 'SQLite has one writer'

test('a write does not wait for a write that records changes in another workspace', { skip }, async () => {
  const store = await storeWith(changeCapture)
  const [here, there] = [await workspaceIn(store, 'here'), await workspaceIn(store, 'there')]
  await store.write(async tx => {
    await advisoryLock(tx, 'change_log', here)
    await tag(tx, here, 'mine')
    await store.write(other => tag(other, there, 'other'))
  })
  assert.ok((await lastChange(store.read, here)) > (await lastChange(store.read, there)))
})
