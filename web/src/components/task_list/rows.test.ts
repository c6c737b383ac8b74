/** The rows of a list: names, places to type, and only what changed made anew. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkRecord } from '../../data/records.ts'
import type { ViewRow } from '../../data/views.ts'
import { type ListRows, listRows, NO_ROWS, type RowContext } from './rows.ts'
import type { Editing } from './types.ts'

const COUNT = 1_000
const section: ViewRow = {
  gid: 's',
  kind: 'section',
  level: 1,
  section: 's',
  parent: null,
  count: COUNT,
  title: 'To do',
}
const viewRows: readonly ViewRow[] = [
  section,
  ...Array.from(
    { length: COUNT },
    (_, at): ViewRow => ({
      ...{ gid: `${at}`, kind: 'task', level: 2, section: 's', parent: null },
    }),
  ),
]

/** A list whose records a test changes, with what was read of them. */
function listOf(rows: readonly ViewRow[]) {
  const records = new Map<string, WorkRecord>(rows.map(({ gid }) => [gid, { gid, resource_type: 'task', name: gid }]))
  const read: string[] = []
  const pending = new Set<string>()
  let former: ListRows = NO_ROWS
  const draw = (shown: readonly ViewRow[], changed: readonly string[] = [], editing: Editing = null) => {
    const context: RowContext = {
      ...{ list: 'list', editing, canAddSections: true, changed: new Set(changed), totals: () => undefined },
      get: gid => {
        read.push(gid)
        return records.get(gid)
      },
      isPending: gid => pending.has(gid),
    }
    read.length = 0
    former = listRows(shown, context, former)
    return former.rows
  }
  draw(rows)
  return { records, read, pending, draw }
}

test('a change makes the row of its task anew, and no other', () => {
  const { records, read, pending, draw } = listOf(viewRows)
  const former = draw(viewRows)
  records.set('5', { gid: '5', resource_type: 'task', name: 'Other' })
  pending.add('5')
  const rows = draw(viewRows, ['5'])
  assert.deepEqual(read, ['5'])
  const changed = rows.filter((row, index) => row !== former[index])
  assert.deepEqual(
    changed.map(({ gid, label, isPending }) => [gid, label, isPending]),
    [['5', 'Other', true]],
  )
  assert.equal(draw(viewRows, ['list/77']), rows)
  assert.deepEqual(read, ['77'])
})

test('a task that leaves, comes or moves leaves the other rows as they are', () => {
  const { read, draw } = listOf(viewRows)
  const former = new Set(draw(viewRows))
  const [moved] = viewRows.slice(7, 8)
  assert.ok(moved)
  const orders = [viewRows.toSpliced(7, 1), viewRows, viewRows.toSpliced(7, 1).toSpliced(900, 0, moved)]
  for (const order of orders) {
    const rows = draw(order)
    assert.deepEqual(
      rows.slice(0, -1).map(({ gid }) => gid),
      order.map(({ gid }) => gid),
    )
    assert.ok(read.length < 2, `${read.length} records were read`)
    assert.ok(rows.filter(row => !former.has(row)).length < 2)
  }
})

test('the row that is renamed, and the one in which a task is typed, come and go', () => {
  const { draw } = listOf(viewRows)
  const former = draw(viewRows)
  const renaming = draw(viewRows, [], { type: 'rename', gid: '3' })
  assert.equal(renaming[4]?.isEditing, true)
  assert.deepEqual(draw(viewRows), former)
  const editing: Editing = { type: 'add_task', list: 'list', section: 's', after: '3' }
  const typing = draw(viewRows, [], editing)
  assert.equal(typing[5]?.kind, 'new_task')
  assert.equal(draw(viewRows, [], editing), typing)
  assert.deepEqual(draw(viewRows), former)
})
