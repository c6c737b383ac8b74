/** Files that are whole or not there under their name: made under another one, put on the disk, and then named. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotCopied } from './side.ts'

/** Gives the file its name; whatever has that name already stays as it is. Throws NotCopied then. */
export function publish(partial: string, file: string): void {
  sync(partial)
  try {
    linkSync(partial, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(file)) {
      throw new NotCopied(`The file ${file} is there already: name another place.`, { cause: error })
    }
    if (!LINKLESS.includes(code)) throw error
    // Between the look and this, nobody of ours takes the name; links would have kept it from everybody.
    renameSync(partial, file)
  }
  rmSync(partial, { force: true })
  sync(dirname(file))
}

/** How a file system says that it knows no links, such as that of a stick, or of another machine. */
const LINKLESS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

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
