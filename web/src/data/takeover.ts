/**
 * Calls that another page of this browser left in storage. They are taken over after that page has ended, by one page:
 * an open page still sends its own. A page holds a lock of its name until it ends, however it ends.
 */
import type { OutboxItem, OutboxStorage } from './outbox.ts'

const lockOf = (page: string): string => `workloom-page ${page}`

/** Notes that this page is open. Without locks, on plain http, pages know nothing of each other. */
export function holdPage(page: string): void {
  navigator.locks?.request(lockOf(page), { mode: 'shared' }, () => new Promise(() => {})).catch(() => {})
}

/** Runs after a page has ended, and before another page does the same. */
export async function afterPage(page: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(lockOf(page), run)
  else await run()
}

interface TakeoverOptions {
  readonly storage: OutboxStorage
  /** The name of this page. */
  readonly page: string
  afterPage(page: string, run: () => Promise<void>): Promise<void>
  /** Receives items in the order in which they were created. */
  take(items: readonly OutboxItem[]): void
}

/** Returns what looks for calls that were left, and takes them over now, or after their page has ended. */
export function createTakeover({ storage, page, afterPage: after, take }: TakeoverOptions): () => Promise<void> {
  const awaited = new Set<string>()
  const takeOf = async (ended: string | undefined): Promise<void> => {
    const left = (await storage.all()).filter(item => item.page === ended)
    const own = left.map(item => (item.page === page ? item : { ...item, page }))
    await Promise.all(own.filter((item, index) => item !== left[index]).map(item => storage.put(item)))
    if (own.length > 0) take(own.toSorted((a, b) => a.createdAt - b.createdAt))
  }
  return async () => {
    const pages = new Set((await storage.all()).map(item => item.page))
    for (const one of pages) {
      if (one === undefined || one === page) await takeOf(one)
      else if (!awaited.has(one)) {
        awaited.add(one)
        void after(one, () => takeOf(one))
          .catch(() => {})
          .finally(() => awaited.delete(one))
      }
    }
  }
}
