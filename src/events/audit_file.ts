/**
 * The audit log as a file: one line of JSON for each, behind its commit, in their order, none twice and none left out.
 *
 * How it knows where it stopped: the store keeps the place of the last line that is safely in the file, and the file
 * itself says what was written after that. What was written by halves when the program ended is taken back, and written
 * again. Whoever takes the file away gets a new one in its place; only after a sudden end it must stay until the program
 * has started again, because it alone knows what was written last.
 */
import { type FileHandle, open, stat } from 'node:fs/promises'
import { reason } from '../lib/errors.ts'
import { lineOf } from '../resources/platform/rules/audit_line.ts'
import { linked, update } from '../store/change.ts'
import type { Reader, Store } from '../store/db.ts'
import { auditAfter, auditPlace } from '../store/queries/events/audit.ts'
import { settingOf } from '../store/queries/settings.ts'

export interface AuditFileOptions {
  store: Store
  /** Made when it is not there, for the eyes of the operator alone. */
  path: string
  log(line: Record<string, unknown>): void
}

export interface AuditFile {
  /** Writes what is not in the file yet. Throws where it cannot be written. */
  follow(): Promise<void>
  /** Writes the rest, and lets the file go. What could not be written comes when the file is opened again. */
  close(): Promise<void>
}

/** The file as it is open. */
interface Out {
  handle: FileHandle
  /** Which file of the disk it is, whatever it is called now. */
  inode: number
  /** How long it is when nothing was written by halves, in bytes. */
  size: number
}

/** How often it is looked for what another process wrote, and tried again what failed; in milliseconds. */
const LOOK = 1000
const BATCH = 500
/** Longer than any line. */
const TAIL = 1024 * 1024

/** Opens the file and writes into it until it is closed. Throws where it cannot be opened. */
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
      // It is tried again each second, and said once.
      const message = 'The audit log cannot be written to its file.'
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

/** The file that is open, and the place in the log where it ends. */
interface Kept {
  out: Out
  place: number
}

/** Writes what is not in the file yet. */
async function catchUp(store: Store, path: string, kept: Kept): Promise<void> {
  for (;;) {
    const rows = await auditAfter(store.read, kept.place, BATCH)
    const last = rows.at(-1)
    if (last === undefined) return
    kept.out = await present(path, kept.out)
    await append(kept.out, rows.map(row => `${JSON.stringify(lineOf(row))}\n`).join(''))
    kept.place = last.cursor
    await remember(store, kept.place)
  }
}

async function begin(reader: Reader, path: string): Promise<Kept> {
  const [out, gid] = await opened(path)
  const known = Number((await settingOf(reader, NAME)) ?? 0)
  const written = gid === undefined ? undefined : await auditPlace(reader, gid)
  return { out, place: Math.max(known, written ?? 0) }
}

const NAME = 'audit_file'

async function remember(store: Store, place: number): Promise<void> {
  const value = String(place)
  await store.write(async tx => {
    if (!(await linked(tx, 'settings', { name: NAME, value }))) await update(tx, 'settings', { name: NAME }, { value })
  })
}

/** Opens the file at its end, and answers the gid of its last line. */
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

/** How each of our lines begins. */
const HEAD = '{"gid":"'

/** What stands behind the last line feed is half a line of ours, or something that is not ours and stays. */
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

/** The file that has the path now: another one, when somebody took away the one that is open. */
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

/** Adds text that is on the disk when this resolves. A part of it that was written before a failure is taken back. */
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
