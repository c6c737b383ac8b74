/**
 * A job that duplicates a project of ten thousand tasks: its speed, and the reads of another person meanwhile, one after
 * the other with pauses, as by a person who works.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { caller } from '../call.ts'
import { type Checkout, type ServerOptions, serve } from '../checkout.ts'
import { withPostgresStores } from '../database/stores.ts'
import { checkouts, type ReportRow, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import type { Shape } from '../stores/content.ts'
import { copyOf, type Seeded, seeded } from '../stores/seed.ts'
import { median, plain, timed } from '../table.ts'

/** A quarter of all tasks are in one project. */
const shape: Shape = { tasks: sizes.duplicated * 4, fields: false, people: 100, projects: 10, workspaces: 1, team: 0 }

const INCLUDE = 'task_notes,task_assignee,task_dates,task_followers,task_tags,task_subtasks'
const READ_PAUSE_MS = 5
const IDLE_READS = 200

/** With this option the server runs jobs. */
const NO_HOOKS = { count: 0, project: null, target: '' }

interface DuplicationTimes {
  /** Copied tasks a second. */
  perSecond: number
  /** The median of the reads in milliseconds, without a job and during one. */
  idle: number
  busy: number
}

export const duplicate: RowMeasurement = async report => {
  await reportTimes(report, 'SQLite', async checkout => {
    const { store, remove } = copyOf(await seeded(checkout, shape))
    return duplicationTimes(checkout, { folder: store.folder }, store).finally(remove)
  })
  await withPostgresStores(shape, ({ of }) =>
    reportTimes(report, 'PostgreSQL', checkout => {
      const { store, url } = of(checkout)
      return duplicationTimes(checkout, { database: url }, store)
    }),
  )
}

async function reportTimes(report: ReportRow, engine: string, by: (checkout: Checkout) => Promise<DuplicationTimes[]>) {
  const [ours = [], older] = await allOf(checkouts().map(checkout => () => by(checkout)))
  const of = (name: keyof DuplicationTimes, rounds: DuplicationTimes[] = []) => rounds.map(round => round[name])
  const count = sizes.duplicated.toLocaleString('en')
  const speed = { work: `a job duplicates ${count} tasks, ${engine}`, target: '≥ 5000/s', unit: '/s', digits: 0 }
  await report(timed(speed, of('perSecond', ours), older && of('perSecond', older)))
  const ratios = ours.map(({ idle, busy }) => busy / idle)
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map(ratio => ratio.toFixed(2))
  const work = `a read of another person meanwhile, ${engine}`
  await report(plain(work, 'the same without a job', median(ratios).toFixed(2), `${low}..${high}`, '≤ 1.2'))
}

/** Runs these one after the other. */
async function allOf<T>(works: (() => Promise<T>)[]): Promise<T[]> {
  const found: T[] = []
  for (const work of works) found.push(await work())
  return found
}

async function duplicationTimes(checkout: Checkout, place: ServerOptions, store: Seeded): Promise<DuplicationTimes[]> {
  const server = await serve(checkout, { ...place, hooks: NO_HOOKS })
  const call = caller(server.ready.port, store.token)
  const read = () => call('GET', `/tasks/${store.tasks[Math.floor(Math.random() * store.tasks.length)]}`)
  await readsUntil(read, async reads => reads >= IDLE_READS)
  const rounds: DuplicationTimes[] = []
  for (let round = 0; round < sizes.times; round++) {
    const idle = median(await readsUntil(read, async reads => reads >= IDLE_READS))
    const data = { name: `Copy ${round}`, include: INCLUDE }
    const began = performance.now()
    const { gid } = (await call('POST', `/projects/${store.large}/duplicate`, data)) as { gid: string }
    const busy = await readsUntil(read, async reads => reads % 5 === 0 && (await hasEnded(call, gid)))
    const seconds = (performance.now() - began) / 1000
    rounds.push({ perSecond: sizes.duplicated / seconds, idle, busy: median(busy) })
  }
  await server.end()
  return rounds
}

async function hasEnded(call: ReturnType<typeof caller>, gid: string): Promise<boolean> {
  const { status } = (await call('GET', `/jobs/${gid}`)) as { status: string }
  if (status === 'failed') throw new Error('The job failed.')
  return status === 'succeeded'
}

/** Reads with pauses until `isOver`. Returns the milliseconds of each read. */
async function readsUntil(
  read: () => Promise<unknown>,
  isOver: (reads: number) => Promise<boolean>,
): Promise<number[]> {
  const found: number[] = []
  do {
    const began = performance.now()
    await read()
    found.push(performance.now() - began)
    await pause(READ_PAUSE_MS)
  } while (!(await isOver(found.length)))
  return found
}
