/** The helper that starts an emulator for tests, with the emulator. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { emulatorCommand as command, strangeCommand } from '../../test/harness/emulator/command.ts'
import { folderFor } from '../../test/harness/program.ts'
import { until } from '../../test/harness/until.ts'
import { EmulatorError } from './control.ts'
import * as jest from './jest.ts'
import { type NodeTest, withWorkloom } from './node.ts'
import { findNode } from './node_program.ts'
import { startWorkloom } from './start.ts'
import * as vitest from './vitest.ts'
import type { TestWorld } from './world.ts'

/** The emulator of all tests that need no options: each has a world of its own. */
const shared = await startWorkloom({ command })
after(() => shared.close())

async function worldFor(t: TestContext): Promise<TestWorld> {
  const world = await shared.createWorld()
  t.after(() => world.close())
  return world
}

/** Sets the variable of a running emulator for one test. */
function running(t: TestContext, url: string): void {
  process.env.WORKLOOM_EMULATOR_URL = url
  t.after(() => delete process.env.WORKLOOM_EMULATOR_URL)
}

async function call(world: TestWorld, method: 'GET' | 'POST', path: string, data?: object, person = 'ann') {
  const response = await fetch(`${world.api}${path}`, {
    method,
    headers: { authorization: `Bearer ${world.token(person)}`, 'content-type': 'application/json' },
    ...(data && { body: JSON.stringify({ data }) }),
  })
  return { status: response.status, ...((await response.json()) as { data: { gid: string; name: string } }) }
}

const createTask = (world: TestWorld) => call(world, 'POST', '/tasks', { workspace: world.workspace, name: 'New' })

const SEED = { seed: 1, workspace: { key: 'acme' }, people: { zoe: { admin: true, token: 'zoe-token' } } }

test('a started emulator has addresses, tokens and gids of its seed', async () => {
  assert.equal(shared.api, `${shared.url}/api/1.0`)
  assert.match(shared.workspace, /^10\d{14}$/)
  assert.equal(shared.token('ann'), 'ann-token')
  assert.equal((await call(shared, 'GET', '/users/me')).data.gid, shared.gid('ann'))
  assert.throws(() => shared.gid('nobody'), /The seed has no object "nobody". It has /)
  assert.throws(() => shared.token('constructor'), /no token "constructor". It has ann, ben, robot\./)
})

test('options become those of the command, and a seed can be an object, whose file is deleted', async t => {
  const seeds = () => readdirSync(tmpdir()).filter(name => name.startsWith('workloom-seed-'))
  const before = seeds()
  const options = { seed: SEED, clock: '2026-01-05T09:00:00Z', strictness: 'strict', args: ['--worlds', '1'] } as const
  const asana = await startWorkloom({ ...options, command })
  t.after(() => asana.close())
  assert.deepEqual(
    seeds().filter(name => !before.includes(name)),
    [],
  )
  assert.equal(asana.token('zoe'), 'zoe-token')
  const { now, mode } = await asana.clock.get()
  assert.deepEqual([now, mode], ['2026-01-05T09:00:00.000Z', 'held'])
  assert.equal((await asana.settings()).strictness, 'strict')
  await asana.createWorld()
  await assert.rejects(asana.createWorld(), /world.* \(503\)$/)
})

test('a seed can be a file', async t => {
  const file = join(folderFor(t), 'seed.yaml')
  writeFileSync(file, 'seed: 1\nworkspace: { key: acme }\npeople: { zoe: { admin: true, token: zoe-token } }\n')
  const asana = await startWorkloom({ seed: file, command })
  t.after(() => asana.close())
  assert.equal(asana.token('zoe'), 'zoe-token')
})

