/** Pipelined transactions: their failures, and their atomicity in each of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { emptyDatabase } from '../../../test/harness/stores/databases.ts'
import { noDatabase } from '../../../test/harness/transfer/locations.ts'
import { ApiError } from '../../lib/errors.ts'
import { getForUpdate, insert, update } from '../change.ts'
import type { Store, Writer } from '../db.ts'
import { openPostgres } from '../postgres.ts'
import { statement } from '../statement.ts'
import { createPool } from './connection.ts'
import { LOCKS } from './dialect.ts'
import { StoreIsMoved } from './notifications.ts'
import type { SentStatement } from './pipeline.ts'
import { withTransaction } from './transaction.ts'

const server = process.env.WORKLOOM_TEST_DATABASE_URL

const keep = (tx: Writer, name: string, value = 'x') => insert(tx, 'settings', { name, value })

const settings = statement<{ name: string }>(() => sql`select name from settings where name like 'test %'`)

const namesIn = async (store: Store) => (await store.read.all(settings, {})).map(({ name }) => name).sort()

/** Violates a not-null constraint. */
const missing = (tx: Writer) => insert(tx, 'settings', { name: 'test none', value: null as unknown as string })

const hasCode = (code: string) => (error: { code?: string }) => error.code === code

const isOutage = (error: unknown) => error instanceof ApiError && error.status === 503

