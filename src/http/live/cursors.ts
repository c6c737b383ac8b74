/**
 * Cursors into the log of changes: one number for each workspace of the reader, because numbers grow in commit order
 * only within a workspace. Invariant: a reader with a cursor has missed nothing before it.
 */
import type { LogEnds } from '../../store/queries/events/live.ts'

/** The number of the last change that was sent, by workspace. */
export type StreamCursors = Map<number, number>

/** A person in more workspaces starts anew after a lost connection: the text would be too long for a header. */
const MAX_WORKSPACES = 100

/** The text of no cursors. */
const NO_CURSORS = '-'

/** The cursors as an event id, which a reconnecting page sends back. */
export const formatCursors = (cursors: StreamCursors): string =>
  cursors.size === 0 || cursors.size > MAX_WORKSPACES
    ? NO_CURSORS
    : [...cursors].map(entry => entry.join(':')).join(',')

/** Parses the text of `formatCursors`; empty for any other text. */
function parseCursors(text: string): StreamCursors {
  if (!/^\d{1,16}:\d{1,15}(?:,\d{1,16}:\d{1,15}){0,99}$/.test(text)) return new Map()
  return new Map(text.split(',').map(entry => entry.split(':').map(Number) as [number, number]))
}

/**
 * The cursors of a reconnecting page; undefined for a page that starts. A bare number is a position in the log of each
 * workspace, for a page that has loaded one of them: it may be larger than the last number of another one.
 */
export function cursorsIn(text: string | undefined, ends: readonly LogEnds[]): StreamCursors | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) return parseCursors(text)
  const [number, newest] = [Number(text), Math.max(0, ...ends.map(end => end.newest))]
  if (number > newest) return new Map()
  return new Map(ends.map(end => [end.workspace, Math.min(number, end.newest)]))
}

/** The end of the log in each workspace. */
export const cursorsAtEnd = (ends: readonly LogEnds[]): StreamCursors =>
  new Map(ends.map(({ workspace, newest }) => [workspace, newest]))

/** The cursors after everything up to a change was sent, in the order of the numbers; never after `end`. */
export const advanceCursors = (cursors: StreamCursors, change: number, end: StreamCursors): StreamCursors =>
  new Map(
    [...end].map(([workspace, last]) => [workspace, Math.max(cursors.get(workspace) ?? 0, Math.min(change, last))]),
  )
