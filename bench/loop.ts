/** Bare durable transactions: the rows of one new task, written again and again in a plain loop, without anything else. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../src/lib/clock.ts'
import { gids } from '../src/lib/gid.ts'
import { rankBetween } from '../src/lib/rank.ts'
import { serve, told } from './child.ts'
import type { Measured } from './load.ts'
import type { Traced } from './trace.ts'

export interface Loop {
  folder: string
  /** The inserts of one request, the task itself first. */
  inserts: Traced[]
}

const { folder, inserts } = await told<Loop>()
const database = new DatabaseSync(join(folder, 'workloom.db'))
database.exec(`pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full;
  pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 268435456; pragma temp_store = memory`)

const task = Number(inserts[0]?.parameters[0])
const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
const prepared = inserts.map(({ sql, parameters }) => {
  const columns = /\(([^)]*)\)/.exec(sql)?.[1]?.replaceAll('"', '').split(', ') ?? []
  const rank = sql.startsWith('insert into task_memberships') ? columns.indexOf('rank') : -1
  // Each stream is named beside a change, which has got its number with the statement before.
  const changes = sql.startsWith('insert into streams')
    ? [...new Set(parameters.filter((_, at) => at % 2 === 1))]
    : null
  return { statement: database.prepare(sql), parameters, rank, changes, answers: / returning gid$/.test(sql) }
})
const gid = gids(systemClock, 1)
let rank = prepared.flatMap(one => (one.rank < 0 ? [] : [String(one.parameters[one.rank])]))[0] ?? null

const GIDS = /\b[0-9]{16}\b/g

/** Everything that the request made gets a gid of its own again, also inside the JSON of many rows. */
function renew(value: string | number | null, made: Map<number, number>): string | number | null {
  if (typeof value === 'string') return value.replace(GIDS, one => String(renew(Number(one), made)))
  if (value === null || value < task) return value
  const known = made.get(value) ?? gid()
  made.set(value, known)
  return known
}

function write() {
  const made = new Map<number, number>()
  let written: { gid: number }[] = []
  rank = rankBetween(null, rank)
  begin.run()
  for (const { statement, parameters, rank: at, changes, answers } of prepared) {
    const values = parameters.map((value, index) => {
      if (index === at) return rank
      return changes && index % 2 === 1 ? (written[changes.indexOf(value)]?.gid ?? null) : renew(value, made)
    })
    if (answers) written = statement.all(...values) as unknown as { gid: number }[]
    else statement.run(...values)
  }
  commit.run()
}

serve({}, ({ milliseconds }: { milliseconds: number }): Measured & { cpu: number } => {
  const began = performance.now()
  const before = process.cpuUsage()
  let requests = 0
  for (; performance.now() - began < milliseconds; requests++) write()
  const { user, system } = process.cpuUsage(before)
  return { requests, seconds: (performance.now() - began) / 1000, cpu: (user + system) / requests }
})
