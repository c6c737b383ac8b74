/** The program as its operator uses it: started, set up, asked for tokens, refused, stopped. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { ProgramContext } from '../../src/cli/command.ts'
import { run } from '../../src/cli/run.ts'
import { runCommand } from '../harness/cli/run_command.ts'
import { type ExitResult, folderFor, startProgram, workloom } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

async function read(url: string, token: string): Promise<Json> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(response.status, 200, `${url} answered ${response.status}`)
  return ((await response.json()) as Json).data as Json
}

function oneSentence({ code, out, err }: ExitResult, expected: number, sentence: RegExp): void {
  assert.equal(out, '')
  assert.match(err, sentence)
  assert.match(err, /^workloom: .*\.\n$/, 'one sentence, without a trace')
  assert.equal(code, expected)
}

const assertRefused = async (t: TestContext, args: string[], sentence: RegExp) =>
  oneSentence(await workloom(t, args), 1, sentence)

/** Runs the command line in this process, for calls that fail before they change anything. */
async function assertMisuse(args: string[], sentence: RegExp, environment: ProgramContext['environment'] = {}) {
  const output = { out: '', err: '' }
  const untouched = () => assert.fail('no server may start')
  const code = await run(args, {
    version: '',
    environment,
    clock: untouched,
    web: '',
    node: 1,
    print: text => (output.out += `${text}\n`),
    showProgress: null,
    printError: text => (output.err += `${text}\n`),
    stopped: untouched,
    createApp: untouched,
  })
  oneSentence({ code, ...output }, 2, sentence)
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const printedJson = ({ code, out, err }: ExitResult): Json => {
  assert.equal(code, 0, err)
  return JSON.parse(out) as Json
}

test('the first start prints a token that works, and the next start only an address', async t => {
  const folder = folderFor(t)
  const first = await startProgram(t, ['--data', folder], { WORKLOOM_EMAIL: 'Ann@Example.org' })
  const me = await read(`${first.url}/api/1.0/users/me`, first.token)
  assert.deepEqual([me.name, me.email, me.workspaces[0].name], ['ann', 'ann@example.org', 'My organization'])
  for (const path of ['/healthz', '/readyz']) {
    assert.deepEqual(await (await fetch(first.url + path)).json(), { status: 'ok' })
  }
  assert.deepEqual((await first.stop('SIGTERM')).code, 0)

  const second = await startProgram(t, ['--data', folder])
  assert.equal(second.token, '')
  assert.equal((await read(`${second.url}/api/1.0/users/me`, first.token)).gid, me.gid)
  const { code, out, err } = await second.stop('SIGINT')
  assert.deepEqual([code, out.trim().split('\n').length, err], [0, 1, ''])
})

test('a page token is still valid after a restart', async t => {
  const folder = folderFor(t)
  const first = await startProgram(t, ['--data', folder])
  const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' }
  const [workspace] = (await read(`${first.url}/api/1.0/workspaces`, first.token)) as Json[]
  for (const name of ['one', 'two']) {
    const body = JSON.stringify({ data: { name, workspace: workspace?.gid } })
    assert.equal((await fetch(`${first.url}/api/1.0/tags`, { method: 'POST', headers, body })).status, 201)
  }
  const page = (await (await fetch(`${first.url}/api/1.0/tags?limit=1`, { headers })).json()) as Json
  await first.stop('SIGTERM')
  const second = await startProgram(t, ['--data', folder])
  const rest = (await read(`${second.url}/api/1.0${page.next_page.path}`, first.token)) as Json[]
  assert.deepEqual(
    rest.map(tag => tag.name),
    ['two'],
  )
})

test('setup creates an organization once when it runs twice', async t => {
  const folder = folderFor(t)
  const data = ['--data', folder, '--json']
  const first = printedJson(await workloom(t, ['setup', '--email', 'ann@example.com', ...data]))
  const second = printedJson(await runCommand(['setup', '--email', 'ann@example.com', ...data]))
  assert.deepEqual([second.workspace, second.user], [first.workspace, first.user])
  assert.notEqual(second.token, first.token)
  assert.ok([first.workspace, first.user, first.token].every(value => typeof value === 'string'))
  const output = async (email: string) => (await runCommand(['setup', '--email', email, '--data', folder])).out
  assert.match(
    await output('ann@example.com'),
    /The account existed already: its password and its other tokens are unchanged/,
  )
  assert.doesNotMatch(await output('new@example.com'), /there already/)
  const other = printedJson(
    await runCommand(['setup', '--email', 'ann@example.com', '--organization', 'Other', '--plan', 'free', ...data]),
  )
  assert.notEqual(other.workspace, first.workspace)
  assert.equal(other.user, first.user)

  const server = await startProgram(t, ['--data', folder])
  assert.equal(server.token, '', 'a store that has been set up is not set up again')
  const me = await read(`${server.url}/api/1.0/users/me`, first.token)
  assert.deepEqual(
    me.workspaces.map((workspace: Json) => workspace.gid),
    [first.workspace, other.workspace],
  )
})

test('commands take effect while a server runs', async t => {
  const folder = folderFor(t)
  const server = await startProgram(t, ['--data', folder])
  const data = ['--data', folder, '--json']
  const ben = printedJson(await workloom(t, ['setup', '--email', 'ben@example.com', '--name', 'Ben', ...data]))
  assert.equal((await read(`${server.url}/api/1.0/users/me`, ben.token)).name, 'Ben')
  const args = ['token', 'create', '--email', 'BEN@example.com', '--name', 'laptop']
  const { token } = printedJson(await workloom(t, [...args, ...data]))
  assert.equal((await read(`${server.url}/api/1.0/users/me`, token)).gid, ben.user)
  const bare = await workloom(t, args, { WORKLOOM_DATA: folder })
  assert.equal((await read(`${server.url}/api/1.0/users/me`, bare.out.trim())).gid, ben.user)
})

test('the operator appoints the administrators of the installation, starting with the first user', async t => {
  const folder = folderFor(t)
  const data = ['--data', folder]
  const ann = printedJson(await runCommand(['setup', '--email', 'ann@example.com', '--name', 'Ann', ...data, '--json']))
  await runCommand(['setup', '--email', 'bob@beta.example', '--organization', 'Beta', ...data])
  const listed = async () => JSON.parse((await runCommand(['administrator', 'list', ...data, '--json'])).out)
  assert.deepEqual(await listed(), [{ gid: ann.user, name: 'Ann', email: 'ann@example.com' }])
  const added = await runCommand(['administrator', 'add', '--email', 'Bob@beta.example.', ...data])
  assert.deepEqual([added.code, added.out], [0, 'bob@beta.example is an administrator of the installation.\n'])
  await runCommand(['administrator', 'remove', '--email', 'ann@example.com', ...data])
  assert.deepEqual(
    (await listed()).map(({ email }: Json) => email),
    ['bob@beta.example'],
  )
  assert.match((await runCommand(['administrator', 'list', ...data])).out, /^bob@beta\.example {2}bob\n$/)
  oneSentence(
    await runCommand(['administrator', 'remove', '--email', 'ann@example.com', ...data]),
    1,
    /is not an administrator/,
  )
  oneSentence(
    await runCommand(['administrator', 'add', '--email', 'eve@example.com', ...data]),
    1,
    /No account has the e-mail/,
  )
})

test('an invalid command line is answered in one sentence', async t => {
  const cases: [string[], RegExp, Record<string, string>?][] = [
    [['serv'], /Unknown command "serv"/],
    [['service-account'], /Unknown command "service-account"/],
    [['service-account', 'create'], /service-account create needs --name NAME/],
    [['serve', '--prot', '1'], /Unknown option '--prot'/],
    [['serve', 'now'], /Unexpected argument 'now'/],
    [['serve', '--port', '65536'], /--port must be a number from 0 to 65535, not "65536"/],
    [['serve'], /WORKLOOM_PORT must be a number/, { WORKLOOM_PORT: 'tcp://10.0.0.1:80' }],
    [['serve'], /WORKLOOM_MEMORY must be true or false/, { WORKLOOM_MEMORY: 'maybe' }],
    [['serve'], /WORKLOOM_PUBLIC_URL_FILE names the file/, { WORKLOOM_PUBLIC_URL_FILE: '/nowhere' }],
    [['serve', '--public-url', 'tasks.example.com'], /--public-url must be an address/],
    [['serve', '--trusted-proxies', '10.0.0.1,proxy'], /--trusted-proxies must be addresses or networks.*not "proxy"/],
    [['serve', '--trusted-proxies', '10.0.0.0/33'], /--trusted-proxies must be addresses or networks/],
    [['serve', '--data', 'x', '--memory'], /--data and --memory exclude each other/],
    [['serve', '--database-url', 'mysql://x/y'], /--database-url must be an address such as postgres:/],
    [['serve', '--database-url', 'postgres://x'], /--database-url must be an address such as postgres:/],
    [['serve', '--workers', '0'], /--workers must be a number from 1 to 31, not "0"/],
    [['serve', '--workers', '2'], /Several workers need a database/],
    [['workers', '2', '--data', 'x'], /Several workers need a database/],
    [['serve', '--database-connections', 'all'], /--database-connections must be a number from 1 to 1000/],
    [['serve', '--log-level', 'verbose'], /--log-level must be one of error, warn, info, debug, not "verbose"/],
    [['serve', '--metrics-port', '-1'], /--metrics-port/],
    [['serve', '--metrics-port', 'x'], /--metrics-port must be a number from 0 to 65535, not "x"/],
    [['serve', '--metrics-token', 'short'], /--metrics-token must have 16 to 255 characters(?!.*short)/],
    [['setup'], /setup needs --email EMAIL/],
    [['setup', '--email', 'ann'], /--email must be an e-mail address/],
    [['setup', '--email', 'a@b.c', '--plan', 'gold'], /--plan must be one of free, premium/],
    [['setup', '--email', 'a@b.c', '--memory'], /A store in memory belongs to its server/],
    [['token', 'create', '--email', 'a@b.c'], /token create needs --name NAME/],
    [['serve', '--events-hours', '0'], /--events-hours must be a number of hours from 1 to 8760, not "0"/],
    [['serve', '--events-hours', '1.5'], /--events-hours must be a number of hours/],
    [['serve', '--audit-days', '0'], /--audit-days must be a number of days from 1 to 3650, not "0"/],
    [['serve'], /WORKLOOM_EVENTS_HOURS must be a number of hours/, { WORKLOOM_EVENTS_HOURS: 'always' }],
  ]
  for (const [args, sentence, variables] of cases) await assertMisuse(args, sentence, variables)
  oneSentence(await workloom(t, ['serve', '--prot', '1']), 2, /Unknown option '--prot'/)
})

test('a refusal of the operating system is reported in one sentence', async t => {
  const folder = folderFor(t)
  const server = await startProgram(t, ['--data', folder])
  const { port } = new URL(server.url)
  await assertRefused(t, ['serve', '--data', folder, '--port', '0'], /already served by another process/)
  const nowhere = join(folder, 'no', 'audit.jsonl')
  await assertRefused(
    t,
    ['serve', '--memory', '--port', '0', '--audit-file', nowhere],
    /The audit log cannot be written to/,
  )
  await assertRefused(t, ['serve', '--memory', '--port', port], /another program uses the port/)
  await assertRefused(t, ['serve', '--memory', '--host', '192.0.2.1'], /this machine does not have that address/)
  await assertRefused(
    t,
    ['serve', '--data', join(folder, 'workloom.db', 'x')],
    /x is not a folder: name one with --data/,
  )
  await assertRefused(
    t,
    ['serve', '--data', join(folder, 'workloom.db')],
    /workloom.db is not a folder: name one with --data/,
  )
  const unknownAddress = ['token', 'create', '--email', 'nobody@example.com', '--name', 'x', '--data', folder]
  oneSentence(await runCommand(unknownAddress), 1, /No account has the e-mail address nobody@example.com/)
})

test('a store of a newer version is refused', async t => {
  const folder = folderFor(t)
  await runCommand(['setup', '--email', 'ann@example.com', '--data', folder])
  const database = new DatabaseSync(join(folder, 'workloom.db'))
  database.exec('insert into schema_versions values (1000)')
  database.close()
  await assertRefused(t, ['serve', '--data', folder, '--port', '0'], /was made by a newer version of Workloom/)
})

test('a file that is not a database is refused', async t => {
  const folder = folderFor(t)
  writeFileSync(join(folder, 'workloom.db'), 'letters, not tables. '.repeat(100))
  await assertRefused(
    t,
    ['serve', '--data', folder, '--port', '0'],
    /workloom\.db is damaged, or not an SQLite database: restore a backup/,
  )
})

test('help and version are always available', async t => {
  const [none, help, version] = await Promise.all([[], ['setup', '--help'], ['--version']].map(a => workloom(t, a)))
  assert.match(none?.out ?? '', /token create/)
  assert.match(help?.out ?? '', /--email EMAIL .*\(required\)/)
  assert.match(version?.out ?? '', /^\d+\.\d+\.\d+\n$/)
  assert.deepEqual([none?.code, help?.code, version?.code], [0, 0, 0])
})

test('a request in flight is finished before the server stops', async t => {
  const server = await startProgram(t, ['--memory'])
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
  const [workspace] = (await read(`${server.url}/api/1.0/workspaces`, server.token)) as Json[]
  const body = JSON.stringify({ data: { name: 'late', workspace: workspace?.gid } })
  const expecting = { ...headers, 'content-length': body.length, expect: '100-continue' }
  const late = request(`${server.url}/api/1.0/tags`, { method: 'POST', headers: expecting, agent: false })
  const response = once(late, 'response')
  // The server has received the head.
  late.flushHeaders()
  await once(late, 'continue')
  late.write(body.slice(0, 5))
  const ended = server.stop('SIGTERM')
  // A connection on its way is still accepted; soon new ones are refused.
  const isTaken = () =>
    fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    )
  while (await isTaken()) await pause(20)
  late.end(body.slice(5))
  const [answer] = (await response) as [IncomingMessage]
  answer.resume()
  assert.equal(answer.statusCode, 201)
  assert.equal((await ended).code, 0)
})

const noShell = process.platform === 'win32' && 'there is no sh on this system'
test('a server that npm started stops when its shell is ended', { skip: noShell }, async t => {
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const command = `"${process.execPath}" src/main.ts serve --memory --port 0; true`
  const shell = spawn('sh', ['-c', command], { env, cwd: join(import.meta.dirname, '../..') })
  t.after(() => shell.kill('SIGKILL'))
  let out = ''
  for await (const text of shell.stdout) {
    out += text
    // The output ends when no process can write to it: when the server itself has exited.
    if (/ listens on .*\n/.test(out)) shell.kill('SIGTERM')
  }
  assert.equal(shell.signalCode, 'SIGTERM')
})
