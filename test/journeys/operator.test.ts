/** Protection against mistakes of an operator: a mistyped location, an abandoned one, a link without a server. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ProgramContext } from '../../src/cli/command.ts'
import { run } from '../../src/cli/run.ts'
import { folderFor, startProgram, workloom } from '../harness/program.ts'
import {
  emptyLocation,
  locationArgument,
  locationKinds,
  noDatabase,
  queryLocation,
} from '../harness/transfer/locations.ts'

const KEY = 'a key of thirty-two characters..'

/** Runs a command in this process. */
async function call(...args: string[]) {
  const output = { out: '', err: '' }
  const untouched = () => assert.fail('no server may start')
  const program: ProgramContext = {
    ...{ version: '1', environment: {}, clock: Date.now, web: '', node: 7, stopped: untouched, createApp: untouched },
    ...{
      print: text => (output.out += `${text}\n`),
      printError: text => (output.err += `${text}\n`),
      showProgress: null,
    },
  }
  return { code: await run(args, program), ...output }
}

const COMMANDS = [
  ['token', 'create', '--email', 'ann@example.com', '--name', 'x'],
  ['sign-in-link', '--email', 'ann@example.com'],
  ['service-account', 'create', '--name', 'x'],
  ['organization', 'rename', '--name', 'x'],
  ['trash', 'list'],
  ['trash', 'restore', '--gid', '1'],
  ['key', 'rotate'],
  ['backup', '--to', join(import.meta.dirname, 'never.db')],
]

for (const kind of locationKinds) {
  test(`a command refuses a ${kind} without a store, and creates none`, async t => {
    const location = await emptyLocation(t, kind)
    const at = 'folder' in location ? ['--data', location.folder] : ['--database-url', location.database]
    for (const words of COMMANDS) {
      const key = kind === 'database' && words[0] === 'key' ? ['--key', KEY, '--to', join(folderFor(t), 'k')] : []
      const { code, out, err } = await call(...words, ...at, ...key)
      assert.match(err, /^workloom: There is no (?:Workloom|data of Workloom) in [^\n]*\.\n$/, words.join(' '))
      assert.deepEqual([code, out], [1, ''])
    }
    if ('folder' in location) assert.ok(!existsSync(location.folder))
    else
      assert.deepEqual(await queryLocation(location, `select tablename from pg_tables where schemaname = 'public'`), [])
    const made = await call('setup', '--email', 'ann@example.com', '--json', ...at)
    assert.equal(made.code, 0, made.err)
  })

  test(`a command prints a link to the running server of a ${kind}, and none without a server`, async t => {
    const location = await emptyLocation(t, kind)
    const at =
      kind === 'folder' ? ['--data', locationArgument(location)] : ['--database-url', locationArgument(location)]
    const server = await startProgram(t, [...at, ...(kind === 'folder' ? [] : ['--key', KEY])])
    const link = ['sign-in-link', '--email', 'admin@example.com', ...at]
    const first = await call(...link)
    assert.ok(first.out.startsWith(`${server.url}/sign_in#`), first.out)
    assert.equal(first.err, '')
    const again = await call('setup', '--email', 'admin@example.com', ...at)
    assert.ok(again.out.includes(`${server.url}/sign_in#`))
    const outside = await call(...link, '--public-url', 'https://tasks.example.com')
    assert.ok(outside.out.startsWith('https://tasks.example.com/sign_in#'))
    // The lease of a killed instance in a database expires after a minute and a half.
    await server.stop(kind === 'folder' ? 'SIGKILL' : 'SIGTERM')
    const alone = await call(...link)
    assert.ok(alone.out.startsWith('http://127.0.0.1:8080/sign_in#'), alone.out)
    assert.match(alone.err, /^No server is running here: the link works after one serves http:\/\/127\.0\.0\.1:8080/)
  })
}

test('a command prints the public address of the running server', async t => {
  const folder = folderFor(t)
  await startProgram(t, ['--data', folder, '--public-url', 'https://tasks.example.com'])
  const { out } = await call('sign-in-link', '--email', 'admin@example.com', '--data', folder)
  assert.ok(out.startsWith('https://tasks.example.com/sign_in#'))
})

