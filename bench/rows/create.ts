/** New tasks in a project by many clients, each durable, against bare transactions that write the same rows. */
import { here } from '../checkout.ts'
import { start } from '../child.ts'
import { bytes, CONNECTIONS, type Contender, WARM_UPS_OF_WRITES } from '../contender.ts'
import type { LoadResult } from '../load.ts'
import type { Loop } from '../loop.ts'
import { openProgram } from '../program.ts'
import { measure, type ReportRow, type RowMeasurement } from '../rows.ts'
import { copyOf, type Seeded, seeded, usual } from '../stores/seed.ts'
import { type TracedStatement, trace } from '../trace.ts'
import { kindOf, writing } from './one.ts'

const path = '/tasks'

export const create: RowMeasurement = async report => {
  await created(report, true)
  await created(report, false)
}

/** What a client sends for a new task. */
export const newTask = (project: number) => ({
  ...{ name: 'What is to be done', notes: 'In a sentence or two.', projects: [String(project)] },
})

const requestsOf = ({ large, token }: Seeded) => [bytes('POST', path, token, newTask(large))]

async function created(report: ReportRow, fields: boolean) {
  const { store, remove } = copyOf(await seeded(here, usual(fields)))
  try {
    const program = await openProgram(store.folder)
    const asked = { method: 'POST', path, token: store.token, data: newTask(store.large) } as const
    const { statements } = await trace(program, asked)
    await program.close()
    const inserts = statements.filter(({ sql }) => /^insert into/.test(sql))
    await measure(report, {
      work: `create a task in a project, durable, ${CONNECTIONS} clients (${kindOf({ fields })})`,
      by: checkout => writing(checkout, fields, requestsOf),
      warmUps: WARM_UPS_OF_WRITES,
      others: [
        {
          ...{ against: `bare transactions: ${tablesOf(inserts)}`, target: '≥ 0.35' },
          start: () => looping({ folder: store.folder, inserts }),
        },
      ],
    })
  } finally {
    remove()
  }
}

const tablesOf = (inserts: TracedStatement[]) =>
  inserts.map(({ sql }) => /^insert into (\w+)/.exec(sql)?.[1]).join(', ')

async function looping(loop: Loop): Promise<Contender> {
  const child = await start('loop.ts', loop)
  return {
    async measure(milliseconds) {
      const { requests, seconds, cpu } = await child.ask<LoadResult & { cpu: number }>({ milliseconds })
      return { perSecond: requests / seconds, cpu }
    },
    end: () => child.end(),
  }
}
