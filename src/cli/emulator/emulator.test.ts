import assert from 'node:assert/strict'
import { test } from 'node:test'
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