test('the state of a world is reset, stored and restored', async t => {
  const world = await worldFor(t)
  const { gid } = (await createTask(world)).data
  const statusOf = async () => (await call(world, 'GET', `/tasks/${gid}`)).status
  const snapshot = await world.snapshot()
  assert.equal(await world.snapshot('named'), 'named')
  assert.equal((await world.reset()).to, 'seed')
  assert.equal(await statusOf(), 404)
  await world.restore(snapshot)
  assert.equal(await statusOf(), 200)
  await world.reset({ to: 'empty', keep: ['requests'] })
  assert.throws(() => world.token('ann'), /no token/)
  assert.equal(await world.countRequests({ operation: 'getTask' }), 2)
  await world.reset({ seed: SEED })
  assert.equal(world.token('zoe'), 'zoe-token')
})

test('the clock of a world is held, moved and released', async t => {
  const world = await worldFor(t)
  const held = await world.clock.freeze('2030-01-05T09:00:00.000Z')
  assert.deepEqual([held.now, held.mode], ['2030-01-05T09:00:00.000Z', 'held'])
  assert.equal((await world.clock.advance('25h')).now, '2030-01-06T10:00:00.000Z')
  assert.equal((await world.clock.set('2031-01-01T00:00:00.000Z')).now, '2031-01-01T00:00:00.000Z')
  assert.equal((await world.clock.real()).mode, 'real')
  assert.equal((await world.clock.freeze()).mode, 'held')
})

test('faults, requests and settings are those of one world', async t => {
  const world = await worldFor(t)
  const other = await worldFor(t)
  const id = await world.fault({ use: 'lost_answer', match: { operation: 'createTask' } })
  assert.deepEqual(
    (await world.faults()).map(rule => rule.id),
    [id],
  )
  assert.deepEqual([(await createTask(world)).status, (await createTask(other)).status], [500, 201])
  const [made] = await world.requests({ operation: 'createTask', status: 500 })
  assert.deepEqual([made?.status, made?.fault], [500, id])
  assert.equal(await world.countRequests({ status: '5xx' }), 1)
  await world.fault({ use: 'server_error' })
  await world.clearFaults()
  assert.equal((await createTask(world)).status, 201)
  await world.settle('1s')
  assert.equal((await world.settings({ limits: 'asana-free' })).limits, 'asana-free')
  assert.equal((await other.settings()).limits, 'off')
  assert.deepEqual([await world.deliveries(), await world.mail()], [[], []])
  await world.revokeToken('ann')
  assert.deepEqual([(await createTask(world)).status, (await createTask(other)).status], [401, 201])
})

test('a request whose answer was lost with its connection has no status', async t => {
  const world = await worldFor(t)
  await world.fault({ use: 'reset' })
  await assert.rejects(createTask(world), /fetch failed/)
  const [lost] = await world.requests()
  assert.equal(lost?.status, null)
})

test('a seed that is added changes the known gids, and an invalid one names its place', async t => {
  const world = await worldFor(t)
  await world.seed('seed: 1\nworkspace: { key: second }\npeople: { zoe: { admin: true } }\nprojects: { added: {} }\n')
  assert.match(world.gid('added'), /^10\d{14}$/)
  const error = await world.seed({ seed: 1, workspace: { key: 'x' }, wrong: 1 }).catch((error: unknown) => error)
  assert.ok(error instanceof EmulatorError)
  assert.match(error.message, /^POST http\S+\/seed: 1:\d+: .*wrong.* \(400\)$/)
})

test('an emulator that cannot start says why', async () => {
  await assert.rejects(
    startWorkloom({ command, clock: 'never' }),
    /The emulator exited with 2\. workloom: --clock must be real/,
  )
  const strange = strangeCommand("console.log('Listening.'); setInterval(() => {}, 1000)")
  await assert.rejects(startWorkloom({ command: strange }), /The emulator printed no JSON, but: Listening\./)
})

test('a control after the end of the emulator says that it does not run', async () => {
  const asana = await startWorkloom({ command })
  await asana.close()
  await assert.rejects(asana.reset(), /^EmulatorError: No emulator answers at http\S+\. It may have exited\.$/)
})

