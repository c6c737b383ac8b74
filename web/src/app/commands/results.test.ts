/** What the command menu finds in this browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cache } from '../../data/cache.ts'
import { createRecords } from '../../data/records.ts'
import { localResults } from './results.ts'

const TASKS = 30

/** Thirty tasks that a text finds alike, and favorites among them. */
function contextWith(favorites: readonly number[]) {
  const records = createRecords()
  records.confirm(
    Array.from({ length: TASKS }, (_, at) => ({
      gid: String(at),
      members: { resource_type: 'task', name: `Write the brief ${at + TASKS}` },
    })),
  )
  const cache = { records, workspace: '1' } as Cache
  return { cache, path: '/1/1/home', favorites: new Set(favorites.map(String)), navigate: () => {} }
}

const found = (favorites: readonly number[]) => localResults(contextWith(favorites), 'write the').map(({ key }) => key)

test('equally good names are found in their order, up to eight of a type', () => {
  assert.deepEqual(found([]), ['0', '1', '2', '3', '4', '5', '6', '7'])
})

test('a favorite comes four places before its own, after a name that has that place', () => {
  assert.deepEqual(found([5, 11, 12]), ['0', '1', '5', '2', '3', '4', '6', '7'])
  assert.deepEqual(found([11]), ['0', '1', '2', '3', '4', '5', '6', '7'])
  assert.deepEqual(found([10]), ['0', '1', '2', '3', '4', '5', '6', '10'])
})

test('texts of several words find the best names first, whatever the order of the words', () => {
  const names = ['A brief that others write', 'Rewrite the briefing', 'Write the brief']
  const records = createRecords()
  records.confirm(names.map((name, at) => ({ gid: String(at), members: { resource_type: 'task', name } })))
  const context = { ...contextWith([]), cache: { records, workspace: '1' } as Cache }
  const titles = (text: string) => localResults(context, text).map(({ title }) => title)
  assert.deepEqual(titles('write brief'), ['Write the brief', 'Rewrite the briefing', 'A brief that others write'])
  assert.deepEqual(titles('brief write')[0], 'A brief that others write')
})

test('of equally good names the one that was registered first is found first, whatever its other letters', () => {
  const names = ['Tasks I assigned', 'Assign to…', 'Assign to me', 'Unassign']
  const records = createRecords()
  records.confirm(names.map((name, at) => ({ gid: String(at), members: { resource_type: 'task', name } })))
  const context = { ...contextWith([]), cache: { records, workspace: '1' } as Cache }
  const titles = localResults(context, 'assign').map(({ title }) => title)
  assert.deepEqual(titles, ['Assign to…', 'Assign to me', 'Tasks I assigned', 'Unassign'])
})
