import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { insert, update, updateAndCount } from './change.ts'
import type { Connection, Reader, Store, Writer } from './db.ts'
import { NewerSchema } from './migrate.ts'
import { FolderInUse, openSqlite, type SqliteOptions, sqliteReader } from './sqlite.ts'
import { statement } from './statement.ts'
import { PROGRAM } from './write_queue.ts'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let now = Date.UTC(2026, 0, 5)

async function open(options: Partial<SqliteOptions> = {}): Promise<Store> {
  const store = await openSqlite({ folder: null, clock: () => now++, ...options })
  after(() => store.close().catch(() => {}))
  return store
}

const setting = (tx: Writer, name: string, value = 'x') => insert(tx, 'settings', { name, value })

const all = statement<{ name: string; value: string }>((_param, db) =>
  db.selectFrom('settings').selectAll().orderBy('name'),
)

const namesIn = async (reader: Reader) => (await reader.all(all, {})).map(({ name }) => name)

test('a write is atomic', async () => {
  const store = await open()
  const failed = store.write(async tx => {
    await setting(tx, 'a')
    await setting(tx, 'b')
    throw new Error('half way')
  })
  await assert.rejects(failed, { message: 'half way' })
  await assert.rejects(
    store.write(async tx => {
      await setting(tx, 'a')
      await setting(tx, 'a')
    }),
    /UNIQUE/,
  )
  assert.deepEqual(await namesIn(store.read), [])
  assert.equal(await store.write(tx => setting(tx, 'a').then(() => 'value')), 'value')
  assert.deepEqual(await namesIn(store.read), ['a'])
})

test('an update that changes nothing of a known row runs no statement, and counts the row', async () => {
  const store = await open()
  await store.write(async tx => {
    const gid = tx.gid()
    const executed: string[] = []
    const execute: Connection['execute'] = (sql, values) => {
      executed.push(sql)
      return tx.connection.execute(sql, values)
    }
    const rename = (which: number, name: string) =>
      updateAndCount({ ...tx, connection: { ...tx.connection, execute } }, 'workspaces', { gid: which }, { name })
    const features = { email_domains: '[]', plan: 'free', fiscal_year_start: 1, currency_code: 'USD', created_at: 0 }
    await insert(tx, 'workspaces', { gid, name: 'A', is_organization: 0, ...features })
    assert.deepEqual([await rename(gid, 'A'), executed.length], [1, 0])
    assert.deepEqual([await rename(gid + 1, 'A'), executed.length], [0, 1], 'a row that is not known')
    assert.deepEqual([await rename(gid, 'B'), executed.length], [1, 2])
  })
})

test('a statement with a bound limit is planned once', async () => {
  const database = new DatabaseSync(':memory:')
  after(() => database.close())
  database.exec('create table settings (name text, value text)')
  let planned = 0
  database.setAuthorizer(() => {
    planned++
    return constants.SQLITE_OK
  })
  const reader = sqliteReader(database)
  const some = statement((param, db) =>
    db
      .selectFrom('settings')
      .selectAll()
      .modifyEnd(db.dialect.limit(param('most'))),
  )
  await reader.all(some, { most: 1 })
  const once = planned
  await reader.all(some, { most: 2 })
  assert.ok(once > 0)
  assert.equal(planned, once)
})

test('writes that arrive together share a commit, and fail independently', async () => {
  const store = await open()
  const names = Array.from({ length: 20 }, (_, index) => `name ${String(index).padStart(2, '0')}`)
  const results = await Promise.allSettled(
    names.map((name, index) =>
      store.write(async tx => {
        await setting(tx, name)
        await Promise.resolve()
        if (index === 7) throw new Error('the eighth')
        return tx.now
      }),
    ),
  )
  const failed = results.filter(result => result.status === 'rejected')
  assert.deepEqual(
    failed.map(({ reason }) => reason.message),
    ['the eighth'],
  )
  assert.deepEqual(
    await namesIn(store.read),
    names.filter((_, index) => index !== 7),
  )
  const moments = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  assert.equal(new Set(moments).size, 19, 'each has a moment of its own')
})

test('a write that fails after it has changed rows does not affect those that arrive with it', async () => {
  const store = await open()
  const runs = { before: 0, failed: 0, after: 0 }
  const before = store.write(tx => {
    runs.before++
    return setting(tx, 'before')
  })
  const failed = store.write(async tx => {
    runs.failed++
    await setting(tx, 'partial')
    throw new Error('half way')
  })
  const later = store.write(tx => {
    runs.after++
    return setting(tx, 'later')
  })
  await assert.rejects(failed, { message: 'half way' })
  await Promise.all([before, later])
  assert.deepEqual(await namesIn(store.read), ['before', 'later'])
  // The group runs again, with savepoints, from the write that failed on.
  assert.deepEqual(runs, { before: 2, failed: 2, after: 1 })
})

