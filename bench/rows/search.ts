/**
 * Searches by people with the rights of an organization, one after the other: by a rare word, by a word of half of all
 * tasks, and by three filters. The figure is the time that 99 of 100 searches need.
 */
import { caller } from '../call.ts'
import { type ServerOptions, serve } from '../checkout.ts'
import { withPostgresStores } from '../database/stores.ts'
import { checkouts, type ReportRow, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { CLIENTS, SEARCHERS, searcherToken } from '../stores/life.ts'
import { type Seeded, seeded, usual } from '../stores/seed.ts'
import { median, plain } from '../table.ts'

const PROJECTS = 1000

const shape = () => ({ ...usual(false), tasks: sizes.many, projects: PROJECTS, isLifelike: true as const })

interface SearchWork {
  work: string
  /** In milliseconds, on a folder. */
  target: number
  query(index: number): string
}

/** Words of at least five digits are the beginning of no other. */
const RARE = 10_000

const works: SearchWork[] = [
  { work: 'a rare word', target: 20, query: index => `text=client${RARE + ((index * 131) % (CLIENTS - RARE))}` },
  { work: 'a word of half of all tasks', target: 60, query: () => 'text=review' },
  { work: 'three filters', target: 40, query: () => 'assignee.any=me&completed=false&due_on.before=2026-12-31' },
]

const DATABASE_FACTOR = 2.5

export const search: RowMeasurement = async report => {
  const [ours] = checkouts()
  if (!ours) return
  const run = async (place: string, factor: number, location: ServerOptions, store: Seeded) => {
    const server = await serve(ours, location)
    for (const work of works) await measureSearch(report, { place, factor, work, port: server.ready.port, store })
    await server.end()
  }
  const store = await seeded(ours, shape())
  await run('', 1, { folder: store.folder }, store)
  await withPostgresStores(shape(), async ({ of }) => {
    const moved = of(ours)
    await run('PostgreSQL: ', DATABASE_FACTOR, { database: moved.url }, moved.store)
  })
}

interface SearchRun {
  place: string
  factor: number
  work: SearchWork
  port: number
  store: Seeded
}

async function measureSearch(
  report: ReportRow,
  { place, factor, work: { work, target, query }, port, store }: SearchRun,
) {
  const milliseconds: number[] = []
  // The first round fills the caches and authenticates the tokens.
  for (let round = 0; round <= sizes.times; round++) {
    for (let index = 0; index < SEARCHERS; index++) {
      const call = caller(port, searcherToken(index))
      const began = performance.now()
      await call('GET', `/workspaces/${store.workspace}/tasks/search?limit=100&${query(round * SEARCHERS + index)}`)
      if (round > 0) milliseconds.push(performance.now() - began)
    }
  }
  milliseconds.sort((a, b) => a - b)
  const slow = milliseconds[Math.floor(milliseconds.length * 0.99)] ?? 0
  const name = `${place}search of ${sizes.many.toLocaleString('en')} tasks: ${work}, p99`
  const range = `median ${median(milliseconds).toFixed(1)}`
  await report(plain(name, '', `${slow.toFixed(1)} ms`, range, `≤ ${target * factor} ms`))
}
