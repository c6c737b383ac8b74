/**
 * The audit log as a file: one line of JSON for each entry, written after its commit, in order, each exactly once.
 *
 * Where it continues: the store has the cursor of the last entry that is durable in the file, and the file itself shows
 * what was written after that. A line that was written partially when the program ended is truncated and written again.
 * A file that is removed or renamed is replaced by a new one. After a crash it must stay until the program has started
 * again, because only the file shows what was written last.
 */
import { type FileHandle, open, stat } from 'node:fs/promises'
import { reason } from '../lib/errors.ts'
import { entryOf } from '../resources/platform/rules/audit_line.ts'
import { tryInsert, update } from '../store/change.ts'
import type { Reader, Store } from '../store/db.ts'
import { auditAfter, auditCursorOf } from '../store/queries/events/audit.ts'
import { settingOf } from '../store/queries/settings.ts'

export interface AuditFileOptions {
  store: Store
  /** Created with mode 0600 when it does not exist. */
  path: string
  log(line: Record<string, unknown>): void
}

export interface AuditFile {
  /** Appends the entries that are not in the file yet. Throws when the file cannot be written. */
  follow(): Promise<void>
  /** Appends the rest and closes the file. Entries that could not be written are written when it is opened again. */
  close(): Promise<void>
}

/** An open file. */
interface Out {
  handle: FileHandle
  /** Identifies the file, also when it was renamed. */
  inode: number
  /** Its length without a partial line, in bytes. */
  size: number
}

/** The interval of polling for entries of other processes, and of retries. */
const LOOK = 1000
const BATCH = 500
/** Longer than any line. */
const TAIL = 1024 * 1024

/** Opens the file and appends to it until it is closed. Throws when it cannot be opened. */
export async function keepAuditFile({ store, path, log }: AuditFileOptions): Promise<AuditFile> {
  const kept = await begin(store.read, path)
  let failed = false
  let running: Promise<void> | undefined

  const follow = async () => {
    while (running) await running
    running = catchUp(store, path, kept).finally(() => {
      running = undefined
    })
    await running
  }
  const heed = async () => {
    try {
      await follow()
      failed = false
    } catch (error) {
      // Retried each second, and logged once.
      const message = 'Writing the audit log file failed.'
      if (!failed) log({ level: 'error', message, cause: reason(error) })
      failed = true
    }
  }
  const silence = store.listen(() => void heed())
  const timer = setInterval(heed, LOOK).unref()
  void heed()
  return {
    follow,
    async close() {
      silence()
      clearInterval(timer)
      await heed()
      await kept.out.handle.close()
    },
  }
}

/** The open file, and the cursor of its last entry. */
interface Kept {
  out: Out
  place: number
}

/** Appends the entries that are not in the file yet. */
async function catchUp(store: Store, path: string, kept: Kept): Promise<void> {
  for (;;) {
    const rows = await auditAfter(store.read, kept.place, BATCH)
    const last = rows.at(-1)
    if (last === undefined) return
    kept.out = await present(path, kept.out)
    await append(kept.out, rows.map(row => `${JSON.stringify(entryOf(row))}\n`).join(''))
    kept.place = last.cursor
    await remember(store, kept.place)
  }
}

async function begin(reader: Reader, path: string): Promise<Kept> {
  const [out, gid] = await opened(path)
  const known = Number((await settingOf(reader, NAME)) ?? 0)
  const written = gid === undefined ? undefined : await auditCursorOf(reader, gid)
  return { out, place: Math.max(known, written ?? 0) }
}

const NAME = 'audit_file'

async function remember(store: Store, place: number): Promise<void> {
  const value = String(place)
  await store.write(async tx => {
    if (!(await tryInsert(tx, 'settings', { name: NAME, value }))) await update(tx, 'settings', { name: NAME }, { value })
  })
}

/** Opens the file at its end. Returns it with the gid of its last entry. */
async function opened(path: string): Promise<[Out, number | undefined]> {
  const handle = await open(path, 'a+', 0o600)
  try {
    const { ino: inode, size } = await handle.stat()
    const start = Math.max(0, size - TAIL)
    const bytes = Buffer.alloc(size - start)
    await handle.read(bytes, 0, bytes.length, start)
    const end = bytes.lastIndexOf('\n') + 1
    const out = { handle, inode, size }
    await mend(out, bytes.subarray(end), start + end)
    const line = bytes.subarray(bytes.lastIndexOf('\n', Math.max(0, end - 2)) + 1, end).toString()
    return [out, gidIn(line)]
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The beginning of each line. */
const HEAD = '{"gid":"'

/** Truncates a partial line of ours after the last line feed; other text stays, and gets a line feed. */
async function mend(out: Out, rest: Buffer, end: number): Promise<void> {
  if (rest.length === 0) return
  const text = rest.subarray(0, HEAD.length).toString()
  if (!HEAD.startsWith(text)) return append(out, '\n')
  await out.handle.truncate(end)
  out.size = end
}

function gidIn(line: string): number | undefined {
  try {
    const { gid } = JSON.parse(line) as { gid?: unknown }
    return typeof gid === 'string' ? Number(gid) : undefined
  } catch {
    return undefined
  }
}

/** Returns the file that has the path now: a new one when the open one was removed or renamed. */
async function present(path: string, out: Out): Promise<Out> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found?.ino === out.inode) return out
  const [fresh] = await opened(path)
  await out.handle.close()
  return fresh
}

/** Appends text, which is durable when this resolves. A failed write is truncated. */
async function append(out: Out, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  try {
    await out.handle.appendFile(bytes)
    await out.handle.datasync()
    out.size += bytes.length
  } catch (error) {
    await out.handle.truncate(out.size).catch(() => undefined)
    throw error
  }
}
