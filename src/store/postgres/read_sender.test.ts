/** Reads that share round trips: what they send, how they fail, and what the memory cache knows when they are answered. */
import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { whileBlockedBy } from '../../../test/harness/instances.ts'
import { emptyDatabase } from '../../../test/harness/stores/databases.ts'
import { hookSent } from '../../../test/harness/stores/sent_statements.ts'
import { noDatabase } from '../../../test/harness/transfer/locations.ts'
import { insert } from '../change.ts'
import type { Store, Writer } from '../db.ts'
import { openPostgres } from '../postgres.ts'
import { statement } from '../statement.ts'
import { CacheSync } from './cache_sync.ts'

const quotient = statement<{ value: number }>(param => sql`select 12 / ${param('by')}::bigint as value`)
const names = statement<{ name: string }>(() => sql`select name from settings where name like 'test %'`)

/** Changes an object without a row. */
const change = (store: Store, gid: number) => store.write(async tx => void tx.invalidations.add(gid))

describe('a read on PostgreSQL', { skip: noDatabase }, () => {
  let url = ''
  let store: Store
  let other: Store
  let drop = async () => {}
  /** The statements that were sent on each connection. */
  let sent = new Map<object, string[]>()
  before(async () => {
    ;({ url, drop } = await emptyDatabase(process.env.WORKLOOM_TEST_DATABASE_URL ?? ''))
    ;[store, other] = [await openPostgres({ url }), await openPostgres({ url })]
    hookSent(({ text, client }) => {
      const kind = text.includes('pg_current_snapshot') ? 'sync' : text.includes('12 /') ? 'read' : ''
      if (kind) sent.set(client, [...(sent.get(client) ?? []), kind])
    })
  })
  after(async () => {
    for (const one of [store, other]) await one.close()
    await drop()
  })

  /** Sends this number of reads at once. Returns what each connection was sent. */
  const trips = async (reader: Store['read'], count: number) => {
    sent = new Map()
    const rows = await Promise.all(Array.from({ length: count }, () => reader.all(quotient, { by: 3 })))
    assert.deepEqual(rows, Array(count).fill([{ value: 4 }]))
    return [...sent.values()].map(texts => texts.join(' ')).sort()
  }

  test('shares a round trip with those that begin in the same turn of the event loop, which ends with one sync', async () => {
    assert.deepEqual(await trips(store.batched, 3), ['read read read sync'])
  })

  test('is spread over several connections when there are many', async () => {
    const eight = `${'read '.repeat(8)}sync`
    assert.deepEqual(await trips(store.batched, 18), [eight, eight, 'read read sync'].sort())
  })

  test('has a round trip of its own where it may be slow', async () => {
    assert.deepEqual(await trips(store.read, 3), Array(3).fill('read sync'))
  })

  test('is answered when another one in its round trip fails', async () => {
    const answers = await Promise.allSettled([3, 0, 4].map(by => store.batched.all(quotient, { by })))
    const found = answers.map(answer => (answer.status === 'fulfilled' ? answer.value : answer.reason.code))
    assert.deepEqual(found, [[{ value: 4 }], '22012', [{ value: 3 }]])
  })

  test('leaves its connection open when it fails', async () => {
    sent = new Map()
    await assert.rejects(store.read.all(quotient, { by: 0 }), { code: '22012' })
    await store.read.all(quotient, { by: 3 })
    assert.deepEqual([...sent.values()], [['read', 'sync', 'read', 'sync']])
  })

  for (const [reader, gid] of [
    ['read', 7],
    ['batched', 8],
  ] as const) {
    test(`of \`${reader}\` is answered when the cache knows every commit that it can have seen`, async () => {
      const { cache } = store[reader]
      await cache.catchUp()
      const since = cache.now()
      const inIt = async (tx: Writer) => {
        await tx.connection.all('lock table settings in access exclusive mode', [])
        await insert(tx, 'settings', { name: `test ${reader}`, value: 'x' })
        tx.invalidations.add(gid)
      }
      const [isKnown] = await whileBlockedBy(other, inIt, async () => {
        const rows = await store[reader].all(names, {})
        assert.ok(rows.some(({ name }) => name === `test ${reader}`))
        return !cache.isUnchanged([gid], since)
      })
      assert.ok(isKnown)
    })
  }

  /** A cache, and a synchronization of it in two steps: it runs on the server, and its answer is applied. */
  const syncs = async (t: TestContext) => {
    const sync = new CacheSync(url)
    await sync.begin()
    t.after(() => sync.close())
    const begin = () => {
      const { sql: text, values, apply } = sync.synchronization()
      return async () => {
        const { rows } = await store.read.db.executeQuery({ sql: text, parameters: values } as never)
        return () => apply({ rows, tag: '' })
      }
    }
    const { view } = sync.cache
    const start = view.now()
    const known = () => [1, 2, 3].filter(gid => !view.isUnchanged([gid], start))
    return { begin, view, start, known }
  }

  test('may be answered after one that began later and saw less', async t => {
    const { begin, known } = await syncs(t)
    const [first, second] = [begin(), begin()]
    await change(other, 1)
    const applySecond = await second()
    await change(other, 2)
    const applyFirst = await first()
    applySecond()
    assert.deepEqual(known(), [1])
    applyFirst()
    assert.deepEqual(known(), [1, 2])
    await change(other, 3)
    const applyThird = await begin()()
    applyThird()
    assert.deepEqual(known(), [1, 2, 3])
  })

  test('may be answered after one that began later and saw more: then no outdated value is cached', async t => {
    const { begin, view, start, known } = await syncs(t)
    const first = begin()
    await change(other, 1)
    const applyFirst = await first()
    view.set('kind', 2, 'old', [2], start)
    const second = begin()
    await change(other, 2)
    const applySecond = await second()
    applySecond()
    applyFirst()
    assert.deepEqual([known(), view.get('kind', 2)], [[1, 2], undefined])
    view.set('kind', 2, 'new', [2], view.now())
    const applyThird = await begin()()
    applyThird()
    assert.deepEqual(view.get('kind', 2), 'new')
  })
})
