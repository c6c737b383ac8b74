/**
 * Some files of tests in one process: `node scripts/test_batch.ts JSON`, started by `test.ts`, which it tells what did not
 * pass and how many did. Nobody reads two thousand names of tests that passed.
 */
import { AssertionError } from 'node:assert'
import { inspect } from 'node:util'
import { run } from './test_scope.ts'

/** What is to be run; the patterns are those of `node --test`. */
export interface Batch {
  readonly files: readonly string[]
  readonly names: readonly string[]
  readonly notNames: readonly string[]
  /** Milliseconds that a test may take. */
  readonly timeout: number
}

export type Told =
  | { kind: 'failed'; file: string; name: string; why: string }
  | { kind: 'skipped'; file: string; name: string; why: string }
  | { kind: 'passed'; file: string }
  | { kind: 'took'; file: string; name: string; milliseconds: number; computed: number }
  | { kind: 'counted'; tests: number; passed: number; failed: number }

/** How long a process may live on when its tests are over: what they leave open would be left open by the program. */
const GRACE = 15_000

const tell = (told: Told) => void process.send?.(told)

/** The names of the tests around the one that is told of, the outermost first. */
const around: string[] = []

interface Seen {
  name: string
  nesting: number
  file?: string
  skip?: string | boolean
  todo?: string | boolean
  details?: { error?: Error; duration_ms?: number }
}

function named({ name, nesting, file = '' }: Seen): { file: string; name: string } {
  return { file, name: [...around.slice(0, nesting), name].join(' › ') }
}

function tellFailure(test: Seen): void {
  const error = test.details?.error
  const kind = error && 'failureType' in error ? error.failureType : undefined
  // What failed within it has been told.
  if (kind === 'subtestsFailed' || test.todo) return
  tell({ kind: 'failed', ...named(test), why: described(error?.cause ?? error) })
}

/** An assertion has said everything in its message; frames of the runtime say nothing. */
function described(error: unknown): string {
  const text = error instanceof AssertionError ? (error.stack ?? error.message) : inspect(error, { depth: 8 })
  return text.replaceAll(/^ +at .*\bnode:internal\/.*$\n?/gm, '').trimEnd()
}

function tellPassed(test: Seen): void {
  if (test.skip === undefined) tell({ kind: 'passed', file: test.file ?? '' })
  else tell({ kind: 'skipped', ...named(test), why: typeof test.skip === 'string' ? test.skip : '' })
}

let before = process.cpuUsage()

/** What stands within others is part of their time, which is one after the other. */
function tellTime({ nesting, name, file = '', details }: Seen): void {
  if (nesting > 0) return
  const { user, system } = process.cpuUsage(before)
  before = process.cpuUsage()
  tell({ kind: 'took', file, name, milliseconds: details?.duration_ms ?? 0, computed: (user + system) / 1000 })
}

function watchTheEnd(): void {
  const late = setTimeout(() => {
    const why = `still open: ${process.getActiveResourcesInfo().join(', ')}`
    tell({ kind: 'failed', file: '', name: 'The process does not end by itself', why })
    process.disconnect?.()
  }, GRACE)
  late.unref()
}

// Who would hear of it has gone.
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
  around[nesting] = name
})
events.on('test:fail', tellFailure)
events.on('test:pass', tellPassed)
for (const end of ['test:fail', 'test:pass'] as const) events.on(end, tellTime)
events.on('test:diagnostic', ({ message, level, file = '' }) => {
  // Something failed that no test waited for.
  if (level === 'warn' || level === 'error') tell({ kind: 'failed', file, name: 'Beside the tests', why: message })
})
events.on('test:summary', ({ counts, file }) => {
  if (file !== undefined) return
  const { tests, passed, skipped, todo } = counts
  tell({ kind: 'counted', tests, passed, failed: tests - passed - skipped - todo })
  watchTheEnd()
})
