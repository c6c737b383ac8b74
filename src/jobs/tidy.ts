/** What becomes of things whose time has come: they are forgotten, a few at a time, because others write as well. */
import type { Clock } from '../lib/clock.ts'
import type { Store, Writer } from '../store/db.ts'
import { type Forgotten, forget } from '../store/queries/jobs/expiry.ts'
import { loosen, overdue, purge, trashed } from '../store/queries/jobs/trash.ts'
import { IN_TRASH } from '../store/queries/trash/entries.ts'
import type { Kind } from './worker.ts'

interface Tidying {
  store: Store
  clock: Clock
}

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const STEP = 1000
/** An object takes much with it. */
const OBJECTS = 50

/** How long each thing is remembered after its end, in days. What has expired is known as such for a while. */
export const remembered: Record<Forgotten, number> = {
  deliveries: 7,
  invitations: 0,
  links: 30,
  codes: 1,
  tokens: 30,
  shared_counters: 0,
}

/** Forgets deliveries, what opened doors once, and counts that are over. */
export const expire = ({ store, clock }: Tidying): Kind => ({
  every: HOUR,
  async run() {
    for (const [what, days] of Object.entries(remembered) as [Forgotten, number][]) {
      const before = clock() - days * DAY
      while ((await store.write(tx => forget(tx, what, before, STEP))) === STEP);
    }
    return undefined
  },
})

/** Empties the trash of what has been in it for its time. */
export const emptyTrash = ({ store, clock }: Tidying): Kind => ({
  every: HOUR,
  async run() {
    const before = clock() - IN_TRASH
    await store.write(tx => loosen(tx, before))
    for (const table of trashed) {
      // Found and removed in one: what is restored meanwhile stays.
      const some = async (tx: Writer) => {
        const gids = await overdue(tx, table, before, OBJECTS)
        if (gids.length > 0) await purge(tx, table, gids)
        return gids.length
      }
      while ((await store.write(some)) > 0);
    }
    return undefined
  },
})
