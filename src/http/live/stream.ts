/**
 * One page that listens. What must always hold: whoever has read up to a number has missed nothing before it; a session
 * that has ended hears nothing more; and a reader who does not keep up is let go instead of being waited for.
 */
import { authenticate } from '../../identity/tokens.ts'
import type { Clock } from '../../lib/clock.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Store } from '../../store/db.ts'
import { changesFor, endsOfChanges, type WorkspaceEnds } from '../../store/queries/events/live.ts'
import { KINDS, type OwnKind, type OwnMarks, ownMarks } from '../../store/queries/events/own.ts'
import { atEnd, type Places, placesIn, textOf, upTo } from './places.ts'
import { visibleChanges } from './visible_changes.ts'

/** Where the text goes. */
export interface Sink {
  write(text: string): void
  /** What the reader has not taken yet, in bytes. */
  waiting(): number
  /** Ends it; `atOnce` without what is still waiting. */
  end(atOnce: boolean): void
}

export interface StreamOptions {
  store: Store
  clock: Clock
  /** The secret of the session. */
  session: string
  /** The person. */
  me: number
  /** Whether the person is told of the jobs of the installation. */
  seesJobs: boolean
  /** What the person owned before the page was told that the line is open. */
  own: OwnMarks
  sink: Sink
  log(line: Record<string, unknown>): void
}

export interface Stream {
  /** Tells what is new. Called again while it is busy, it looks once more. */
  wake(): Promise<void>
  /** Tells which kinds of what the person owns have changed since it was called last. */
  look(): Promise<void>
  /** Shows that the line is open, and sees to it that the session is. */
  beat(): Promise<void>
  end(): void
}

/** How many changes are looked at together. */
const BATCH = 200
/** How much may wait for a reader, in bytes. */
const MOST_WAITING = 256 * 1024
/** Who has missed more than this reads everything anew. */
const MOST_MISSED = 5000

/** What a new reader hears first; `last` is the place of a reader who comes back, as it was sent. */
export async function beginning(
  store: Store,
  me: number,
  last: string | undefined,
): Promise<{ places: Places; text: string }> {
  const ends = await endsOfChanges(store.read, me)
  const known = placesIn(last ?? '')
  const isKept = last !== undefined && ends.every(end => isHeld(end, known.get(end.workspace)))
  const places = isKept ? new Map(ends.map(({ workspace }) => [workspace, known.get(workspace) ?? 0])) : atEnd(ends)
  const id = `id: ${textOf(places)}\n`
  return { places, text: `retry: 2000\n${last === undefined || isKept ? id : resetTo(places)}\n` }
}

/** Whether everything behind a place is kept, and not too much. */
const isHeld = ({ oldest, newest }: WorkspaceEnds, place = -1): boolean =>
  place >= Math.max(oldest - 1, newest - MOST_MISSED) && place <= newest

/** Tells a page to read everything anew: it has missed something. */
const resetTo = (places: Places): string => `event: reset\nid: ${textOf(places)}\ndata: {}\n`

export function createStream(options: StreamOptions, start: Places): Stream {
  const { store, clock, session, sink, log } = options
  const line = lineTo(sink)
  const newKinds = ownChanges(options)
  const heard = follower(options, line, start)

  const whileSignedIn = async (work: () => Promise<void> | void) => {
    try {
      await authenticate(store, { authorization: undefined, session }, clock())
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) log({ level: 'error', message: 'A live page ended.', cause: String(error) })
      line.end(false)
    }
  }
  const lookAtOwn = async () => {
    // An outage of the store ends no line: the next look finds the difference.
    const kinds = await newKinds().catch(() => [])
    if (kinds.length > 0) await whileSignedIn(() => line.send(`event: own\ndata: ${JSON.stringify(kinds)}\n\n`))
  }
  return {
    wake: inTurn(() => whileSignedIn(heard.read)),
    look: inTurn(lookAtOwn),
    beat: () => whileSignedIn(() => line.send(`:\nid: ${textOf(heard.places())}\n\n`)),
    end: () => line.end(false),
  }
}

/** Tells what is in the log behind the places where a page is. */
function follower({ store, me }: StreamOptions, line: Line, start: Places) {
  let places = start
  const read = async () => {
    const end = atEnd(await endsOfChanges(store.read, me))
    // Who has come into a workspace knows nothing of it yet.
    const isNew = [...end.keys()].some(workspace => !places.has(workspace))
    places = new Map([...end].map(([workspace, last]) => [workspace, places.get(workspace) ?? last]))
    if (isNew) line.send(`${resetTo(places)}\n`)
    while (!line.isOver()) {
      const parts = [...places].map(([workspace, after]) => [workspace, after, end.get(workspace) ?? 0] as const)
      const waiting = parts.filter(([, after, until]) => after < until)
      if (waiting.length === 0) return
      const changes = await changesFor(store.read, me, waiting, BATCH)
      const told = await visibleChanges(store.read, me, changes)
      const before = places
      const idOf = (change: number) => textOf(upTo(before, change, end))
      line.send(told.map(({ id, data }) => `id: ${idOf(id)}\ndata: ${JSON.stringify(data)}\n\n`).join(''))
      places = upTo(before, changes.length < BATCH ? Infinity : (changes.at(-1)?.gid ?? Infinity), end)
      // A reader who keeps up takes it now.
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  return { read, places: () => places }
}

/** Answers which kinds have changed since the last call. */
function ownChanges({ store, me, seesJobs, own }: StreamOptions): () => Promise<OwnKind[]> {
  let known = own
  return async () => {
    const before = known
    known = await ownMarks(store.read, me, seesJobs)
    return KINDS.filter(kind => known[kind] !== before[kind])
  }
}

type Line = ReturnType<typeof lineTo>

/** A sink that ends once, and at once when too much waits in it. */
function lineTo(sink: Sink) {
  let over = false
  const end = (atOnce: boolean) => {
    if (!over) sink.end(atOnce)
    over = true
  }
  const send = (text: string) => {
    if (over || text === '') return
    sink.write(text)
    if (sink.waiting() > MOST_WAITING) end(true)
  }
  return { send, end, isOver: () => over }
}

/** Does the work; asked while it is done, it is done once more, because something may have come behind its back. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let again = false
  let running: Promise<void> | undefined
  const rounds = async () => {
    while (again) {
      again = false
      await work()
    }
    running = undefined
  }
  return () => {
    again = true
    running ??= rounds()
    return running
  }
}