test('a write that fails is undone if its only change is in a statement with a common table expression', async () => {
  const store = await open()
  const change = statement<unknown>(
    () => sql`with v (value) as (select 'changed') update settings set value = v.value from v`,
  )
  await store.write(tx => setting(tx, 'kept', 'as it was'))
  const failed = store.write(async tx => {
    await tx.all(change, {})
    throw new Error('half way')
  })
  await Promise.all([assert.rejects(failed, { message: 'half way' }), store.write(tx => setting(tx, 'later'))])
  assert.equal((await store.read.first(all, {}))?.value, 'as it was')
})

test('writes that arrive together run once if one fails before it has changed a row', async () => {
  const store = await open()
  let runs = 0
  const first = store.write(tx => {
    runs++
    return setting(tx, 'first')
  })
  const failed = store.write(async tx => {
    await namesIn(tx)
    throw new Error('not allowed')
  })
  const last = store.write(tx => {
    runs++
    return setting(tx, 'last')
  })
  await assert.rejects(failed, { message: 'not allowed' })
  await Promise.all([first, last])
  assert.equal(runs, 2)
  assert.deepEqual(await namesIn(store.read), ['first', 'last'])
})

test('writes run one after the other, and each sees the earlier ones', async () => {
  const store = await open()
  await store.write(tx => setting(tx, 'count', '0'))
  const add = async (tx: Writer) => {
    const value = Number((await tx.first(all, {}))?.value)
    await new Promise(resolve => setImmediate(resolve))
    await update(tx, 'settings', { name: 'count' }, { value: String(value + 1) })
  }
  await Promise.all(Array.from({ length: 150 }, () => store.write(add)))
  assert.equal((await store.read.first(all, {}))?.value, '150')
})

test('a read does not see an open transaction', async () => {
  const store = await open()
  await store.write(async tx => {
    await setting(tx, 'a')
    assert.deepEqual(await namesIn(tx), ['a'])
    assert.deepEqual(await namesIn(store.read), [])
  })
  assert.deepEqual(await namesIn(store.read), ['a'])
})

/** Five statements, each of which takes longer than a write in the background may take between two turns. */
async function writeSlowly(tx: Writer): Promise<void> {
  for (let index = 0; index < 5; index++) {
    await setting(tx, `name ${index}`)
    const until = performance.now() + 4
    while (performance.now() < until);
  }
}

const background = { ...PROGRAM, isBackground: true } as const

test('reads run between the statements of a write in the background, and see none of them', async () => {
  const store = await open()
  let reads = 0
  let isWriting = true
  const reading = (async () => {
    for (; isWriting; await turn(), reads++) assert.deepEqual(await namesIn(store.read), [])
  })()
  await store.write(writeSlowly, background)
  isWriting = false
  await reading
  assert.ok(reads >= 4, `${reads} reads`)
  assert.equal((await namesIn(store.read)).length, 5)
})

const nameOf = statement<{ name: string }>((_param, db) => db.selectFrom('users').select('name').where('gid', '=', 1))

/** Loads the name of a user and caches it after `meanwhile`, as a request does. */
async function loadName(reader: Reader, meanwhile: () => unknown = () => {}): Promise<string | undefined> {
  const since = reader.cache.now()
  const found = await reader.first(nameOf, {})
  await meanwhile()
  reader.cache.set('name', 1, found?.name, [1], since)
  return found?.name
}

for (const ending of ['commits', 'fails'] as const) {
  test(`between the statements of a write in the background, the cache is that of the last commit: it ${ending}`, async () => {
    const store = await open()
    const columns = { email: 'ann@example.com', time_zone: 'UTC', photo: null, created_at: 0 }
    await store.write(tx => insert(tx, 'users', { gid: 1, name: 'old', ...columns }))
    let isWriting = true
    const writing = store
      .write(async tx => {
        assert.equal(await loadName(tx), 'old')
        await update(tx, 'users', { gid: 1 }, { name: 'new' })
        await writeSlowly(tx)
        assert.equal(await loadName(tx), 'new')
        if (ending === 'fails') throw new Error('no')
      }, background)
      .then(
        () => 'commits',
        () => 'fails',
      )
      .finally(() => {
        isWriting = false
      })
    await turn()
    let reads = 0
    const late = loadName(store.read, () => writing)
    for (; isWriting; await turn(), reads++) {
      assert.deepEqual([await loadName(store.read), store.read.cache.get('name', 1)], ['old', 'old'])
    }
    assert.ok(reads >= 4, `${reads} reads`)
    assert.deepEqual([await writing, await late], [ending, 'old'])
    const now = ending === 'commits' ? 'new' : 'old'
    assert.equal(
      store.read.cache.get('name', 1) ?? now,
      now,
      'what was loaded before the commit is not cached after it',
    )
    assert.equal(await loadName(store.read), now)
  })
}

