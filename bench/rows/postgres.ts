/**
 * One instance on PostgreSQL against one on a folder, and two instances against one: the CPU of the instance and of the
 * database, and the number of round trips.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { caller } from '../call.ts'
import { type Checkout, here, serve } from '../checkout.ts'
import { LOAD_CORE } from '../child.ts'
import { both, bytes, CONNECTIONS, type Contender, loaded } from '../contender.ts'
import { type RoundTripCount, startDelayedProxy } from '../database/round_trips.ts'
import { type PostgresStores, withPostgresStores } from '../database/stores.ts'
import { checkouts, measure, type ReportRow, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { copyOf, type Seeded, seeded, usual } from '../stores/seed.ts'
import { median, plain, span } from '../table.ts'
import { newTask } from './create.ts'

interface Asked {
  work: string
  method: 'GET' | 'POST'
  path(store: Seeded): string
  data?(store: Seeded): object
  /** The maximum number of round trips to the database. */
  journeys: string
  /** The maximum CPU of the instance relative to one on a folder, and the microseconds of the database. */
  target: string
}

const works: Asked[] = [
  {
    ...{ work: 'one task, five fields', method: 'GET', journeys: '', target: '≤ 2, database ≤ 150' },
    path: ({ tasks }) => `/tasks/${tasks[1]}`,
  },
  {
    ...{ work: 'list of 100, compact', method: 'GET', journeys: '', target: '≤ 2' },
    path: ({ hundred }) => `/projects/${hundred}/tasks?limit=100`,
  },
  {
    ...{
      work: `create a task, durable, ${CONNECTIONS} clients`,
      method: 'POST',
      path: () => '/tasks',
      journeys: '≤ 8',
      target: '≤ 2, database ≤ 700',
    },
    data: ({ large }) => newTask(large),
  },
]

const shape = () => ({ ...usual(true), tasks: sizes.moved })

export const postgres: RowMeasurement = report =>
  withPostgresStores(shape(), async moved => {
    for (const asked of works) await onDatabase(report, moved, asked)
    for (const asked of works) await journeys(report, moved, asked)
    for (const asked of works) await instances(report, moved, asked)
  })

const requestOf = ({ method, path, data }: Asked, store: Seeded) =>
  bytes(method, path(store), store.token, data?.(store))

async function instanceOn(
  { of, backends }: PostgresStores,
  checkout: Checkout,
  asked: Asked,
  core?: number,
): Promise<Contender> {
  const { store, url } = of(checkout)
  const server = await serve(checkout, { database: url }, core)
  return loaded(server, [requestOf(asked, store)], { database: () => backends.spent(url) })
}

async function onDatabase(report: ReportRow, moved: PostgresStores, asked: Asked) {
  await measure(report, {
    work: `PostgreSQL: ${asked.work}`,
    by: checkout => instanceOn(moved, checkout, asked),
    others: [{ against: 'the same on a folder', target: asked.target, times: true, start: () => onFolder(asked) }],
  })
}

async function onFolder(asked: Asked): Promise<Contender> {
  const { store, remove } = copyOf(await seeded(here, shape()))
  const contender = await loaded(await serve(here, { folder: store.folder }), [requestOf(asked, store)])
  return { ...contender, end: () => contender.end().finally(remove) }
}

async function instances(report: ReportRow, moved: PostgresStores, asked: Asked) {
  await measure(report, {
    work: `two instances on PostgreSQL: ${asked.work}`,
    by: async checkout =>
      both(await instanceOn(moved, checkout, asked), await instanceOn(moved, checkout, asked, LOAD_CORE)),
    others: [{ against: 'one instance', target: '', start: () => instanceOn(moved, here, asked) }],
  })
}

/** Round trips before the response, those after it, and all statements: of single requests, one after another. */
async function journeys(report: ReportRow, moved: PostgresStores, asked: Asked) {
  const found: { before: number[]; after: number[]; statements: number[] }[] = []
  for (const checkout of checkouts()) found.push(await travels(moved, checkout, asked))
  const [ours, older] = found
  if (!ours) return
  const [before, after] = [median(ours.before), median(ours.after)]
  const work = `PostgreSQL: journeys of one request: ${asked.work.replace(/, durable.*/, '')}`
  const figure = after > 0 ? `${before} + ${after} behind the answer` : `${before}`
  const against = `${median(ours.statements)} statements`
  const line = plain(work, against, figure, span(ours.before, 0), asked.journeys)
  await report(older ? { ...line, older: before / median(older.before) } : line)
}

async function travels({ of }: PostgresStores, checkout: Checkout, asked: Asked) {
  const { store, url } = of(checkout)
  const way = await startDelayedProxy(url)
  const server = await serve(checkout, { database: way.url })
  const call = caller(server.ready.port, store.token)
  const once = () => call(asked.method, asked.path(store), asked.data?.(store))
  const found = { before: [] as number[], after: [] as number[], statements: [] as number[] }
  for (let time = 0; time < 5; time++) await once()
  way.delay(sizes.delayMs)
  await pause(4 * sizes.delayMs)
  for (let time = 0; time < 3 * sizes.times; time++) {
    const begun = way.count()
    await once()
    const answered = way.count()
    await pause(4 * sizes.delayMs)
    const over = way.count()
    const between = (key: keyof RoundTripCount, from: RoundTripCount, to: RoundTripCount) => to[key] - from[key]
    found.before.push(between('journeys', begun, answered))
    found.after.push(between('journeys', answered, over))
    found.statements.push(between('statements', begun, over))
  }
  await server.end()
  way.end()
  return found
}
