/** Records by their type. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecords } from './records.ts'

const task = (gid: string, name = gid) => ({ gid, members: { resource_type: 'task', name } })
const gidsOf = (records: ReturnType<typeof createRecords>, type: string) => records.all(type).map(({ gid }) => gid)

test('the records of a type are those that are shown, in the order in which they came', () => {
  const records = createRecords()
  records.confirm([task('1'), { gid: '2', members: { resource_type: 'tag', name: 'urgent' } }, task('3')])
  records.addLayer('act', [task('local'), { gid: '1', members: { name: 'one' } }, { gid: '3', members: null }])
  assert.deepEqual(
    records.all('task').map(({ gid, name }) => [gid, name]),
    [
      ['1', 'one'],
      ['local', 'local'],
    ],
  )
  assert.deepEqual(gidsOf(records, 'tag'), ['2'])
  assert.deepEqual(gidsOf(records, 'project'), [])
  records.dropLayer('act')
  assert.deepEqual(gidsOf(records, 'task'), ['1', '3'])
})

test('a record that is renamed, removed or of another type is no longer among the former ones', () => {
  const records = createRecords()
  records.confirm([task('local'), task('2')])
  records.rename('local', '1')
  assert.deepEqual(['1', '2'].map(records.keyOf), ['local', '2'])
  records.remove(['2'])
  assert.deepEqual(gidsOf(records, 'task'), ['1'])
  records.confirm([{ gid: '1', members: { resource_type: 'project' } }])
  assert.deepEqual([gidsOf(records, 'task'), gidsOf(records, 'project')], [[], ['1']])
  records.clear()
  assert.deepEqual(gidsOf(records, 'project'), [])
})

test('a record is pending while a layer changes it, and each change counts as a version', () => {
  const records = createRecords()
  records.confirm([task('1'), task('2')])
  const version = records.version()
  records.addLayer('act', [{ gid: '1', members: { name: 'one' } }])
  assert.deepEqual([records.isPending('1'), records.isPending('2')], [true, false])
  records.commitLayer('act')
  assert.equal(records.isPending('1'), false)
  assert.equal(records.version(), version + 2)
  records.confirm([task('2')])
  assert.equal(records.version(), version + 2)
})
