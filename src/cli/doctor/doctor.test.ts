import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { noRedis, startRedis } from '../../../test/harness/counters/redis.ts'
import { folderFor } from '../../../test/harness/program.ts'
import {
  emptyLocation,
  fullLocation,
  locationArgument,
  noDatabase,
  queryLocation,
} from '../../../test/harness/transfer/locations.ts'
import { openPostgres } from '../../store/postgres.ts'
import { openSqlite } from '../../store/sqlite.ts'
import type { ProgramContext } from '../command.ts'
import { run } from '../run.ts'
import type { Finding } from './check.ts'

const KEY = 'a key of thirty-two characters..'
const NOW = Date.UTC(2026, 0, 5, 9)

interface Examined {
  code: number
  out: string
  err: string
  /** The finding of a check, as `sign message. advice`; undefined if the check did not apply. */
  of(check: string): string | undefined
}

const SIGNS = { ok: '+', warning: '?', failure: '-' }

/** Runs `doctor` in this process. */
async function examine(args: string[], more: Partial<ProgramContext> = {}): Promise<Examined> {
  const said = { out: '', err: '' }
  const untouched = () => assert.fail('nothing of a server is needed')
  const program: ProgramContext = {
    ...{ version: '1', environment: {}, clock: () => NOW, web: '', node: 1, stopped: untouched, createApp: untouched },
    ...{ print: text => (said.out += `${text}\n`), printError: text => (said.err += `${text}\n`), showProgress: null },
    ...more,
  }
  const code = await run(['doctor', ...args], program)
  const of = (check: string) => {
    const all = JSON.parse(said.out) as (Finding & { check: string })[]
    const one = all.find(finding => finding.check === check)
    return one && `${SIGNS[one.status]} ${one.message}${one.advice && `. ${one.advice}`}`
  }
  return { code, ...said, of }
}

/** A folder with a store after its set-up. */
async function folderSetUp(t: TestContext): Promise<string> {
  const folder = join(folderFor(t), 'data')
  const program = { environment: {}, clock: () => NOW - 1000 }
  const store = await openSqlite({ folder, clock: program.clock })
  await store.close()
  const home = 'gid, name, is_organization, email_domains, plan, created_at'
  await queryLocation({ folder }, `insert into workspaces (${home}) values (1, 'Acme', 1, '[]', 'free', 1)`)
  await queryLocation({ folder }, `insert into users values (2, 'Ann', 'ann@example.com', 'UTC', null, 1)`)
  const own = 'gid, "user", workspace, is_active, is_admin, is_guest, is_view_only, is_service, created_at'
  await queryLocation({ folder }, `insert into workspace_memberships (${own}) values (3, 2, 1, 1, 1, 0, 0, 0, 1)`)
  for (const word of ['ann', 'ann@example.com'])
    await queryLocation({ folder }, `insert into name_words values (1, 'user', '${word}', 2)`)
  return folder
}

const look = (folder: string, ...args: string[]) => examine(['--json', '--data', folder, ...args])

async function portOf(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

/** A port without a listener. */
async function closedPort(t: TestContext): Promise<number> {
  const server = createServer()
  const port = await portOf(t, server)
  server.close()
  return port
}

test('doctor prints one line for each check and changes nothing', async t => {
  const folder = await folderSetUp(t)
  const files = () => readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'base64')])
  const before = files()
  const { code, out, err } = await examine(['--data', folder, '--public-url', 'http://127.0.0.1:1'])
  assert.equal(code, 1)
  assert.match(err, /^workloom: 2 of \d+ checks failed\.\n$/)
  assert.deepEqual(files(), before)
  for (const text of out.trimEnd().split('\n')) assert.match(text, /^[✔!✖] [a-z ]{14} \S.*$/)
  assert.match(out, /^✔ store {10}the folder .*data, schema \d+, [\d.]+ MB$/m)
  assert.match(out, /^✖ address {8}http:\/\/127\.0\.0\.1:1 does not answer as Workloom \(.*\)\. Start the server\.$/m)
})

