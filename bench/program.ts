/** The program as the bench runs it: on a seeded folder, in this process, without anything that a deployment adds. */
import type { FastifyInstance } from 'fastify'
import { createApp } from '../src/app.ts'
import { telling } from '../src/events/telling.ts'
import { systemClock } from '../src/lib/clock.ts'
import { openSqlite } from '../src/store/sqlite.ts'

export interface Program {
  app: FastifyInstance
  close(): Promise<void>
}

export async function openProgram(folder: string): Promise<Program> {
  const store = await openSqlite({ folder, clock: systemClock, telling })
  const log = (line: Record<string, unknown>) => console.error(line)
  const app = await createApp({
    store,
    clock: systemClock,
    key: 'bench',
    publicUrl: null,
    trustedProxies: [],
    web: 'none',
    log,
  })
  return {
    app,
    async close() {
      await app.close()
      await store.close()
    },
  }
}
