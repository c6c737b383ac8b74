/** The checks of `doctor` for the machine: disk, clock, folder and web app, and for the database. */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { firstUnusedTime } from '../../store/queries/instances/gids.ts'
import { keyFile } from '../key/key.ts'
import { isOpenToOthers } from '../store.ts'
import { bad, type CheckContext, doubtful, type Finding, good } from './check.ts'
import { megabytes } from './contents.ts'

/** The required free space: the log of SQLite grows while a backup runs. */
const SCARCE_BYTES = 1e9
const TOO_LITTLE_BYTES = 1e8

/** A larger difference of clocks makes links and tokens expire noticeably early or late. */
const MAX_SKEW_MS = 5_000

const OLDEST_DATABASE = 130_000
const SLOW_MS = 20

export function checkDisk({ place }: CheckContext): Finding | undefined {
  if (!('folder' in place) || !existsSync(place.folder)) return undefined
  const { bavail, bsize } = statfsSync(place.folder)
  const free = bavail * bsize
  const found = `${megabytes(free)} free for ${place.folder}`
  if (free < TOO_LITTLE_BYTES) return bad(found, 'free some space: writes fail when the disk is full')
  return free < SCARCE_BYTES ? doubtful(found, 'free some space') : good(found)
}

export function checkPermissions({ place }: CheckContext): Finding | undefined {
  if (!('folder' in place) || !existsSync(place.folder) || process.platform === 'win32') return undefined
  const open = [join(place.folder, 'workloom.db'), keyFile(place.folder)].filter(
    file => existsSync(file) && isOpen(file),
  )
  if (open.length > 0) return bad(`other users of this machine can read ${open.join(' and ')}`, 'chmod 600 them')
  return isOpenToOthers(place.folder)
    ? doubtful(`other users of this machine can list ${place.folder}`, 'chmod 700 it')
    : good('only the owner can access the folder and its files')
}

const isOpen = (file: string) => (statSync(file).mode & 0o077) !== 0

export async function checkClock({ look, now }: CheckContext): Promise<Finding | undefined> {
  if (!look) return undefined
  const here = new Date(now).toISOString()
  const behind = (await firstUnusedTime(look.read)) - now
  if (behind > MAX_SKEW_MS) {
    return bad(
      `${here}, which is ${Math.round(behind / 1000)} s before the newest data`,
      'synchronize the clock with NTP',
    )
  }
  const server = await look.server?.()
  const skew = server ? Math.abs(server.now - now) : 0
  if (skew > MAX_SKEW_MS) {
    return doubtful(
      `${here}, ${Math.round(skew / 1000)} s from that of the database`,
      'synchronize both clocks with NTP',
    )
  }
  return good(here)
}

export async function checkDatabase({ look }: CheckContext): Promise<Finding | undefined> {
  if (!look?.server) return undefined
  const took: number[] = []
  let figures = await look.server()
  for (let count = 0; count < 3; count++) {
    const began = performance.now()
    figures = await look.server()
    took.push(performance.now() - began)
  }
  const { version, versionNumber, connections, maxConnections } = figures
  const fastest = Math.min(...took)
  const found = `PostgreSQL ${version}, ${connections} of ${maxConnections} connections, ${fastest.toFixed(1)} ms away`
  if (versionNumber < OLDEST_DATABASE) return bad(found, 'update PostgreSQL to version 13 or later')
  if (connections > maxConnections * 0.9) return doubtful(found, 'raise max_connections, or run fewer instances')
  return fastest > SLOW_MS
    ? doubtful(found, 'reduce the latency to the database: a request waits for it several times')
    : good(found)
}

export function checkWebApp({ program }: CheckContext): Finding {
  return existsSync(join(program.web, 'index.html'))
    ? good('built')
    : bad('not built, so people cannot sign in with a browser', 'npm run build')
}
