/** One world of an emulator, as a test uses it: credentials, state, clock, faults and requests. */
import { control, queryOf } from './control.ts'
import type { RecordedRequest } from './recorded.ts'

/** What a seed put into a world. */
export interface SeededWorld {
  workspace: string
  /** The tokens of people, service accounts and applications, by key. */
  tokens: Record<string, string>
  /** The gids of all objects, by key: `launch`, `launch/brief`. */
  gids: Record<string, string>
}

/** A duration: milliseconds, or a text such as `10s`, `5m`, `8h`, `2d`. */
export type Duration = number | string

export interface ResetOptions {
  /** `seed` by default, `empty`, or the name of a snapshot. */
  to?: string
  /** Another seed. */
  seed?: object
  keep?: readonly ('clock' | 'faults' | 'requests')[]
}

/** A job that ran, or will run. */
export interface JobTime {
  at: string
  kind: string
  subject: string | null
  outcome?: string
}

export interface ClockReading {
  now: string
  mode: 'real' | 'held'
  tick_ms: number
  next: JobTime[]
  ran: JobTime[]
  /** How many jobs ran that `ran` does not list. */
  ran_left_out: number
  /** Whether an advance stopped early, with jobs that are due. */
  is_cut: boolean
}

/** A rule that makes requests or webhooks fail; see the guide of the emulator. */
export interface FaultRule {
  id?: string
  use?: string
  match?: Record<string, unknown>
  skip?: number
  times?: number | null
  probability?: number
  seed?: number
  phase?: 'before' | 'after'
  delay?: Duration
  answer?: Record<string, unknown>
  cut?: string | { bytes: number }
  on?: string
  do?: string
}

/** Which requests to return. */
export interface RequestFilter {
  operation?: string
  method?: string
  path?: string
  status?: number | string
  token?: string
  user?: string
  fault?: string
  since?: string
  limit?: number
  offset?: number
}

export class TestWorld {
  /** The address of the world, without a slash at the end. */
  readonly url: string
  /** The base of the API. */
  readonly api: string
  #seeded: SeededWorld

  constructor(url: string, seeded: SeededWorld) {
    this.url = url
    this.api = `${url}/api/1.0`
    this.#seeded = seeded
  }

  /** The gid of the organization. */
  get workspace(): string {
    return this.#seeded.workspace
  }

  /** The token of a person, a service account or an application. */
  token(key: string): string {
    return seededValue(this.#seeded.tokens, key, 'token')
  }

  /** The gid of an object of the seed, such as `launch/brief`. */
  gid(key: string): string {
    return seededValue(this.#seeded.gids, key, 'object')
  }

  /** Returns to the state after the seed, or to another one. */
  async reset(options: ResetOptions = {}): Promise<{ to: string; clock: string; took_ms: number }> {
    const done = await control<{ to: string; clock: string; took_ms: number }>(this.url, 'POST', '/reset', options)
    if (options.seed !== undefined || options.to !== undefined) await this.#refresh()
    return done
  }

  /** Adds a seed: an object, or YAML. */
  async seed(seed: object | string): Promise<void> {
    await control(this.url, 'POST', '/seed', typeof seed === 'string' ? { yaml: seed } : seed)
    await this.#refresh()
  }

  /** Stores the state, and returns the name of the snapshot. */
  async snapshot(name?: string): Promise<string> {
    return (await control<{ name: string }>(this.url, 'POST', '/snapshot', { name })).name
  }

  async restore(name: string): Promise<void> {
    await control(this.url, 'POST', '/restore', { name })
    await this.#refresh()
  }

  /** The clock of the world. */
  get clock() {
    const move = (body: object) => control<ClockReading>(this.url, 'POST', '/clock', body)
    return {
      get: () => control<ClockReading>(this.url, 'GET', '/clock'),
      /** Runs everything that is due on the way, and returns when it is done. */
      advance: (by: Duration) => move({ advance: by }),
      /** Holds the clock, now or at an instant. */
      freeze: (at: string | true = true) => move({ freeze: at }),
      set: (at: string) => move({ set: at }),
      real: () => move({ real: true }),
    }
  }

  /** Adds a rule; returns its id. */
  async fault(rule: FaultRule): Promise<string> {
    return (await control<{ id: string }>(this.url, 'POST', '/faults', rule)).id
  }

  /** The rules, with `hits` and `left`. */
  faults(): Promise<(FaultRule & { id: string; hits: number; left: number | null })[]> {
    return control(this.url, 'GET', '/faults')
  }

  async clearFaults(): Promise<void> {
    await control(this.url, 'DELETE', '/faults')
  }

  /** The requests that the world received, in order. */
  requests(filter: RequestFilter = {}): Promise<RecordedRequest[]> {
    return control(this.url, 'GET', `/requests${queryOf({ ...filter })}`)
  }

  /** The number of these requests. */
  async countRequests(filter: RequestFilter = {}): Promise<number> {
    return (await control<{ count: number }>(this.url, 'GET', `/requests${queryOf({ ...filter, count: 1 })}`)).count
  }

  /** Deliveries of webhooks, with their bodies. */
  deliveries(): Promise<Record<string, unknown>[]> {
    return control(this.url, 'GET', '/deliveries')
  }

  /** E-mail that was captured instead of sent. */
  mail(): Promise<{ to: { name: string; email: string }; subject: string; text: string; links: string[] }[]> {
    return control(this.url, 'GET', '/mail')
  }

  /** Returns when no job is due and none runs. */
  async settle(timeout?: Duration): Promise<void> {
    await control(this.url, 'POST', '/settle', { timeout })
  }

  /** Changes settings, and returns all of them. */
  settings(changes?: Record<string, unknown>): Promise<Record<string, unknown>> {
    return changes ? control(this.url, 'PUT', '/settings', changes) : control(this.url, 'GET', '/settings')
  }

  /** Makes a token invalid, by key, text or gid. */
  async revokeToken(token: string): Promise<void> {
    await control(this.url, 'POST', '/tokens/revoke', { token })
  }

  async expireToken(token: string): Promise<void> {
    await control(this.url, 'POST', '/tokens/expire', { token })
  }

  /** What the world has now: another seed has other objects. */
  async #refresh(): Promise<void> {
    const { world } = await control<{ world: string }>(this.url, 'GET', '')
    const all = await control<(SeededWorld & { name: string })[]>(this.url, 'GET', '/worlds')
    this.#seeded = all.find(({ name }) => name === world) ?? this.#seeded
  }
}

function seededValue(all: Record<string, string>, key: string, noun: string): string {
  const value = Object.hasOwn(all, key) ? all[key] : undefined
  if (value !== undefined) return value
  const last = key.slice(key.lastIndexOf('/') + 1)
  const known = Object.keys(all)
  const close = known.filter(one => one.endsWith(last)).concat(known)
  throw new Error(
    `The seed has no ${noun} ${JSON.stringify(key)}. It has ${[...new Set(close)].slice(0, 10).join(', ')}.`,
  )
}
