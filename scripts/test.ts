/**
 * `npm test`: every test on SQLite, and the tests that use a store on PostgreSQL again, if there is one. `npm test --
 * FILE… --engine sqlite|postgres --test-name-pattern TEXT` runs fewer; `--fast` omits tests that start programs and
 * browsers, slow ones, and most that use a store; `--golden` rewrites the golden files; `--slowest N` prints the slowest
 * files, tests and processes.
 *
 * A process for each file would spend most of its time on loading the same modules, and one for all would keep every
 * world in memory until the end: so each process runs a few files, and there is one process more than cores.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from './postgres.ts'
import type { Batch, Message } from './test_batch.ts'
import { batched, fastOf, findFiles, SERVER, usesEngine } from './test_files.ts'
import { follow, guess, type Progress, roughly } from './test_progress.ts'
import { createTimes, type Times } from './test_times.ts'

interface Totals {
  tests: number
  passed: number
  failed: number
  /** A line of each failed test. */
  failures: string[]
  /** Skipped tests, by reason. */
  skipped: Map<string, number>
}

type Variables = Record<string, string | undefined>

const root = join(import.meta.dirname, '..')
/** One more than cores: tests also wait, for a server that starts, a timeout, a response of a database. */
const workers = Math.max(2, availableParallelism()) + 1

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string' },
    fast: { type: 'boolean', default: false },
    golden: { type: 'boolean', default: false },
    slowest: { type: 'string', default: '0' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
    'test-skip-pattern': { type: 'string', multiple: true, default: [] },
    'test-timeout': { type: 'string', default: '180000' },
  },
})

const found = findFiles(positionals.length > 0 ? positionals : ['src', 'test', 'web/src'])
const all = options.fast ? fastOf(found) : found

/** Worlds live for a test and are many: with this space for new objects, in megabytes, few are copied before they die. */
const YOUNG_SPACE = '--max-semi-space-size=32'

/** The part of a failure that the summary repeats. It contains the seed of a property. */
const SUMMARY_CHARACTERS = 400

const clock = () => performance.now()

/** Runs the files in their processes and returns the summary line. */
async function runOn(engine: string, files: readonly string[], variables: Variables, note: string): Promise<string> {
  const started = clock()
  const totals: Totals = { tests: 0, passed: 0, failed: 0, failures: [], skipped: new Map() }
  const batches = batched(files, workers)
  const queue = batches.values()
  const times = createTimes(root, clock)
  const progress = follow(files, workers, process.stdout, clock)
  const runWorker = async () => {
    for (const batch of queue) await runBatch(engine, batch, variables, totals, progress, times)
  }
  await Promise.all(Array.from({ length: workers }, runWorker))
  progress.end()
  for (const line of times.slowest(Number(options.slowest))) console.log(line)
  if (totals.failed > 0 || totals.tests === 0) process.exitCode = 1
  const skipped = [...totals.skipped].map(([why, count]) => `\n    ${count} skipped: ${why || 'no reason is given'}`)
  const seconds = ((clock() - started) / 1000).toFixed(1)
  const { tests, passed, failed } = totals
  const sum = [...totals.skipped.values()].reduce((sum, count) => sum + count, 0)
  const counts = `${tests} tests, ${passed} passed, ${failed} failed, ${sum} skipped`
  const sizes = `${files.length} files in ${batches.length} processes${note}`
  // Once more, because the end of a long output is what people see first.
  const rest = [...totals.failures.map(one => `\n    failed: ${one}`), ...skipped.sort()].join('')
  return `${failed > 0 ? '✖' : '✔'} ${engine}: ${counts}, ${seconds} s (${sizes})${rest}`
}

async function runBatch(
  engine: string,
  files: readonly string[],
  variables: Variables,
  totals: Totals,
  progress: Progress,
  times: Times,
): Promise<void> {
  const batch: Batch = {
    files: files.map(file => join(root, file)),
    names: options['test-name-pattern'],
    notNames: options['test-skip-pattern'],
    timeout: Number(options['test-timeout']),
  }
  // Processes share the compile cache.
  const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }
  const modes = { ...(options.golden && { GOLDEN: 'write' }), ...(options.fast && { WORKLOOM_TEST_FAST: 'yes' }) }
  const env = { ...process.env, ...cache, ...modes, ...variables }
  const program = join(import.meta.dirname, 'test_batch.ts')
  const ended = times.started(files)
  const child = fork(program, [JSON.stringify(batch)], { cwd: root, env, execArgv: [YOUNG_SPACE], silent: true })
  const { output, messages } = listen(child, files, progress)
  const endWatch = endWhenSilent(child, 2 * batch.timeout)
  const [code, signal] = await once(child, 'close')
  endWatch()
  progress.done(files)
  ended(messages)
  const failures = failuresOf(messages, signal ?? code)
  add(totals, messages, failures.length)
  for (const { file, name, why } of failures) {
    const location = relative(root, file) || files.join(' ')
    totals.failures.push(`${name} (${location}): ${why.replaceAll(/\s+/g, ' ').slice(0, SUMMARY_CHARACTERS)}`)
    progress.say(`✖ ${engine}: ${name}\n  ${location}\n${indented(why)}\n`)
  }
  if (failures.length > 0 && output.length > 0) progress.say(`Output of the process:\n${indented(output.join(''))}\n`)
}

