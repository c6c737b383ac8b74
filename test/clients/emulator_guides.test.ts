/**
 * The examples of the guides of the emulator, in a folder that has the package: each runs against a real emulator where the
 * machine has its language, and the others are parsed.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { isCurrent } from '../../scripts/current.mjs'
import { startWorkloom } from '../../src/testing/start.ts'
import { emulatorCommand as command } from '../harness/emulator/command.ts'
import { folderFor } from '../harness/program.ts'
import { runCommand } from './python.ts'

const root = join(import.meta.dirname, '../..')
if (!isCurrent('server') || !isCurrent('testing'))
  assert.equal(spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' }).status, 0)

const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')
const blocksOf = (name: string, language: string): string[] =>
  [...read(name).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)

/** The seed that the examples name. */
const SEED = blocksOf('seeds.md', 'yaml')[0] ?? ''

/** A folder as that of a user, with the package, its command and the seed. */
function project(files: Record<string, string> = {}): string {
  const folder = folderFor({ after })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/workloom'))
  symlinkSync('../workloom/bin/workloom.cjs', join(folder, 'node_modules/.bin/workloom'))
  const all = { 'package.json': '{ "private": true, "type": "module" }', 'seed.yaml': SEED, ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return folder
}

const has = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0
const needs = (program: string, ...words: string[]) => ({ skip: has(program, ...words) ? false : `needs ${program}` })

/** What users have on their path. */
const path = (folder: string) => ({
  PATH: [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  WORKLOOM_EMULATOR_URL: '',
})

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
    const found = [...read(name).matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map(([, language = '']) => language)
    assert.deepEqual([...new Set(found)].toSorted(), languages.toSorted(), name)
  }
})

test('the first example of the guide of the emulator', async () => {
  const [first = ''] = blocksOf('emulator.md', 'console')
  const folder = project()
  const commands = [...first.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line)
  assert.equal(commands.length, 2)
  const started = spawn('sh', ['-c', `exec ${commands[0]} --port 0`], {
    ...{ cwd: folder, env: { ...process.env, ...path(folder) }, stdio: ['ignore', 'pipe', 'inherit'] },
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

test('the rule of the guide is accepted', async () => {
  const rules = blocksOf('emulator.md', 'json').map(text => JSON.parse(text))
  assert.equal(rules.length, 1)
  for (const rule of rules) assert.equal(typeof (await emulator.fault(rule)), 'string')
  await emulator.clearFaults()
})

test('the commands of the guide have options that exist', async () => {
  const lines = blocksOf('emulator.md', 'console')
    .flatMap(block => [...block.matchAll(/^\$ (?:sudo )?(workloom .*)$/gm)])
    .map(([, line = '']) => line)
  assert.ok(lines.length >= 4)
  const folder = project()
  for (const line of lines) {
    // It checks all options before it looks at the last one.
    const { output } = await runCommand('sh', ['-c', `${line} --log-level loud`], folder, path(folder))
    assert.match(output, /^workloom: --log-level must be one of/, line)
  }
})

const [example = '', config = '', worker = '', runner = ''] = blocksOf('testing.md', 'js')

test('the example of the test helper runs', async () => {
  const folder = project({ 'example.mjs': example })
  assert.deepEqual(await runCommand(process.execPath, ['example.mjs'], folder, path(folder)), { code: 0, output: '' })
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
  const { code, output } = await runCommand(process.execPath, ['run.mjs'], folder, path(folder))
  assert.deepEqual([code, output], [0, '/-/w/worker-3 ann-token\n'])
})

test('the example for the test runner of Node.js passes', async () => {
  const folder = project({ 'import.test.mjs': runner })
  const { code, output } = await runCommand(process.execPath, ['--test', '--test-reporter=tap'], folder, path(folder))
  assert.equal(code, 0, output)
  assert.match(output, /# pass 1/)
})

test('the fixtures for pytest', needs('python3', '-m', 'pytest', '--version'), async () => {
  const files = blocksOf('emulator.md', 'python').map(code => [/^# (\S+)/.exec(code)?.[1] ?? '', code] as const)
  assert.equal(files.length, 2)
  for (const variables of [{}, { WORKLOOM_EMULATOR_URL: emulator.url }]) {
    const folder = project(Object.fromEntries(files))
    const words = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
    const { code, output } = await runCommand('python3', words, folder, { ...path(folder), ...variables })
    assert.equal(code, 0, output)
    assert.match(output, /2 passed/)
  }
})

test('the example in Go', needs('go', 'version'), async () => {
  const [code = ''] = blocksOf('emulator.md', 'go')
  const folder = project({ 'import_test.go': code, 'go.mod': 'module example.com/import\n\ngo 1.21\n' })
  const variables = { ...path(folder), GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' }
  const result = await runCommand('go', ['test', './...'], folder, variables)
  assert.equal(result.code, 0, result.output)
})

/** Parses a file of Java, and prints what is wrong with its syntax. */
const PARSER = `
import com.sun.source.util.JavacTask;
import java.nio.file.Path;
import java.util.List;
import javax.tools.*;
public class Parse {
  public static void main(String[] args) throws Exception {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var found = new DiagnosticCollector<JavaFileObject>();
    var files = compiler.getStandardFileManager(found, null, null).getJavaFileObjects(Path.of(args[0]));
    ((JavacTask) compiler.getTask(null, null, found, null, null, files)).parse();
    found.getDiagnostics().forEach(System.out::println);
  }
}`

test('the example in Java is well-formed', needs('javac', '-version'), async () => {
  const folder = project({ 'ImportTest.java': blocksOf('emulator.md', 'java')[0] ?? '', 'Parse.java': PARSER })
  const parsed = await runCommand('java', ['Parse.java', 'ImportTest.java'], folder)
  assert.deepEqual(parsed, { code: 0, output: '' })
})

test('the example in Ruby', needs('ruby', '-e', 'require "minitest"'), async () => {
  const folder = project({ 'import_test.rb': blocksOf('emulator.md', 'ruby')[0] ?? '' })
  const { code, output } = await runCommand('ruby', ['import_test.rb'], folder, path(folder))
  assert.equal(code, 0, output)
})

test('the workflow seeds a service by its shell command', async t => {
  const [workflow = ''] = blocksOf('emulator.md', 'yaml')
  const { jobs } = parse(workflow)
  assert.deepEqual(Object.keys(jobs.test.services), ['workloom'])
  const seeding = jobs.test.steps
    .map(({ run = '' }: { run?: string }) => run)
    .find((run: string) => run.includes('curl'))
  const world = await emulator.createWorld()
  t.after(() => world.close())
  await world.reset({ to: 'empty' })
  const address = world.url.replace('http://', '')
  const seeded = await runCommand('sh', ['-c', seeding.replace('localhost:8080', address)], project())
  assert.equal(seeded.code, 0, seeded.output)
  const response = await fetch(`${world.url}/-/emulator/gids?key=launch/brief`)
  assert.equal(response.status, 200)
})