test('a program that does not close its emulator ends, and the emulator with it', async () => {
  const from = pathToFileURL(join(import.meta.dirname, 'start.ts'))
  const program = `const { startWorkloom } = await import('${from}')
    console.log((await startWorkloom({ command: ${JSON.stringify(command)} })).url)`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 120_000,
  })
  assert.equal(child.status, 0, child.stderr)
  const isServed = () =>
    fetch(`${child.stdout.trim()}/readyz`).then(
      () => true,
      () => false,
    )
  await until(async () => !(await isServed()), 'the emulator is still there')
})

test('a running emulator is used where the variable names one, with a world of its own for another seed', async t => {
  running(t, `${shared.url}/`)
  const same = await startWorkloom()
  assert.deepEqual([same.url, same.gid('ann')], [shared.url, shared.gid('ann')])
  await same.close()
  const own = await startWorkloom({ seed: SEED, clock: 'held', strictness: 'relaxed' })
  assert.match(own.url, new RegExp(`^${shared.url}/-/w/[^/]+$`))
  assert.equal(own.world('x').url, `${shared.url}/-/w/x`)
  assert.deepEqual([own.token('zoe'), (await own.clock.get()).mode], ['zoe-token', 'held'])
  assert.equal((await own.settings()).strictness, 'relaxed')
  await own.close()
  // Its next use would create it with the seed of the process.
  assert.equal((await call(own, 'GET', '/users/me', undefined, 'zoe')).status, 401)
})

for (const [name, runner, variable] of [
  ['vitest', vitest, 'VITEST_POOL_ID'],
  ['jest', jest, 'JEST_WORKER_ID'],
] as const) {
  test(`${name} has one emulator, and a world for each worker`, async t => {
    await assert.rejects(runner.asanaForWorker(), /No emulator runs: name the global setup/)
    const end = await runner.setupWith({ command })()
    t.after(() => delete process.env.WORKLOOM_EMULATOR_URL)
    const url = process.env.WORKLOOM_EMULATOR_URL ?? ''
    assert.match(url, /^http:/)
    process.env[variable] = '2'
    t.after(() => delete process.env[variable])
    const asana = await runner.asanaForWorker()
    assert.deepEqual([asana.url, asana.token('ann')], [`${url}/-/w/worker-2`, 'ann-token'])
    // In watch mode the setup runs again.
    await runner.setup()
    assert.equal(process.env.WORKLOOM_EMULATOR_URL, url)
    await end()
    assert.equal(process.env.WORKLOOM_EMULATOR_URL, undefined)
    await assert.rejects(asana.reset(), /No emulator answers/)
  })
}

test('withWorkloom gives each test a new world, and deletes it', async t => {
  const bodies: Parameters<NodeTest>[1][] = []
  const testOf = withWorkloom((_, body) => bodies.push(body), { command })
  const urls: string[] = []
  for (const name of ['a', 'b'])
    testOf(name, (asana, context) => {
      assert.equal(context, t)
      urls.push(`${name} ${new URL(asana.url).pathname}`)
      if (name === 'b') throw new Error('the test fails')
    })
  await bodies[0]?.(t)
  await assert.rejects(async () => bodies[1]?.(t), /the test fails/)
  assert.deepEqual(
    urls.map(url => url.replace(/\d+$/, 'N')),
    ['a /-/w/world-N', 'b /-/w/world-N'],
  )
})

test('an older Node.js looks for a newer one: the package node, then PATH, or says what to install', () => {
  const versions: Record<string, string> = { '/usr/bin/node': '20.1.0', [process.execPath]: '24.15.0' }
  const search = (path: string, version = '20.1.0') => ({
    ...{ version, execPath: 'own', folder: '/', path, versionOf: (program: string) => versions[program] },
  })
  const folder = join(process.execPath, '..')
  assert.equal(findNode('24.15', search('', '24.15.1')), 'own')
  assert.equal(findNode('24.15', search('', '26.0.0')), 'own')
  assert.equal(findNode('24.15', search(`/usr/bin:${folder}`)), join(folder, 'node'))
  assert.throws(
    () => findNode('24.16', search(folder)),
    /needs Node.js 24.16 or newer, and this is 20.1.0. Run: npm install --save-dev node@24\./,
  )
})
