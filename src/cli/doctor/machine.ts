/** The checks of `doctor` for the machine: disk, clock, folder and web app, and for the database. */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { firstUnusedTime } from '../../store/queries/instances/gids.ts'
import { keyFile } from '../key/key.ts'
import { isOpenToOthers } from '../store.ts'
import { type CheckContext, type Finding, failure, ok, warning } from './check.ts'
import { megabytes } from './contents.ts'

/** The required free space: the log of SQLite grows while a backup runs. */
const SCARCE_BYTES = 1e9
const TOO_LITTLE_BYTES = 1e8

/** A larger difference of clocks makes links and tokens expire noticeably early or late. */
const MAX_SKEW_MS = 5_000

const MIN_DATABASE_VERSION = 130_000
const SLOW_MS = 20

export function checkDisk({ location }: CheckContext): Finding | undefined {
  if (!('folder' in location) || !existsSync(location.folder)) return undefined
  const { bavail, bsize } = statfsSync(location.folder)
  const free = bavail * bsize
  const message = `${megabytes(free)} free for ${location.folder}`
  if (free < TOO_LITTLE_BYTES) return failure(message, 'free some space: writes fail when the disk is full')
  return free < SCARCE_BYTES ? warning(message, 'free some space') : ok(message)
}

export function checkPermissions({ location }: CheckContext): Finding | undefined {
  if (!('folder' in location) || !existsSync(location.folder) || process.platform === 'win32') return undefined
  const open = [join(location.folder, 'workloom.db'), keyFile(location.folder)].filter(
    file => existsSync(file) && isOpen(file),
  )
  if (open.length > 0) return failure(`other users of this machine can read ${open.join(' and ')}`, 'chmod 600 them')
  return isOpenToOthers(location.folder)
    ? warning(`other users of this machine can list ${location.folder}`, 'chmod 700 it')
    : ok('only the owner can access the folder and its files')
}

const isOpen = (file: string) => (statSync(file).mode & 0o077) !== 0

export async function checkClock({ inspection, now }: CheckContext): Promise<Finding | undefined> {
  if (!inspection) return undefined
  const here = new Date(now).toISOString()
  const behind = (await firstUnusedTime(inspection.read)) - now
  if (behind > MAX_SKEW_MS) {
    return failure(
      `${here}, which is ${Math.round(behind / 1000)} s before the newest data`,
      'synchronize the clock with NTP',
    )
  }
  const server = await inspection.server?.()
  const skew = server ? Math.abs(server.now - now) : 0
  if (skew > MAX_SKEW_MS) {
    return warning(
      `${here}, ${Math.round(skew / 1000)} s from that of the database`,
      'synchronize both clocks with NTP',
    )
  }
  return ok(here)
}

export async function checkDatabase({ inspection }: CheckContext): Promise<Finding | undefined> {
  if (!inspection?.server) return undefined
  const latencies: number[] = []
  let figures = await inspection.server()
  for (let count = 0; count < 3; count++) {
    const began = performance.now()
    figures = await inspection.server()
    latencies.push(performance.now() - began)
  }
  const { version, versionNumber, connections, maxConnections } = figures
  const fastest = Math.min(...latencies)
  const message = `PostgreSQL ${version}, ${connections} of ${maxConnections} connections, ${fastest.toFixed(1)} ms away`
  if (versionNumber < MIN_DATABASE_VERSION) return failure(message, 'update PostgreSQL to version 13 or later')
  if (connections > maxConnections * 0.9) return warning(message, 'raise max_connections, or run fewer instances')
  return fastest > SLOW_MS
    ? warning(message, 'reduce the latency to the database: a request waits for it several times')
    : ok(message)
}

export function checkWebApp({ program }: CheckContext): Finding {
  return existsSync(join(program.web, 'index.html'))
    ? ok('built')
    : failure('not built, so people cannot sign in with a browser', 'npm run build')
}
