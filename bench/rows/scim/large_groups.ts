/**
 * One request that affects thousands of objects: a person joins a workspace of ten thousand projects, a project is
 * shared with a large team.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { caller } from '../../call.ts'
import { type Checkout, serve } from '../../checkout.ts'
import { checkouts, type ReportRow, type RowMeasurement } from '../../rows.ts'
import { sizes } from '../../sizes.ts'
import type { Shape } from '../../stores/content.ts'
import { copyOf, type Seeded, seeded } from '../../stores/seed.ts'
import { plain, timed } from '../../table.ts'

const OTHERS = 200

interface Heavy {
  work: string
  /** Prepares the objects. Returns the request. */
  prepare(call: ReturnType<typeof caller>, store: Seeded, round: number): Promise<() => Promise<unknown>>
}

export const largeGroups: RowMeasurement = async report => {
  const { projects, team } = sizes
  const shape: Shape = { tasks: 1000, fields: false, people: team + OTHERS, projects, workspaces: 1, team }
  const works: Heavy[] = [
    {
      work: `a person joins a workspace with ${projects.toLocaleString('en')} projects`,
      async prepare(call, { workspace }, round) {
        const user = `joining${round}@example.com`
        return () => call('POST', `/workspaces/${workspace}/addUser`, { user })
      },
    },
    {
      work: `a project is shared with a team of ${team.toLocaleString('en')}`,
      async prepare(call, { workspace, team }, round) {
        const sent = { workspace: String(workspace), name: `Shared ${round}`, privacy_setting: 'private' }
        const { gid } = (await call('POST', '/projects', sent)) as { gid: string }
        return () => call('PUT', `/projects/${gid}`, { team: String(team), privacy_setting: 'private_to_team' })
      },
    },
  ]
  for (const work of works) await measureHeavy(report, shape, work)
}

interface Measurements {
  milliseconds: number[]
  rows: number
}

async function measureHeavy(report: ReportRow, shape: Shape, heavy: Heavy) {
  const measured: Measurements[] = []
  for (const checkout of checkouts()) measured.push(await timesOf(checkout, shape, heavy))
  const [ours, older] = measured
  if (!ours) return
  const { work } = heavy
  await report(timed({ work, target: '', unit: 'ms', digits: 1 }, ours.milliseconds, older?.milliseconds))
  const line = plain(`${work}: rows added`, '', String(ours.rows), '', '')
  await report(older ? { ...line, older: ours.rows / older.rows } : line)
}

async function timesOf(checkout: Checkout, shape: Shape, { prepare }: Heavy): Promise<Measurements> {
  const { store, remove } = copyOf(await seeded(checkout, shape))
  const server = await serve(checkout, { folder: store.folder })
  const call = caller(server.ready.port, store.token)
  const milliseconds: number[] = []
  let rows = 0
  for (let round = 0; round < sizes.warmUps; round++) await (await prepare(call, store, round))()
  for (let time = 0; time < 2 * sizes.times; time++) {
    const once = await prepare(call, store, sizes.warmUps + time)
    const before = rowsIn(store.folder)
    const began = performance.now()
    await once()
    milliseconds.push(performance.now() - began)
    rows = rowsIn(store.folder) - before
  }
  await server.end()
  remove()
  return { milliseconds, rows }
}

/** All rows of a store. */
function rowsIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'workloom.db'), { readOnly: true })
  const tables = database.prepare("select name from pragma_table_list where schema = 'main' and type = 'table'").all()
  const counts = tables.map(({ name }) => database.prepare(`select count(*) as rows from "${name}"`).get()?.rows)
  database.close()
  return counts.reduce<number>((sum, count) => sum + Number(count), 0)
}
