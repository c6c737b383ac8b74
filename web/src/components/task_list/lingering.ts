/**
 * Rows that stop matching the filter stay for a moment, so that nothing moves under the pointer: a view sees the former
 * record of such a task until it is let go.
 */
import type { Gid, WorkRecord } from '../../data/records.ts'

export interface Lingering {
  /** The record as a view sees it. */
  seen(gid: Gid): WorkRecord | undefined
  /**
   * Notes what a view shows. Returns whether tasks were kept that would have left, so that the view is computed again.
   * `view` is any value that changes with the view: then nothing is kept.
   */
  note(shown: ReadonlySet<Gid>, view: unknown): boolean
  /** The tasks that are kept. */
  kept(): readonly Gid[]
  release(gid: Gid): void
}

export function createLingering(get: (gid: Gid) => WorkRecord | undefined, isInList: (gid: Gid) => boolean): Lingering {
  const kept = new Map<Gid, WorkRecord>()
  let former = new Map<Gid, WorkRecord>()
  let formerView: unknown
  const seen = (gid: Gid) => (get(gid) ? (kept.get(gid) ?? get(gid)) : undefined)
  return {
    seen,
    note: (shown, view) => {
      const isSameView = view === formerView
      formerView = view
      if (!isSameView) kept.clear()
      const hasLeft = (gid: Gid) => !shown.has(gid) && !kept.has(gid) && get(gid) !== undefined && isInList(gid)
      const left = isSameView ? [...former].filter(([gid]) => hasLeft(gid)) : []
      for (const [gid, record] of left) kept.set(gid, record)
      if (left.length > 0) return true
      former = new Map(
        [...shown].flatMap(gid => {
          const record = seen(gid)
          return record ? [[gid, record] as const] : []
        }),
      )
      return false
    },
    kept: () => [...kept.keys()],
    release: gid => {
      kept.delete(gid)
      former.delete(gid)
    },
  }
}
