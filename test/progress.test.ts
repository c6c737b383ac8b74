/** The progress display of `npm test`. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { follow, guess, roughly } from '../scripts/test_progress.ts'

const files = Array.from({ length: 100 }, (_, index) => `src/${index}.test.ts`)

function startProgress(t: TestContext, isTTY: boolean) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const time = { now: 0 }
  const written: string[] = []
  const progress = follow(files, 2, { isTTY, write: text => written.push(text) }, () => time.now)
  const pass = (milliseconds: number) => {
    time.now += milliseconds
    t.mock.timers.tick(milliseconds)
  }
  return { progress, written, pass }
}

test('a terminal shows one line that is rewritten, below lines that stay', t => {
  const { progress, written, pass } = startProgress(t, true)
  for (let passed = 0; passed < 1204; passed++) progress.record('passed')
  progress.record('failed')
  progress.done(files.slice(0, 50))
  pass(200)
  const line = '50 of 100 files · 1,204 passed · 1 failed · about 10 s left'
  assert.deepEqual(written, [`\r${line}\u001b[K`])
  progress.say('✖ it failed')
  progress.end()
  assert.deepEqual(written.slice(1), ['\r\u001b[K', '✖ it failed\n', '\r\u001b[K'])
  pass(1000)
  assert.equal(written.length, 4, 'nothing is shown after the end')
})

test('a file or a pipe gets one line a minute, and no control characters', t => {
  const { progress, written, pass } = startProgress(t, false)
  pass(59_000)
  assert.deepEqual(written, [])
  pass(1000)
  progress.done(files)
  pass(60_000)
  progress.end()
  const counts = '0 passed · 0 failed'
  assert.match(written[0] ?? '', new RegExp(`^0 of 100 files · ${counts} · about \\d+ min left\\n$`))
  assert.equal(written[1], `100 of 100 files · ${counts} · about 0 s left\n`)
  assert.equal(written.length, 2)
})

test('the remaining time follows the elapsed time', t => {
  const { progress, written, pass } = startProgress(t, false)
  progress.done(files.slice(0, 50))
  pass(60_000 * 10)
  const minutes = written.map(line => Number(/about (\d+) min/.exec(line)?.[1]))
  assert.deepEqual(minutes.at(-1), 8, 'half of the files took ten minutes')
})

test('an estimate weights files that start programs more, and is shown in round numbers', () => {
  assert.equal(Math.round(guess(files, 2)), 35)
  assert.ok(guess(['test/journeys/cli.test.ts'], 1) > guess(['src/lib/gid.test.ts'], 1))
  assert.deepEqual([0, 11, 89, 90, 400].map(roughly), [
    'about 0 s',
    'about 20 s',
    'about 90 s',
    'about 2 min',
    'about 7 min',
  ])
})
