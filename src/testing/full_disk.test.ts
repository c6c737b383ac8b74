/** An emulator whose disk is full, as a limit of the size of its files makes it: it refuses writes, and recovers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAIN } from '../../test/harness/program.ts'
import { startWorkloom } from './start.ts'

/** The files of a world cannot grow further, in blocks of 512 bytes: 12 MB. */
const LIMIT_BLOCKS = 24_000
const skip = process.platform === 'linux' ? false : 'other systems signal a full file in other ways'

test('an emulator on a full disk refuses writes, still reads, and a reset makes room', { skip }, async t => {
  const limited = ['-c', `ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`, process.execPath, MAIN, 'emulator']
  const w = await startWorkloom({ command: { program: 'sh', args: limited } })
  t.after(() => w.close())
  const headers = { authorization: `Bearer ${w.token('ann')}`, 'content-type': 'application/json' }
  const create = (notes: string) => {
    const body = JSON.stringify({ data: { workspace: w.workspace, name: 'New', notes } })
    return fetch(`${w.api}/tasks`, { method: 'POST', headers, body })
  }
  let [refused, created] = [await create('first'), 0]
  while (refused.status === 201 && created++ < 1000) refused = await create('x'.repeat(60_000))
  assert.equal(refused.status, 503)
  const { errors } = (await refused.json()) as { errors: { message: string }[] }
  assert.match(errors[0]?.message ?? '', /\w/)
  assert.equal((await fetch(`${w.api}/users/me`, { headers })).status, 200)
  await w.reset()
  assert.equal((await create('after')).status, 201)
})
