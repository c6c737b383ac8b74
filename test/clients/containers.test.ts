/**
 * The images of the Containerfile, and the examples of the guides that need them, as podman builds and runs them: the commands of
 * `docs/emulator.md` and `docs/install.md`, Testcontainers, and each step of the workflow. Ports are free ones of this machine.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { type CommandResult, runCommand } from '../harness/clients/run_program.ts'
import { buildImages } from '../harness/containers/images.ts'
import { outputOf, startPodman } from '../harness/containers/podman.ts'
import { commandsOf, examplesOf, guide, project, userVariables } from '../harness/emulator/guides.ts'
import { folderFor } from '../harness/program.ts'

const EMULATOR = 'workloom-emulator'
const SERVER = 'workloom'

const root = join(import.meta.dirname, '../..')
const podman = await startPodman()

/** The options of a test: the first one that runs waits for the images, and so do tests of other files for the processor. */
const containers = { skip: podman.skip, timeout: 900_000 }
const withProgram = (program: string) => {
  const isThere = spawnSync(program, ['--version']).status === 0
  return { ...containers, skip: podman.skip || (isThere ? false : `needs ${program}`) }
}

let built: Promise<string | false> | undefined
/** Builds the images by the commands of the guides, once. Returns whether there are none, which skips the test. */
async function lacksImages(t: TestContext): Promise<boolean> {
  built ??= buildImages(
    podman,
    ['emulator.md', 'install.md'].flatMap(name => commandsOf(name, 'podman build')),
  )
  const reason = await built
  if (reason) t.skip(reason)
  return reason !== false
}

const runIn = (folder: string, program: string, words: string[]): Promise<CommandResult> =>
  runCommand(program, words, folder, podman.variables)

/** Runs a command of a guide that starts a container; returns the address of its port, once it is healthy. */
async function start(t: TestContext, command: string, name: string): Promise<string> {
  const line = command.replace(/-p (?:127\.0\.0\.1:)?8080:8080/, '-p 127.0.0.1::8080')
  assert.notEqual(line, command)
  const named = line.replace(/ run(?: --rm)?(?: -d)?(?: --name \S+)? /, ` run -d --name ${name} `)
  outputOf(command, await runIn(root, 'sh', ['-c', named]))
  t.after(() => podman.run('rm', '--force', '--time', '0', '--volumes', name))
  await untilHealthy(name)
  return `http://${(await podman.run('port', name, '8080')).trim()}`
}

/** Waits until HEALTHCHECK of the image finds the program. */
async function untilHealthy(name: string): Promise<void> {
  while ((await runIn(root, 'podman', ['healthcheck', 'run', name])).code !== 0) {
    const state = await podman.run('inspect', '--format', '{{.State.Status}}', name)
    assert.equal(state.trim(), 'running', await podman.run('logs', name))
    await pause(100)
  }
}

/** Stops a container as its user does, and returns the code with which its program ended: 137 when it was killed. */
async function stop(name: string): Promise<number> {
  await podman.run('stop', name)
  return Number(await podman.run('inspect', '--format', '{{.State.ExitCode}}', name))
}

const [running = ''] = commandsOf('emulator.md', 'podman run')

test(
  'the image of the emulator answers with addresses of its port, as the user node, and ends by SIGTERM',
  containers,
  async t => {
    if (await lacksImages(t)) return
    const url = await start(t, running, EMULATOR)
    const response = await fetch(`${url}/-/emulator/worlds`)
    const { data } = JSON.parse(await response.text())
    assert.deepEqual([response.status, data[0].api], [200, `${url}/api/1.0`])
    const headers = { authorization: 'Bearer ann-token' }
    assert.equal((await fetch(`${url}/api/1.0/users/me`, { headers })).headers.get('x-workloom-emulator'), 'default')
    assert.match(await podman.run('exec', EMULATOR, 'id'), /^uid=1000\(node\) gid=1000\(node\)/)
    assert.equal(await stop(EMULATOR), 0)
  },
)

test('the health check of the image fails without a server', containers, async t => {
  if (await lacksImages(t)) return
  const check = JSON.parse(await podman.run('inspect', '--format', '{{json .HealthCheck.Test}}', EMULATOR))
  assert.deepEqual(check.slice(0, 3), ['CMD', 'bash', '-c'])
  const words = ['run', '--rm', '--entrypoint', 'bash', EMULATOR, '-c', check[3]]
  const { code, output } = await runIn(root, 'podman', words)
  assert.notEqual(code, 0)
  assert.match(output, /Connection refused/)
})

test('options of the emulator follow the name of its image, or are variables', containers, async t => {
  if (await lacksImages(t)) return
  const mount = `-v ${join(project(), 'seed.yaml')}:/seed.yaml:ro -e WORKLOOM_STRICTNESS=strict`
  const [, options = ''] = /^further options.*`(emulator --emulator-network .*?)`/im.exec(guide('emulator.md')) ?? []
  assert.notEqual(options, '')
  const url = await start(t, `${running.replace(' -p ', ` ${mount} -p `)} ${options}`, 'seeded')
  assert.equal((await fetch(`${url}/-/emulator/gids?key=launch/brief`)).status, 200)
  const response = await fetch(`${url}/-/emulator`)
  assert.equal(JSON.parse(await response.text()).data.strictness, 'strict')
})

