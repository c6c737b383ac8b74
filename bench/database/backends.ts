/** CPU and memory of the processes of a PostgreSQL on this machine, one for each connection. */
import { readFileSync } from 'node:fs'
import pg from 'pg'

export interface Backends {
  /** Nanoseconds of CPU of the connections to one database, by process. */
  spent(database: string): Promise<Map<number, number>>
  run(sql: string): Promise<void>
  end(): Promise<void>
}

/** Reads through a connection of its own, to a database that is not measured. */
export async function backendsOf(url: string): Promise<Backends> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const those = 'select pid from pg_stat_activity where datname = $1'
  return {
    async spent(database) {
      const { rows } = await client.query<{ pid: number }>(those, [new URL(database).pathname.slice(1)])
      return new Map(rows.map(({ pid }) => [pid, spentBy(pid)]))
    },
    run: sql => client.query(sql).then(() => undefined),
    end: () => client.end(),
  }
}

/** The first number is the CPU time, system time included; the process may have ended meanwhile. */
function spentBy(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}
