/**
 * `npm run bench [-- options row …]`: the speed of the program, as ratios between contenders of one run. It never fails
 * for being slow. Without names it measures all rows.
 *
 * --against FOLDER  another checkout in the same run: the last column is our share of its CPU
 * --runs N          repeats everything: the median of the runs, with their range
 * --json FILE       all figures, of every round
 * --profile         a profile of each row
 * --quick           tiny stores and one short round, to check that everything runs
 *
 * WORKLOOM_BENCH_TASKS makes the stores smaller than 100,000 and 1,000,000 tasks.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { olderCheckout, setOlder } from './checkout.ts'
import { pinned } from './child.ts'
import { app } from './rows/app.ts'
import { batch } from './rows/batch.ts'
import { client } from './rows/client.ts'
import { create } from './rows/create.ts'
import { duplicate } from './rows/duplicate.ts'
import { emulator } from './rows/emulator/emulator.ts'
import { events } from './rows/events.ts'
import { fields } from './rows/fields.ts'
import { files } from './rows/files.ts'
import { limits } from './rows/limits.ts'
import { list } from './rows/list.ts'
import { million } from './rows/million.ts'
import { one } from './rows/one.ts'
import { goals } from './rows/plan/goals.ts'
import { time } from './rows/plan/time.ts'
import { pocketbase } from './rows/pocketbase.ts'
import { postgres } from './rows/postgres.ts'
import { recordedWrites } from './rows/recorded_writes.ts'
import { largeGroups } from './rows/scim/large_groups.ts'
import { scim } from './rows/scim/scim.ts'
import { search } from './rows/search.ts'
import { begin } from './rows/start.ts'
import { typeahead } from './rows/typeahead.ts'
import { webhooks } from './rows/webhooks.ts'
import type { ReportRow, RowMeasurement } from './rows.ts'
import { sizes } from './sizes.ts'
import { profileTable, summary, type TableLine, table } from './table.ts'

const PROFILE_MS = 4000

/**
 * The rows, by their names on the command line:
 *
 * - one: repeated reads, first reads, reads among writes
 * - list: pages of 100; fields: 20 custom fields; create; batch: ten reads in one request
 * - duplicate: a job that copies ten thousand tasks, and reads meanwhile
 * - million: growth with the store
 * - search: by people with different rights; files: upload and download of 100 MB
 * - large_groups: one request that affects thousands; limits; scim; events; webhooks
 * - postgres: CPU of the database and round trips; recorded_writes: writes in many
 *   workspaces; typeahead: the slowest of a hundred; goals: what follows a task; time: entries of a portfolio
 * - app: the web app in a browser: starts, input, the command menu, scrolling, live changes, memory, an idle page, the
 *   inbox, search, and a click to each screen
 * - client: a call of the typed client above plain fetch
 * - emulator: its start, reset and snapshot of a world
 * - pocketbase: a peer, if Go is installed; start: cold start and idle memory
 */
const groups: Record<string, RowMeasurement> = {
  ...{
    one,
    list,
    fields,
    create,
    batch,
    duplicate,
    million,
    large_groups: largeGroups,
    limits,
    scim,
    search,
    events,
    webhooks,
    files,
    postgres,
    recorded_writes: recordedWrites,
    typeahead,
    app,
    goals,
    time,
    client,
    pocketbase,
    emulator,
  },
  start: begin,
}

const { values, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ against: { type: 'string' }, json: { type: 'string' }, runs: { type: 'string', default: '1' } },
    ...{ profile: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
  },
})
const unknown = requested.filter(name => !groups[name])
if (unknown.length > 0) throw new Error(`No such row: ${unknown.join(', ')}. Rows: ${Object.keys(groups).join(', ')}`)
if (values.against !== undefined) setOlder(values.against)

const runs: TableLine[][] = []
const notes: string[] = []

/** Every requested row. */
async function run(lines: TableLine[]): Promise<void> {
  const report: ReportRow = async (line, ours) => {
    lines.push(line)
    console.error(`${line.work}: ${line.figure} (${line.range})`)
    if (values.profile && ours?.profile) notes.push(profileTable(line.work, await ours.profile(PROFILE_MS)))
  }
  for (const [name, measure] of Object.entries(groups)) {
    if (requested.length > 0 && !requested.includes(name)) continue
    try {
      await measure(report)
    } catch (error) {
      notes.push(`${name} could not be measured: ${error instanceof Error ? error.stack : error}`)
    }
    saveResults()
  }
}

const cores = pinned
  ? 'servers on one core, the load on another'
  : 'NOT pinned to cores: taskset is missing or there is only one; read the ratios with care'
const machine = `Node ${process.version}, ${availableParallelism()} cores, ${cores}`
const older = olderCheckout()

/** The results so far, in the file. */
function saveResults() {
  if (values.json === undefined) return
  const figures = { machine, older: older?.root ?? null, sizes, runs, lines: summary(runs), notes }
  writeFileSync(values.json, JSON.stringify(figures, null, 1))
}

const began = performance.now()
const show = () =>
  console.log(`
${table(summary(runs))}

${machine}. Each ratio is the median of ${sizes.rounds} rounds in turn, in which a server works for ${sizes.roundMs} ms${
    runs.length > 1 ? `, and of ${runs.length} runs, whose range is shown` : ''
  };
"by CPU" is the ratio of the CPU time that the two servers used, ours and the other's in µs for each request.${
    older
      ? `\n"÷ older" is what ours takes of what ${older.name} takes: CPU, or what the row is about. Less than 1 is better.`
      : ''
  }
"database µs" is the CPU time of the connections to PostgreSQL for each request${older ? ', ours and the older one' : ''}.
Figures move by 10 to 15 % when the machine has other work. Took ${Math.round((performance.now() - began) / 1000)} s.
${notes.map(note => `\n${note}\n`).join('')}`)
process.once('SIGINT', () => {
  show()
  process.exit(130)
})

for (let count = 0; count < Number(values.runs); count++) {
  runs.push([])
  await run(runs[count] ?? [])
}
show()
