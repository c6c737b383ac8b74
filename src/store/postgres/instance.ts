/**
 * The identity of an instance: its number for gids, leased from the database, and a clock that follows the database, so
 * that machines with different clocks agree.
 *
 * Invariant: an instance creates no gid while its lease may belong to another instance.
 */
import { sql } from 'kysely'
import { serviceUnavailable } from '../../lib/errors.ts'
import { type Gids, gids, MAX_NODES } from '../../lib/gid.ts'
import { randomHex } from '../../lib/secret.ts'
import type { Reader, Statement } from '../db.ts'
import { firstUnusedTime } from '../queries/instances/gids.ts'
import { statement } from '../statement.ts'

/** Thrown when all numbers are leased. */
export class TooManyInstances extends Error {}

const LEASE_MS = 90_000
const RENEWAL_INTERVAL_MS = 15_000

const databaseTime = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

interface LeaseRow {
  number: number
  /** The time of the database, in milliseconds since the Unix epoch. */
  now: number
  /** The number of serving instances. */
  instances: number
}

const LEASE_COLUMNS = sql`number, ${databaseTime} as now,
  (select count(*) from instances x where x.is_serving = 1 and x.leased_until > ${databaseTime}) as instances`

/** Leases the number that has been free for longest. Returns no row when another instance takes it at the same time. */
const takeLease: Statement<LeaseRow> = statement(
  param => sql<LeaseRow>`insert into instances (number, lease, leased_until, is_serving)
    select n.number, ${param('lease')}, ${databaseTime} + ${sql.lit(LEASE_MS)}, ${param('serving')}
    from generate_series(0, ${sql.lit(MAX_NODES - 1)}) as n (number) left join instances x on x.number = n.number
    where x.number is null or x.leased_until < ${databaseTime}
    order by coalesce(x.leased_until, 0), n.number limit 1
    on conflict (number) do update set lease = excluded.lease, leased_until = excluded.leased_until,
      is_serving = excluded.is_serving, address = null where instances.leased_until < ${databaseTime}
    returning ${LEASE_COLUMNS}`,
)

const renewLease: Statement<LeaseRow> = statement(
  param => sql<LeaseRow>`update instances set leased_until = ${databaseTime} + ${sql.lit(LEASE_MS)}
    where number = ${param('number')} and lease = ${param('lease')} returning ${LEASE_COLUMNS}`,
)

const releaseLease: Statement<never> = statement(
  param => sql`update instances set leased_until = ${databaseTime}, is_serving = 0
    where number = ${param('number')} and lease = ${param('lease')}`,
)

const setAddress: Statement<never> = statement(
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
  const lease = createLease(reader, serving)
  await lease.take()
  let at: string | undefined
  const announce = async (address: string) => {
    at = address
    await reader.all(setAddress, { ...lease.self(), address })
  }
  let renewing: Promise<void> | undefined
  // A failed renewal is repeated at the next interval. Until then the lease decides.
  const renew = () => {
    renewing ??= lease
      .renew()
      .then(isSame => (isSame || at === undefined ? undefined : announce(at)))
      .catch(() => undefined)
      .finally(() => {
        renewing = undefined
      })
  }
  const timer = setInterval(renew, RENEWAL_INTERVAL_MS)
  timer.unref()
  return {
    gid() {
      if (lease.isValid()) return lease.gid()
      renew()
      throw serviceUnavailable(
        new Error('The lease of this instance has expired: the process was suspended or could not reach the database.'),
      )
    },
    clock: lease.now,
    instanceCount: lease.instanceCount,
    announce,
    async end() {
      clearInterval(timer)
      await renewing
      await lease.release().catch(() => undefined)
    },
  }
}

function createLease(reader: Reader, serving: boolean) {
  const { now, adjust } = createDatabaseClock()
  const name = randomHex(8)
  let number = -1
  let instances = 1
  let until = 0
  let gid: Gids = gids(now)
  const ask = async (statement: Statement<LeaseRow>, values: Record<string, unknown>) => {
    const sentAt = performance.now()
    const row = await reader.first(statement, { lease: name, ...values })
    // A lost number is not used while another one is leased.
    until = row ? sentAt + LEASE_MS : 0
    if (!row) return undefined
    adjust(row.now, sentAt)
    instances = Math.max(1, row.instances)
    return row
  }
  const take = async () => {
    for (let tries = 0; tries < MAX_NODES; tries++) {
      const found = await ask(takeLease, { serving: serving ? 1 : 0 })
      if (!found) continue
      number = found.number
      // One second separates two owners: their clocks follow the database, but not to the millisecond.
      gid = gids(now, number, Math.max(found.now + 1000, await firstUnusedTime(reader)))
      return
    }
    throw new TooManyInstances()
  }
  return {
    ...{ take, now, self: () => ({ number, lease: name }) },
    ...{ gid: () => gid(), instanceCount: () => instances },
    isValid: () => performance.now() < until,
    /** Returns whether the number is still the same. */
    async renew() {
      return (await ask(renewLease, { number })) !== undefined || take().then(() => false)
    },
    release: () => reader.all(releaseLease, { number, lease: name }),
  }
}

/** The time of the database, advanced by a monotonic counter of this process. */
function createDatabaseClock() {
  let base = 0
  return {
    now: () => Math.floor(base + performance.now()),
    /** The database returned `now` at some time since `sentAt`. A difference within that uncertainty is ignored. */
    adjust(now: number, sentAt: number) {
      const answered = performance.now()
      const off = now - (sentAt + answered) / 2 - base
      if (Math.abs(off) > Math.max(50, answered - sentAt)) base += off
    },
  }
}
