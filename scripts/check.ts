/**
 * `npm run check`: what a change must pass before it is shown to others, in less than a minute. The slow tests (real
 * clients, browsers, journeys, faults, provisioning, OAuth) stay with `npm test`. Stops at the first step that fails and
 * shows what it said.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

function fastTests(): string[] {
  const slow = [
    'test/browser/**',
    'test/clients/**',
    'test/journeys/**',
    'test/faults/**',
    'test/scim/**',
    'test/oauth/**',
  ]
  return globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root, exclude: slow }).sort()
}

/** The tools are started by their own files, so that each runs on the Node that runs this script. */
const steps: readonly (readonly [name: string, ...command: string[]])[] = [
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
  ['types of web', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json'],
  ['lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['unused code', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['fast tests', '--test', '--test-concurrency=2', ...fastTests()],
]

/** Each file of tests is a process of its own; what one has compiled, the others need not. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }

/** Runs one step, prints its line, and answers whether it passed. */
function run(name: string, command: readonly string[]): boolean {
  const started = performance.now()
  const result = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const passed = result.status === 0
  if (!passed) process.stdout.write([result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n'))
  console.log(`${passed ? '✔' : '✖'} ${name.padEnd(12)} ${seconds.padStart(5)} s`)
  return passed
}

const passed = steps.every(([name, ...command]) => run(name, command))
process.exitCode = passed ? 0 : 1
