/** Writes that record changes, on PostgreSQL: 16 writers comment on tasks of eight unrelated workspaces. */
import { serve } from '../checkout.ts'
import { bytes, CONNECTIONS, loaded } from '../contender.ts'
import { withPostgresStores } from '../database/stores.ts'
import { measure, type RowMeasurement } from '../rows.ts'
import type { Shape } from '../stores/content.ts'

const WORKSPACES = 8
const TASKS = 240
const shape: Shape = { tasks: TASKS, fields: true, people: 20, projects: 4, workspaces: WORKSPACES, team: 0 }

export const recordedWrites: RowMeasurement = report =>
  withPostgresStores(shape, async ({ of, backends }) => {
    await measure(report, {
      ...{
        work: `recorded writes over ${WORKSPACES} workspaces, ${CONNECTIONS} writers, PostgreSQL`,
        isRate: true,
        others: [],
      },
      async by(checkout) {
        const { store, url } = of(checkout)
        const { tasks, token } = store
        const requests = Array.from({ length: CONNECTIONS }, (_, writer) => {
          const task = tasks[(writer % WORKSPACES) * TASKS + 1 + 5 * Math.floor(writer / WORKSPACES)]
          return bytes('POST', `/tasks/${task}/stories`, token, { text: 'What has been done until now.' })
        })
        const server = await serve(checkout, { database: url })
        return loaded(server, requests, { database: () => backends.spent(url) })
      },
    })
  })
