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
import { batched, fastOf, findFiles, SERVER, startsPrograms, usesEngine } from './test_files.ts'
import { follow, guess, type Progress, roughly } from './test_progress.ts'
import { createTimes, type Times } from './test_times.ts'

/** What the tests of one process, or of several, gave. */
interface Totals {
  tests: number
  passed: number
  failed: number
  /** A line of each failed test. */
  failures: readonly string[]
  /** The reason of each skipped test. */
  skipped: readonly string[]
}

type Variables = Record<string, string | undefined>

/** The run of some files on one engine. */
interface EngineRun {
  engine: string
  variables: Variables
  progress: Progress
  times: Times
}

/** The files of a process, and what they gave. */
interface Result extends Totals {
  files: readonly string[]
}

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

/** At most this many processes with failures run again: if more failed, the change is wrong, or the machine. */
const MAX_REPEATED = 2

/** The part of a failure that the summary repeats. It contains the seed of a property. */
const SUMMARY_CHARACTERS = 400

const clock = () => performance.now()

/** Runs the files in their processes and returns the summary. */
async function runOn(engine: string, files: readonly string[], variables: Variables, note: string): Promise<string> {
  const started = clock()
  const batches = batched(files, workers)
  const queue = batches.values()
  const times = createTimes(root, clock)
  const progress = follow(files, workers, process.stdout, clock)
  const run: EngineRun = { engine, variables, progress, times }
  const results: Result[] = []
  const runWorker = async () => {
    for (const batch of queue) results.push(await runBatch(run, batch))
  }
  await Promise.all(Array.from({ length: workers }, runWorker))
  const unstable = await repeatFailed(run, results)
  progress.end()
  for (const line of times.slowest(Number(options.slowest))) console.log(line)
  const totals = sumOf(results)
  if (totals.failed > 0 || totals.tests === 0) process.exitCode = 1
  const seconds = ((clock() - started) / 1000).toFixed(1)
  return summary(engine, totals, unstable, `${seconds} s (${files.length} files in ${batches.length} processes${note})`)
}

/** The counts, and then what failed once more, because the end of a long output is what people see first. */
function summary(engine: string, totals: Totals, unstable: readonly string[], note: string): string {
  const { tests, passed, failed, failures, skipped } = totals
  const counts = `${tests} tests, ${passed} passed, ${failed} failed, ${skipped.length} skipped`
  const reasons = Object.entries(Object.groupBy(skipped, why => why || 'no reason is given'))
  const lines = [
    ...failures.map(line => `failed: ${line}`),
    ...unstable.map(line => `unstable: ${line}`),
    ...reasons.map(([why, all = []]) => `${all.length} skipped: ${why}`).sort(),
  ]
  return [`${failed > 0 ? '✖' : '✔'} ${engine}: ${counts}, ${note}`, ...lines].join('\n    ')
}

const sumOf = (results: readonly Totals[]): Totals => ({
  tests: results.reduce((sum, { tests }) => sum + tests, 0),
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  failures: results.flatMap(({ failures }) => failures),
  skipped: results.flatMap(({ skipped }) => skipped),
})

/**
 * Runs the files with failures that start programs or browsers again, alone (decision 101). If they pass, that counts, and
 * their failures are returned: the summary names these tests as unstable.
 */
async function repeatFailed(run: EngineRun, results: Result[]): Promise<string[]> {
  const failed = results.filter(result => result.failed > 0)
  if (failed.length > MAX_REPEATED) return []
  const unstable: string[] = []
  for (const result of failed.filter(({ files }) => files.every(startsPrograms))) {
    const again = await runBatch(run, result.files)
    if (again.failed > 0) continue
    results[results.indexOf(result)] = again
    unstable.push(...result.failures)
  }
  return unstable
}

/** Runs files in one process. */
async function runBatch({ engine, variables, progress, times }: EngineRun, files: readonly string[]): Promise<Result> {
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
  const failures = failuresOf(messages, signal ?? code).map(({ file, name, why }) => {
    const location = relative(root, file) || files.join(' ')
    progress.say(`✖ ${engine}: ${name}\n  ${location}\n${indented(why)}\n`)
    return `${name} (${location}): ${why.replaceAll(/\s+/g, ' ').slice(0, SUMMARY_CHARACTERS)}`
  })
  if (failures.length > 0 && output.length > 0) progress.say(`Output of the process:\n${indented(output.join(''))}\n`)
  return { files, ...totalsOf(messages, failures) }
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
function totalsOf(messages: readonly Message[], failures: readonly string[]): Totals {
  const counted = messages.filter(one => one.kind === 'counted')
  return {
    tests: counted.reduce((sum, { tests }) => sum + tests, 0),
    passed: counted.reduce((sum, { passed }) => sum + passed, 0),
    failed: Math.max(
      counted.reduce((sum, { failed }) => sum + failed, 0),
      failures.length,
    ),
    failures,
    skipped: messages.filter(one => one.kind === 'skipped').map(({ why }) => why),
  }
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