test('doctor reports a store that cannot be used', async t => {
  const folder = await folderSetUp(t)
  assert.match((await look(folder)).of('store') ?? '', /^\+ the folder/)
  const none = await look(join(folder, 'none'))
  assert.match(none.of('store') ?? '', /^- there is no Workloom in the folder .*none/)
  assert.equal(none.of('integrity'), undefined)
  assert.deepEqual(readdirSync(folder), ['workloom.db'])
  await queryLocation({ folder }, `insert into settings values ('moved_to', 'the folder /elsewhere')`)
  assert.match((await look(folder)).of('store') ?? '', /^- the data of .* was moved to the folder \/elsewhere/)
  await queryLocation({ folder }, `delete from settings`)
  const [last] = await queryLocation({ folder }, 'select max(version) as version from schema_versions')
  await queryLocation({ folder }, `delete from schema_versions where version = ${last?.version}`)
  const older = new RegExp(`^\\? .* schema ${Number(last?.version) - 1}, .*the next start migrates it`)
  assert.match((await look(folder)).of('store') ?? '', older)
  await queryLocation({ folder }, 'insert into schema_versions values (900)')
  assert.match((await look(folder)).of('store') ?? '', /^- .* was made by a newer version of Workloom/)
  await queryLocation({ folder }, 'insert into schema_versions values (1000000)')
  assert.match((await look(folder)).of('store') ?? '', /^- .* incomplete/)
  writeFileSync(join(folder, 'workloom.db'), 'letters, not tables. '.repeat(100))
  assert.match((await look(folder)).of('store') ?? '', /^- .* cannot be read \(file is not a database\)/)
})

test('doctor reports a damaged file', async t => {
  const location = await fullLocation(t, 'folder')
  assert.ok('folder' in location)
  assert.match((await look(location.folder)).of('integrity') ?? '', /^\+ all [\d.]+ MB read/)
  await queryLocation(location, 'pragma foreign_keys = off')
  const file = join(location.folder, 'workloom.db')
  truncateSync(file, statSync(file).size - 3 * 4096)
  const { code, of } = await look(location.folder)
  assert.match(`${of('store')} ${of('integrity')}`, /damaged|cannot be read/)
  assert.equal(code, 1)
})

test('doctor reports a missing or different key and prints no key', async t => {
  const folder = await folderSetUp(t)
  assert.match((await look(folder)).of('key') ?? '', /^\+ created by the first start/)
  const { resolveKey: keyOf } = await import('../key/key.ts')
  const { settingsFrom } = await import('../../config/settings.ts')
  const store = await openSqlite({ folder, clock: () => NOW - 1000 })
  const key = await keyOf(settingsFrom(['data'], ['--data', folder], {}), store, () => {})
  await store.close()
  const own = await look(folder)
  assert.match(own.of('key') ?? '', /^\+ in .*key, and matches the installation/)
  const other = await look(folder, '--key', KEY)
  assert.match(other.of('key') ?? '', /^- the key differs from that of the installation\. The key given by --key/)
  rmSync(join(folder, 'key'))
  const missing = await look(folder)
  assert.match(
    missing.of('key') ?? '',
    /^- the key of the installation is missing\. .* which was in .*key: put it back/,
  )
  for (const { out, err } of [own, other, missing]) assert.ok(!`${out}${err}`.includes(key) && !out.includes(KEY))
})

test('doctor reports files that other users can read', {
  skip: process.platform === 'win32' && 'no modes here',
}, async t => {
  const folder = await folderSetUp(t)
  assert.match((await look(folder)).of('permissions') ?? '', /^\+ only the owner can access the folder and its files/)
  chmodSync(folder, 0o755)
  assert.match((await look(folder)).of('permissions') ?? '', /^\? other users of this machine can list/)
  chmodSync(join(folder, 'workloom.db'), 0o644)
  assert.match(
    (await look(folder)).of('permissions') ?? '',
    /^- other users of this machine can read .*workloom\.db\. chmod/,
  )
})

test('doctor reports the free space, and a clock that is behind the data', async t => {
  const folder = await folderSetUp(t)
  assert.match((await look(folder)).of('disk') ?? '', /^[+?-] [\d.]+ [MG]B free for /)
  assert.match((await look(folder)).of('clock') ?? '', /^\+ 2026-01-05T09:00:00\.000Z$/)
  const store = await openSqlite({ folder, clock: () => NOW + 3_600_000 })
  const { insert } = await import('../../store/change.ts')
  await store.write(tx =>
    insert(tx, 'users', {
      gid: tx.gid(),
      name: 'B',
      email: 'b@c.d',
      time_zone: 'UTC',
      photo: null,
      created_at: tx.now,
    }),
  )
  await store.close()
  assert.match(
    (await look(folder)).of('clock') ?? '',
    /^- .* which is 3600 s before the newest data\. synchronize the clock/,
  )
})

