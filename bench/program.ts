/** The program as the bench runs it: on a seeded folder, in this process, without anything that a deployment adds. */
import type { FastifyInstance } from 'fastify'
import { createApp } from '../src/app.ts'
import { systemClock } from '../src/lib/clock.ts'
import type { Wishes } from '../src/limits/sizes.ts'
import { openSqlite } from '../src/store/sqlite.ts'

export interface Program {
  app: FastifyInstance
  close(): Promise<void>
}

/** A load is meant to be more than any client may send. */
export const off: Wishes = { minute: null, search: null, jobs: null, reads: null, writes: null, cost: null }

export async function openProgram(folder: string, limits: Wishes = off): Promise<Program> {
  const store = await openSqlite({ folder, clock: systemClock })
  const log = (line: Record<string, unknown>) => console.error(line)
  const app = await createApp({
    store,
    clock: systemClock,
    key: 'bench',
    publicUrl: null,
    trustedProxies: [],
    web: 'none',
    log,
    limits,
  })
  return {
    app,
    async close() {
      await app.close()
      await store.close()
    },
  }
}
