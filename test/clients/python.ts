/**
 * A Python environment for tests, from a `requirements.txt` with exact versions and checksums. It is stored in the
 * cache of the user under a digest of that file, so that the next run needs no network.
 *
 * Invariants:
 * - A partial installation is never used.
 * - Only a machine without Python, or an unreachable registry, skips a test. A wrong checksum fails it.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../harness/clients/run_program.ts'

interface Python {
  /** Why there is no environment, for `skip` of a test; false if there is one. */
  readonly skip: string | false
  /** The path of its interpreter. */
  readonly interpreter: string
}

const root = join(import.meta.dirname, '../..')

const OLDEST = '3.10'

/** Error texts of pip for an unreachable registry. */
const UNREACHABLE = /NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|MaxRetryError/

/** The environment that `folder`, a path from the root of the project, describes. */
export async function python(folder: string): Promise<Python> {
  const requirements = join(root, folder, 'requirements.txt')
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 32)
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'workloom')
  const location = join(cache, `python-${digest}`)
  const interpreter = join(location, 'bin/python')
  return { skip: existsSync(interpreter) ? false : await install(requirements, cache, location), interpreter }
}

/** Installs into a temporary folder, then renames it in one step. Returns why that failed, or false. */
async function install(requirements: string, cache: string, location: string): Promise<string | false> {
  const isRecent = `import sys; sys.exit(sys.version_info < (${OLDEST.replace('.', ', ')}))`
  if ((await runCommand('python3', ['-c', isRecent], root)).code !== 0) return `needs python3, ${OLDEST} or newer`
  if ((await runCommand('python3', ['-c', 'import venv, ensurepip'], root)).code !== 0)
    return 'needs the package python3-venv'
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const work = mkdtempSync(`${location}.`)
  try {
    const made = await runCommand('python3', ['-m', 'venv', work], root)
    if (made.code !== 0) throw new Error(`Creating a Python environment failed:\n${made.output}`)
    const pip = [
      '-m',
      'pip',
      'install',
      '--retries',
      '1',
      '--require-hashes',
      '--only-binary',
      ':all:',
      '-r',
      requirements,
    ]
    const { code, output } = await runCommand(join(work, 'bin/python'), pip, root)
    if (code !== 0 && UNREACHABLE.test(output))
      return 'the Python packages cannot be fetched: the registry does not answer'
    if (code !== 0) throw new Error(`Installing ${requirements} by pip failed:\n${output}`)
    if (!existsSync(location)) renameSync(work, location)
    return false
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
