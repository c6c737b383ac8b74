/** How long the program takes to answer on an existing store, and what memory it holds when nobody asks for anything. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from '../child.ts'
import { type Rows, SIZE } from '../rows.ts'
import { seeded } from '../seed.ts'
import { median, plain } from '../table.ts'

const ROUNDS = 5
const SETTLE_MS = 1000

export const begin: Rows = async report => {
  const { folder } = await seeded(SIZE)
  const [seconds, megabytes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const server = await start<{ port: number }>('server.ts', { folder })
    const answer = await fetch(`http://127.0.0.1:${server.ready.port}/healthz`)
    if (!answer.ok) throw new Error('/healthz did not answer.')
    seconds.push((performance.now() - began) / 1000)
    await pause(SETTLE_MS)
    megabytes.push(resident(server.pid))
    await server.end()
  }
  await report(plain('cold start on an existing store', '', ...figures(seconds, 's', 2), '< 1 s'))
  if (Number.isNaN(median(megabytes))) return
  await report(plain('idle memory', '', ...figures(megabytes, 'MB', 0), '< 150 MB'))
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
