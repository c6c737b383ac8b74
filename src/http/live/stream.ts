/**
 * The event stream of one page.
 *
 * Invariants:
 * - A page that has read up to a number has missed nothing before it.
 * - A page whose session has ended receives nothing more.
 * - A slow reader is disconnected; the server does not wait for it.
 */

import { authenticate } from '../../identity/tokens.ts'
import type { Clock } from '../../lib/clock.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Log } from '../../observe/log.ts'
import type { Store } from '../../store/db.ts'
import {
  OWNED_KINDS,
  type OwnedFingerprints,
  type OwnedKind,
  ownedFingerprints,
} from '../../store/queries/events/fingerprints.ts'
import { changesFor, type LogEnds, logEndsOf } from '../../store/queries/events/live.ts'
import { advanceCursors, cursorsAtEnd, cursorsIn, formatCursors, type StreamCursors } from './cursors.ts'
import { visibleChanges } from './visible_changes.ts'

/** Where the text is written. */
export interface Sink {
  write(text: string): void
  /** The number of bytes that the client has not received yet. */
  bufferedBytes(): number
  /** Closes the connection; `atOnce` drops buffered data. */
  end(atOnce: boolean): void
}

export interface LiveStreamOptions {
  store: Store
  clock: Clock
  /** The secret of the session. */
  session: string
  /** The user. */
  me: number
  /** Whether the person may see the jobs of the installation. */
  seesJobs: boolean
  /** The person's own objects before the stream was opened. */
  owned: OwnedFingerprints
  sink: Sink
  log: Log
}

export interface LiveStream {
  /** Sends new changes. A call during a run starts another run. */
  sendChanges(): Promise<void>
  /** Sends which kinds of the person's own objects have changed since the last call. */
  checkOwn(): Promise<void>
  /** Sends a comment that keeps the connection open, if the session is still valid. */
  sendHeartbeat(): Promise<void>
  end(): void
}

/** The maximum number of changes read at once. */
const MAX_BATCH = 200
/** The maximum number of buffered bytes of a client. */
const MAX_BUFFERED_BYTES = 256 * 1024
/** A client that missed more changes loads everything again. */
const MAX_MISSED = 5000

/** The start of a stream; `last` is the last event id of a reconnecting client, or the position that a page names. */
export async function startOfStream(
  store: Store,
  me: number,
  last: string | undefined,
): Promise<{ cursors: StreamCursors; text: string }> {
  const ends = await logEndsOf(store.read, me)
  const known = cursorsIn(last, ends)
  const isResumed = known !== undefined && ends.every(end => isResumable(end, known.get(end.workspace)))
  const cursors = isResumed
    ? new Map(ends.map(({ workspace }) => [workspace, known.get(workspace) ?? 0]))
    : cursorsAtEnd(ends)
  const id = `id: ${formatCursors(cursors)}\n`
  return { cursors, text: `retry: 2000\n${last === undefined || isResumed ? id : resetEvent(cursors)}\n` }
}

/** Whether all changes after a cursor are still stored, and are not too many. */
const isResumable = ({ oldest, newest }: LogEnds, cursor = -1): boolean =>
  cursor >= Math.max(oldest - 1, newest - MAX_MISSED) && cursor <= newest

/** The event that makes a page load everything again, because it missed changes. */
const resetEvent = (cursors: StreamCursors): string => `event: reset\nid: ${formatCursors(cursors)}\ndata: {}\n`

export function createStream(options: LiveStreamOptions, start: StreamCursors): LiveStream {
  const { store, clock, session, sink, log } = options
  const connection = connectionTo(sink)
  const newKinds = ownChanges(options)
  const changes = changeReader(options, connection, start)

  const whileSignedIn = async (work: () => Promise<void> | void) => {
    try {
      await authenticate(store, { authorization: undefined, session }, clock())
      await work()
    } catch (error) {
      if (!(error instanceof ApiError))
        log({ level: 'error', message: 'Sending live updates failed.', cause: String(error) })
      connection.end(false)
    }
  }
  const checkOwn = async () => {
    // A store outage does not end the stream: the next check finds the difference.
    const kinds = await newKinds().catch(() => [])
    if (kinds.length > 0) await whileSignedIn(() => connection.send(`event: own\ndata: ${JSON.stringify(kinds)}\n\n`))
  }
  return {
    sendChanges: coalesce(() => whileSignedIn(changes.read)),
    checkOwn: coalesce(checkOwn),
    sendHeartbeat: () => whileSignedIn(() => connection.send(`:\nid: ${formatCursors(changes.cursors())}\n\n`)),
    end: () => connection.end(false),
  }
}

/** Sends the changes after the cursors of a page. */
function changeReader({ store, me }: LiveStreamOptions, connection: LiveConnection, start: StreamCursors) {
  let cursors = start
  const read = async () => {
    const end = cursorsAtEnd(await logEndsOf(store.read, me))
    // A person who was added to a workspace has loaded nothing of it yet; one who left it may keep nothing.
    const isNew = [...end.keys()].some(workspace => !cursors.has(workspace))
    const isLeft = [...cursors.keys()].some(workspace => !end.has(workspace))
    cursors = new Map([...end].map(([workspace, last]) => [workspace, cursors.get(workspace) ?? last]))
    if (isNew || isLeft) connection.send(`${resetEvent(cursors)}\n`)
    while (!connection.isOver()) {
      const ranges = [...cursors].map(([workspace, after]) => [workspace, after, end.get(workspace) ?? 0] as const)
      const unread = ranges.filter(([, after, until]) => after < until)
      if (unread.length === 0) return
      const changes = await changesFor(store.read, me, unread, MAX_BATCH)
      const visible = await visibleChanges(store.read, me, changes)
      const before = cursors
      const idOf = (change: number) => formatCursors(advanceCursors(before, change, end))
      connection.send(visible.map(({ id, data }) => `id: ${idOf(id)}\ndata: ${JSON.stringify(data)}\n\n`).join(''))
      cursors = advanceCursors(before, changes.length < MAX_BATCH ? Infinity : (changes.at(-1)?.gid ?? Infinity), end)
      // Lets the socket flush, so that a fast reader never exceeds the buffer limit.
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  return { read, cursors: () => cursors }
}

/** Returns the kinds that changed since the last call. */
function ownChanges({ store, me, seesJobs, owned }: LiveStreamOptions): () => Promise<OwnedKind[]> {
  let known = owned
  return async () => {
    const before = known
    known = await ownedFingerprints(store.read, me, seesJobs)
    return OWNED_KINDS.filter(kind => known[kind] !== before[kind])
  }
}

type LiveConnection = ReturnType<typeof connectionTo>

/** A connection that is closed once, and at once if its buffer exceeds the limit. */
function connectionTo(sink: Sink) {
  let isOver = false
  const end = (atOnce: boolean) => {
    if (!isOver) sink.end(atOnce)
    isOver = true
  }
  const send = (text: string) => {
    if (isOver || text === '') return
    sink.write(text)
    if (sink.bufferedBytes() > MAX_BUFFERED_BYTES) end(true)
  }
  return { send, end, isOver: () => isOver }
}

/** Runs the work. A call during a run starts another run, because the current one may have missed a change. */
function coalesce(work: () => Promise<void>): () => Promise<void> {
  let isRequested = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isRequested) {
      isRequested = false
      await work()
    }
    running = undefined
  }
  return () => {
    isRequested = true
    running ??= run()
    return running
  }
}
