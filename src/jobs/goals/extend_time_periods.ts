/** The job that adds time periods as time passes, and to workspaces that an older version of the program created. */
import type { Clock } from '../../lib/clock.ts'
import { extendTimePeriods, horizonOf } from '../../resources/goals/rules/time_periods.ts'
import type { Store } from '../../store/db.ts'
import { workspacesWithoutPeriodOn } from '../../store/queries/goals/time_periods.ts'
import type { JobKind } from '../worker.ts'

const INTERVAL_MS = 24 * 60 * 60 * 1000
const BATCH_WORKSPACES = 100

export const extendTimePeriodsJob = ({ store, clock }: { store: Store; clock: Clock }): JobKind => ({
  intervalMs: INTERVAL_MS,
  async perform() {
    for (let after = 0; ; ) {
      const found = await workspacesWithoutPeriodOn(store.read, horizonOf(clock()), { after, limit: BATCH_WORKSPACES })
      for (const workspace of found) await store.write(tx => extendTimePeriods(tx, workspace))
      const last = found.at(-1)
      if (last === undefined) return undefined
      after = last
    }
  },
})
