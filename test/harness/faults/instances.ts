/** Several instances on a PostgreSQL of one test, each a process that can be killed or paused. */
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { type CleanupScope, type RunningServer, startProgram } from '../program.ts'

/** A real server for a test file, or why there is none. */
export async function durablePostgres(): Promise<{ server: Postgres; skip: false } | { server: null; skip: string }> {
  const server = await startPostgres({ durable: true })
  if ('missing' in server) return { server: null, skip: server.missing }
  after(() => server.stop())
  return { server, skip: false }
}

/** An empty database: the URL of its owner, an ordinary role, and the URL of a superuser. */
export async function freshDatabase(server: Postgres): Promise<{ own: string; database: string }> {
  const name = `workloom_${randomBytes(6).toString('hex')}`
  await queryDatabase(
    server.url,
    `do $$ begin create role ordinary login password 'ordinary';
    exception when duplicate_object then null; end $$`,
  )
  await queryDatabase(server.url, `create database ${name} owner ordinary`)
  const database = Object.assign(new URL(server.url), { pathname: `/${name}` })
  const own = Object.assign(new URL(database), { username: 'ordinary', password: 'ordinary' })
  return { own: String(own), database: String(database) }
}

/** The rows of a statement. PostgreSQL returns bigint as text. */
export async function queryDatabase(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Limits would slow down tests that write as fast as possible. */
const UNLIMITED = ['minute', 'search', 'jobs', 'reads', 'writes', 'cost', 'session-cost'].flatMap(name => [
  `--limit-${name}`,
  'off',
])

const KEY = randomBytes(32).toString('hex')

export interface InstanceOptions {
  limits?: 'usual' | 'off'
  args?: string[]
  variables?: Record<string, string>
}

/** Starts one instance. */
export const instanceOn = (
  t: CleanupScope,
  url: string,
  { limits = 'off', args = [], variables = {} }: InstanceOptions = {},
) => startProgram(t, ['--database-url', url, '--key', KEY, ...(limits === 'off' ? UNLIMITED : []), ...args], variables)

export interface Instances {
  all: RunningServer[]
  /** The token of the administrator. */
  token: string
  workspace: string
}

/** Starts one instance for each element; the first one sets the database up. */
export async function instancesOn(
  t: CleanupScope,
  url: string,
  wanted: readonly InstanceOptions[],
): Promise<Instances> {
  const first = await instanceOn(t, url, wanted[0])
  const others = await Promise.all(wanted.slice(1).map(one => instanceOn(t, url, one)))
  const { token } = first
  const answer = await fetch(`${first.url}/api/1.0/workspaces`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { data: { gid: string }[] }
  return { all: [first, ...others], token, workspace: data[0]?.gid ?? '' }
}