/** A proxy to the server that withholds answers after the first of two words until it has seen the second. */
async function gate(url: string, first: string, second: string) {
  const { hostname, port } = new URL(url)
  const way = createServer(one => {
    const other = connect(Number(port), hostname)
    one.on('data', bytes => {
      if (bytes.includes(first)) other.pause()
      if (bytes.includes(second)) other.resume()
      other.write(bytes)
    })
    other.on('data', bytes => one.write(bytes))
    for (const [from, to] of [[one, other] as const, [other, one] as const]) {
      from.on('close', () => to.destroy()).on('error', () => undefined)
    }
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  const at = Object.assign(new URL(url), { port: String((way.address() as AddressInfo).port) })
  return { url: String(at), close: () => way.close() }
}

describe('a transaction of PostgreSQL', { skip: noDatabase }, () => {
  let url = ''
  let store: Store
  let drop = async () => {}
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  before(async () => {
    ;({ url, drop } = await emptyDatabase(server ?? ''))
    store = await openPostgres({ url })
    process.on('unhandledRejection', note)
  })
  after(async () => {
    process.off('unhandledRejection', note)
    await store.close()
    await drop()
    assert.deepEqual(unhandled, [], 'each error reaches a promise that is awaited')
  })

  test('sends a write before earlier ones are answered', async t => {
    const way = await gate(url, 'test first', 'test last')
    const own = await openPostgres({ url: way.url })
    t.after(() => own.close().then(way.close))
    await own.write(async tx => {
      await tx.all(settings, {})
      for (const name of ['test first', 'test second', 'test last']) await keep(tx, name)
    })
    assert.deepEqual(await namesIn(store), ['test first', 'test last', 'test second'])
    await store.write(tx => tx.connection.execute(`delete from settings where name like 'test %'`, []))
  })

  test('fails with the error of the failed statement, wherever that is awaited', async () => {
    const heard: unknown[] = []
    const work = async (tx: Writer) => {
      await keep(tx, 'test before')
      await missing(tx)
      await keep(tx, 'test behind')
      await tx.all(settings, {}).catch(error => {
        heard.push(error)
        throw error
      })
    }
    await assert.rejects(store.write(work), hasCode('23502'))
    assert.ok(hasCode('23502')(heard[0] as { code: string }))
    await assert.rejects(store.write(missing), hasCode('23502'), 'without a later statement')
    const late = async (tx: Writer) => {
      await missing(tx)
      throw new Error('of the work')
    }
    await assert.rejects(store.write(late), hasCode('23502'), 'the work came to another end than it should')
    assert.deepEqual(await namesIn(store), [])
  })

  test('runs again when another transaction has inserted the same row meanwhile', async () => {
    let tries = 0
    await store.write(async tx => {
      tries++
      await keep(tx, `test ${tries}`)
      if (tries === 1) await keep(tx, 'test 1')
    })
    assert.deepEqual([tries, await namesIn(store)], [2, ['test 2']])
    await store.write(tx => tx.connection.execute(`delete from settings where name like 'test %'`, []))
  })

  test('does not lock the person and the workspace that its rows name', async () => {
    const people = `insert into users (gid, name, email, time_zone, created_at) values (1, 'Ann', 'ann@acme.test', 'UTC', 0)`
    const places = `insert into workspaces (gid, name, is_organization, email_domains, plan, created_at)
      values (2, 'Acme', 1, '[]', 'free', 0)`
    const list = `insert into user_task_lists (gid, owner, workspace, name) values (3, 1, 2, 'Mine')`
    const run = (tx: Writer, ...texts: string[]) => Promise.all(texts.map(text => tx.connection.execute(text, [])))
    await store.write(tx => run(tx, people, places))
    await store.write(async tx => {
      await run(tx, list)
      await store.write(other =>
        run(other, 'select from users for update nowait', 'select from workspaces for update nowait'),
      )
      await run(tx, 'delete from user_task_lists')
    })
    await store.write(tx => run(tx, 'delete from users', 'delete from workspaces'))
  })

  test('commits after a deadlock, and so does the other transaction', async () => {
    for (const name of ['test a', 'test b']) await store.write(tx => keep(tx, name, '0'))
    const meet = Promise.withResolvers<void>()
    let there = 0
    const both = (first: string, second: string) =>
      store.write(async tx => {
        const more = async (name: string) => {
          const row = await tx.connection.first('select value from settings where name = ? for update', [name])
          await update(tx, 'settings', { name }, { value: String(Number((row as { value: string }).value) + 1) })
        }
        await more(first)
        if (++there === 2) meet.resolve()
        await meet.promise
        await more(second)
      })
    await Promise.all([both('test a', 'test b'), both('test b', 'test a')])
    const { rows } = await sql<{ value: string }>`select value from settings where name like 'test %'`.execute(
      store.read.db,
    )
    assert.deepEqual(
      rows.map(({ value }) => value),
      ['2', '2'],
    )
    await store.write(tx => tx.connection.execute(`delete from settings where name like 'test %'`, []))
  })

  // A busy machine may need a second for any statement.
  for (const [what, statement, setting] of [
    ['whose connection ends', 'select pg_terminate_backend(pg_backend_pid())', ''],
    ['that is cancelled', 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)', ''],
    ['of which a statement takes too long', 'select pg_sleep(60)', '?statement_timeout=5000'],
  ] as const) {
    test(`${what} writes nothing, and the next one is done`, async t => {
      const own = await openPostgres({ url: `${url}${setting}` })
      t.after(() => own.close())
      const work = async (tx: Writer) => {
        await keep(tx, 'test before')
        void tx.connection.all(statement, [])
        await keep(tx, 'test behind')
      }
      await assert.rejects(own.write(work), isOutage)
      assert.deepEqual(await namesIn(store), [])
      await own.write(tx => keep(tx, 'test next'))
      assert.deepEqual(await namesIn(store), ['test next'])
      await store.write(tx => tx.connection.execute(`delete from settings where name like 'test %'`, []))
    })
  }

  test('writes nothing when it cannot begin', async t => {
    const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
    t.after(() => Object.assign(pg.Client.prototype, { query }))
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, asked: { statements?: SentStatement[] }, ...others: unknown[]) {
        for (const statement of asked.statements ?? [])
          if (statement.text.startsWith('begin')) Object.assign(statement, { name: undefined, text: 'begin what' })
        return query.apply(this, [asked, ...others])
      },
    })
    await assert.rejects(
      store.write(tx => keep(tx, 'test outside')),
      hasCode('42601'),
    )
    Object.assign(pg.Client.prototype, { query })
    assert.deepEqual(await namesIn(store), [])
  })

  test('writes nothing while the data is being moved, although its commit is sent before the answer', async t => {
    const pool = createPool(url, 1, 'reads')
    const mover = new pg.Client(url)
    await mover.connect()
    t.after(() => Promise.all([pool.end(), mover.end()]))
    const add = (name: string) =>
      withTransaction(pool, true, async ({ connection, commit }) => {
        void connection.execute('insert into settings (name, value) values (?, ?)', [name, 'x'])
        await commit()
      })
    await mover.query(`select pg_advisory_lock(${LOCKS.service})`)
    await assert.rejects(add('test moved'), error => isOutage(error) && (error as Error).cause instanceof StoreIsMoved)
    assert.deepEqual(await namesIn(store), [])
    await mover.query(`select pg_advisory_unlock(${LOCKS.service})`)
    await add('test after')
    assert.deepEqual(await namesIn(store), ['test after'])
    await store.write(tx => tx.connection.execute(`delete from settings where name like 'test %'`, []))
  })

  test('refuses a statement after its end', async () => {
    const tx = await store.write(async tx => tx)
    await assert.rejects(tx.all(settings, {}), /has ended/)
    await keep(tx, 'test late')
    assert.deepEqual(await namesIn(store), [])
  })

  test('does not read a known row again, and records its earlier state', async () => {
    const told: unknown[] = []
    const own = await openPostgres({
      url,
      capture: {
        captures: table => table === 'users',
        beforeCommit: async tx => void told.push(...(await Promise.all(tx.rowChanges))),
      },
    })
    const user = { name: 'Ann', email: 'ann@example.com', photo: null, time_zone: 'UTC', created_at: 1 }
    const asked: string[] = []
    const gid = await own.write(async tx => {
      const { first } = tx.connection
      Object.assign(tx.connection, {
        first: (text: string, values: unknown[]) => {
          asked.push(text)
          return first(text, values)
        },
      })
      const gid = tx.gid()
      await insert(tx, 'users', { ...user, gid } as never)
      await update(tx, 'users', { gid }, { name: 'Eve' })
      assert.equal((await getForUpdate(tx, 'users', gid)).name, 'Eve')
      return gid
    })
    assert.deepEqual(asked, [])
    assert.deepEqual(
      told.map(one => (one as { before: { name: string } | null }).before?.name ?? null),
      [null, 'Ann'],
    )
    await own.write(tx => update(tx, 'users', { gid }, { name: 'Sam' }))
    assert.equal((told.flat().at(-1) as { before: { name: string } }).before.name, 'Eve')
    await own.close()
  })
})