test('a server on every network interface names one address everywhere', async t => {
  const server = await startProgram(t, ['--memory', '--host', '0.0.0.0'])
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'x' }
  const body = JSON.stringify({ data: { email: 'admin@example.com' } })
  await fetch(`${server.url}/-/sign_in/forgot`, { method: 'POST', headers, body })
  const { out } = await server.stop('SIGTERM')
  const links = [...out.matchAll(/http:\S+\/sign_in#/g)].map(([link]) => link)
  assert.deepEqual(links, Array(2).fill(`${server.url}/sign_in#`), 'also in letters')
})

test('an organization that is created next to others is reported as new, and can be renamed', async t => {
  const folder = folderFor(t)
  const setup = (...more: string[]) => call('setup', '--email', 'ann@example.com', '--data', folder, ...more)
  assert.doesNotMatch((await setup('--json')).err, /new organization/)
  const other = await setup('--organization', 'Acmee', '--json')
  assert.match(other.err, /^"Acmee" is a new organization, in addition to the existing one: .*organization rename/)
  assert.deepEqual(Object.keys(JSON.parse(other.out)), ['workspace', 'user', 'token'])
  assert.doesNotMatch((await setup('--organization', 'Acmee', '--json')).err, /new organization/)
  const rename = (from: string, to: string) =>
    call('organization', 'rename', '--organization', from, '--name', to, '--data', folder)
  assert.match((await rename('Acmee', 'My organization')).err, /Another organization has the name "My organization"/)
  assert.deepEqual(await rename('Acmee', 'Acme'), {
    code: 0,
    out: 'The name of the organization is now Acme.\n',
    err: '',
  })
  assert.match((await rename('Acmee', 'X')).err, /There is no organization "Acmee"/)
})

const noModes = process.platform === 'win32' && 'this system has no modes of files'
test('files that the program writes are private to its user, also in a folder that others read', {
  skip: noModes,
}, async t => {
  const folder = folderFor(t)
  chmodSync(folder, 0o755)
  const modes = () =>
    Object.fromEntries(readdirSync(folder).map(name => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]))
  // As an earlier version has left them.
  for (const name of ['workloom.db', 'lock']) writeFileSync(join(folder, name), '', { mode: 0o644 })
  const server = await startProgram(t, ['--data', folder, '--audit-file', join(folder, 'audit.jsonl')])
  assert.deepEqual(new Set(Object.values(modes())), new Set(['600']), JSON.stringify(modes()))
  for (const name of ['audit.jsonl', 'key', 'lock', 'workloom.db', 'workloom.db-wal']) assert.ok(name in modes(), name)
  const { err } = await server.stop('SIGTERM')
  assert.match(err, /"level":"warn".*Other users of this machine can list the folder .*chmod 700/)
})

test('a database without a key states where the key of its installation was', { skip: noDatabase }, async t => {
  const folder = folderFor(t)
  await (await startProgram(t, ['--data', folder])).stop('SIGTERM')
  const location = await emptyLocation(t, 'database')
  const at = ['--database-url', locationArgument(location)]
  const empty = await workloom(t, ['serve', '--port', '0', ...at])
  assert.match(empty.err, /openssl rand -hex 32 creates one/)
  const moved = await emptyLocation(t, 'database')
  assert.equal((await call('move', '--from', folder, '--to', locationArgument(moved))).code, 0)
  const { code, err } = await workloom(t, ['serve', '--port', '0', '--database-url', locationArgument(moved)])
  assert.equal(code, 1)
  assert.match(err, new RegExp(`missing, which was in ${join(folder, 'key')}: put it back`))
  assert.doesNotMatch(err, /openssl/)
  const other = await workloom(t, ['serve', '--port', '0', '--database-url', locationArgument(moved), '--key', KEY])
  assert.match(other.err, new RegExp(`is not that of this installation, which was in ${join(folder, 'key')}`))
})

test('a key is not rotated while a server of the same store runs', async t => {
  for (const kind of locationKinds) {
    const location = await emptyLocation(t, kind)
    const at =
      kind === 'folder' ? ['--data', locationArgument(location)] : ['--database-url', locationArgument(location)]
    const server = await startProgram(t, [...at, '--key', KEY])
    const file = join(folderFor(t), 'key')
    const rotate = ['key', 'rotate', '--key', KEY, '--to', file, ...at]
    const { code, err } = await call(...rotate)
    assert.equal(code, 1)
    assert.match(err, /already served by another process|A server uses the database: stop all of them first/)
    assert.ok(!existsSync(file))
    await server.stop('SIGTERM')
    assert.equal((await call(...rotate)).code, 0)
    const { err: refused } = await workloom(t, ['serve', '--port', '0', '--key', KEY, ...at])
    assert.match(refused, new RegExp(`is not that of this installation, which was in ${file}`))
    await (await startProgram(t, at, { WORKLOOM_KEY_FILE: file })).stop('SIGTERM')
  }
})

test('move, backup and restore refuse a key that is not the one of the installation', async t => {
  const folder = folderFor(t)
  await (await startProgram(t, ['--data', folder, '--key', KEY])).stop('SIGTERM')
  const other = ['--key', `${KEY} not`]
  const refused = /is not that of this installation, which was given by --key: give that one/
  const target = join(folderFor(t), 'data')
  const file = join(folderFor(t), 'backup.db')
  assert.match((await call('move', '--from', folder, '--to', target, ...other)).err, refused)
  assert.match((await call('backup', '--data', folder, '--to', file, ...other)).err, refused)
  assert.equal((await call('backup', '--data', folder, '--to', file, '--key', KEY)).code, 0)
  assert.match((await call('restore', '--from', file, '--data', target, ...other)).err, refused)
  assert.ok(!existsSync(target))
  assert.equal((await call('restore', '--from', file, '--data', target, '--key', KEY)).code, 0)
})
