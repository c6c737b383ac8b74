/** How long the program takes to answer on an existing store, and what memory it holds when nobody asks for anything. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onCore, SERVER_CORE } from '../child.ts'
import { type Rows, SIZE } from '../rows.ts'
import { seeded } from '../seed.ts'
import { median, plain } from '../table.ts'

const ROUNDS = 5
const SETTLE_MS = 1000
const POLL_MS = 5

export const begin: Rows = async report => {
  const { folder } = await seeded(SIZE)
  const [seconds, megabytes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const port = await freePort()
    const began = performance.now()
    const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
    const [command, line] = onCore(SERVER_CORE, main, 'serve', '--port', String(port), '--data', folder)
    const server = spawn(command, line, { stdio: ['ignore', 'ignore', 'inherit'] })
    const gone = once(server, 'exit')
    try {
      await answering(port, server)
      seconds.push((performance.now() - began) / 1000)
      await pause(SETTLE_MS)
      megabytes.push(resident(server.pid ?? 0))
    } finally {
      server.kill('SIGTERM')
      await gone
    }
  }
  await report(plain('cold start on an existing store', '', ...figures(seconds, 's', 2), '< 1 s'))
  if (Number.isNaN(median(megabytes))) return
  await report(plain('idle memory', '', ...figures(megabytes, 'MB', 0), '< 150 MB'))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Asks until the program answers. */
async function answering(port: number, server: ChildProcess) {
  while (server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(POLL_MS)
  }
  throw new Error('The program ended before it answered.')
}

function figures(values: number[], unit: string, digits: number): [string, string] {
  const show = (value: number) => value.toFixed(digits)
  return [`${show(median(values))} ${unit}`, `${show(Math.min(...values))}..${show(Math.max(...values))}`]
}

/** The resident memory of a process in MB; not a number where the system does not tell. */
function resident(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
