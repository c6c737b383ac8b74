/** Files that are whole or not there under their name: made under another one, put on the disk, and then named. */
import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotCopied } from './side.ts'

/** Gives the file its name; whatever has that name already stays as it is. Throws NotCopied then. */
export function publish(partial: string, file: string): void {
  sync(partial)
  try {
    linkSync(partial, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new NotCopied(`The file ${file} is there already: name another place.`, { cause: error })
  }
  rmSync(partial)
  sync(dirname(file))
}

/** Removes a file of SQLite, with those beside it that belong to it. */
export function remove(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
}

/** Waits until a file, or the names in a folder, are on the disk. */
function sync(path: string): void {
  const open = openSync(path, 'r')
  fsyncSync(open)
  closeSync(open)
}
