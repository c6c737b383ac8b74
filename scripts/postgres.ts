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
  const first = await answered(keeper)
  if ('missing' in first) return first
  if (!('url' in first)) throw new Error(`PostgreSQL did not start. ${'failed' in first ? first.failed : ''}`)
  keeper.unref()
  const ordered = async (order: Order) => {
    keeper.send(order)
    const answer = await answered(keeper)
    if ('failed' in answer) throw new Error(answer.failed)
  }
  return {
    url: first.url,
    async stop() {
      if (!keeper.connected) return
      const gone = once(keeper, 'exit')
      keeper.ref()
      keeper.disconnect()
      await gone
    },
    restart: mode => ordered({ order: 'restart', mode }),
    kill: () => ordered({ order: 'kill' }),
    pause: () => ordered({ order: 'pause' }),
    resume: () => ordered({ order: 'resume' }),
  }
}

/** The next message of the keeper. Only until then does the channel keep this process alive. */
async function answered(keeper: ChildProcess): Promise<Answer> {
  const either = new AbortController()
  const { signal } = either
  keeper.channel?.ref()
  const ended = once(keeper, 'exit', { signal }).then(([code]) => [{ failed: `Its keeper ended with ${code}.` }])
  try {
    const [answer] = await Promise.race([once(keeper, 'message', { signal }), ended])
    return answer
  } finally {
    keeper.channel?.unref()
    either.abort()
  }
}

// ——— the keeper

/** Whether another script started it, and not a person. */
const isAsked = process.connected

async function keep(durable: boolean): Promise<void> {
  const over = untilAskedToEnd()
  const programs = findPrograms()
  const user = ordinaryUser()
  if (!programs) return leave({ missing: 'PostgreSQL (initdb and postgres) is not on this machine' })
  if (!user) return leave({ missing: 'PostgreSQL does not run as root, and there is no user postgres or nobody' })
  const folder = mkdtempSync(join(tmpdir(), 'workloom-postgres-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    const server = await serve({ programs, user, folder }, durable)
    if (isAsked) process.on('message', (order: Order) => void follow(server, order).then(say))
    say({ url: server.url })
    await over
    await server.end('immediate')
  } catch (error) {
    say({ failed: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
  }
  process.exit()
}

function say(answer: Answer): void {
  if (process.connected) process.send?.(answer)
  else if (!isAsked)
    console.log('url' in answer ? `WORKLOOM_TEST_DATABASE_URL=${answer.url}` : Object.values(answer)[0])
}

function leave(answer: Answer): void {
  say(answer)
  if (process.connected) process.disconnect?.()
  process.exitCode = isAsked ? 0 : 1
}

/**
 * Ends with a signal, or with the parent. Ctrl-C reaches every process of a terminal; if a script is the parent, it
 * decides.
 */
async function untilAskedToEnd(): Promise<void> {
  if (isAsked) process.on('SIGINT', () => undefined)
  const ways = ['SIGTERM', 'SIGHUP', isAsked ? 'disconnect' : 'SIGINT']
  await Promise.race(ways.map(way => once(process, way)))
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

if (import.meta.main) await keep(process.argv.includes('--durable'))
