/**
 * What pages of objects read when they open, apart from lists. A person who points at a link will probably open it, so
 * it is read ahead, and is not read again at the opening.
 *
 * Invariant: what was read ahead is used once, while it is current: young, and without a change since.
 */
import type { CacheReport } from './cache.ts'
import type { Gid } from './records.ts'

export type PageRead = 'task' | 'stories' | 'project'

/** Changes that are not announced, such as of a name of a hidden object, are seen after this time. */
const MAX_AGE_MS = 60_000

interface PageReadsOptions {
  readonly reads: Readonly<Record<PageRead, (gid: Gid) => Promise<void>>>
  now(): number
}

export interface PageReads {
  /** Reads what a page will need, unless that was done. */
  ahead(what: PageRead, gid: Gid): Promise<void>
  /** Reads what a page needs, unless it was read ahead. */
  now(what: PageRead, gid: Gid): Promise<void>
  /** Notes what the stream reports. */
  note(report: CacheReport): void
}

export function createPageReads({ reads, now }: PageReadsOptions): PageReads {
  const known = new Map<string, { readonly done: Promise<void>; readonly at: number }>()
  const keyOf = (what: PageRead, gid: Gid): string => `${what} ${gid}`
  const find = (key: string): Promise<void> | undefined => {
    const one = known.get(key)
    return one && now() - one.at < MAX_AGE_MS ? one.done : undefined
  }
  const drop = (gid: Gid): void => {
    for (const what of Object.keys(reads) as PageRead[]) known.delete(keyOf(what, gid))
  }
  return {
    ahead: (what, gid) => {
      const key = keyOf(what, gid)
      const former = find(key)
      if (former) return former
      const done = reads[what](gid)
      const one = { done, at: now() }
      known.set(key, one)
      // The page reads it by itself then.
      done.catch(() => known.get(key) === one && known.delete(key))
      return done
    },
    now: (what, gid) => {
      const key = keyOf(what, gid)
      const former = find(key)
      known.delete(key)
      return former ? former.catch(() => reads[what](gid)) : reads[what](gid)
    },
    note: report => {
      if (report.kind === 'reset') known.clear()
      if (report.kind !== 'change') return
      drop(report.change.resource.gid)
      if (report.change.parent) drop(report.change.parent.gid)
    },
  }
}
