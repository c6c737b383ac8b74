/**
 * One instance on PostgreSQL against one on a folder, and two instances against one: the CPU of the instance and of the
 * database, and the number of round trips.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { caller } from '../call.ts'
import { type Checkout, here, serve } from '../checkout.ts'
import { LOAD_CORE } from '../child.ts'
import { both, bytes, CONNECTIONS, type Contender, loaded, WARM_UPS_OF_WRITES } from '../contender.ts'
import { type RoundTripCount, startDelayedProxy } from '../database/round_trips.ts'
import { type PostgresStores, withPostgresStores } from '../database/stores.ts'
import { checkouts, measure, type ReportRow, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { copyOf, type Seeded, seeded, usual } from '../stores/seed.ts'
import { median, plain, span } from '../table.ts'
import { newTask } from './create.ts'

interface PostgresWork {
  work: string
  method: 'GET' | 'POST'
  path(store: Seeded): string
  data?(store: Seeded): object
  /** The maximum number of round trips to the database. */
  roundTrips: string
  /** The maximum CPU of the instance relative to one on a folder, and the microseconds of the database. */
  target: string
  /** See `race`. */
  warmUps?: number
}

const works: PostgresWork[] = [
  {
    ...{ work: 'one task, five fields', method: 'GET', roundTrips: '', target: '≤ 2, database ≤ 150' },
    path: ({ tasks }) => `/tasks/${tasks[1]}`,
  },
  {
    ...{ work: 'list of 100, compact', method: 'GET', roundTrips: '', target: '≤ 2' },
    path: ({ hundred }) => `/projects/${hundred}/tasks?limit=100`,
  },
  {
    ...{
      work: `create a task, durable, ${CONNECTIONS} clients`,
      method: 'POST',
      path: () => '/tasks',
      roundTrips: '≤ 8',
      target: '≤ 2, database ≤ 700',
      warmUps: WARM_UPS_OF_WRITES,
    },
    data: ({ large }) => newTask(large),
  },
]

const shape = () => ({ ...usual(true), tasks: sizes.moved })

export const postgres: RowMeasurement = report =>
  withPostgresStores(shape(), async stores => {
    for (const work of works) await onDatabase(report, stores, work)
    for (const work of works) await roundTrips(report, stores, work)
    for (const work of works) await instances(report, stores, work)
  })

const requestOf = ({ method, path, data }: PostgresWork, store: Seeded) =>
  bytes(method, path(store), store.token, data?.(store))

async function instanceOn(
  { of, backends }: PostgresStores,
  checkout: Checkout,
  work: PostgresWork,
  core?: number,
): Promise<Contender> {
  const { store, url } = of(checkout)
  const server = await serve(checkout, { database: url }, core)
  return loaded(server, [requestOf(work, store)], { database: () => backends.spent(url) })
}

async function onDatabase(report: ReportRow, stores: PostgresStores, work: PostgresWork) {
  await measure(report, {
    work: `PostgreSQL: ${work.work}`,
    warmUps: work.warmUps ?? 1,
    by: checkout => instanceOn(stores, checkout, work),
    others: [{ against: 'the same on a folder', target: work.target, times: true, start: () => onFolder(work) }],
  })
}

async function onFolder(work: PostgresWork): Promise<Contender> {
  const { store, remove } = copyOf(await seeded(here, shape()))
  const contender = await loaded(await serve(here, { folder: store.folder }), [requestOf(work, store)])
  return { ...contender, end: () => contender.end().finally(remove) }
}

async function instances(report: ReportRow, stores: PostgresStores, work: PostgresWork) {
  await measure(report, {
    work: `two instances on PostgreSQL: ${work.work}`,
    by: async checkout =>
      both(await instanceOn(stores, checkout, work), await instanceOn(stores, checkout, work, LOAD_CORE)),
    others: [{ against: 'one instance', target: '', start: () => instanceOn(stores, here, work) }],
  })
}

/** Round trips before the response, those after it, and all statements: of single requests, one after another. */
async function roundTrips(report: ReportRow, stores: PostgresStores, work: PostgresWork) {
  const found: { before: number[]; after: number[]; statements: number[] }[] = []
  for (const checkout of checkouts()) found.push(await countRoundTrips(stores, checkout, work))
  const [ours, older] = found
  if (!ours) return
  const [before, after] = [median(ours.before), median(ours.after)]
  const title = `PostgreSQL: round trips of one request: ${work.work.replace(/, durable.*/, '')}`
  const figure = after > 0 ? `${before} + ${after} after the response` : `${before}`
  const against = `${median(ours.statements)} statements`
  const line = plain(title, against, figure, span(ours.before, 0), work.roundTrips)
  await report(older ? { ...line, older: before / median(older.before) } : line)
}

async function countRoundTrips({ of }: PostgresStores, checkout: Checkout, work: PostgresWork) {
  const { store, url } = of(checkout)
  const proxy = await startDelayedProxy(url)
  const server = await serve(checkout, { database: proxy.url })
  const call = caller(server.ready.port, store.token)
  const once = () => call(work.method, work.path(store), work.data?.(store))
  const found = { before: [] as number[], after: [] as number[], statements: [] as number[] }
  for (let time = 0; time < 5; time++) await once()
  proxy.delay(sizes.delayMs)
  await pause(4 * sizes.delayMs)
  for (let time = 0; time < 3 * sizes.times; time++) {
    const start = proxy.count()
    await once()
    const answered = proxy.count()
    await pause(4 * sizes.delayMs)
    const end = proxy.count()
    const between = (key: keyof RoundTripCount, from: RoundTripCount, to: RoundTripCount) => to[key] - from[key]
    found.before.push(between('roundTrips', start, answered))
    found.after.push(between('roundTrips', answered, end))
    found.statements.push(between('statements', start, end))
  }
  await server.end()
  proxy.end()
  return found
}
