/** The control API of an emulator, for the world whose pages this app shows. */
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

const BASE = '/-/emulator'

export interface RecordedRequest {
  id: string
  at: string
  method: string
  path: string
  query: Record<string, string | string[]>
  operation: string | null
  /** Null if the connection ended without a response. */
  status: number | null
  ms: number
  token: { gid: string; name: string } | null
  request: { headers: Record<string, string>; body: unknown }
  response: { headers: Record<string, string>; body: unknown }
  fault: string | null
  warnings: string[]
}

export interface FaultRule {
  id: string
  use?: string
  on?: string
  do?: string
  match?: Record<string, unknown>
  hits: number
  /** Null is without end. */
  left: number | null
}

export interface TimedJob {
  at: string
  kind: string
  subject: string | null
  outcome?: string
}

export interface WorldClock {
  now: string
  mode: 'real' | 'held'
  tick_ms: number
  next: TimedJob[]
  ran: TimedJob[]
  ran_left_out: number
  is_cut: boolean
}

export interface Snapshot {
  name: string
  bytes: number
  clock: string
}

export interface EmulatedWorld {
  name: string
  url: string
  api: string
  tokens: Record<string, string>
}

export const control = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, data?: object): Promise<T> =>
  call<T>(method, `${BASE}${path}`, data)

/** The server sends no live updates of what a world has recorded. */
const POLL_MS = 2000

const polledControl = <T>(key: readonly string[], path: string) =>
  queryOptions({ queryKey: ['emulator', ...key], queryFn: () => control<T>('GET', path), refetchInterval: POLL_MS })

/** All queries of the emulator, for `invalidateQueries`. */
export const emulatorQueries = { queryKey: ['emulator'] }

export const faultRules = polledControl<FaultRule[]>(['faults'], '/faults')
export const worldClock = polledControl<WorldClock>(['clock'], '/clock')
export const snapshots = polledControl<Snapshot[]>(['snapshots'], '/snapshots')
export const worlds = polledControl<EmulatedWorld[]>(['worlds'], '/worlds')

/** The requests that are shown: each has its bodies, so all of them could be 64 MB. */
export const MAX_REQUESTS = 100

/** The last requests with this status, such as `4xx`; the newest first. */
export const recordedRequests = (status: string) =>
  queryOptions({
    queryKey: ['emulator', 'requests', status],
    refetchInterval: POLL_MS,
    async queryFn() {
      const filter = status === '' ? '' : `&status=${status}`
      const { count } = await control<{ count: number }>('GET', `/requests?count=1${filter}`)
      const offset = Math.max(0, count - MAX_REQUESTS)
      const list = await control<RecordedRequest[]>('GET', `/requests?limit=${MAX_REQUESTS}&offset=${offset}${filter}`)
      return { count, list: list.toReversed() }
    },
  })

/** The archive of all recorded requests, for the tools of a browser. */
export const ARCHIVE = `${BASE}/requests.har`