test('doctor reports an organization without an administrator', async t => {
  const folder = await folderSetUp(t)
  assert.match((await look(folder)).of('administrators') ?? '', /^\+ every organization has an administrator/)
  await queryLocation({ folder }, 'update workspace_memberships set is_admin = 0')
  assert.match(
    (await look(folder)).of('administrators') ?? '',
    /^- no administrator in "Acme"\. .*--organization "Acme"/,
  )
})

test('doctor reports overdue jobs, failing webhooks and old backups', async t => {
  const folder = await folderSetUp(t)
  const first = await look(folder)
  assert.match(first.of('jobs') ?? '', /^\+ none is overdue/)
  assert.match(first.of('webhooks') ?? '', /^\+ there are none/)
  assert.match(first.of('backup') ?? '', /^\? workloom backup was never run here/)
  const job = 'gid, kind, subject, run_at, attempts, created_at'
  await queryLocation({ folder }, `insert into jobs (${job}) values (9, 'tidy', 0, ${NOW - 600_000}, 0, 1)`)
  const hook = (gid: number, active: number, retries: number) =>
    queryLocation(
      { folder },
      `insert into webhooks (gid, workspace, "user", application, resource_type, resource, target, secret, filters,
        active, cursor, created_at, delivery_retry_count, heartbeat_at)
        values (${gid}, 1, 2, 0, 'workspace', 1, 'x', 'y', '[]', ${active}, 0, 1, ${retries}, 1)`,
    )
  await hook(10, 1, 0)
  await queryLocation({ folder }, `insert into settings values ('backed_up', '${NOW - 3_600_000}')`)
  const second = await look(folder)
  assert.match(second.of('jobs') ?? '', /^\? 1 overdue, the oldest for 10 minutes/)
  assert.match(second.of('webhooks') ?? '', /^\+ 1, and none is failing/)
  assert.match(second.of('backup') ?? '', /^\+ last backup at 2026-01-05T08:00/)
  await hook(11, 1, 4)
  await hook(12, 0, 0)
  await queryLocation({ folder }, `update settings set value = '${NOW - 10 * 86_400_000}'`)
  const third = await look(folder)
  assert.match(third.of('webhooks') ?? '', /^\? 1 of 3 failing, 1 inactive/)
  assert.match(third.of('backup') ?? '', /^\? .*, 10 days ago\. schedule one/)
})

test('doctor checks that the public address leads to the server', async t => {
  const folder = await folderSetUp(t)
  let answer = '{"status":"ok"}'
  const port = await portOf(
    t,
    createHttpServer((_, response) => void response.end(answer)),
  )
  const url = `http://127.0.0.1:${port}`
  assert.match((await look(folder)).of('address') ?? '', /^\? no server is running on this store/)
  const found = await look(folder, '--public-url', url)
  assert.match(
    found.of('address') ?? '',
    /^\? http:\/\/127\.0\.0\.1:\d+ answers, but only to this machine\. .*--public-url$/,
  )
  answer = 'another program'
  assert.match((await look(folder, '--public-url', url)).of('address') ?? '', /^- .* does not answer as Workloom/)
  answer = '{"status":"ok"}'
  const store = await openSqlite({ folder, clock: () => NOW - 1000, exclusive: true })
  await store.announce(url)
  assert.match(
    (await look(folder)).of('address') ?? '',
    /^\? http:\/\/127\.0\.0\.1:\d+ answers, but only to this machine/,
  )
  const other = (await look(folder, '--public-url', `http://localhost:${port}`)).of('address')
  assert.match(other ?? '', /^\? http:\/\/localhost:\d+ answers, but the running server writes http:\/\/127/)
  await store.close()
  assert.match(
    (await look(folder)).of('address') ?? '',
    /^\? no server is running/,
    'the address of a dead server counts not',
  )
})

test('doctor reports missing proxies and trusted networks that are too wide', async t => {
  const folder = await folderSetUp(t)
  const proxies = async (...args: string[]) => (await look(folder, ...args)).of('proxies') ?? ''
  assert.match(await proxies(), /^\+ none is trusted/)
  assert.match(await proxies('--trusted-proxies', '10.0.0.1'), /^\+ 10\.0\.0\.1 trusted/)
  assert.match(await proxies('--trusted-proxies', '10.0.0.1,0.0.0.0/0'), /^- 0\.0\.0\.0\/0 is trusted, which is nearly/)
  assert.match(
    await proxies('--public-url', 'https://127.0.0.1:1'),
    /^\? people connect with TLS, and no proxy is trusted/,
  )
})

