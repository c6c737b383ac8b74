/** Time tracking: 10,000 entries of a portfolio summed, and a page of them, on both engines. */
import { changeCapture } from '../../../src/events/change_capture.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { insertAll } from '../../../src/store/change.ts'
import type { Store } from '../../../src/store/db.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { entryPage } from '../../../src/store/queries/time/entries.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { here } from '../../checkout.ts'
import { withPostgresStores } from '../../database/stores.ts'
import type { ReportRow, RowMeasurement } from '../../rows.ts'
import { sizes } from '../../sizes.ts'
import { copyOf, seeded, usual } from '../../stores/seed.ts'
import { timed } from '../../table.ts'

const ENTRIES = 10_000
const MAX_PROJECTS = 20

/** A portfolio of projects with the entries, spread over tasks. Returns its gid, and a user who sees it. */
async function fill(store: Store, workspace: number): Promise<{ portfolio: number; me: number }> {
  const { db } = store.read
  const own = db.selectFrom('projects').select('gid').where('workspace', '=', workspace).limit(MAX_PROJECTS)
  const projects = (await own.execute()).map(({ gid }) => gid)
  const tasks = await db.selectFrom('tasks').select('gid').where('workspace', '=', workspace).limit(1000).execute()
  const member = db.selectFrom('workspace_memberships').select('user').where('workspace', '=', workspace)
  const { user: me } = await member.orderBy('gid').limit(1).executeTakeFirstOrThrow()
  return store.write(async tx => {
    const portfolio = tx.gid()
    const common = { workspace, created_at: tx.now, created_by: me }
    await insertAll(tx, 'portfolios', [
      {
        ...{
          gid: portfolio,
          ...common,
          owner: me,
          name: 'Time',
          color: null,
          archived: 0,
          start_on: null,
          due_on: null,
        },
        ...{ privacy_setting: 'members_only', default_access_level: 'viewer', current_status_update: null },
        ...{ deleted_at: null, deleted_by: null },
      },
    ])
    const items = projects.map((item, at) => ({
      ...{ gid: tx.gid(), portfolio, item, item_type: 'project', workspace, rank: `a${String(at).padStart(2, '0')}V` },
      ...{ is_access_control_inherited: 0, created_at: tx.now },
    }))
    await insertAll(tx, 'portfolio_items', items)
    const entries = Array.from({ length: ENTRIES }, (_, at) => ({
      ...{ gid: tx.gid(), ...common, task: tasks[at % tasks.length]?.gid ?? 0, category: null, description: '' },
      ...{ attributable_to: projects[at % projects.length] ?? null, duration_minutes: (at % 480) + 1, week: 2900 },
      ...{ entered_on: `2026-01-${String((at % 28) + 1).padStart(2, '0')}`, billable_status: 'billable' },
    }))
    await insertAll(tx, 'time_tracking_entries', entries)
    return { portfolio, me }
  })
}

/** Times of `work` in milliseconds: elapsed, and of the CPU of this process. */
async function times(work: () => Promise<unknown>): Promise<{ wall: number[]; cpu: number[] }> {
  const [wall, cpu]: [number[], number[]] = [[], []]
  await work()
  for (let time = 0; time < 5 * sizes.times; time++) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    await work()
    wall.push(performance.now() - began)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
  }
  return { wall, cpu }
}

async function measureOn(report: ReportRow, store: Store, workspace: number, engine: string) {
  const { portfolio, me } = await fill(store, workspace)
  const sum = () =>
    store.read.db
      .selectFrom('portfolio_items as i')
      .innerJoin('time_tracking_entries as t', 't.attributable_to', 'i.item')
      .select(eb => [eb.fn.sum('t.duration_minutes').as('minutes'), eb.fn.countAll().as('count')])
      .where('i.portfolio', '=', portfolio)
      .executeTakeFirstOrThrow()
  const { count } = await sum()
  if (Number(count) !== ENTRIES) throw new Error(`There are ${count} entries, not ${ENTRIES}.`)
  const page = () => entryPage(store.read, me, { portfolio }, { limit: 100, after: null })
  const works = [
    { work: `10,000 time entries of a portfolio summed, ${engine}`, run: sum, target: '≤ 20 ms' },
    { work: `100 of 10,000 time entries of a portfolio, ${engine}`, run: page, target: '' },
  ]
  for (const { work, run, target } of works) {
    const { wall, cpu } = await times(run)
    await report(timed({ work, target, unit: 'ms', digits: 1 }, wall, undefined))
    await report(timed({ work: `${work}: CPU of the instance`, target: '', unit: 'ms', digits: 1 }, cpu, undefined))
  }
}

export const time: RowMeasurement = async report => {
  const shape = { ...usual(false), tasks: sizes.moved }
  const { store: copied, remove } = copyOf(await seeded(here, shape))
  const store = await openSqlite({ folder: copied.folder, clock: systemClock, capture: changeCapture })
  await measureOn(report, store, copied.workspace, 'SQLite').finally(() => store.close().finally(remove))
  await withPostgresStores(shape, async ({ of }) => {
    const { store: made, url } = of(here)
    const moved = await openPostgres({ url, capture: changeCapture })
    await measureOn(report, moved, made.workspace, 'PostgreSQL').finally(() => moved.close())
  })
}
