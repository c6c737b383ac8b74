/**
 * The first steps of a new user on this machine: `node scripts/clones.ts`. It clones the committed project into a
 * temporary folder, once for each npm below, installs and starts it there with the Node.js of the machine, and requests
 * a page.
 *
 * Invariant: it ends within minutes, and ends only processes that it started. It fails if the package registry is
 * unreachable.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** One that does not link the bundled Node.js, and one that does. */
const NPMS = ['10.8.2', '11.6.2']

/** The time limit of a step, in milliseconds. */
const INSTALL_MS = 240_000
const START_MS = 60_000

const root = join(import.meta.dirname, '..')
const isWindows = process.platform === 'win32'

/**
 * Without the variables that npm added for this script: the machine's own Node.js is found first, and no setting is
 * inherited but the certificates of the network.
 */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE(?!_EXTRA_CA_CERTS)|WORKLOOM_|INIT_CWD)/i.test(name)),
)
env.PATH = (env.PATH ?? '')
  .split(delimiter)
  .filter(folder => !folder.includes('node_modules'))
  .join(delimiter)

interface StartedProcess {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

/** Starts a command with a process group of its own, so that all of it can be ended. */
function start(cwd: string, [program = '', ...line]: string[]): StartedProcess {
  const options = { cwd, env, detached: !isWindows, shell: isWindows }
  const child = spawn(program, line, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
}

function kill({ child }: StartedProcess): void {
  try {
    process.kill(isWindows ? (child.pid ?? 0) : -(child.pid ?? 0), 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Waits for a result up to a time limit; after the limit, none of it runs. */
async function within<Result>(limit: number, started: StartedProcess, what: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${limit / 1000} s.\n${started.output()}`)), limit)
  })
  try {
    return await Promise.race([what, timeout])
  } catch (error) {
    kill(started)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a command to its end, and returns its output. */
async function run(cwd: string, command: string[]): Promise<string> {
  const started = start(cwd, command)
  const code = await within(INSTALL_MS, started, started.ended)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.\n${started.output()}`)
  return started.output()
}

async function untilListening({ output, ended }: StartedProcess): Promise<string> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const [, url] = /listens on (http\S+)/.exec(output()) ?? []
    if (url) return url
    if (hasEnded) throw new Error(`The server exited before it listened.\n${output()}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Starts a server, requests its health and its web app, and stops it. */
async function checkServer(cwd: string, command: string[]): Promise<string> {
  const server = start(cwd, command)
  try {
    const url = await within(START_MS, server, untilListening(server))
    for (const path of ['/healthz', '/']) {
      const { status } = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
      if (status !== 200) throw new Error(`${path} answers ${status}.\n${server.output()}`)
    }
    server.child.kill('SIGTERM')
    await within(START_MS, server, server.ended)
    if (await fetch(`${url}/healthz`).then(Boolean, () => false))
      throw new Error('The server still responds after it was stopped.')
  } finally {
    kill(server)
  }
  return server.output()
}

/** Output of npm other than the name of the script: most likely a warning. */
function noiseOf(output: string): string[] {
  const before = output.slice(0, output.search(/^(?:Built the |Workloom )/m))
  return before.split('\n').filter(line => line !== '' && !line.startsWith('> '))
}

async function tryNpm(version: string, folder: string): Promise<void> {
  const clone = join(folder, 'clone')
  await run(folder, [
    'npm',
    'install',
    '--loglevel=error',
    '--prefer-offline',
    '--no-save',
    '--prefix',
    folder,
    `npm@${version}`,
  ])
  const npm = ['node', join(folder, 'node_modules/npm/bin/npm-cli.js')]
  await run(folder, ['git', 'clone', '--quiet', root, clone])
  const began = performance.now()
  const noise = (await run(clone, [...npm, 'ci'])).split('\n').filter(line => /warn|error/i.test(line))
  noise.push(...noiseOf(await checkServer(clone, [...npm, 'start', '--', '--memory', '--port', '0'])))
  if (noise.length > 0) throw new Error(`npm printed unexpected output:\n${noise.join('\n')}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`✔ a clone is installed and started by npm ${version} in ${seconds} s`)
}

for (const version of NPMS) {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-clone-'))
  try {
    await tryNpm(version, folder)
  } catch (error) {
    process.exitCode = 1
    console.error(`✖ npm ${version}: ${error instanceof Error ? error.message : error}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
