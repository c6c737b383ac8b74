/** Moving, backing up and restoring by an operator: next to a server, killed in between, refused. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProgramContext } from '../../src/cli/command.ts'
import { run } from '../../src/cli/run.ts'
import type { DataLocation } from '../../src/store/transfer/location.ts'
import { currentSchema } from '../../src/store/transfer/schema.ts'
import { runCommand } from '../harness/cli/run_command.ts'
import { type ExitResult, folderFor, runUntilKilled, startProgram, workloom } from '../harness/program.ts'
import { fullFolder } from '../harness/transfer/full.ts'
import {
  allRows,
  emptyLocation,
  fullLocation,
  locationArgument,
  locationKinds,
  lockTable,
  noDatabase,
  queryLocation,
  sourceKinds,
  targetKinds,
} from '../harness/transfer/locations.ts'
import type { Json } from '../harness/world.ts'

const KEY = 'a key of thirty-two characters..'
const tables = (await currentSchema()).tables.map(({ name }) => name)

/** A location as the options of a command that takes one. */
const at = (location: DataLocation): string[] =>
  'folder' in location ? ['--data', location.folder] : ['--database-url', location.database]

/** A location as the options of a server. A database has no place for a key. */
const serveArgs = (location: DataLocation, key = KEY): string[] =>
  'folder' in location ? at(location) : [...at(location), '--key', key]

/** The key of an installation that was created in a location. */
const keyIn = (location: DataLocation): string =>
  'folder' in location ? readFileSync(join(location.folder, 'key'), 'utf8').trim() : KEY

function assertRefused({ code, out, err }: ExitResult, expected: number, sentence: RegExp): void {
  assert.match(err, sentence)
  assert.match(err, /^workloom: [^\n]*\.\n$/, 'one sentence, without a trace')
  assert.equal(code, expected)
  assert.ok(!/compared/.test(out), out)
}

function assertDone({ code, out, err }: ExitResult): string {
  assert.deepEqual([code, err], [0, ''])
  return out
}

/** A program in this process, for commands that need no process of their own. */
function inside(shown: string[] | null = null) {
  const output = { out: '', err: '' }
  const untouched = () => assert.fail('no server may start')
  const program: ProgramContext = {
    ...{ version: '1', environment: {}, clock: () => 1, web: '', node: 1, stopped: untouched, createApp: untouched },
    print: text => (output.out += `${text}\n`),
    printError: text => (output.err += `${text}\n`),
    showProgress: shown && (text => void shown.push(text)),
  }
  return async (...args: string[]): Promise<ExitResult> => ({ code: await run(args, program), ...output })
}

/** A client of the server, as its administrator. */
const clientOf = (url: string, token: string) => async (method: string, path: string, data?: Json) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = data ? { body: JSON.stringify({ data }) } : {}
  const response = await fetch(`${url}/api/1.0${path}`, { method, headers, ...sent })
  return { status: response.status, data: ((await response.json()) as Json).data as Json }
}

/** The names of the tags at a location, read by a server that is started and stopped for it. */
async function tagsIn(t: TestContext, location: DataLocation, token: string, key: string): Promise<string[]> {
  const server = await startProgram(t, serveArgs(location, key))
  assert.equal(server.token, '', 'it was not set up anew')
  const ask = clientOf(server.url, token)
  const workspace = (await ask('GET', '/workspaces')).data[0].gid
  const { data } = await ask('GET', `/tags?workspace=${workspace}&limit=100`)
  await server.stop('SIGTERM')
  return data.map(({ name }: Json) => name)
}

