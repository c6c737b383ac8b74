/** The program as the bench runs it: on a seeded folder, in this process, without a deployment around it. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../src/app.ts'
import { changeCapture } from '../src/events/change_capture.ts'
import { folderFiles } from '../src/files/folder.ts'
import { temporaryFolder } from '../src/files/location.ts'
import { createOperationRunner } from '../src/http/operations.ts'
import { createJobs } from '../src/jobs/kinds.ts'
import { createWebhookClient } from '../src/jobs/webhook_client.ts'
import { systemClock } from '../src/lib/clock.ts'
import type { LimitOverrides } from '../src/limits/sizes.ts'
import { openPostgres } from '../src/store/postgres.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { addHooks, type Hooks } from './hooks.ts'

export interface Program {
  app: FastifyInstance
  close(): Promise<void>
}

/** A load exceeds what any client may send. */
export const off: LimitOverrides = { minute: null, search: null, jobs: null, reads: null, writes: null, cost: null }

export interface Database {
  /** The URL of the database. */
  database: string
}

/** Opens a folder or a database. With `hooks` it also runs jobs, and has this number of webhooks. */
export async function openProgram(
  place: string | Database,
  limits: LimitOverrides = off,
  hooks?: Hooks,
): Promise<Program> {
  const store =
    typeof place === 'string'
      ? await openSqlite({ folder: place, clock: systemClock, capture: changeCapture })
      : await openPostgres({ url: place.database, capture: changeCapture, serving: true })
  const log = (line: Record<string, unknown>) => console.error(line)
  const files = folderFiles(typeof place === 'string' ? join(place, 'files') : temporaryFolder())
  const shared = {
    store,
    files,
    clock: store.clock,
    key: 'bench',
    log,
    post: createWebhookClient({ allowPrivate: true }),
  }
  const app = await createApp({ ...shared, publicUrl: null, trustedProxies: [], web: 'none', limits })
  const operations = createOperationRunner(shared)
  const jobs = createJobs({ ...shared, notify: async () => {}, operations, exclusive: true })
  if (hooks) {
    await addHooks(store, shared.key, hooks)
    jobs.start()
  }
  return {
    app,
    async close() {
      await Promise.all([app.close(), jobs.stop()])
      await store.close()
    },
  }
}
