/** An emulator for a test, called in process, and a client of each of its worlds. */
import { after } from 'node:test'
import { inject } from 'light-my-request'
import { createApp } from '../../../src/app.ts'
import { createEmulator, type Emulator } from '../../../src/emulator/emulator.ts'
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import { realTime } from '../../../src/emulator/world/clock.ts'
import { DEFAULT_SETTINGS } from '../../../src/emulator/world/settings.ts'
import { parseSeed, type Seed } from '../../../src/exchange/seed/seed.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import type { Json } from '../world.ts'

export interface EmulatedAnswer {
  status: number
  headers: Record<string, string | undefined>
  body: Json
  /** The member `data` of the body. */
  data: Json
  message: string | undefined
  text: string
}

interface EmulatedRequest {
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
}

export interface Emulated {
  emulator: Emulator
  logged: Json[]
  send(method: string, url: string, request?: EmulatedRequest): Promise<EmulatedAnswer>
  /** A client of the API and of the control API of a world, which the path names. */
  api(method: string, path: string, data?: Json, prefix?: string): Promise<EmulatedAnswer>
  control(method: string, path: string, body?: unknown, prefix?: string): Promise<EmulatedAnswer>
}

const SEED = {
  seed: 1,
  workspace: { key: 'acme', name: 'Acme', domains: ['acme.test'], plan: 'enterprise' },
  people: {
    ann: { name: 'Ann Lee', email: 'ann@acme.test', admin: true, token: 'ann-token' },
    ben: { name: 'Ben Oz', email: 'ben@acme.test', token: 'ben-token' },
  },
}

function smallestSeed(): Seed {
  const parsed = parseSeed(JSON.stringify(SEED), 'json')
  if ('seed' in parsed) return parsed.seed
  throw new Error(parsed.errors[0]?.message)
}

export async function emulated(options: Partial<EmulatorOptions> = {}): Promise<Emulated> {
  const logged: Json[] = []
  const emulator = await createEmulator({
    ...{ version: '1.2.3', clock: systemClock, log: line => void logged.push(line), key: 'k'.repeat(40) },
    createApp: parts => createApp({ ...parts, trustedProxies: [], web: 'none', log() {}, announce() {} }),
    ...{ seed: smallestSeed(), seedName: 'test', initialClock: realTime, maxWorlds: 64, allowsNetwork: false },
    settings: DEFAULT_SETTINGS,
    ...{ publicUrl: null, requestsKept: 100, tls: null },
    ...options,
  })
  after(emulator.close)
  const send: Emulated['send'] = async (method, url, { body, token = 'ann-token', headers = {} } = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await inject((request, reply) => void emulator.server.emit('request', request, reply), {
      ...{ method: method as 'GET', url },
      headers: {
        ...{ host: 'localhost:8080' },
        ...(token !== null && !url.includes('/-/emulator') && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { payload: text }),
    })
    const json = (response.payload.startsWith('{') ? JSON.parse(response.payload) : {}) as Json
    return {
      ...{ status: response.statusCode, headers: response.headers as EmulatedAnswer['headers'], body: json },
      ...{ data: json.data, message: json.errors?.[0]?.message, text: response.payload },
    }
  }
  return {
    ...{ emulator, logged, send },
    api: (method, path, data, prefix = '') => send(method, `${prefix}/api/1.0${path}`, data && { body: { data } }),
    control: (method, path, body, prefix = '') =>
      send(method, `${prefix}/-/emulator${path}`, body === undefined ? {} : { body }),
  }
}
