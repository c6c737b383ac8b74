/** What pages read when they open, and what was read ahead. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CacheReport } from './cache.ts'
import { createPageReads } from './page_reads.ts'

function createReads() {
  const requested: string[] = []
  const state = { time: 0, error: undefined as Error | undefined }
  const read = (what: string) => async (gid: string) => {
    requested.push(`${what} ${gid}`)
    if (state.error) throw state.error
  }
  const reads = createPageReads({
    reads: { task: read('task'), stories: read('stories'), project: read('project') },
    now: () => state.time,
  })
  return { ...reads, requested, state }
}

type Reads = ReturnType<typeof createReads>

const change = (gid: string, parent?: string): CacheReport => ({
  kind: 'change',
  change: {
    ...{ resource: { gid, resource_type: 'story' }, action: 'added' },
    ...(parent && { parent: { gid: parent, resource_type: 'task' } }),
  },
})

test('what was read ahead is not read again when the page opens, but the next time', async () => {
  const { ahead, now, requested } = createReads()
  await ahead('task', '1')
  await ahead('task', '1')
  await now('task', '1')
  assert.deepEqual(requested, ['task 1'])
  await now('task', '1')
  await now('stories', '1')
  assert.deepEqual(requested, ['task 1', 'task 1', 'stories 1'])
})

test('it is read again after a change of the object or of its parts, after a gap in the stream, and after a minute', async () => {
  const outdate = {
    change: ({ note }: Reads) => note(change('1')),
    part: ({ note }: Reads) => note(change('9', '1')),
    gap: ({ note }: Reads) => note({ kind: 'reset' }),
    minute: ({ state }: Reads) => {
      state.time += 60_000
    },
  }
  for (const [name, run] of Object.entries(outdate)) {
    const reads = createReads()
    await reads.ahead('stories', '1')
    reads.note(change('2'))
    run(reads)
    await reads.now('stories', '1')
    assert.equal(reads.requested.length, 2, name)
  }
})

test('a read that failed ahead is tried again by the page, which gets the error', async () => {
  const { ahead, now, requested, state } = createReads()
  state.error = new Error('Busy')
  const early = ahead('task', '1')
  await assert.rejects(now('task', '1'), /Busy/)
  await assert.rejects(early, /Busy/)
  assert.equal(requested.length, 2)
  await assert.rejects(ahead('task', '1'), /Busy/)
  state.error = undefined
  await now('task', '1')
  assert.equal(requested.length, 4)
})