for (const from of sourceKinds) {
  test(`a ${from} is backed up next to a server under load, and restored elsewhere`, async t => {
    const location = await emptyLocation(t, from)
    const server = await startProgram(t, serveArgs(location))
    const ask = clientOf(server.url, server.token)
    const workspace = (await ask('GET', '/workspaces')).data[0].gid
    const acknowledged: string[] = []
    let isWriting = true
    const write = async (own: string) => {
      for (let count = 0; isWriting && count < 30; count++) {
        const name = `${own} ${count} 😀`
        assert.equal((await ask('POST', '/tags', { workspace, name })).status, 201)
        acknowledged.push(name)
      }
    }
    const writers = ['a', 'b', 'c'].map(write)
    while (acknowledged.length < 20) await pause(5)
    const before = [...acknowledged]
    const file = join(folderFor(t), 'backup.db')
    const output = assertDone(await workloom(t, ['backup', '--to', file, ...at(location)]))
    isWriting = false
    await Promise.all(writers)
    await server.stop('SIGTERM')
    assert.match(
      output,
      /\nCopied [\d,]+ rows of \d+ tables from the .* to .*backup\.db \([\d.]+ MB\), and compared each/,
    )
    const isIn = from === 'folder'
    assert.equal(/\nIt contains the key of the installation/.test(output), isIn)
    assert.equal(/\nIt does not contain the key of the installation/.test(output), !isIn)

    for (const to of targetKinds(from)) {
      const target = await emptyLocation(t, to)
      const key = isIn ? [] : ['--key', KEY]
      const back = assertDone(await runCommand(['restore', '--from', file, ...at(target), ...key]))
      assert.match(back, /\nThe backup was made by Workloom \S+ at \d{4}-/)
      const storedKey = 'folder' in target ? join(target.folder, 'key') : `${file}.key`
      assert.equal(existsSync(storedKey), isIn || 'folder' in target)
      if (existsSync(storedKey)) assert.equal(statSync(storedKey).mode & 0o777, 0o600)
      if ('folder' in target) assert.equal(readFileSync(storedKey, 'utf8').trim(), keyIn(location))
      const names = await tagsIn(t, target, server.token, keyIn(location))
      for (const name of before) assert.ok(names.includes(name), `${name} was acknowledged before the backup began`)
    }
  })

  for (const to of targetKinds(from)) {
    test(`a move from a ${from} to a ${to} is served afterwards, and its source only with the explicit option`, async t => {
      const location = await emptyLocation(t, from)
      const server = await startProgram(t, serveArgs(location))
      const ask = clientOf(server.url, server.token)
      const workspace = (await ask('GET', '/workspaces')).data[0].gid
      await ask('POST', '/tags', { workspace, name: 'Ünï' })
      const target = await emptyLocation(t, to)
      const key = from === 'folder' ? [] : ['--key', KEY]
      const move = ['move', '--from', locationArgument(location), '--to', locationArgument(target), ...key]
      assertRefused(await runCommand(move), 1, /nother process.*: stop it first/)
      await server.stop('SIGTERM')
      const output = assertDone(await workloom(t, move))
      assert.match(output, /100 % {2}comparing \w+\nCopied [\d,]+ rows of \d+ tables to the (?:folder|database) /)
      assert.deepEqual(await tagsIn(t, target, server.token, keyIn(location)), ['Ünï'])
      const left = /was moved to the (?:folder|database) \S+: use that, or .* with --moved-anyway/
      const token = ['token', 'create', '--email', 'admin@example.com', '--name', 'x']
      for (const words of [['serve', '--port', '0', ...serveArgs(location)], [...token, ...at(location)], move]) {
        assertRefused(await runCommand(words), 1, left)
      }
      assertRefused(await runCommand(['backup', '--to', join(folderFor(t), 'b.db'), ...at(location)]), 1, left)
      if ('database' in target) assert.ok(!left.source.includes(new URL(target.database).password))
      assertDone(await runCommand([...token, ...at(location), '--moved-anyway']))
      assert.deepEqual(await tagsIn(t, location, server.token, keyIn(location)), ['Ünï'], 'and the source is as it was')
      assertRefused(await runCommand(move), 1, /has data already: name an empty location/)
    })

    // The kinds of the reading and the writing location matter, not the data.
    if (from === to) continue

    test(`a move from a ${from} to a ${to} that is killed can be continued`, async t => {
      const source = await fullLocation(t, from, 1100)
      const target = await emptyLocation(t, to)
      const move = ['move', '--from', locationArgument(source), '--to', locationArgument(target)]
      for (const when of [/0 %/, /40 %/, /70 %/]) await runUntilKilled(t, move, when)
      assertRefused(await runCommand(['serve', '--port', '0', ...serveArgs(target)]), 1, /incomplete/)
      assertRefused(
        await runCommand(['token', 'create', '--email', 'a@b.c', '--name', 'x', ...at(target)]),
        1,
        /incomplete/,
      )
      const file = join(folderFor(t), 'backup.db')
      assertRefused(await runCommand(['backup', '--to', file, ...at(target)]), 1, /incomplete/)
      const before = await allRows(source, tables)
      assertDone(await runCommand(move))
      assert.deepEqual(await allRows(target, tables), before)
    })
  }
}

