/**
 * Packages that only some tests need, downloaded by those tests: `await packages('test/clients/asana')`. The folder has
 * a `package.json` with exact versions and a lock file with checksums. The installation is stored in the cache of the
 * user under a digest of both, so that the next run needs no network.
 *
 * Invariants:
 * - A partial installation is never used, by any process.
 * - No script of a package runs.
 * - Only an unreachable registry skips a test. A wrong checksum fails it.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { Json } from './world.ts'

interface Packages {
  /** Why the packages are missing, for `skip` of a test; false if they are installed. */
  readonly skip: string | false
  /** The path of their `node_modules`. */
  readonly folder: string
  /** The exports of one of them, or an empty object if they are missing. */
  load(name: string): Json
}

const root = join(import.meta.dirname, '../..')

/** The time limit of npm, in milliseconds. */
const INSTALL_TIMEOUT_MS = 120_000

/** Error codes of npm for an unreachable registry. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|E5\d\d)\b/

/** The cache folder of the user. Not the folder for temporary files, where others may write. */
function cacheFolder({ env, platform }: NodeJS.Process): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'workloom')
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'workloom')
  return join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache', 'workloom')
}

/** Installs the packages that `folder`, a path from the root of the project, describes, unless they are installed. */
export async function packages(folder: string): Promise<Packages> {
  const manifests = ['package.json', 'package-lock.json'].map(name => join(root, folder, name))
  const digest = createHash('sha256')
  for (const path of manifests) digest.update(readFileSync(path)).update('\0')
  const cache = cacheFolder(process)
  const location = join(cache, `packages-${digest.digest('hex').slice(0, 32)}`)
  const skip = existsSync(location) ? false : await installInto(manifests, cache, location, folder)
  const installed = join(location, 'node_modules')
  return {
    skip,
    folder: installed,
    load: name => (skip === false ? createRequire(join(installed, 'any.js'))(name) : {}),
  }
}

/** Installs into a temporary folder, then renames it in one step. Returns why that failed, or false. */
async function installInto(manifests: readonly string[], cache: string, location: string, folder: string) {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const work = mkdtempSync(`${location}.`)
  try {
    for (const path of manifests) copyFileSync(path, join(work, basename(path)))
    const errorOutput = await npm(work, 'ci')
    if (errorOutput === null) return moveIntoPlace(work, location)
    const reason = unreachable(errorOutput)
    if (reason) return `the packages of ${folder} cannot be fetched: ${reason}`
    throw new Error(`Installing the packages of ${folder} by npm failed:\n${errorOutput}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function moveIntoPlace(work: string, location: string): false {
  try {
    renameSync(work, location)
  } catch (error) {
    // Another process came first, with the same packages.
    if (!existsSync(location)) throw error
  }
  return false
}

/** Why npm failed if the network was the reason; otherwise undefined. */
export function unreachable(errorOutput: string): string | undefined {
  const [code] = UNREACHABLE.exec(errorOutput) ?? []
  return code && `the registry of packages does not answer (${code})`
}

/** Runs npm in a folder, from its own cache as far as possible. Returns its error output, or null on success. */
export async function npm(folder: string, ...words: string[]): Promise<string | null> {
  const options = '--ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error --fetch-retries=1'
  // Uses a shell, because npm is a shell script on Windows.
  const child = spawn(`npm ${words.join(' ')} ${options} --fetch-retry-mintimeout=1000`, {
    cwd: folder,
    shell: true,
    timeout: INSTALL_TIMEOUT_MS,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errorOutput += text
  })
  const [code, signal] = await once(child, 'close')
  if (code === 0) return null
  return signal ? `ETIMEDOUT: npm took longer than ${INSTALL_TIMEOUT_MS / 1000} s. ${errorOutput}` : errorOutput
}
