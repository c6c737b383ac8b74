/** The format, the levels and the context of log lines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, requestId, runInContext } from './context.ts'
import { createLog, type LogLevel } from './log.ts'

type LogLine = Record<string, unknown>

function place(level: LogLevel = 'info') {
  const written: string[] = []
  const log = createLog({ clock: () => Date.UTC(2026, 0, 5, 9), level, write: line => void written.push(line) })
  return { log, written, lines: () => written.map(line => JSON.parse(line) as LogLine) }
}

test('a line is one JSON object with its time and level', () => {
  const { log, written, lines } = place()
  log({ level: 'error', message: 'First\nsecond', cause: 'x\u2028y', status: 500 })
  assert.deepEqual(lines(), [
    {
      ...{ level: 'error', time: '2026-01-05T09:00:00.000Z', message: 'First\nsecond' },
      ...{ cause: 'x\u2028y', status: 500 },
    },
  ])
  assert.doesNotMatch(written.join(), /\n/)
})

test('lines below the level are dropped', () => {
  const all = ['debug', 'info', 'notice', 'warn', 'error']
  const from = { debug: all, info: all.slice(1), warn: all.slice(3), error: all.slice(4) }
  for (const [level, expected] of Object.entries(from)) {
    const { log, lines } = place(level as LogLevel)
    for (const asked of all) log({ level: asked, message: asked })
    assert.deepEqual(
      lines().map(line => line.message),
      expected,
    )
  }
})

test('a line with a missing or unknown level is written as info', () => {
  const { log, lines } = place()
  for (const level of [undefined, 'shout', 7, 'constructor', '__proto__', 'child']) log({ level, message: 'x' })
  assert.deepEqual(
    lines().map(({ level }) => level),
    Array(6).fill('info'),
  )
})

test('fixed members are in every line', () => {
  const written: string[] = []
  const options = { clock: () => 0, level: 'info', fields: { worker: 3 } } as const
  createLog({ ...options, write: line => void written.push(line) })({ message: 'x' })
  const line = { level: 'info', time: '1970-01-01T00:00:00.000Z', worker: 3, message: 'x' }
  assert.deepEqual(
    written.map(text => JSON.parse(text)),
    [line],
  )
})

test('secrets are removed from a line', () => {
  const { log, written } = place()
  log({
    message: 'GET /-/x?code=s3cret',
    headers: { authorization: 's3cret' },
    cause: new Error('no smtp://a:s3cret@b'),
  })
  assert.equal(written.length, 1)
  assert.doesNotMatch(written.join(), /s3cret/)
  assert.match(written.join(), /redacted/)
})

test('a line names the current request or job, unless it names one itself', async () => {
  const { log, lines } = place()
  const one = createContext('request', 'request-1')
  await runInContext(one, async () => {
    await new Promise(resolve => setImmediate(resolve))
    log({ message: 'a' })
    runInContext({ ...createContext('job', 'job-1'), trace: 'trace-1' }, () => log({ message: 'b' }))
    runInContext(undefined, () => log({ message: 'c' }))
    log({ message: 'd', request: 'request-2' })
  })
  log({ message: 'e' })
  assert.deepEqual(
    lines().map(({ message, request, job, trace }) => [message, request, job, trace]),
    [
      ['a', 'request-1', undefined, undefined],
      ['b', undefined, 'job-1', 'trace-1'],
      ['c', undefined, undefined, undefined],
      ['d', 'request-2', undefined, undefined],
      ['e', undefined, undefined, undefined],
    ],
  )
})

test('a request keeps a harmless id from the client, and otherwise gets a new one', () => {
  const fresh = () => 'fresh'
  for (const sane of ['12345678', 'a2fb7cc8-46af-4646-a70e-1fc4edeff01f', 'A.b_c-d9', 'x'.repeat(64)]) {
    assert.equal(requestId(sane, fresh), sane)
  }
  const insane = [
    '',
    '1234567',
    'x'.repeat(65),
    'has space 1',
    'a\nb345678',
    '<script>',
    'ünïcode12',
    '12345678\n',
    "';drop--1",
  ]
  for (const sent of [...insane, undefined, ['12345678', '12345678']]) assert.equal(requestId(sent, fresh), 'fresh')
})
