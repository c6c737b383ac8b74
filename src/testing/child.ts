/**
 * The emulator as a child process.
 *
 * Invariants:
 * - It exits with its parent (`--parent`), also if that is killed.
 * - It does not keep the parent alive: a test run that forgets to close it ends nevertheless.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findNode, PROGRAM } from './node_program.ts'
import type { SeededWorld } from './world.ts'

/** The line that the emulator prints when it is ready. */
export interface StartedEmulator extends SeededWorld {
  url: string
  /** The address with TLS. */
  tls?: string
}

export interface RunningEmulator {
  started: StartedEmulator
  close(): Promise<void>
}

/** How to run the emulator; a test can replace it. */
export interface EmulatorCommand {
  program: string
  args: readonly string[]
}

const START_TIMEOUT_MS = 30_000
/** After this time a child that was asked to stop is killed. */
const STOP_TIMEOUT_MS = 5000
/** The end of the standard error of a child that an error quotes. */
const QUOTED_CHARACTERS = 2000

const installed = (): EmulatorCommand => ({ program: findNode(), args: [fileURLToPath(PROGRAM), 'emulator'] })

/** Starts the emulator, and returns when it is ready. */
export async function startChild(
  options: readonly string[],
  { program, args }: EmulatorCommand = installed(),
): Promise<RunningEmulator> {
  const words = [...args, '--json', ...options, '--parent', String(process.pid)]
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errors = (errors + text).slice(-QUOTED_CHARACTERS)
  })
  try {
    const started = await firstLine(child, () => errors)
    child.unref()
    for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref?(): void }).unref?.()
    return { started, close: () => stop(child) }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** The first line of standard output. Later output is discarded. */
async function firstLine(child: ChildProcess, errors: () => string): Promise<StartedEmulator> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The emulator exited with ${code}. ${errors().trim()}`.trim())
  })
  const line = new Promise<string>(resolve => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
  })
  const text = await Promise.race([line, ended]).catch(error => {
    if (!signal.aborted) throw error
    throw new Error(`The emulator was not ready after ${START_TIMEOUT_MS / 1000} s. ${errors().trim()}`.trim())
  })
  ended.catch(() => undefined)
  try {
    return JSON.parse(text) as StartedEmulator
  } catch (cause) {
    throw new Error(`The emulator printed no JSON, but: ${text}`, { cause })
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.ref()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}
