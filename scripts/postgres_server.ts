/**
 * One PostgreSQL cluster in a temporary folder, created and served by the programs of this machine. It listens on a
 * free port of the loopback only, and its only role has a random password.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, globSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export interface Place {
  /** The folder with `initdb` and `postgres`. */
  readonly programs: string
  readonly folder: string
  readonly user: User
}

/** The system user that runs it; the current user if none is named. */
interface User {
  readonly uid?: number
  readonly gid?: number
}

/** How a server stops: `smart` waits for clients, `fast` disconnects them, `immediate` skips cleanup. */
export type Mode = keyof typeof MODES
const MODES = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' } as const

export interface Server {
  readonly url: string
  /** Stops it in any state. */
  end(mode: Mode): Promise<void>
  /** Stops it if it runs, and starts it again. */
  restart(mode: Mode): Promise<void>
  /** SIGKILL, as when the machine fails. */
  kill(): Promise<void>
  /** Pauses every process of it, so that no client gets a response, until `resume`. */
  pause(): void
  resume(): void
}

/** Where the programs are if they are not on the PATH: Debian, Red Hat, Homebrew. The newest comes first. */
const FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
]

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
}

/** Settings of a disposable server: writes need not survive. */
const DISPOSABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export function findPrograms(): string | undefined {
  const newest = (one: string, other: string) => other.localeCompare(one, 'en', { numeric: true })
  const elsewhere = FOLDERS.flatMap(pattern => globSync(pattern).sort(newest))
  const all = [...(process.env.PATH ?? '').split(delimiter), ...elsewhere]
  return all.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/**
 * An unprivileged user of this machine if the current user is root, which the server refuses; undefined if there is
 * none.
 */
export function ordinaryUser(): User | undefined {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const ask = (what: string) => Number(execFileSync('id', [what, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: ask('-u'), gid: ask('-g') }
    } catch {
      // There is no user of that name.
    }
  }
  return undefined
}

/** Creates an empty cluster in a folder, and serves it. Acknowledged writes of a `durable` one survive `kill`. */
export async function serve(place: Place, durable: boolean): Promise<Server> {
  const url = await makeCluster(place)
  const start = () => launch(place, url, durable ? {} : DISPOSABLE)
  let running = await start()
  const send = (signal: NodeJS.Signals, processes: number[]) => {
    for (const pid of processes) signalTo(pid, signal)
  }
  const all = () => [running.pid ?? 0, ...childrenOf(running)]
  const stop = async (signal: NodeJS.Signals) => {
    if (hasEnded(running)) return
    const exited = once(running, 'exit')
    running.kill(signal)
    send('SIGCONT', all())
    await exited
  }
  const end = (mode: Mode) => stop(MODES[mode])
  return {
    url,
    end,
    async restart(mode) {
      await end(mode)
      running = await start()
    },
    kill: () => stop('SIGKILL'),
    pause() {
      // First the process that would start others.
      send('SIGSTOP', [running.pid ?? 0])
      send('SIGSTOP', childrenOf(running))
    },
    resume: () => send('SIGCONT', all()),
  }
}

/** Returns the URL that the server will have. */
async function makeCluster({ programs, folder, user }: Place): Promise<string> {
  const password = randomBytes(16).toString('hex')
  const secret = join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  const { uid, gid } = user
  if (uid !== undefined && gid !== undefined) for (const path of [folder, secret]) chownSync(path, uid, gid)
  const args = ['-E', 'UTF8', '--no-locale', '--no-sync', '-A', 'password', '-U', 'workloom', '--pwfile', secret]
  const child = spawn(join(programs, 'initdb'), [...args, '-D', join(folder, 'cluster')], { ...user, cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(output)
  rmSync(secret)
  return `postgres://workloom:${password}@127.0.0.1:${await freePort()}/postgres`
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  holder.close()
  await once(holder, 'close')
  return port
}

/** Starts the server and waits until it responds. A killed server leaves processes that end soon. */
async function launch(place: Place, url: string, settings: Record<string, string>): Promise<ChildProcess> {
  let child = begin(place, { ...SETTINGS, ...settings, port: new URL(url).port })
  for (let tries = 0; tries < 300; tries++) {
    if (await responds(url)) return child
    await wait(100)
    if (hasEnded(child)) child = begin(place, { ...SETTINGS, ...settings, port: new URL(url).port })
  }
  child.kill('SIGQUIT')
  throw new Error(readFileSync(join(place.folder, 'log'), 'utf8').split('\n').slice(-20).join('\n'))
}

function begin({ programs, folder, user }: Place, settings: Record<string, string>): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(folder, 'log'), 'a')
  // A process group of its own, so that Ctrl-C in a terminal does not stop it while clients use it.
  const child = spawn(join(programs, 'postgres'), ['-D', join(folder, 'cluster'), ...options], {
    ...{ ...user, cwd: folder, detached: true, stdio: ['ignore', log, log] },
  })
  closeSync(log)
  return child
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Every connection is a process of the server. */
function childrenOf(parent: ChildProcess): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map(line => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, parentPid]) => (parentPid === parent.pid && pid ? [pid] : []))
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
