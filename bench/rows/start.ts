/**
 * The time until the program answers on an existing store, and its idle memory. It is started as people start it:
 * built, `dist/main.js`, by the means of each checkout. A checkout without `scripts/build.ts` is built by its compiler.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Checkout } from '../checkout.ts'
import { freePort, onCore, SERVER_CORE } from '../child.ts'
import { checkouts, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { copyOf, seeded, usual } from '../stores/seed.ts'
import { timed } from '../table.ts'

const SETTLE_MS = 1000
const POLL_MS = 5

interface Begun {
  checkout: Checkout
  folder: string
  remove(): void
  seconds: number[]
  megabytes: number[]
}

export const begin: RowMeasurement = async report => {
  const sides: Begun[] = []
  for (const checkout of checkouts()) {
    build(checkout)
    const { store, remove } = copyOf(await seeded(checkout, usual(true)))
    sides.push({ checkout, folder: store.folder, remove, seconds: [], megabytes: [] })
  }
  for (let round = 0; round < sizes.times; round++) for (const side of sides) await beginOnce(side)
  for (const { remove } of sides) remove()
  const [ours, older] = sides
  if (!ours) return
  const cold = { work: 'cold start on an existing store', target: '< 0.8 s', unit: 's', digits: 2 }
  await report(timed(cold, ours.seconds, older?.seconds))
  if (ours.megabytes.some(Number.isNaN)) return
  const idle = { work: 'idle memory', target: '< 130 MB', unit: 'MB', digits: 0 }
  await report(timed(idle, ours.megabytes, older?.megabytes))
}

/** Builds the program of a checkout, unless the build detects that it is current. */
export function build({ root }: Checkout): void {
  const ours = join(root, 'scripts', 'build.ts')
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const line = existsSync(ours) ? [ours] : [compiler, '-p', join(root, 'tsconfig.build.json')]
  const { status } = spawnSync(process.execPath, line, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`Building the program in ${root} failed.`)
}

async function beginOnce({ checkout, folder, seconds, megabytes }: Begun): Promise<void> {
  const port = await freePort()
  const began = performance.now()
  const main = join(checkout.root, 'dist', 'main.js')
  const [command, line] = onCore(SERVER_CORE, main, 'serve', '--port', String(port), '--data', folder)
  const server = spawn(command, line, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(server, 'exit')
  try {
    await answering(port, server)
    seconds.push((performance.now() - began) / 1000)
    await pause(SETTLE_MS)
    megabytes.push(resident(server.pid ?? 0))
  } finally {
    server.kill('SIGTERM')
    await exited
  }
}

/** Polls until the program responds. */
async function answering(port: number, server: ChildProcess) {
  while (server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(POLL_MS)
  }
  throw new Error('The program ended before it answered.')
}

/** The resident memory of a process in MB; NaN where the system does not provide it. */
function resident(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
