/**
 * One copy on PostgreSQL against one on a folder, and two copies against one. The server of PostgreSQL is one of our own,
 * with the settings of a real one; it shares the machine with everything else that is measured.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { move } from '../../src/store/copy/move.ts'
import { LOAD_CORE, start } from '../child.ts'
import { bytes, CONNECTIONS, type Contender, compare, loaded } from '../contender.ts'
import { type Report, type Rows, SIZE } from '../rows.ts'
import { type Seeded, seeded } from '../seed.ts'
import { line } from '../table.ts'

export const postgres: Rows = async report => {
  const store = await seeded(SIZE)
  const server = await startPostgres({ durable: true })
  if ('missing' in server) throw new Error(server.missing)
  const passing = mkdtempSync(join(tmpdir(), 'workloom-bench-postgres-'))
  const folder = join(passing, 'folder')
  try {
    cpSync(store.folder, folder, { recursive: true })
    const began = performance.now()
    const sums = await move({ folder }, { database: server.url }, { begun() {}, progress() {} })
    const rows = sums.reduce((sum, one) => sum + one.rows, 0)
    const seconds = (performance.now() - began) / 1000
    console.error(`moved ${rows.toLocaleString('en')} rows to PostgreSQL in ${seconds.toFixed(1)} s`)
    await against(report, { ...store, folder }, server)
    await copies(report, store, server)
  } finally {
    await server.stop()
    rmSync(passing, { recursive: true })
  }
}

/** The requests that are measured. */
function requestsOf({ token, tasks, hundred, large }: Seeded): [work: string, request: string][] {
  const data = { name: 'What is to be done', notes: 'In a sentence or two.', projects: [String(large)] }
  return [
    ['one task, full record', bytes('GET', `/tasks/${tasks[1]}`, token)],
    ['list of 100, compact', bytes('GET', `/projects/${hundred}/tasks?limit=100`, token)],
    [`create a task, durable, ${CONNECTIONS} clients`, bytes('POST', '/tasks', token, data)],
  ]
}

async function against(report: Report, store: Seeded, { url }: Postgres) {
  for (const [work, request] of requestsOf(store)) {
    const ours = await loaded(await start('server.ts', { database: url }), [request])
    const other = await loaded(await start('server.ts', { folder: store.folder }), [request])
    const said = { work: `PostgreSQL: ${work}`, against: 'the same on a folder', target: '' }
    await report(line(said, await compare(ours, other)), ours)
    await ours.end()
    await other.end()
  }
}

async function copies(report: Report, store: Seeded, { url }: Postgres) {
  for (const [work, request] of requestsOf(store)) {
    const one = await loaded(await start('server.ts', { database: url }), [request])
    const second = await loaded(await start('server.ts', { database: url }, LOAD_CORE), [request])
    const said = { work: `two copies: ${work}`, against: 'one copy', target: '' }
    await report(line(said, await compare(both(one, second), one)))
    await one.end()
    await second.end()
  }
}

/** Two that serve side by side, as one. */
const both = (one: Contender, other: Contender): Contender => ({
  async measure(milliseconds) {
    const [here, there] = await Promise.all([one.measure(milliseconds), other.measure(milliseconds)])
    return { perSecond: here.perSecond + there.perSecond, cpu: (here.cpu + there.cpu) / 2 }
  },
  rest: () => Promise.all([one.rest(), other.rest()]).then(() => undefined),
  end: () => Promise.all([one.end(), other.end()]).then(() => undefined),
})
