/**
 * The program as an operator runs it: a child process on a folder of its own. Every child that is still alive at the
 * end of the test is killed.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { isCurrent } from '../../scripts/current.mjs'

/** The built program if there is one: it starts in a third of the time of the sources. */
export const MAIN = join(import.meta.dirname, '../..', isCurrent('server') ? 'dist/main.js' : 'src/main.ts')

export interface ExitResult {
  /** Null when a signal ended it. */
  code: number | null
  out: string
  err: string
}

export interface RunningServer {
  /** The address at which it listens. */
  url: string
  pid: number
  /** Its output so far. */
  output: { readonly out: string; readonly err: string }
  /** The token that it printed; empty when it did not set itself up. */
  token: string
  /** The sign-in link that it printed; empty when it did not set itself up. */
  link: string
  /** Sends a signal and waits for the exit. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<ExitResult>
}

/** The scope of a cleanup: a test, or a whole test file. */
export interface CleanupScope {
  after(end: () => void | Promise<void>): void
}

/** A folder that is deleted after the test. */
export function folderFor(t: CleanupScope): string {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

type Variables = Record<string, string>

function launch(t: CleanupScope, args: string[], variables: Variables = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('WORKLOOM_') && name !== 'NODE_OPTIONS',
  )
  const env = { ...Object.fromEntries(inherited), ...variables }
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', text => (output.err += text))
  const closed = once(child, 'close')
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
  const ended = closed.then(([code]): ExitResult => ({ code, ...output }))
  return { child, output, ended }
}

/** Runs a command to its end. */
export function workloom(t: CleanupScope, args: string[], variables?: Variables): Promise<ExitResult> {
  return launch(t, args, variables).ended
}

/** Runs a command, and kills it once its output matches. Fails when it ended by itself. */
export async function runUntilKilled(t: TestContext, args: string[], when: RegExp): Promise<void> {
  const { child, output, ended } = launch(t, args)
  child.stdout.on('data', () => when.test(output.out) && child.kill('SIGKILL'))
  assert.equal((await ended).code, null, `it was not killed: ${output.out}${output.err}`)
}

/** Runs a server, and sends SIGTERM once a promise is resolved, whether it serves by then or not. */
export async function serveThenTerminate(t: CleanupScope, args: string[], when: Promise<unknown>): Promise<ExitResult> {
  const { child, ended } = launch(t, ['serve', '--port', '0', ...args])
  void when.then(() => child.kill('SIGTERM'))
  return ended
}

/** Starts a server on a free port, and waits until it has printed its address. */
export async function startProgram(t: CleanupScope, args: string[], variables?: Variables): Promise<RunningServer> {
  const { child, output, ended } = launch(t, ['serve', '--port', '0', ...args], variables)
  const ready = new Promise(resolve =>
    child.stdout.on('data', () => output.out.includes(' listens on ') && resolve('')),
  )
  await Promise.race([ready, ended])
  const url = / listens on (http:[^\s,]+)/.exec(output.out)?.[1]
  assert.ok(url, `the server did not start: ${output.err}`)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  const printed = (pattern: RegExp) => pattern.exec(output.out)?.[0] ?? ''
  const pid = child.pid ?? 0
  return { url, pid, output, token: printed(/2\/\d+\/\d+:\w+/), link: printed(/http\S+\/sign_in#\w+/), stop: end }
}
