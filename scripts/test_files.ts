/** The test files: which exist, which use an engine, and which share a process. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/** They start programs or browsers, or are clients that require a process of their own. */
const STARTS_PROGRAMS = ['test/browser/', 'test/clients/', 'test/journeys/', 'test/faults/']

/** They send thousands of requests, or copy thousands of rows; other tests find the same faults sooner. */
const SLOWEST = [
  'src/store/transfer/backup.test.ts',
  'src/store/transfer/transfer.test.ts',
  'test/catalog/pages.test.ts',
  'test/catalog/writable.test.ts',
  'test/catalog/invalid_input.test.ts',
  'test/http/hostile.test.ts',
  'test/policy/account.test.ts',
  'test/scim/errors.test.ts',
  'test/scim/filters.properties.test.ts',
  'test/scim/filters.sets.properties.test.ts',
  'test/scim/listing.test.ts',
  'test/scim/load.test.ts',
  'test/scim/patch.properties.test.ts',
]

/**
 * They compute or wait for seconds: passwords, floods, models, long lists, every operation by every role. They share
 * processes.
 */
const SLOW = [
  'src/cli/',
  'src/client/follow.test.ts',
  'src/emulator/',
  'src/events/stories.test.ts',
  'src/http/console/password.test.ts',
  // `lists.test.ts` finds most faults of lists.
  'src/http/console/records/lists.size.test.ts',
  'src/http/console/sign_in.test.ts',
  'src/http/console/sign_in_failed.test.ts',
  'src/http/console/sign_in_provider.test.ts',
  'src/http/live/live.test.ts',
  'src/identity/passwords.test.ts',
  'src/identity/tokens.test.ts',
  'src/jobs/deliver.test.ts',
  'src/jobs/prune_changes.test.ts',
  'src/jobs/webhook_client.test.ts',
  'src/jobs/worker.test.ts',
  'src/lib/rich_text.test.ts',
  'src/limits/shared.test.ts',
  'src/observe/traces.test.ts',
  'src/resources/exports/',
  'src/resources/fields/states.properties.test.ts',
  'src/resources/fields/values.refused.test.ts',
  'src/resources/platform/event.test.ts',
  // They start compilers and programs; `src/client/` and `operations.test.ts` find the faults of the client.
  'src/testing/testing.test.ts',
  'test/typed_client/docs.test.ts',
  'test/typed_client/package.test.ts',
  'test/typed_client/testing.test.ts',
  // SQLite has one writer: these tests show little without PostgreSQL.
  'test/concurrent/',
  'test/http/limits.test.ts',
  'test/http/shared_limits.test.ts',
  'test/oauth/openid.test.ts',
  'test/policy/edges.test.ts',
  'test/policy/effects.test.ts',
  'test/policy/scopes.test.ts',
  'test/scim/concurrency.test.ts',
  'test/scim/groups_patch.test.ts',
  'test/scim/lifecycle.test.ts',
  'test/scim/users_patch.test.ts',
  'web/src/components/rich_text/round_trip.properties.test.ts',
]

/** They count the statements of their process, to which worlds of other files could still add. */
const COUNTS_STATEMENTS = ['test/golden/round_trips.test.ts']

/**
 * Names the PostgreSQL of the tests. A test file that imports a reader of this variable, directly or not, runs on both
 * engines.
 */
export const SERVER = 'WORKLOOM_TEST_DATABASE_URL'

/** They build a world, but test SQLite itself. */
const ABOUT_SQLITE = ['test/faults/full_disk.test.ts']

/** They build a world, but test pages and generated code: other tests cover the server on both engines. */
const ABOUT_CLIENTS = ['test/browser/', 'test/clients/generated.test.ts']

/** The number of files in one process. With fewer, loading modules takes a fifth of the time. */
const FILES_PER_PROCESS = 60

/** The files that match, as paths from the root. A folder stands for all its test files. */
export function findFiles(patterns: readonly string[]): string[] {
  const globs = patterns.map(pattern => (/\.\w+$/.test(pattern) ? pattern : join(pattern, '**/*.test.ts')))
  return [...new Set(globSync(globs, { cwd: root }))].sort()
}

export const runsAlone = (file: string): boolean =>
  startsPrograms(file) || SLOWEST.includes(file) || COUNTS_STATEMENTS.includes(file)

/** The files that `--fast` runs: those that need no store, and of those that do one in each folder. */
export function fastOf(files: readonly string[]): string[] {
  const quick = files.filter(file => !runsAlone(file) && !SLOW.some(path => file.startsWith(path)))
  const folders = new Set<string>()
  return quick.filter(file => !usesEngine(file) || isFirst(folders, dirname(file)))
}

const isFirst = (seen: Set<string>, one: string): boolean => !seen.has(one) && seen.add(one) !== undefined

export const startsPrograms = (file: string): boolean => STARTS_PROGRAMS.some(folder => file.startsWith(folder))

/** The files of each process. Files with a process of their own come first, because they take longest. */
export function batched(files: readonly string[], workers: number): string[][] {
  const shared = files.filter(file => !runsAlone(file))
  // Each worker has as many processes as the others.
  const rounds = Math.ceil(shared.length / FILES_PER_PROCESS / workers)
  const count = Math.min(rounds * workers, shared.length)
  // Neighbours are alike: dealt out one by one, slow ones are spread over the processes.
  const sharedBatches = Array.from({ length: count }, (_, at) => shared.filter((_, index) => index % count === at))
  return [...files.filter(runsAlone).map(file => [file]), ...sharedBatches]
}

/** Whether a file uses the engine of the store. */
export function usesEngine(file: string): boolean {
  const runsOnce = [...ABOUT_SQLITE, ...ABOUT_CLIENTS].some(path => file.startsWith(path))
  return !runsOnce && [...reach(resolve(root, file))].some(one => partsOf(one).readsServer)
}

/** All files that a file imports, and itself. */
function reach(file: string): ReadonlySet<string> {
  const all = new Set<string>([file])
  for (const one of all) for (const imported of partsOf(one).imports) all.add(imported)
  return all
}

interface Parts {
  /** The project files that it imports, without type imports. */
  readonly imports: readonly string[]
  readonly readsServer: boolean
}

const read = new Map<string, Parts>()

function partsOf(file: string): Parts {
  const cached = read.get(file)
  if (cached) return cached
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = text.matchAll(/^(?:im|ex)port (?!type\b)[^'"]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)
  const imports = [...found].map(([, named, later]) => resolve(dirname(file), named ?? later ?? ''))
  const parts = { imports, readsServer: text.includes(`process.env.${SERVER}`) }
  read.set(file, parts)
  return parts
}
