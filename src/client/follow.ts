/**
 * The events of an object, as a stream that never ends by itself. The client polls, and continues at the token of each
 * response.
 *
 * Invariants:
 * - No event is lost between two responses: `has_more` is read at once, and a token is used only after its events.
 * - `onResync` is called whenever events may have been missed, with a token from which none is missed.
 */
import { WorkloomError } from './failure.ts'
import type { ResponseBody } from './request.ts'

export interface FollowOptions {
  /** Continues at this token; without it the stream starts now. */
  sync?: string | undefined
  /**
   * Called when the stream starts without a token or after an expired one: read the objects again here. The events that
   * follow happened after the token.
   */
  onResync?(sync: string): unknown
  /** Called when all events before the token were read: store it to continue there later. */
  onSync?(sync: string): unknown
  /** Milliseconds between requests while there are no events; 5,000 by default. */
  interval?: number | undefined
  signal?: AbortSignal | undefined
}

const INTERVAL_MS = 5000

export async function* follow<E>(
  load: (sync: string | undefined) => Promise<ResponseBody<E[]>>,
  sleep: (milliseconds: number) => Promise<void>,
  { sync: first, onResync, onSync, interval = INTERVAL_MS }: FollowOptions,
): AsyncGenerator<E, never, undefined> {
  let sync = first
  let wasStale = false
  for (;;) {
    const found = await eventsOrToken(load, sync)
    sync = found.sync
    const isStale = found.events === null
    if (found.events) yield* found.events
    else await onResync?.(sync)
    await onSync?.(sync)
    const isDone = isStale ? wasStale : !found.hasMore
    if (isDone) await sleep(interval)
    wasStale = isStale
  }
}

interface StreamStep<E> {
  /** Null if the token was missing or expired. */
  events: E[] | null
  sync: string
  hasMore: boolean
}

async function eventsOrToken<E>(
  load: (sync: string | undefined) => Promise<ResponseBody<E[]>>,
  sync: string | undefined,
): Promise<StreamStep<E>> {
  try {
    const { data, sync: next, has_more } = await load(sync)
    return { events: data, sync: String(next), hasMore: has_more === true }
  } catch (error) {
    if (!(error instanceof WorkloomError) || error.status !== 412 || error.sync === null) throw error
    return { events: null, sync: error.sync, hasMore: false }
  }
}
