/**
 * The server that commands call, and the token for it: from the options, their variables, or the file of `login`.
 *
 * Invariants:
 * - The file has mode 0600, also when it existed before with another one.
 * - The token of the file is sent only to the server of the file.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { ApiClient } from '../../client/api_client.ts'
import { WorkloomError } from '../../client/failure.ts'
import type { CallSettings } from '../../config/call.ts'
import { CommandError } from '../../config/options.ts'
import type { ProgramContext } from '../command.ts'

interface ServerLogin {
  url: string
  token: string
}

const OWNER_ONLY = 0o600

/** The path of the file that `login` writes. */
export function credentialsPath({ environment }: Pick<ProgramContext, 'environment'>): string {
  const folder = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config')
  return join(folder, 'workloom', 'login.json')
}

export function saveCredentials(path: string, credentials: ServerLogin): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify(credentials, null, 2)}\n`, { mode: OWNER_ONLY })
  chmodSync(path, OWNER_ONLY)
}

/** The content of the file, if there is one. */
function savedCredentials(path: string): Partial<ServerLogin> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return {}
  }
  try {
    const { url, token } = JSON.parse(text)
    if (typeof url === 'string' && typeof token === 'string') return { url, token }
  } catch {}
  throw new CommandError(`The file ${path} cannot be read as that of a login: delete it, and run workloom login.`)
}

/** The server and the token of a command. Throws a CommandError that says what to do if one is missing. */
export function credentialsFor({ url, token }: CallSettings, program: ProgramContext): ServerLogin {
  const path = credentialsPath(program)
  const saved = url !== undefined && token !== undefined ? {} : savedCredentials(path)
  const target = url ?? saved.url
  if (target === undefined)
    throw new CommandError('No server is known: run workloom login --url URL, or set WORKLOOM_URL and WORKLOOM_TOKEN.')
  const own = token ?? (sameServer(target, saved.url) ? saved.token : undefined)
  if (own !== undefined) return { url: target, token: own }
  throw new CommandError(`No token is known for ${target}: run workloom login --url ${target}, or set WORKLOOM_TOKEN.`)
}

const sameServer = (one: string, other: string | undefined) => one.replace(/\/+$/, '') === other?.replace(/\/+$/, '')

/** A client that reports its waits. A server that cannot be reached is an error at once. */
export const connect = (credentials: ServerLogin, { version, printError }: ProgramContext): ApiClient =>
  new ApiClient({
    ...credentials,
    headers: { 'user-agent': `workloom/${version}` },
    onRetry({ delay, error }) {
      if (error.status === 0) return false
      printError(`workloom: ${error.message}; the next attempt is in ${Math.ceil(delay / 1000)} s`)
      return true
    },
  })

const NEXT_STEPS: Record<number, string> = {
  0: 'Check the URL, and that the server runs',
  401: 'Run workloom login with a valid token',
  402: 'The plan of the organization must include this',
  403: 'An administrator, or an owner of the object, can give access',
  404: 'Check the path and the gid; an object that you cannot see counts as missing',
  412: 'Continue with the sync token of the error: -f sync=TOKEN',
  429: 'Wait, or send fewer requests',
}

/** Sends requests, and converts an error of the API to one sentence with the next step. */
export async function explained<T>({ url }: ServerLogin, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WorkloomError)) throw error
    const { status, errors, message, sync } = error
    const help = errors.find(one => one.help)?.help
    const parts = [
      ...[message.replace(/\.? \((\d+)\)$/, ' ($1)'), NEXT_STEPS[status] ?? ''],
      ...[status === 0 ? `The URL is ${url}` : '', sync === null ? '' : `sync: ${sync}`, help ? `See ${help}` : ''],
    ]
    throw new CommandError(`${parts.filter(Boolean).join('. ')}${help ? '' : '.'}`, 1, { cause: error })
  }
}
