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
import { entryOf } from '../resources/platform/rules/audit_entry.ts'
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
  flush(): Promise<void>
  /** Appends the rest and closes the file. Entries that could not be written are written when it is opened again. */
  close(): Promise<void>
}

/** An open file. */
interface OpenFile {
  handle: FileHandle
  /** Identifies the file, also when it was renamed. */
  inode: number
  /** Its length without a partial line, in bytes. */
  size: number
}

/** The interval of polling for entries of other processes, and of retries. */
const POLL_INTERVAL_MS = 1000
const BATCH_ENTRIES = 500
/** Longer than any line. */
const TAIL_BYTES = 1024 * 1024

/** Opens the file and appends to it until it is closed. Throws when it cannot be opened. */
export async function openAuditFile({ store, path, log }: AuditFileOptions): Promise<AuditFile> {
  const position = await openAtCursor(store.read, path)
  let failed = false
  let running: Promise<void> | undefined

  const flush = async () => {
    while (running) await running
    running = catchUp(store, path, position).finally(() => {
      running = undefined
    })
    await running
  }
  const tryFlush = async () => {
    try {
      await flush()
      failed = false
    } catch (error) {
      // Retried each second, and logged once.
      const message = 'Writing the audit log file failed.'
      if (!failed) log({ level: 'error', message, cause: reason(error) })
      failed = true
    }
  }
  const stopListening = store.listen(() => void tryFlush())
  const timer = setInterval(tryFlush, POLL_INTERVAL_MS).unref()
  void tryFlush()
  return {
    flush,
    async close() {
      stopListening()
      clearInterval(timer)
      await tryFlush()
      await position.file.handle.close()
    },
  }
}

/** The open file, and the cursor of its last entry. */
interface FilePosition {
  file: OpenFile
  cursor: number
}

/** Appends the entries that are not in the file yet. */
async function catchUp(store: Store, path: string, position: FilePosition): Promise<void> {
  for (;;) {
    const rows = await auditAfter(store.read, position.cursor, BATCH_ENTRIES)
    const last = rows.at(-1)
    if (last === undefined) return
    position.file = await fileAtPath(path, position.file)
    await append(position.file, rows.map(row => `${JSON.stringify(entryOf(row))}\n`).join(''))
    position.cursor = last.cursor
    await saveCursor(store, position.cursor)
  }
}

async function openAtCursor(reader: Reader, path: string): Promise<FilePosition> {
  const [file, gid] = await openAtEnd(path)
  const known = Number((await settingOf(reader, CURSOR_SETTING)) ?? 0)
  const written = gid === undefined ? undefined : await auditCursorOf(reader, gid)
  return { file, cursor: Math.max(known, written ?? 0) }
}

const CURSOR_SETTING = 'audit_file'

async function saveCursor(store: Store, place: number): Promise<void> {
  const value = String(place)
  await store.write(async tx => {
    if (!(await tryInsert(tx, 'settings', { name: CURSOR_SETTING, value })))
      await update(tx, 'settings', { name: CURSOR_SETTING }, { value })
  })
}

/** Opens the file at its end. Returns it with the gid of its last entry. */
async function openAtEnd(path: string): Promise<[OpenFile, number | undefined]> {
  const handle = await open(path, 'a+', 0o600)
  try {
    const { ino: inode, size } = await handle.stat()
    const start = Math.max(0, size - TAIL_BYTES)
    const bytes = Buffer.alloc(size - start)
    await handle.read(bytes, 0, bytes.length, start)
    const end = bytes.lastIndexOf('\n') + 1
    const file = { handle, inode, size }
    await repairTail(file, bytes.subarray(end), start + end)
    const line = bytes.subarray(bytes.lastIndexOf('\n', Math.max(0, end - 2)) + 1, end).toString()
    return [file, gidIn(line)]
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The beginning of each line. */
const LINE_PREFIX = '{"gid":"'

/** Truncates a partial line of ours after the last line feed; other text stays, and gets a line feed. */
async function repairTail(file: OpenFile, rest: Buffer, end: number): Promise<void> {
  if (rest.length === 0) return
  const text = rest.subarray(0, LINE_PREFIX.length).toString()
  if (!LINE_PREFIX.startsWith(text)) return append(file, '\n')
  await file.handle.truncate(end)
  file.size = end
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
async function fileAtPath(path: string, file: OpenFile): Promise<OpenFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found?.ino === file.inode) return file
  const [fresh] = await openAtEnd(path)
  await file.handle.close()
  return fresh
}

/** Appends text, which is durable when this resolves. A failed write is truncated. */
async function append(file: OpenFile, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  try {
    await file.handle.appendFile(bytes)
    await file.handle.datasync()
    file.size += bytes.length
  } catch (error) {
    await file.handle.truncate(file.size).catch(() => undefined)
    throw error
  }
}