test(
  'the image of the server keeps its data in the volume, without capabilities, and ends by SIGTERM',
  containers,
  async t => {
    if (await lacksImages(t)) return
    const [line = ''] = commandsOf('install.md', 'podman run')
    for (const command of commandsOf('install.md', 'podman volume')) await podman.run(...command.split(' ').slice(1))
    await podman.run('run', '--rm', '-v', 'workloom:/data', SERVER, 'setup', '--email', 'ann@example.com', '--json')
    for (const name of ['first', 'second']) {
      const url = await start(t, line, name)
      const words = ['workloom', 'token', 'create', '--email', 'ann@example.com', '--name', name]
      const [secret = ''] = /2\/\d+\/\d+:\w+/.exec(await podman.run('exec', name, ...words)) ?? []
      const response = await fetch(`${url}/api/1.0/users/me`, { headers: { authorization: `Bearer ${secret}` } })
      assert.equal(JSON.parse(await response.text()).data.email, 'ann@example.com')
      assert.equal(await stop(name), 0)
    }
  },
)

test('compose.yaml starts the server, and stops it', withProgram('podman-compose'), async t => {
  if (await lacksImages(t)) return
  const folder = folderFor(t)
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  writeFileSync(join(folder, 'compose.yaml'), text.replace('127.0.0.1:8080:8080', '127.0.0.1::8080'))
  const compose = async (...words: string[]) =>
    outputOf(`compose ${words[0]}`, await runIn(folder, 'podman-compose', ['-p', 'composed', ...words]))
  await compose('up', '-d')
  await untilHealthy('composed_workloom_1')
  assert.match(await compose('logs', SERVER), /Workloom \S+ listens on /)
  assert.match(await compose('exec', '-T', SERVER, 'workloom', '--version'), /^\d+\.\d+\.\d+$/m)
  await compose('down', '--volumes')
})

test('the example in Java passes with Testcontainers', withProgram('mvn'), async t => {
  if (await lacksImages(t)) return
  const folder = project({ 'pom.xml': readFileSync(join(import.meta.dirname, 'java/pom.xml'), 'utf8') })
  const [code = ''] = examplesOf('emulator.md', 'java')
  mkdirSync(join(folder, 'src/test/java'), { recursive: true })
  writeFileSync(join(folder, 'src/test/java/ImportTest.java'), code)
  // The container that cleans up after Testcontainers is in a registry.
  const variables = { DOCKER_HOST: await podman.serve(), TESTCONTAINERS_RYUK_DISABLED: 'true' }
  const result = await runCommand('mvn', ['--batch-mode', '--strict-checksums', 'test'], folder, variables)
  const [unreachable] = /Could not transfer artifact \S+|Unknown host \S+/.exec(result.output) ?? []
  if (result.code !== 0 && unreachable) return t.skip(`Maven cannot fetch its packages: ${unreachable}`)
  assert.equal(result.code, 0, result.output)
  assert.match(result.output, /Tests run: 1, Failures: 0, Errors: 0, Skipped: 0/)
})

/** What a user has in their repository: a test that needs the seed, and the package. */
const REPOSITORY = {
  'package.json': JSON.stringify({
    ...{ private: true, type: 'module', scripts: { test: 'node --test --test-reporter=tap' } },
    devDependencies: { workloom: 'file:packages/workloom' },
  }),
  'import.test.js': `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorkloom } from 'workloom/testing'
test('the task of the seed', async () => {
  const asana = await startWorkloom()
  const path = '/tasks/' + asana.gid('launch/brief')
  const call = method => fetch(asana.api + path, { method, headers: { authorization: 'Bearer ' + asana.token('ann') } })
  assert.equal((await call('DELETE')).status, 200)
  await asana.reset({ to: 'start' })
  assert.equal((await call('GET')).status, 200)
  await asana.close()
})`,
}

/** A repository after its checkout, with the package of the image that runs as `workloom`. */
async function checkedOut(): Promise<string> {
  const folder = project(REPOSITORY)
  const { name, version, type, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  rmSync(join(folder, 'node_modules'), { recursive: true })
  mkdirSync(join(folder, 'packages/workloom/dist'), { recursive: true })
  await podman.run('cp', 'workloom:/opt/workloom/dist/testing', join(folder, 'packages/workloom/dist'))
  writeFileSync(join(folder, 'packages/workloom/package.json'), JSON.stringify({ name, version, type, exports }))
  outputOf('npm', await runCommand('npm', ['install', '--package-lock-only', '--offline'], folder))
  return folder
}

test('the workflow passes, each step as it is written, with its service', containers, async t => {
  if (await lacksImages(t)) return
  const [workflow = ''] = examplesOf('emulator.md', 'yaml')
  const { services, env, steps } = parse(workflow).jobs.test
  const { image, ports } = services.workloom
  await podman.run('tag', EMULATOR, image)
  const { port } = new URL(await start(t, `podman run -p ${ports[0]} ${image}`, 'workloom'))
  const here = (text: string) => text.replaceAll('localhost:8080', `localhost:${port}`)
  const folder = await checkedOut()
  const variables = Object.entries<string>(env).map(([name, value]) => [name, here(value)])
  const environment = { ...userVariables(folder), ...Object.fromEntries(variables) }
  const outputs: string[] = []
  for (const { uses, run = '' } of steps) {
    if (uses) assert.match(uses, /^actions\/checkout@/)
    outputs.push(outputOf(run, await runCommand('bash', ['-ec', here(run)], folder, environment)))
  }
  assert.match(outputs.at(-1) ?? '', /^# pass 1$/m)
})