/** The failures that a process reported, and its own if it ended before it reported all. */
function failuresOf(messages: readonly Message[], end: number | NodeJS.Signals) {
  const failures = messages.filter(one => one.kind === 'failed')
  if (!messages.some(one => one.kind === 'counted') || (end !== 0 && failures.length === 0)) {
    const last = messages.findLast(one => 'file' in one)?.file
    const why = `Its exit code or signal is ${end}. Its last message was about ${last ?? 'no file'}.`
    failures.push({ kind: 'failed', file: '', name: 'The test process exited before its summary', why })
  }
  return failures
}

/** Collects the output and the messages of a process, and shows them as progress. */
function listen(child: ChildProcess, files: readonly string[], progress: Progress) {
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', text => output.push(text))
  const messages: Message[] = []
  child.on('message', message => {
    const one = message as Message
    messages.push(one)
    if (one.kind !== 'counted' && one.kind !== 'took') progress.record(one.kind)
    // A process runs its files one after the other: earlier ones are finished.
    if (one.kind === 'passed') progress.done(files.slice(0, Math.max(0, files.indexOf(relative(root, one.file)))))
  })
  return { output, messages }
}

/** Kills a process that reports no test within the silence: its present test never ends. Returns the end of the watch. */
function endWhenSilent(child: ChildProcess, silenceMs: number): () => void {
  const watch = setTimeout(() => child.kill('SIGKILL'), silenceMs)
  child.on('message', () => void watch.refresh())
  return () => clearTimeout(watch)
}

const indented = (text: string): string => text.trimEnd().replaceAll(/^/gm, '    ')

/** A test with a failed subtest counts as failed too; at least the reported ones have failed. */
function add(totals: Totals, messages: readonly Message[], failures: number): void {
  let failed = 0
  for (const one of messages) {
    if (one.kind === 'skipped') totals.skipped.set(one.why, (totals.skipped.get(one.why) ?? 0) + 1)
    if (one.kind !== 'counted') continue
    totals.tests += one.tests
    totals.passed += one.passed
    failed += one.failed
  }
  totals.failed += Math.max(failed, failures)
}

async function runOnPostgres(files: readonly string[]): Promise<string> {
  const rest = all.length - files.length
  const note = rest > 0 ? `; ${rest} that have nothing to do with the engine run once` : ''
  if (files.length === 0) return '– PostgreSQL: none of these files has to do with it'
  const configuredUrl = process.env[SERVER]
  if (configuredUrl) return runOn('PostgreSQL', files, {}, note)
  const server = await startPostgres()
  if ('missing' in server) {
    if (options.engine === 'postgres') process.exitCode = 1
    return `– PostgreSQL: not run, because ${server.missing}`
  }
  try {
    return await runOn('PostgreSQL', files, { [SERVER]: server.url }, note)
  } finally {
    await server.stop()
  }
}

/** The pages that browser tests open. */
function buildWeb(): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** Prints what will run, and an estimate of its duration; nothing for a few files. */
function announce(onSqlite: readonly string[], onPostgres: readonly string[]): void {
  const seconds = guess(onSqlite, workers) + guess(onPostgres, workers)
  if (options.fast || seconds < 60) return
  const parts = [onSqlite.length > 0 && `${onSqlite.length} files on SQLite`]
  parts.push(onPostgres.length > 0 && `${onPostgres.length} on PostgreSQL, where there is one`)
  console.log(`${parts.filter(Boolean).join(', then ')}: ${roughly(seconds)}. npm run check is shorter.`)
}

const onSqlite = options.engine === 'postgres' ? [] : all
const onPostgres = options.engine === 'sqlite' ? [] : all.filter(usesEngine)
if (!options.fast) buildWeb()
announce(onSqlite, onPostgres)
const summaries: string[] = []
if (options.engine !== 'postgres') summaries.push(await runOn('SQLite', all, { [SERVER]: undefined }, ''))
// The summary comes at the end, after the output about PostgreSQL: this is printed ahead.
if (options.engine === undefined) console.log(`Before the tests on PostgreSQL:\n  ${summaries.join()}`)
if (options.engine !== 'sqlite') summaries.push(await runOnPostgres(onPostgres))
console.log(summaries.join('\n'))