test('a write does not wait for one in the background that arrives with it', async () => {
  const store = await open()
  const order: string[] = []
  const ended = (name: string) => () => order.push(name)
  await Promise.all([
    store.write(tx => setting(tx, 'a')).then(ended('first')),
    store.write(writeSlowly, background).then(ended('background')),
    store.write(tx => setting(tx, 'b')).then(ended('second')),
    turn().then(turn).then(turn).then(ended('turns')),
  ])
  assert.deepEqual(order, ['first', 'turns', 'background', 'second'])
})

test('an acknowledged write survives reopening the folder', async () => {
  const folder = temporary()
  const first = await open({ folder })
  await first.write(tx => setting(tx, 'a'))
  const beside = await open({ folder, node: 1 })
  assert.deepEqual(await namesIn(beside.read), ['a'])
  await first.close()
  await beside.close()
  assert.deepEqual(await namesIn((await open({ folder })).read), ['a'])
})

test('a locked folder refuses a second process until it is released', async () => {
  const folder = temporary()
  const first = await open({ folder, exclusive: true })
  await assert.rejects(open({ folder, exclusive: true }), FolderInUse)
  await first.write(tx => setting(tx, 'a'))
  await (await open({ folder, node: 1 })).close()
  await first.close()
  assert.deepEqual(await namesIn((await open({ folder, exclusive: true })).read), ['a'])
})

test('a store with a newer schema is refused', async () => {
  const folder = temporary()
  await (await open({ folder })).close()
  const database = new DatabaseSync(join(folder, 'workloom.db'))
  database.exec('insert into schema_versions (version) values (1000)')
  database.close()
  await assert.rejects(open({ folder, exclusive: true }), NewerSchema)
  await assert.rejects(open({ folder, exclusive: true }), NewerSchema, 'and the folder is let go')
})

test('a statement is built once, and prepared once per text', async () => {
  const store = await open()
  let built = 0
  const counted = statement<{ name: string }>((param, db) => {
    built++
    return db.selectFrom('settings').select('name').where('name', '=', param('name'))
  })
  await store.write(async tx => {
    for (const name of ['a', 'b']) await setting(tx, name)
    assert.equal((await tx.first(counted, { name: 'b' }))?.name, 'b')
  })
  for (const name of ['a', 'b']) assert.equal((await store.read.all(counted, { name }))[0]?.name, name)
  assert.equal(await store.read.first(counted, { name: 'c' }), undefined)
  assert.equal(built, 1)
})

test('a closing store finishes earlier writes and refuses later ones', async () => {
  const folder = temporary()
  const store = await open({ folder })
  const last = store.write(tx => setting(tx, 'last'))
  await store.close()
  await last
  await assert.rejects(store.write(tx => setting(tx, 'too late')))
  await assert.rejects(namesIn(store.read))
  assert.deepEqual(await namesIn((await open({ folder })).read), ['last'])
})

test('a reference to a missing row is refused', async () => {
  const store = await open()
  await assert.rejects(
    store.write(tx => insert(tx, 'tag_followers', { tag: 1, user: 2 })),
    /FOREIGN KEY/,
  )
})

test('an acknowledged write is visible at once, also in a turn that has read before', async () => {
  const store = await open()
  for (let index = 0; index < 20; index++) {
    const name = `name ${index}`
    const written = store.write(async tx => {
      await namesIn(store.read)
      await setting(tx, name)
    })
    await Promise.all([namesIn(store.read), written])
    assert.ok((await namesIn(store.read)).includes(name), name)
  }
})

test('a request sees what another process wrote before it, also in a turn in which a job has read', async () => {
  const folder = temporary()
  const { read } = await open({ folder })
  const other = new DatabaseSync(join(folder, 'workloom.db'))
  after(() => other.close())
  assert.deepEqual(await namesIn(read), [], 'a job reads')
  other.exec(`insert into settings (name, value) values ('a', 'x')`)
  await read.cache.catchUp()
  assert.deepEqual(await namesIn(read), ['a'], 'a request reads')
})
