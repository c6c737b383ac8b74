/**
 * The identity of an instance: its number for gids, leased from the database, and a clock that follows the database, so
 * that machines with different clocks agree.
 *
 * Invariant: an instance creates no gid while its lease may belong to another instance.
 */
import { sql } from 'kysely'
import { unavailable } from '../../lib/errors.ts'
import { type Gids, gids, NODES } from '../../lib/gid.ts'
import { randomHex } from '../../lib/secret.ts'
import type { Reader, Statement } from '../db.ts'
import { unusedSince } from '../queries/instances/newest.ts'
import { statement } from '../statement.ts'

/** Thrown when all numbers are leased. */
export class TooManyInstances extends Error {}

const LEASE = 90_000
const BEAT = 15_000

const present = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

interface Beat {
  number: number
  /** The time of the database, in milliseconds since the Unix epoch. */
  now: number
  /** The number of serving instances. */
  instances: number
}

const told = sql`number, ${present} as now,
  (select count(*) from instances x where x.is_serving = 1 and x.leased_until > ${present}) as instances`

/** Leases the number that has been free for longest. Returns no row when another instance takes it at the same time. */
const taking: Statement<Beat> = statement(
  param => sql<Beat>`insert into instances (number, lease, leased_until, is_serving)
    select n.number, ${param('lease')}, ${present} + ${sql.lit(LEASE)}, ${param('serving')}
    from generate_series(0, ${sql.lit(NODES - 1)}) as n (number) left join instances x on x.number = n.number
    where x.number is null or x.leased_until < ${present}
    order by coalesce(x.leased_until, 0), n.number limit 1
    on conflict (number) do update set lease = excluded.lease, leased_until = excluded.leased_until,
      is_serving = excluded.is_serving, address = null where instances.leased_until < ${present}
    returning ${told}`,
)

const renewal: Statement<Beat> = statement(
  param => sql<Beat>`update instances set leased_until = ${present} + ${sql.lit(LEASE)}
    where number = ${param('number')} and lease = ${param('lease')} returning ${told}`,
)

const release: Statement<never> = statement(
  param => sql`update instances set leased_until = ${present}, is_serving = 0
    where number = ${param('number')} and lease = ${param('lease')}`,
)

const announcement: Statement<never> = statement(
  param => sql`update instances set address = ${param('address')}
    where number = ${param('number')} and lease = ${param('lease')}`,
)

export interface Instance {
  gid: Gids
  /** Milliseconds since the Unix epoch. */
  clock(): number
  instanceCount(): number
  /** Stores the address of this instance. */
  announce(address: string): Promise<void>
  /** Releases the lease. */
  end(): Promise<void>
}

/** Leases a number and renews it from then on. `serving` instances are counted. Throws TooManyInstances. */
export async function registerInstance(reader: Reader, serving: boolean): Promise<Instance> {
  const held = lease(reader, serving)
  await held.take()
  let at: string | undefined
  const announce = async (address: string) => {
    at = address
    await reader.all(announcement, { ...held.self(), address })
  }
  let beating: Promise<void> | undefined
  // A failed renewal is repeated at the next interval. Until then the lease decides.
  const beat = () => {
    beating ??= held
      .renew()
      .then(isSame => (isSame || at === undefined ? undefined : announce(at)))
      .catch(() => undefined)
      .finally(() => {
        beating = undefined
      })
  }
  const timer = setInterval(beat, BEAT)
  timer.unref()
  return {
    gid() {
      if (held.isOurs()) return held.gid()
      beat()
      throw unavailable(
        new Error('The lease of this instance has expired: the process was suspended or could not reach the database.'),
      )
    },
    clock: held.now,
    instanceCount: held.instanceCount,
    announce,
    async end() {
      clearInterval(timer)
      await beating
      await held.release().catch(() => undefined)
    },
  }
}

function lease(reader: Reader, serving: boolean) {
  const { now, adjust } = agreed()
  const name = randomHex(8)
  let number = -1
  let instances = 1
  let until = 0
  let gid: Gids = gids(now)
  const ask = async (statement: Statement<Beat>, values: Record<string, unknown>) => {
    const asked = performance.now()
    const beat = await reader.first(statement, { lease: name, ...values })
    // A lost number is not used while another one is leased.
    until = beat ? asked + LEASE : 0
    if (!beat) return undefined
    adjust(beat.now, asked)
    instances = Math.max(1, beat.instances)
    return beat
  }
  const take = async () => {
    for (let tries = 0; tries < NODES; tries++) {
      const found = await ask(taking, { serving: serving ? 1 : 0 })
      if (!found) continue
      number = found.number
      // One second separates two owners: their clocks follow the database, but not to the millisecond.
      gid = gids(now, number, Math.max(found.now + 1000, await unusedSince(reader)))
      return
    }
    throw new TooManyInstances()
  }
  return {
    ...{ take, now, self: () => ({ number, lease: name }) },
    ...{ gid: () => gid(), instanceCount: () => instances },
    isOurs: () => performance.now() < until,
    /** Returns whether the number is still the same. */
    async renew() {
      return (await ask(renewal, { number })) !== undefined || take().then(() => false)
    },
    release: () => reader.all(release, { number, lease: name }),
  }
}

/** The time of the database, advanced by a monotonic counter of this process. */
function agreed() {
  let base = 0
  return {
    now: () => Math.floor(base + performance.now()),
    /** The database returned `now` at some time since `asked`. A difference within that uncertainty is ignored. */
    adjust(now: number, asked: number) {
      const answered = performance.now()
      const off = now - (asked + answered) / 2 - base
      if (Math.abs(off) > Math.max(50, answered - asked)) base += off
    },
  }
}
