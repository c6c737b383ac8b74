/** Writes files atomically: under a temporary name, synced to the disk, and then renamed. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { TransferRefused } from './source.ts'

/** Gives the file its name. Throws TransferRefused, without changing it, if a file has that name. */
export function publish(partial: string, file: string): void {
  sync(partial)
  try {
    linkSync(partial, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(file)) {
      throw new TransferRefused(`The file ${file} exists already: name another location.`, { cause: error })
    }
    if (!LINKLESS.includes(code)) throw error
    // The lock keeps other commands from taking the name since the check; a link would exclude every program.
    renameSync(partial, file)
  }
  rmSync(partial, { force: true })
  sync(dirname(file))
}

/** The error codes of a file system without hard links, such as that of a USB stick or a network share. */
const LINKLESS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Removes an SQLite file with its journal files. */
export function remove(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
}

/** Syncs a file, or the names in a folder, to the disk. */
function sync(path: string): void {
  const open = openSync(path, 'r')
  fsyncSync(open)
  closeSync(open)
}
