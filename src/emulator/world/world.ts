/**
 * A world: a complete server with a store, a clock and jobs of its own. Nothing that happens in one can be seen in
 * another.
 * Invariant: after `replace` nothing is left of what the world contained before.
 */
import type { ServerResponse } from 'node:http'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Router } from '../../http/router.ts'
import type { Worker } from '../../jobs/worker.ts'
import { serviceUnavailable } from '../../lib/errors.ts'
import { workspaceCount } from '../../store/queries/identity/organizations.ts'
import { type Callers, createCallers } from '../exchange/callers.ts'
import { createFaults, type Faults } from '../faults/faults.ts'
import type { SharedParts, WorldApp } from '../options.ts'
import { createRequestLog, type RequestLog } from '../requests/log.ts'
import { createRecentWrites, type RecentWrites } from '../strictness/search.ts'
import { createWorldClock, type WorldClock } from './clock.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { type ExchangeableStore, exchangeable } from './exchangeable.ts'
import {
  type ExchangeableAttempts,
  type ExchangeableLimits,
  exchangeableAttempts,
  exchangeableLimits,
} from './exchangeable_limits.ts'
import { createGate, type Gate } from './gate.ts'
import type { Image, Seeded } from './images.ts'
import { createMailbox, type Mailbox } from './mail.ts'
import { createJobRuns, type JobRuns } from './runs.ts'
import { limitSizes, type WorldSettings } from './settings.ts'
import { createWebhookCalls, type WebhookCalls } from './webhooks.ts'
import { createWorkers, webhookClient } from './workers.ts'

export class World {
  readonly name: string
  /** The image to which a reset returns. */
  readonly initial: Image
  readonly clock: WorldClock
  readonly store: ExchangeableStore
  readonly mail: Mailbox
  readonly deliveries: Deliveries
  readonly runs: JobRuns
  readonly router: Router
  readonly catalog: Catalog
  readonly faults: Faults
  readonly requests: RequestLog
  readonly callers: Callers
  /** Requests that are never answered: they end when the rules are removed. */
  readonly hanging = new Set<ServerResponse>()
  /** Objects that requests do not find yet, and until when. */
  readonly hidden = new Map<string, number>()
  readonly calls: WebhookCalls
  readonly recentWrites: RecentWrites
  /** The requests that are being answered. */
  readonly inFlight = { reads: 0, writes: 0 }
  /** Negative until it has been counted. */
  workspaceCount = -1
  readonly gate: Gate = createGate()
  /** What the seed put into it. */
  seeded: Seeded
  readonly #shared: SharedParts
  readonly #limiter: ExchangeableLimits
  readonly #attempts: ExchangeableAttempts
  readonly #createWorker: () => Worker
  readonly #app: Promise<WorldApp>
  #settings: WorldSettings
  #worker: Worker
  #last: Promise<unknown> = Promise.resolve()
  #requestCount = 0
  #isClosed = false

  static async create(shared: SharedParts, name: string, initial: Image): Promise<World> {
    const clock = createWorldClock(shared.options.clock, initial.clock)
    const engine = await shared.images.open(initial, clock.now)
    const world = new World(shared, { name, initial, clock, store: exchangeable(engine, clock.now, clock.tick) })
    await (await world.#app).ready()
    world.#worker.start()
    return world
  }

  private constructor(
    shared: SharedParts,
    { name, initial, clock, store }: Pick<World, 'name' | 'initial' | 'clock' | 'store'>,
  ) {
    this.name = name
    this.initial = initial
    this.seeded = initial.seeded
    this.clock = clock
    this.store = store
    this.#shared = shared
    this.#settings = shared.options.settings
    this.router = shared.router
    this.faults = createFaults(() => {
      for (const response of this.hanging) response.destroy()
    })
    this.requests = createRequestLog(clock.now, shared.options.clock, shared.options.requestsKept)
    this.callers = createCallers(store.read)
    this.catalog = shared.catalog
    this.recentWrites = createRecentWrites(clock.now)
    this.mail = createMailbox(clock.now)
    this.runs = createJobRuns(clock.now, kind => this.#worker.timedKinds.includes(kind))
    this.deliveries = createDeliveries(clock.now, () => this.runs.current()?.subject)
    const { key } = shared.options
    this.calls = createWebhookCalls(
      this,
      key,
      webhookClient(shared.options, () => this.#settings, this.runs),
    )
    const { post } = this.calls
    const settings = () => this.#settings
    this.#createWorker = createWorkers(shared, { clock, store, mail: this.mail, runs: this.runs, post, settings })
    this.#worker = this.#createWorker()
    this.#limiter = exchangeableLimits(store, clock.now)
    this.#attempts = exchangeableAttempts(clock.now)
    this.change(this.#settings)
    this.#app = shared.options.createApp({
      ...{ store, clock: clock.now, files: shared.files, key: shared.options.key, publicUrl: null, post },
      ...{ limiter: this.#limiter, attempts: this.#attempts, mail: this.mail.transport, catalog: shared.catalog },
    })
  }

  get settings(): WorldSettings {
    return this.#settings
  }

  /** The worker of the present contents. */
  get worker(): Worker {
    return this.#worker
  }

  /** Answers a request without any change to it. */
  async answer(...[request, response]: Parameters<Gate['pass']>): Promise<void> {
    const { server } = await this.#app
    while (!this.gate.isOpen) await this.gate.opened()
    this.gate.pass(request, response)
    if (this.#isClosed) throw serviceUnavailable(new Error('The world was deleted while the request waited.'))
    // The client may have left while the request waited.
    if (!response.destroyed) this.store.during(() => void server.emit('request', request, response))
  }

  async countWorkspaces(): Promise<void> {
    this.workspaceCount = await workspaceCount(this.store.engine.read)
  }

  /** Counts a request, and returns the number of those before it. */
  countRequest(): number {
    return this.#requestCount++
  }

  change(changes: Partial<WorldSettings>): void {
    this.#settings = { ...this.#settings, ...changes }
    if (changes.limits !== undefined) this.#limiter.renew(limitSizes(changes.limits))
  }

  /** Replaces the contents, and the clock unless it is kept. */
  replace(image: Image, { keepsClock = false } = {}): Promise<void> {
    return this.gate.whileClosed(async () => {
      const { images, options } = this.#shared
      const next = await images.open(image, this.clock.now)
      void this.#worker.stop()
      if (!keepsClock) this.clock.restore(image.clock)
      const former = this.store.exchange(next)
      this.seeded = image.seeded
      this.#attempts.renew()
      this.callers.clear()
      this.recentWrites.clear()
      this.workspaceCount = -1
      this.calls.clear()
      this.change(options.settings)
      this.runs.clear()
      this.#worker = this.#createWorker()
      this.#worker.start()
      void former.close()
    })
  }

  /** The present state. */
  image(): Image {
    return { bytes: this.store.engine.serialize(), clock: this.clock.state(), seeded: this.seeded }
  }

  /** Runs `work` after the earlier calls have ended: work of the control API that changes the whole world. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Runs `work` with a worker that runs jobs only when `work` calls it. */
  async withIdleWorker<T>(work: (worker: Worker) => Promise<T>): Promise<T> {
    await this.#worker.stop()
    const idle = this.#createWorker()
    this.#worker = idle
    // A reset has replaced it and started its successor.
    return work(idle).finally(() => idle === this.#worker && idle.start())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker.stop()
    await (await this.#app).close()
    await this.store.close()
  }
}
