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

const task = inserts[0]?.parameters[0]
const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
const prepared = inserts.map(({ sql, parameters }) => {
  const columns = /\(([^)]*)\)/.exec(sql)?.[1]?.replaceAll('"', '').split(', ') ?? []
  const rank = sql.startsWith('insert into task_memberships') ? columns.indexOf('rank') : -1
  return { statement: database.prepare(sql), parameters: [...parameters], gid: parameters.indexOf(task ?? null), rank }
})
const gid = gids(systemClock, 1)
let rank = prepared.flatMap(one => (one.rank < 0 ? [] : [String(one.parameters[one.rank])]))[0] ?? null

function write() {
  const fresh = gid()
  rank = rankBetween(null, rank)
  begin.run()
  for (const one of prepared) {
    one.parameters[one.gid] = fresh
    if (one.rank >= 0) one.parameters[one.rank] = rank
    one.statement.run(...one.parameters)
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
