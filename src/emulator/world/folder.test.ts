/** The folders of stores: those of other processes stay while they are used or young. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderFor } from '../../../test/harness/program.ts'
import { systemClock } from '../../lib/clock.ts'
import { createStoreFolder } from './folder.ts'

const HOUR_MS = 3_600_000

test('a start removes the folders that killed processes have left, and none that is being created', t => {
  const parent = folderFor(t)
  const made = (name: string) => {
    const folder = join(parent, name)
    mkdirSync(folder)
    return folder
  }
  const [abandoned, young, other] = ['workloom-emulator-a', 'workloom-emulator-b', 'other'].map(made)
  assert.ok(abandoned && young && other)
  const hourAgo = new Date(systemClock() - HOUR_MS)
  for (const folder of [abandoned, other]) utimesSync(folder, hourAgo, hourAgo)
  const first = createStoreFolder(parent)
  assert.deepEqual([abandoned, young, other].map(existsSync), [false, true, true])
  const store = first.create()
  createStoreFolder(parent).remove()
  assert.equal(existsSync(store), true)
  first.remove()
  assert.equal(existsSync(store), false)
})
