/**
 * A temporary PostgreSQL: `node scripts/postgres.ts` runs one until Ctrl-C and prints the variable with which tests use
 * it; `startPostgres` runs one for another script.
 *
 * Invariant: the server is stopped and its folder is deleted, however its starter ends. For that a separate keeper
 * process owns it, which ends when the channel to its parent closes.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPrograms, type Mode, ordinaryUser, type Server, serve } from './postgres_server.ts'

export interface Postgres {
  /** The URL of an empty database, for a role that may create others. */
  readonly url: string
  stop(): Promise<void>
  /** Stops the server, if it runs, and starts it again. */
  restart(mode: Mode): Promise<void>
  /** SIGKILL to the server, as when the machine fails. */
  kill(): Promise<void>
  /** Pauses every process of the server, so that no client gets a response, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

type Order = { order: 'restart'; mode: Mode } | { order: 'kill' | 'pause' | 'resume' }
type Answer = { url: string } | { missing: string } | { failed: string } | { done: true }

// ——— the parent

/** Starts one, or returns why there is none. `durable` uses production settings: acknowledged writes survive `kill`. */
export async function startPostgres({ durable = false } = {}): Promise<Postgres | { missing: string }> {
  const args = durable ? ['--durable'] : []
  const keeper = fork(import.meta.filename, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const first = await nextAnswer(keeper)
  if ('missing' in first) return first
  if (!('url' in first)) throw new Error(`PostgreSQL did not start. ${'failed' in first ? first.failed : ''}`)
  keeper.unref()
  const send = async (order: Order) => {
    keeper.send(order)
    const answer = await nextAnswer(keeper)
    if ('failed' in answer) throw new Error(answer.failed)
  }
  return {
    url: first.url,
    async stop() {
      if (!keeper.connected) return
      const exited = once(keeper, 'exit')
      keeper.ref()
      keeper.disconnect()
      await exited
    },
    restart: mode => send({ order: 'restart', mode }),
    kill: () => send({ order: 'kill' }),
    pause: () => send({ order: 'pause' }),
    resume: () => send({ order: 'resume' }),
  }
}

/** The next message of the keeper. Only until then does the channel keep this process alive. */
async function nextAnswer(keeper: ChildProcess): Promise<Answer> {
  const abort = new AbortController()
  const { signal } = abort
  keeper.channel?.ref()
  const ended = once(keeper, 'exit', { signal }).then(([code]) => [{ failed: `Its keeper ended with ${code}.` }])
  try {
    const [answer] = await Promise.race([once(keeper, 'message', { signal }), ended])
    return answer
  } finally {
    keeper.channel?.unref()
    abort.abort()
  }
}

// ——— the keeper

/** Whether another script started it, and not a person. */
const isChild = process.connected

async function runKeeper(durable: boolean): Promise<void> {
  const over = untilStopped()
  const programs = findPrograms()
  const user = ordinaryUser()
  if (!programs) return reportAndExit({ missing: 'PostgreSQL (initdb and postgres) is not on this machine' })
  if (!user)
    return reportAndExit({ missing: 'PostgreSQL does not run as root, and there is no user postgres or nobody' })
  const folder = mkdtempSync(join(tmpdir(), 'workloom-postgres-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    const server = await serve({ programs, user, folder }, durable)
    if (isChild) process.on('message', (order: Order) => void follow(server, order).then(report))
    report({ url: server.url })
    await over
    await server.end('immediate')
  } catch (error) {
    report({ failed: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
  }
  process.exit()
}

function report(answer: Answer): void {
  if (process.connected) process.send?.(answer)
  else if (!isChild)
    console.log('url' in answer ? `WORKLOOM_TEST_DATABASE_URL=${answer.url}` : Object.values(answer)[0])
}

function reportAndExit(answer: Answer): void {
  report(answer)
  if (process.connected) process.disconnect?.()
  process.exitCode = isChild ? 0 : 1
}

/**
 * Ends with a signal, or with the parent. Ctrl-C reaches every process of a terminal; if a script is the parent, it
 * decides.
 */
async function untilStopped(): Promise<void> {
  if (isChild) process.on('SIGINT', () => undefined)
  const events = ['SIGTERM', 'SIGHUP', isChild ? 'disconnect' : 'SIGINT']
  await Promise.race(events.map(event => once(process, event)))
}

async function follow(server: Server, order: Order): Promise<Answer> {
  try {
    if (order.order === 'restart') await server.restart(order.mode)
    else await server[order.order]()
    return { done: true }
  } catch (error) {
    return { failed: String(error) }
  }
}

if (import.meta.main) await runKeeper(process.argv.includes('--durable'))
