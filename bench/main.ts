/**
 * `npm run bench [-- [--profile] row …]`: how fast the program is, as ratios between things measured in one run. It never
 * fails for being slow: it is a measurement. Rows: one, list, fields, create, million, limits, scim, events,
 * webhooks, postgres, start; all of them when none is named.
 * With --profile each row also tells where its time goes.
 */
import { availableParallelism } from 'node:os'
import { pinned } from './child.ts'
import { create } from './rows/create.ts'
import { events } from './rows/events.ts'
import { fields } from './rows/fields.ts'
import { limits } from './rows/limits.ts'
import { list } from './rows/list.ts'
import { million } from './rows/million.ts'
import { one } from './rows/one.ts'
import { postgres } from './rows/postgres.ts'
import { scim } from './rows/scim.ts'
import { begin } from './rows/start.ts'
import { webhooks } from './rows/webhooks.ts'
import type { Report, Rows } from './rows.ts'
import { type Line, profileTable, table } from './table.ts'

const PROFILE_MS = 4000
const groups: Record<string, Rows> = {
  ...{ one, list, fields, create, million, limits, scim, events, webhooks, postgres },
  start: begin,
}

const given = process.argv.slice(2)
const profiling = given.includes('--profile')
const named = given.filter(word => word !== '--profile')
const unknown = named.filter(name => !groups[name])
if (unknown.length > 0) throw new Error(`No such row: ${unknown.join(', ')}. Rows: ${Object.keys(groups).join(', ')}`)

const began = performance.now()
const lines: Line[] = []
const notes: string[] = []
const report: Report = async (line, ours) => {
  lines.push(line)
  console.error(`${line.work}: ${line.figure} (${line.range})`)
  if (profiling && ours?.profile) notes.push(profileTable(line.work, await ours.profile(PROFILE_MS)))
}

for (const [name, measure] of Object.entries(groups)) {
  if (named.length > 0 && !named.includes(name)) continue
  try {
    await measure(report)
  } catch (error) {
    notes.push(`${name} could not be measured: ${error instanceof Error ? error.stack : error}`)
  }
}

const cores = pinned
  ? 'servers on one core, the load on another'
  : 'NOT pinned to cores: taskset is missing or there is only one; read the ratios with care'
console.log(`
${table(lines)}

Node ${process.version}, ${availableParallelism()} cores, ${cores}. Each ratio is the median of rounds of one second
in turn; "by CPU" is the ratio of the CPU time that the two servers used, ours and the other's in µs for each request.
Figures move by 10 to 15 % when the machine has other work. Took ${Math.round((performance.now() - began) / 1000)} s.
${notes.map(note => `\n${note}\n`).join('')}`)
