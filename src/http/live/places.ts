/**
 * Up to where a page has heard the log of changes: a number for each workspace of its reader, because numbers grow in the
 * order of the commits within a workspace, and only there. What must always hold: whoever has a place has missed nothing
 * before it.
 */
import type { WorkspaceEnds } from '../../store/queries/events/live.ts'

/** The number of the last change that was heard, by workspace. */
export type Places = Map<number, number>

/** Who is in more workspaces than this begins anew when the line was broken: the text would be too long for a header. */
const MOST = 100

/** Stands for no place at all. */
const NONE = '-'

/** As it is sent beside each event, and comes back with a page that was cut off. */
export const textOf = (places: Places): string =>
  places.size === 0 || places.size > MOST ? NONE : [...places].map(one => one.join(':')).join(',')

/** What `textOf` has written; empty for everything else. */
export function placesIn(text: string): Places {
  if (!/^\d{1,16}:\d{1,15}(?:,\d{1,16}:\d{1,15}){0,99}$/.test(text)) return new Map()
  return new Map(text.split(',').map(one => one.split(':').map(Number) as [number, number]))
}

/** The end of the log, in each workspace. */
export const atEnd = (ends: readonly WorkspaceEnds[]): Places =>
  new Map(ends.map(({ workspace, newest }) => [workspace, newest]))

/** Where these places are once everything up to a change has been heard, in the order of the numbers, and nothing behind `end`. */
export const upTo = (places: Places, change: number, end: Places): Places =>
  new Map(
    [...end].map(([workspace, last]) => [workspace, Math.max(places.get(workspace) ?? 0, Math.min(change, last))]),
  )
