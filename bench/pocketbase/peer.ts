/**
 * PocketBase as a peer: built from the module in this folder if Go is installed, with a store of its own. The program
 * contains nothing of it.
 */
import { type SpawnOptions, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, pinnedTo, SERVER_CORE } from '../child.ts'
import type { loaded } from '../contender.ts'
import type { GaugeReading } from '../gauge.ts'

/** The requirement for a caller who reads a task: membership of its project, or any account. */
export type Rule = 'project' | 'account'

export interface Peer {
  token: string
  /** A project of 100 tasks. */
  project: string
  tasks: string[]
  server: Parameters<typeof loaded>[0]
}

/** Runs to the end and returns the output. Throws with stderr when it fails. */
async function ran(command: string, line: string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawn(command, line, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, output] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', text => (printed += text))
  child.stderr?.setEncoding('utf8').on('data', text => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${line[0]} failed: ${output}`)
  return printed
}

/** The program, built once for each version of its source; that takes a minute, and downloads its modules. */
async function built(): Promise<string> {
  const folder = import.meta.dirname
  const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  const mark = createHash('sha256').update(texts.join()).digest('hex').slice(0, 12)
  const home = join(tmpdir(), 'workloom-bench-peers')
  const program = join(home, `pocketbase-${mark}`)
  if (existsSync(program)) return program
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go'
  const part = `${program}.${process.pid}`
  const env = { ...process.env, CGO_ENABLED: '0' }
  await ran(go, ['build', '-trimpath', '-o', part, '.'], { cwd: folder, env }).catch(error => {
    throw new Error(`Building PocketBase failed: it needs Go 1.25 and the modules of go.sum. ${error}`)
  })
  renameSync(part, program)
  return program
}

/** Builds it, fills a store and serves it on the core of the servers. */
export async function startPeer(rule: Rule): Promise<Peer> {
  const program = await built()
  const folder = mkdtempSync(join(tmpdir(), 'workloom-bench-pocketbase-'))
  const seeded = JSON.parse(await ran(program, ['seed', folder, rule])) as Omit<Peer, 'server'>
  const port = await freePort()
  const [command, line] = pinnedTo(SERVER_CORE, [program, 'serve', folder, `127.0.0.1:${port}`])
  const child = spawn(command, line, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const server = {
    ready: { port },
    ask: async <Reply>() => ({ cpu: spentBy(child.pid ?? 0) }) satisfies GaugeReading as Reply,
    async end() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (let tries = 0; child.exitCode === null && tries < 600; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
    if (answer?.ok) return { ...seeded, server }
    await pause(50)
  }
  await server.end()
  throw new Error('PocketBase did not respond.')
}

/** Microseconds of CPU of all threads of a process, system time included. */
function spentBy(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map(thread => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return 0
    }
  })
  return times.reduce((sum, one) => sum + one, 0) / 1000
}
