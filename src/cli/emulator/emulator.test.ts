import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createApp } from '../../app.ts'
import { systemClock } from '../../lib/clock.ts'
import { run } from '../run.ts'

/** Runs a command until it has printed, or has failed. */
async function start(args: string[], environment: Record<string, string> = {}) {
  const stopping = Promise.withResolvers<void>()
  const printed = Promise.withResolvers<string>()
  const errors: string[] = []
  const exited = run(args, {
    ...{ version: '1.2.3', environment, clock: systemClock, web: 'none', node: 1, createApp, showProgress: null },
    ...{
      print: printed.resolve,
      printError: (text: string) => void errors.push(text),
      stopped: () => stopping.promise,
    },
  })
  const text = await Promise.race([printed.promise, exited.then(() => '')])
  const stop = () => {
    stopping.resolve()
    return exited
  }
  return { text, errors, exited, stop }
}

test('the emulator prints one line of JSON with what a client needs', async () => {
  const { text, stop } = await start(['emulator', '--port', '0', '--json', '--clock', '2026-01-05T09:00:00Z'])
  const { url, api, emulator, workspace, tokens, gids, clock } = JSON.parse(text)
  assert.deepEqual([api, emulator], [`${url}/api/1.0`, `${url}/-/emulator`])
  assert.equal(clock, '2026-01-05T09:00:00.000Z')
  assert.match(workspace, /^10\d{14}$/)
  assert.match(gids.ann, /^10\d{14}$/)
  const response = await fetch(`${api}/users/me`, { headers: { authorization: `Bearer ${tokens.ann}` } })
  assert.equal(response.status, 200)
  const settings = (await (await fetch(`${emulator}/settings`)).json()) as { data: { limits: string } }
  assert.equal(settings.data.limits, 'off')
  assert.equal(await stop(), 0)
})

test('the emulator excludes data that lasts, and networks', async () => {
  const refused: [string[], RegExp][] = [
    [['serve', '--emulator', '--data', 'x'], /--emulator needs --memory/],
    [['serve', '--emulator', '--database-url', 'postgres://a/b'], /--emulator needs --memory/],
    [['serve', '--emulator'], /--emulator needs --memory/],
    [['serve', '--emulator', '--memory', '--workers', '2'], /--emulator needs --memory/],
    [['serve', '--emulator', '--memory', '--data', 'x'], /exclude each other/],
    [['emulator', '--data', 'x'], /Unknown option/],
    [['emulator', '--host', '0.0.0.0'], /--emulator-network/],
    [['emulator', '--host', '192.0.2.1'], /--emulator-network/],
    [['serve', '--memory', '--clock', 'held'], /--clock needs --emulator/],
    [['emulator', '--clock', 'now'], /--clock must be/],
    [['emulator', '--clock', '2018-01-01'], /--clock must be/],
    [['emulator', '--strictness', 'x'], /--strictness must be one of/],
    [['emulator', '--worlds', '0'], /--worlds must be/],
    [['emulator', '--parent', 'x'], /--parent must be/],
    [['emulator', '--seed', 'missing.yaml'], /missing\.yaml/],
  ]
  for (const [args, text] of refused) {
    const { exited, errors } = await start(args)
    assert.equal(await exited, 2, args.join(' '))
    assert.equal(errors.length, 1)
    assert.match(errors[0] ?? '', text)
  }
  const { exited } = await start(['serve'], { WORKLOOM_EMULATOR: 'true' })
  assert.equal(await exited, 2)
})

test('the emulator listens on networks when that is allowed', async () => {
  const { text, stop } = await start(['emulator', '--host', '0.0.0.0', '--port', '0', '--json', '--emulator-network'])
  assert.match(JSON.parse(text).url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(await stop(), 0)
})

/** The variables of `emulator env` for a shell, with a folder that must be quoted. */
async function variablesFor(t: TestContext, shell: string) {
  const folder = join(mkdtempSync(join(tmpdir(), 'workloom-env-')), "it's mine")
  t.after(() => rmSync(dirname(folder), { recursive: true }))
  const args = ['emulator', 'env', '--intercept', 'app.asana.com', '--port', '8123', '--tls-folder', folder]
  const { text, errors, exited } = await start([...args, '--shell', shell])
  assert.equal(await exited, 0, errors.join())
  return { text, folder }
}

test('the variables are commands of sh, which sets them to what they are', async t => {
  const { text, folder } = await variablesFor(t, 'sh')
  assert.ok(text.split('\n').every(line => /^export \w+='.*'$/.test(line)))
  const names = ['HTTPS_PROXY', 'NODE_USE_ENV_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'NO_PROXY']
  const script = `${text}\nprintf '%s\\n' ${names.map(name => `"$${name}"`).join(' ')}`
  const shown = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
  const [proxy, uses, certificate, bundle, excluded] = shown
  assert.deepEqual([proxy, uses, excluded], ['http://127.0.0.1:8123', '1', 'localhost,127.0.0.1'])
  for (const file of [certificate, bundle]) {
    assert.equal(dirname(file ?? ''), folder)
    assert.match(readFileSync(file ?? '', 'utf8'), /BEGIN CERTIFICATE/)
  }
})

test('the variables are assignments of PowerShell, in which a quote is doubled', async t => {
  const { text, folder } = await variablesFor(t, 'powershell')
  const lines = text.split('\n')
  assert.ok(lines.every(line => /^\$env:\w+ = '(?:[^']|'')*'$/.test(line)))
  assert.ok(lines.includes("$env:HTTPS_PROXY = 'http://127.0.0.1:8123'"))
  const certificate = join(folder, 'ca.pem').replaceAll("'", "''")
  assert.ok(lines.includes(`$env:NODE_EXTRA_CA_CERTS = '${certificate}'`), text)
})

test('the variables need TLS, and a shell that is known', async () => {
  const refused: [string[], RegExp][] = [
    [[], /needs --intercept HOSTS or --tls/],
    [['--tls', '--shell', 'fish'], /--shell must be one of sh, powershell, dotenv, not "fish"/],
  ]
  for (const [args, text] of refused) {
    const { exited, errors } = await start(['emulator', 'env', ...args])
    assert.equal(await exited, 2)
    assert.match(errors[0] ?? '', text)
  }
})

test('a server without the emulator does not have its routes', async () => {
  const { text, stop } = await start(['serve', '--memory', '--port', '0'])
  const url = /http:\/\/[\d.:]+/.exec(text)?.[0]
  for (const path of ['/-/emulator', '/-/emulator/reset', '/-/w/a/api/1.0/users/me']) {
    const response = await fetch(`${url}${path}`, { method: path.endsWith('reset') ? 'POST' : 'GET' })
    assert.deepEqual([response.status, response.headers.get('x-workloom-emulator')], [404, null], path)
  }
  assert.equal(await stop(), 0)
})

test('the emulator exits with its parent', async () => {
  const { spawn } = await import('node:child_process')
  const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const { exited } = await start(['emulator', '--port', '0', '--json', '--parent', String(parent.pid)])
  parent.kill('SIGKILL')
  assert.equal(await exited, 0)
})
