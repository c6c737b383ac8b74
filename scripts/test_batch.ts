/**
 * Runs some test files in one process: `node scripts/test_batch.ts JSON`, started by `test.ts`. It reports failed and
 * skipped tests and the counts, but not the names of two thousand passed tests.
 */
import { AssertionError } from 'node:assert'
import { inspect } from 'node:util'
import { run } from './test_scope.ts'

/** The tests to run; the patterns are those of `node --test`. */
export interface Batch {
  readonly files: readonly string[]
  readonly names: readonly string[]
  readonly notNames: readonly string[]
  /** The time limit of a test, in milliseconds. */
  readonly timeout: number
}

export type Message =
  | { kind: 'failed'; file: string; name: string; why: string }
  | { kind: 'skipped'; file: string; name: string; why: string }
  | { kind: 'passed'; file: string }
  | { kind: 'took'; file: string; name: string; milliseconds: number; computed: number }
  | { kind: 'counted'; tests: number; passed: number; failed: number }

/**
 * The time until the process must exit after its tests, in milliseconds: resources that they leave open would be leaked
 * by the program.
 */
const EXIT_TIMEOUT_MS = 15_000

const send = (message: Message) => void process.send?.(message)

/** The names of the suites around the current test, the outermost first. */
const ancestors: string[] = []

interface TestEvent {
  name: string
  nesting: number
  file?: string
  skip?: string | boolean
  todo?: string | boolean
  details?: { error?: Error; duration_ms?: number }
}

function testName({ name, nesting, file = '' }: TestEvent): { file: string; name: string } {
  return { file, name: [...ancestors.slice(0, nesting), name].join(' › ') }
}

function sendFailure(test: TestEvent): void {
  const error = test.details?.error
  const kind = error && 'failureType' in error ? error.failureType : undefined
  // The failed subtest has been reported.
  if (kind === 'subtestsFailed' || test.todo) return
  send({ kind: 'failed', ...testName(test), why: described(error?.cause ?? error) })
}

/** The message of an assertion is complete; frames of the runtime add nothing. */
function described(error: unknown): string {
  const text = error instanceof AssertionError ? (error.stack ?? error.message) : inspect(error, { depth: 8 })
  return text.replaceAll(/^ +at .*\bnode:internal\/.*$\n?/gm, '').trimEnd()
}

function sendPassed(test: TestEvent): void {
  if (test.skip === undefined) send({ kind: 'passed', file: test.file ?? '' })
  else send({ kind: 'skipped', ...testName(test), why: typeof test.skip === 'string' ? test.skip : '' })
}

let cpuBefore = process.cpuUsage()

/** The time of nested tests is part of the outer one, because tests run one after the other. */
function sendTime({ nesting, name, file = '', details }: TestEvent): void {
  if (nesting > 0) return
  const { user, system } = process.cpuUsage(cpuBefore)
  cpuBefore = process.cpuUsage()
  send({ kind: 'took', file, name, milliseconds: details?.duration_ms ?? 0, computed: (user + system) / 1000 })
}

function watchExit(): void {
  const timer = setTimeout(() => {
    const why = `still open: ${process.getActiveResourcesInfo().join(', ')}`
    send({ kind: 'failed', file: '', name: 'The process did not exit after its tests', why })
    process.disconnect?.()
  }, EXIT_TIMEOUT_MS)
  timer.unref()
}

// The parent has exited.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const { files, names, notNames, timeout }: Batch = JSON.parse(process.argv[2] ?? '{}')
const events = run({
  files: [...files],
  isolation: 'none',
  timeout,
  ...(names.length > 0 && { testNamePatterns: [...names] }),
  ...(notNames.length > 0 && { testSkipPatterns: [...notNames] }),
})
events.on('test:start', ({ name, nesting }) => {
  ancestors[nesting] = name
})
events.on('test:fail', sendFailure)
events.on('test:pass', sendPassed)
for (const end of ['test:fail', 'test:pass'] as const) events.on(end, sendTime)
events.on('test:diagnostic', ({ message, level, file = '' }) => {
  // An error outside all tests.
  if (level === 'warn' || level === 'error') send({ kind: 'failed', file, name: 'Outside the tests', why: message })
})
events.on('test:summary', ({ counts, file }) => {
  if (file !== undefined) return
  const { tests, passed, skipped, todo } = counts
  send({ kind: 'counted', tests, passed, failed: tests - passed - skipped - todo })
  watchExit()
})