test('doctor connects to the mail server and sends nothing', async t => {
  const folder = await folderSetUp(t)
  const commands: string[] = []
  const port = await portOf(
    t,
    createServer(socket => {
      socket.write('220 ready\r\n')
      socket.on('error', () => undefined)
      socket.setEncoding('utf8').on('data', (text: string) => {
        commands.push(text.split(' ')[0]?.trim() ?? '')
        socket.write(text.startsWith('AUTH') ? '535 no\r\n' : '250 AUTH PLAIN\r\n')
      })
    }),
  )
  assert.match((await look(folder)).of('mail') ?? '', /^\? no mail server/)
  const taken = await look(folder, '--smtp-url', `smtp://127.0.0.1:${port}`)
  assert.match(taken.of('mail') ?? '', /^\+ 127\.0\.0\.1:\d+ accepts e-mail/)
  assert.deepEqual(
    commands.filter(word => !['EHLO', 'HELO', 'QUIT'].includes(word)),
    [],
  )
  const refused = await look(folder, '--smtp-url', `smtp://ann:geheim@127.0.0.1:${port}`)
  assert.match(refused.of('mail') ?? '', /^- 127\.0\.0\.1:\d+ does not accept e-mail \(.*535/)
  const away = await look(folder, '--smtp-url', `smtp://ann:geheim@127.0.0.1:${await closedPort(t)}`)
  assert.match(away.of('mail') ?? '', /^- .* does not accept e-mail \(.*ECONNREFUSED/)
  for (const { out, err } of [refused, away]) assert.ok(!`${out}${err}`.includes('geheim'))
})

test('doctor reports a Redis that does not answer', async t => {
  const folder = await folderSetUp(t)
  assert.equal((await look(folder)).of('limits'), undefined)
  const { of, out } = await look(folder, '--redis-url', `redis://:geheim@127.0.0.1:${await closedPort(t)}`)
  assert.match(of('limits') ?? '', /^- 127\.0\.0\.1:\d+ does not answer/)
  assert.ok(!out.includes('geheim'))
})

test('doctor accepts a Redis that answers', { skip: noRedis }, async t => {
  const folder = await folderSetUp(t)
  const { url } = await startRedis(t)
  assert.match((await look(folder, '--redis-url', url)).of('limits') ?? '', /^\+ 127\.0\.0\.1:\d+ answers/)
})

test('doctor reports a missing build of the web app', async t => {
  const folder = await folderSetUp(t)
  const web = folderFor(t)
  const built = async () => (await examine(['--json', '--data', folder], { web })).of('web app') ?? ''
  assert.match(await built(), /^- not built/)
  mkdirSync(web, { recursive: true })
  writeFileSync(join(web, 'index.html'), '')
  assert.match(await built(), /^\+ built/)
})

test('doctor checks a database and changes nothing', { skip: noDatabase }, async t => {
  const location = await emptyLocation(t, 'database')
  const at = ['--json', '--database-url', locationArgument(location)]
  const none = await examine(at)
  assert.match(none.of('store') ?? '', /^- there is no Workloom in the database postgres:\/\//)
  assert.deepEqual(await queryLocation(location, `select 1 from pg_tables where schemaname = 'public'`), [])
  await (await openPostgres({ url: locationArgument(location) })).close()
  const instances = 'select * from instances order by number'
  const before = await queryLocation(location, instances)
  const { out, of } = await examine(at, { clock: Date.now })
  assert.match(of('store') ?? '', /^\+ the database postgres:\/\/.*, schema \d+$/)
  assert.match(of('database') ?? '', /^[+?] PostgreSQL [\d.]+.*, \d+ of \d+ connections, [\d.]+ ms away/)
  assert.match(of('clock') ?? '', /^\+ /)
  assert.match((await examine(at)).of('clock') ?? '', /^\? .* s from that of the database/)
  assert.deepEqual([of('disk'), of('integrity'), of('permissions')], [undefined, undefined, undefined])
  assert.deepEqual(await queryLocation(location, instances), before, 'it takes no number')
  const { password } = new URL(locationArgument(location))
  assert.ok(!out.includes(password))
  const away = await examine(['--json', '--database-url', `postgres://me:geheim@127.0.0.1:${await closedPort(t)}/x`])
  assert.match(away.of('store') ?? '', /^- the database postgres:\/\/.* cannot be read \(.*ECONNREFUSED/)
  assert.ok(!away.out.includes('geheim'))
})
