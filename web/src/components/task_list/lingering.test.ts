import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkRecord } from '../../data/records.ts'
import { createLingering } from './lingering.ts'

const task = (gid: string, completed: boolean): WorkRecord => ({ gid, resource_type: 'task', completed })

/** A list of two tasks of which those that are not completed are shown. */
function listOfTwo() {
  const records = new Map(['a', 'b'].map(gid => [gid, task(gid, false)]))
  const lingering = createLingering(
    gid => records.get(gid),
    () => true,
  )
  const shown = () => new Set([...records.keys()].filter(gid => lingering.seen(gid)?.completed === false))
  return { records, lingering, shown }
}

test('a task that is completed is seen as before until it is released', () => {
  const { records, lingering, shown } = listOfTwo()
  assert.equal(lingering.note(shown(), 'view'), false)
  records.set('a', task('a', true))
  assert.equal(lingering.note(shown(), 'view'), true)
  assert.equal(lingering.note(shown(), 'view'), false)
  assert.deepEqual([...shown()], ['a', 'b'])
  lingering.release('a')
  assert.deepEqual([...shown()], ['b'])
  assert.equal(lingering.note(shown(), 'view'), false)
})

test('nothing is kept when the view changes, and nothing that was deleted', () => {
  const { records, lingering, shown } = listOfTwo()
  lingering.note(shown(), 'view')
  records.set('a', task('a', true))
  assert.equal(lingering.note(shown(), 'another view'), false)
  records.delete('b')
  assert.equal(lingering.note(shown(), 'another view'), false)
  assert.deepEqual(lingering.kept(), [])
})
