/**
 * `npm run check`: what a change must pass before review, in less than a minute. Programs, browsers (real clients,
 * journeys, faults) and PostgreSQL stay with `npm test`. It stops before the tests when a tool reports a problem, and
 * prints what failed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

type Step = readonly [name: string, ...command: string[]]

const root = join(import.meta.dirname, '..')

/** The compiler's incremental state is stored with the packages, so that the next run checks only what has changed. */
function incremental(name: string): string[] {
  return ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`]
}

/** The tools are started by their own files, so that each runs on the Node that runs this script. */
const tools: readonly Step[] = [
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', ...incremental('types')],
  ['types of web', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json', ...incremental('types_of_web')],
  [
    'web tests',
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.web_tests.json',
    ...incremental('types_of_web_tests'),
  ],
  ['lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['unused code', 'node_modules/knip/bin/knip.js', '--no-progress'],
]

const tests: Step = ['fast tests', 'scripts/test.ts', '--fast', '--engine', 'sqlite']

/** Runs one step, prints its line, and returns whether it passed. */
async function run([name, ...command]: Step): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => output.push(text))
  const [code] = await once(child, 'close')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const passed = code === 0
  if (!passed) process.stdout.write(output.join(''))
  console.log(`${passed ? '✔' : '✖'} ${name.padEnd(12)} ${seconds.padStart(5)} s`)
  return passed
}

const passed = (await Promise.all(tools.map(run))).every(Boolean) && (await run(tests))
process.exitCode = passed ? 0 : 1
