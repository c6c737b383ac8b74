/** The job that deletes old exports: the file first, so that no file stays without a row. */

import type { Files } from '../../files/files.ts'
import type { Clock } from '../../lib/clock.ts'
import { exportKey } from '../../resources/exports/rules/file.ts'
import { deleteAll } from '../../store/change.ts'
import type { Store } from '../../store/db.ts'
import { exportsBefore } from '../../store/queries/exports/requests.ts'
import type { JobKind } from '../worker.ts'

const HOUR_MS = 60 * 60 * 1000

// wire: resource-behaviours 5.6: a file is available for 30 days
const RETENTION_MS = 30 * 24 * HOUR_MS
const BATCH_ROWS = 100

interface ExpireOptions {
  store: Store
  clock: Clock
  files: Files
}

/** Deletes exports older than 30 days, every hour. */
export const expireExports = ({ store, clock, files }: ExpireOptions): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    for (let gids = [0]; gids.length > 0; ) {
      gids = await exportsBefore(store.read, clock() - RETENTION_MS, BATCH_ROWS)
      for (const gid of gids) await files.remove(exportKey(gid))
      await store.write(tx => deleteAll(tx, 'exports', gids))
    }
    return undefined
  },
})
