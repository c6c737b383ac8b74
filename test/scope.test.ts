/** The test scope: cleanup runs at the end of the test that registered it, and an unhandled error fails its test. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Message } from '../scripts/test_batch.ts'
import { folderFor } from './harness/program.ts'

const program = join(import.meta.dirname, '../scripts/test_batch.ts')

/** What a process reports about a file, and its output. */
async function runFiles(t: Parameters<typeof folderFor>[0], text: string) {
  const file = join(folderFor(t), 'some.test.mjs')
  writeFileSync(file, `import { after, before, describe, getTestContext, test } from 'node:test'\n${text}`)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const batch = { files: [file], names: [], notNames: [], timeout: 60_000 }
  const child = fork(program, [JSON.stringify(batch)], { env, silent: true })
  const messages: Message[] = []
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', more => (output += more))
  child.on('message', one => void messages.push(one as Message))
  await once(child, 'close')
  const failed = messages.flatMap(one => (one.kind === 'failed' ? [`${one.name}: ${one.why.split('\n')[0]}`] : []))
  return { failed, output: output.trim() }
}

test('the cleanup of a test runs at its end, wherever it was registered', async t => {
  const { failed, output } = await runFiles(
    t,
    `const log = []
    const pause = () => new Promise(resolve => setTimeout(resolve, 1))
    const leave = name => after(() => void log.push('after ' + name))
    after(() => console.log(log.join(', ')))
    test('one', async () => { await pause(); leave('one'); log.push(getTestContext().name) })
    test('two', async t => {
      await t.test('part', async () => { await pause(); leave('part') })
      log.push('two')
    })
    describe('group', () => {
      before(async () => { await pause(); log.push('before group') })
      test('three', async () => { await pause(); leave('three'); log.push('three') })
      leave('group')
    })`,
  )
  assert.deepEqual(failed, [])
  assert.equal(output, 'one, after one, after part, two, before group, three, after three, after group')
})

test('an unhandled error fails the test that caused it', async t => {
  const { failed } = await runFiles(
    t,
    `const ended = ({ signal }) => new Promise(resolve => {
      const timer = setTimeout(resolve, 5_000)
      signal.addEventListener('abort', () => resolve(clearTimeout(timer)))
    })
    const later = () => new Promise(resolve => setTimeout(resolve, 1))
    test('throws', async t => { setTimeout(() => { throw new Error('thrown') }, 1); await ended(t) })
    test('rejects', async t => { void later().then(() => Promise.reject(new Error('rejected'))); await ended(t) })
    test('passes', later)`,
  )
  assert.deepEqual(failed, ['throws: Error: thrown', 'rejects: Error: rejected'])
})
