/**
 * One task in full, against a server that sends the same bytes: one of a few that are read repeatedly, each for the
 * first time, and among writes.
 */
import { type Checkout, here, serve } from '../checkout.ts'
import { start } from '../child.ts'
import { bytes, type Contender, loaded } from '../contender.ts'
import { openProgram } from '../program.ts'
import { measure, type ReportRow, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import type { Shape } from '../stores/content.ts'
import { copyOf, type Seeded, seeded, usual } from '../stores/seed.ts'
import { trace } from '../trace.ts'

const FEW = 20
const HOT = 300
const READS = 19

export const one: RowMeasurement = async report => {
  await again(report, true)
  await again(report, false)
  await firstTime(report)
  await mixed(report)
}

export const kindOf = ({ fields }: { fields: boolean }): string => (fields ? 'five fields' : 'plain')

/** A server that answers every request with the response to this one. */
async function bareOf({ folder, token }: Seeded, path: string, requests: string[]): Promise<Contender> {
  const program = await openProgram(folder)
  const { body, headers } = await trace(program, { method: 'GET', path, token })
  await program.close()
  return loaded(await start('bare.ts', { headers, body }), requests)
}

const bare = { against: 'node:http with the same bytes', target: '≥ 0.50' }

async function again(report: ReportRow, fields: boolean) {
  const paths = ({ tasks }: Seeded) => tasks.slice(1, 1 + FEW).map(task => `/tasks/${task}`)
  const readsOf = (store: Seeded) => paths(store).map(path => bytes('GET', path, store.token))
  await measure(report, {
    work: `one task, ${kindOf({ fields })}, read again`,
    async by(checkout) {
      const store = await seeded(checkout, usual(fields))
      return loaded(await serve(checkout, { folder: store.folder }), readsOf(store))
    },
    others: [
      {
        ...bare,
        async start() {
          const store = await seeded(here, usual(fields))
          return bareOf(store, paths(store)[0] ?? '', readsOf(store))
        },
      },
    ],
  })
}

/** As many tasks as fit on the machine. */
export const large = (): Shape => ({ ...usual(true), tasks: sizes.many })

/** Every request reads another task, and no task is read twice in the whole run. */
async function firstTime(report: ReportRow) {
  const requestsOf = ({ token, every }: Seeded) => {
    const [before = '', after = ''] = bytes('GET', '/tasks/GID', token).split('GID')
    return { before, after, file: every }
  }
  // A tenth of the tasks are subtasks. The warm-up is a round as well.
  const most = Math.floor((sizes.many * 0.9) / (sizes.rounds + 1))
  await measure(report, {
    work: `one task of ${sizes.many.toLocaleString('en')}, five fields, first time ever`,
    async by(checkout) {
      const store = await seeded(checkout, large())
      return loaded(await serve(checkout, { folder: store.folder }), requestsOf(store), { maxRequests: most })
    },
    others: [
      {
        ...{ against: bare.against, target: '' },
        async start() {
          const store = await seeded(here, large())
          return bareOf(store, `/tasks/${store.tasks[1]}`, [bytes('GET', `/tasks/${store.tasks[1]}`, store.token)])
        },
      },
    ],
  })
}

/** Reads of few tasks, each of which is written now and then: every write invalidates the next read. */
async function mixed(report: ReportRow) {
  await measure(report, {
    work: `${READS} reads to 1 write over ${HOT} tasks, five fields`,
    by: checkout => writing(checkout, true, mixedRequests),
    others: [],
  })
}

function mixedRequests({ tasks, token }: Seeded): string[] {
  const hot = tasks.slice(1, 1 + HOT)
  return Array.from({ length: 2 * HOT * (READS + 1) }, (_, turn) => {
    const isWrite = turn % (READS + 1) === READS
    const task = hot[(isWrite ? Math.floor(turn / (READS + 1)) : turn * 7919) % hot.length]
    if (!isWrite) return bytes('GET', `/tasks/${task}`, token)
    return bytes('PUT', `/tasks/${task}`, token, { name: `A name that was given in turn ${turn}` })
  })
}

/** A server on a copy of a seeded store, which is deleted with it. */
export async function writing(
  checkout: Checkout,
  fields: boolean,
  requestsOf: (store: Seeded) => string[],
  connections?: number,
): Promise<Contender> {
  const { store, remove } = copyOf(await seeded(checkout, usual(fields)))
  const server = await serve(checkout, { folder: store.folder })
  const contender = await loaded(server, requestsOf(store), connections === undefined ? {} : { connections })
  return { ...contender, end: () => contender.end().finally(remove) }
}
