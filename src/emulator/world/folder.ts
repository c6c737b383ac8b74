/**
 * The folder of the stores of a process, in memory where the system offers that. Folders of processes that were killed
 * are removed at a start a minute later.
 */
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../lib/clock.ts'
import { isFolderLocked, lockFolder } from '../../store/sqlite.ts'

export interface StoreFolder {
  /** A new folder in it. */
  create(): string
  /** Removes everything. */
  remove(): void
}

const IN_MEMORY = '/dev/shm'
const PREFIX = 'workloom-emulator-'

/** The time that a process has to lock a folder which it has created. */
const CREATION_MS = 60_000

/** The folders of this process. To open a lock file a second time would release its lock. */
const own = new Set<string>()

function parentFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    return IN_MEMORY
  } catch {
    return tmpdir()
  }
}

export function createStoreFolder(parent = parentFolder()): StoreFolder {
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, PREFIX))
  own.add(folder)
  const lock = lockFolder(folder)
  let count = 0
  return {
    create() {
      const path = join(folder, String(++count))
      mkdirSync(path, { mode: 0o700 })
      return path
    },
    remove() {
      lock.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter(one => one.startsWith(PREFIX))) {
    const folder = join(parent, name)
    if (own.has(folder)) continue
    try {
      if (systemClock() - statSync(folder).mtimeMs < CREATION_MS || isFolderLocked(folder)) continue
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It belongs to another user, or another process removes it too.
    }
  }
}