for (const to of locationKinds) {
  test(`a restore to a ${to} that is killed can be started again`, async t => {
    const full = await fullLocation(t, 'folder', 1100)
    const file = join(folderFor(t), 'backup.db')
    const backup = ['backup', '--to', file, ...at(full)]
    const before = await allRows(full, tables)
    for (const when of [/0 %/, /50 %/]) {
      await runUntilKilled(t, backup, when)
      assert.ok(!existsSync(file), 'what is not whole has no name')
    }
    assertDone(await runCommand(backup))
    assert.deepEqual(readdirSync(join(file, '..')), ['backup.db'])
    const target = await emptyLocation(t, to)
    const restore = ['restore', '--from', file, ...at(target)]
    for (const when of [/30 %/, /50 %/, /80 %/]) await runUntilKilled(t, restore, when)
    assertDone(await workloom(t, restore))
    assert.deepEqual(await allRows(target, tables), before)
    assertRefused(
      await runCommand(restore),
      1,
      /is not empty: name another one|has data already: name an empty location/,
    )
  })
}

test('a database that becomes unreachable is reported in one sentence, and the move can be continued', {
  skip: noDatabase,
}, async t => {
  const full = await fullLocation(t, 'folder', 1100)
  const target = await emptyLocation(t, 'database')
  const move = ['move', '--from', locationArgument(full), '--to', locationArgument(target)]
  const cutOff = (of: string) =>
    queryLocation(
      target,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid() and ${of}`,
    )
  /** Moves while connections are terminated, until one was and the command has reported it. */
  const fails = async (of: string) => {
    const output = runCommand(move)
    while ((await cutOff(of)).length === 0) await pause(10)
    assertRefused(
      await output,
      1,
      /Querying the database .* failed .*: run the same command again when it is available/,
    )
  }
  await fails('true')
  await runUntilKilled(t, move, /10 %/)
  const release = await lockTable(target, 'task_followers')
  await fails(`wait_event_type = 'Lock'`)
  await release()
  const before = await allRows(full, tables)
  assertDone(await runCommand(move))
  assert.deepEqual(await allRows(target, tables), before)
})

test('a key that the operator stores elsewhere is in no backup', async t => {
  const folder = folderFor(t)
  await (await startProgram(t, ['--data', folder, '--key', KEY])).stop('SIGTERM')
  assert.ok(!existsSync(join(folder, 'key')))
  const file = join(folderFor(t), 'backup.db')
  const output = assertDone(await runCommand(['backup', '--to', file, '--data', folder], { WORKLOOM_KEY: KEY }))
  assert.match(output, /It does not contain the key of the installation/)
  assert.ok(!readFileSync(file).includes(KEY))
  const target = folderFor(t)
  const back = assertDone(await runCommand(['restore', '--from', file, '--data', target]))
  assert.match(back, /No key was given: write that of the installation to .*key before the first start/)
  assert.ok(!existsSync(join(target, 'key')))
  const other = join(folderFor(t), 'data')
  const moved = assertDone(await runCommand(['move', '--from', folder, '--to', other], { WORKLOOM_KEY: KEY }))
  assert.match(moved, /The key of the installation is in .*key\./)
  assert.equal(readFileSync(join(other, 'key'), 'utf8'), `${KEY}\n`)
})

test('two different keys are refused before anything is written', async t => {
  const folder = folderFor(t)
  await (await startProgram(t, ['--data', folder])).stop('SIGTERM')
  const empty = join(folderFor(t), 'data')
  const key = ['--key', KEY]
  assertRefused(await runCommand(['move', '--from', folder, '--to', empty, ...key]), 1, /given key is not the one in /)
  assert.ok(!existsSync(empty))
  const file = join(folderFor(t), 'backup.db')
  assertDone(await runCommand(['backup', '--to', file, '--data', folder]))
  assert.ok(readFileSync(file).includes(readFileSync(join(folder, 'key'), 'utf8').trim()))
  const restore = ['restore', '--from', file, '--data', empty]
  assertRefused(await runCommand([...restore, ...key]), 1, /given key is not the one in the backup: omit --key/)
  assert.ok(!existsSync(empty))
  mkdirSync(empty)
  writeFileSync(join(empty, 'key'), `${KEY}\n`)
  assertRefused(await runCommand(restore), 1, /is not the one in .*key: /)
  assert.deepEqual(readdirSync(empty).sort(), ['key', 'lock'])
})

test('an invalid command or location is reported in one sentence', async t => {
  const folder = folderFor(t)
  await fullFolder(folder, 3)
  const none = join(folderFor(t), 'none')
  const call = (...args: string[]) => inside()(...args)
  assertRefused(await call('move', '--from', folder), 2, /^workloom: move needs --to LOCATION/)
  assertRefused(await call('backup', '--data', folder), 2, /^workloom: backup needs --to LOCATION/)
  assertRefused(await call('restore', '--data', folder), 2, /^workloom: restore needs --from LOCATION/)
  assertRefused(
    await call('move', '--from', folder, '--to', 'postgres://me:geheim@db'),
    2,
    /--to must be an address such as postgres:/,
  )
  assertRefused(await call('move', '--from', none, '--to', folder), 1, /There is no data of Workloom in the folder/)
  assertRefused(
    await call('move', '--from', folder, '--to', `${folder}/.`),
    1,
    /The source and the target are the same/,
  )
  assertRefused(
    await call('backup', '--to', join(none, 'b.db'), '--data', folder),
    1,
    /The folder .*none does not exist: create it, or name another file/,
  )
  assertRefused(await call('backup', '--to', folder, '--data', folder), 1, /exists already: name another one/)
  assertRefused(await call('restore', '--from', none, '--data', none), 1, /There is no file/)
  assertRefused(await call('restore', '--from', none, '--data', folder), 1, /is not empty: name another one/)
  assertRefused(await call('restore', '--from', folder, '--data', none), 1, /SQLite cannot read|The transfer failed/)
  const away = 'postgres://me:geheim@127.0.0.1:1/away'
  const failed = await call('move', '--from', folder, '--to', away)
  assertRefused(failed, 1, /Querying the database .*connect ECONNREFUSED/)
  assert.ok(!/geheim/.test(failed.out + failed.err), 'no password is printed')
  assert.ok(!existsSync(none))
})

test('a terminal shows a progress bar, which disappears at the end', async t => {
  const folder = folderFor(t)
  await fullFolder(folder, 30)
  const shown: string[] = []
  const out = assertDone(await inside(shown)('move', '--from', folder, '--to', join(folderFor(t), 'data')))
  assert.match(shown[0] ?? '', /^\[\.{30}\] {3}\d % {2}copying \w+$/)
  assert.match(shown.at(-2) ?? '', /^\[#{30}\] 100 % {2}comparing \w+$/)
  assert.equal(shown.at(-1), '')
  assert.ok(shown.length > 50 && new Set(shown).size === shown.length, 'nothing is shown twice')
  assert.match(out, /^Copied [^%]*$/)
})
