/**
 * The examples of the guides of the emulator, in a folder that has the package: each runs against a real emulator where the
 * machine has its language. Those that need a container are in `containers.test.ts`.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isCurrent } from '../../scripts/current.mjs'
import { startWorkloom } from '../../src/testing/start.ts'
import { runCommand } from '../harness/clients/run_program.ts'
import { emulatorCommand as command } from '../harness/emulator/command.ts'
import { examplesOf, guide, project, userVariables } from '../harness/emulator/guides.ts'
import { python } from './python.ts'

const root = join(import.meta.dirname, '../..')
if (!isCurrent('server') || !isCurrent('testing'))
  assert.equal(spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' }).status, 0)

const { skip: noPytest, interpreter } = await python('test/clients/pytest')

const has = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0
const needs = (program: string, ...words: string[]) => ({ skip: has(program, ...words) ? false : `needs ${program}` })

/** A running emulator, whose address replaces the usual one. */
const emulator = await startWorkloom({ command, args: ['--strictness', 'warn'] })
after(() => emulator.close())

test('each example of a guide has a language that this file knows', () => {
  const known: Record<string, string[]> = {
    'emulator.md': ['console', 'json', 'python', 'java', 'go', 'ruby', 'yaml'],
    'testing.md': ['js', ''],
    'client.md': ['ts', ''],
  }
  for (const [name, languages] of Object.entries(known)) {
    const found = [...guide(name).matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map(([, language = '']) => language)
    assert.deepEqual([...new Set(found)].toSorted(), languages.toSorted(), name)
  }
})

test('the first example of the guide of the emulator', async () => {
  const [first = ''] = examplesOf('emulator.md', 'console')
  const folder = project()
  const commands = [...first.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line)
  assert.equal(commands.length, 2)
  const started = spawn('sh', ['-c', `exec ${commands[0]} --port 0`], {
    ...{ cwd: folder, env: { ...process.env, ...userVariables(folder) }, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  after(() => started.kill('SIGKILL'))
  let out = ''
  started.stdout.setEncoding('utf8').on('data', text => (out += text))
  while (!out.includes('Try it:')) await once(started.stdout, 'data')
  const url = / listens on (\S+); nothing in it is kept/.exec(out)?.[1] ?? ''
  const { code, output } = await runCommand(
    'sh',
    ['-c', String(commands[1]).replace('http://127.0.0.1:8080', url)],
    folder,
  )
  assert.equal(code, 0, output)
  assert.match(output, /"name":"Ann Lee"/)
  started.kill('SIGTERM')
  await once(started, 'exit')
})

test('the step of the guide that needs no image starts an emulator', async () => {
  const [, step = ''] = /a step starts it: `(.*) &`/.exec(guide('emulator.md')) ?? []
  const folder = project()
  const line = step.replace('--port 8080', '--port 0 --parent $PPID')
  const env = { ...process.env, ...userVariables(folder) }
  // It exits with this process.
  spawn('sh', ['-c', line], { cwd: folder, env, stdio: 'ignore' }).unref()
  const file = join(folder, 'emulator.json')
  while (!existsSync(file) || !readFileSync(file, 'utf8').includes('\n')) await pause(50)
  const { url } = JSON.parse(readFileSync(file, 'utf8'))
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
})

test('the rule of the guide is accepted', async () => {
  const rules = examplesOf('emulator.md', 'json').map(text => JSON.parse(text))
  assert.equal(rules.length, 1)
  for (const rule of rules) assert.equal(typeof (await emulator.fault(rule)), 'string')
  await emulator.clearFaults()
})

test('the commands of the guide have options that exist', async () => {
  const lines = examplesOf('emulator.md', 'console')
    .flatMap(block => [...block.matchAll(/^\$ (?:sudo )?(workloom .*)$/gm)])
    .map(([, line = '']) => line)
  assert.ok(lines.length >= 4)
  const folder = project()
  for (const line of lines) {
    // It checks all options before it looks at the last one.
    const { output } = await runCommand('sh', ['-c', `${line} --log-level loud`], folder, userVariables(folder))
    assert.match(output, /^workloom: --log-level must be one of/, line)
  }
})

const [example = '', config = '', worker = '', runner = ''] = examplesOf('testing.md', 'js')

test('the example of the test helper runs', async () => {
  const folder = project({ 'example.mjs': example })
  assert.deepEqual(await runCommand(process.execPath, ['example.mjs'], folder, userVariables(folder)), {
    code: 0,
    output: '',
  })
})

test('the setup for vitest is a setup, and its test file has a world', async () => {
  const folder = project({
    'vitest.config.mjs': config,
    // The three functions of vitest that the example uses; vitest itself is no dependency of this project.
    'run.mjs': `
      const { default: { test: { globalSetup } } } = await import('./vitest.config.mjs')
      const { setup } = await import(globalSetup)
      const teardown = await setup()
      process.env.VITEST_POOL_ID = '3'
      const { asana } = await import('./worker.mjs')
      await globalThis.hook()
      console.log(new URL(asana.url).pathname, asana.token('ann'))
      await teardown()`,
    'worker.mjs': `${worker}\nexport { asana }`,
  })
  mkdirSync(join(folder, 'node_modules/vitest'))
  writeFileSync(join(folder, 'node_modules/vitest/package.json'), '{ "type": "module", "exports": "./index.js" }')
  writeFileSync(
    join(folder, 'node_modules/vitest/index.js'),
    'export const test = () => {}\nexport const beforeEach = body => { globalThis.hook = body }',
  )
  const { code, output } = await runCommand(process.execPath, ['run.mjs'], folder, userVariables(folder))
  assert.deepEqual([code, output], [0, '/-/w/worker-3 ann-token\n'])
})

test('the example for the test runner of Node.js passes', async () => {
  const folder = project({ 'import.test.mjs': runner })
  const { code, output } = await runCommand(
    process.execPath,
    ['--test', '--test-reporter=tap'],
    folder,
    userVariables(folder),
  )
  assert.equal(code, 0, output)
  assert.match(output, /# pass 1/)
})

test('the fixtures for pytest', { skip: noPytest }, async () => {
  const files = examplesOf('emulator.md', 'python').map(code => [/^# (\S+)/.exec(code)?.[1] ?? '', code] as const)
  assert.equal(files.length, 2)
  for (const variables of [{}, { WORKLOOM_EMULATOR_URL: emulator.url }]) {
    const folder = project(Object.fromEntries(files))
    const words = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
    const { code, output } = await runCommand(interpreter, words, folder, { ...userVariables(folder), ...variables })
    assert.equal(code, 0, output)
    assert.match(output, /2 passed/)
  }
})

// Go compiles its own packages, once for each machine.
test('the example in Go', { ...needs('go', 'version'), timeout: 600_000 }, async () => {
  const [code = ''] = examplesOf('emulator.md', 'go')
  const folder = project({ 'import_test.go': code, 'go.mod': 'module example.com/import\n\ngo 1.19\n' })
  const variables = { ...userVariables(folder), GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', CGO_ENABLED: '0' }
  const result = await runCommand('go', ['test', '-vet=off', './...'], folder, variables)
  assert.equal(result.code, 0, result.output)
})

test('the example in Ruby', needs('ruby', '-e', 'require "minitest"'), async () => {
  const folder = project({ 'import_test.rb': examplesOf('emulator.md', 'ruby')[0] ?? '' })
  const { code, output } = await runCommand('ruby', ['import_test.rb'], folder, userVariables(folder))
  assert.equal(code, 0, output)
})
