/**
 * The outbox: calls of acts that the server has not confirmed. It is stored before it is sent, so that a closed page
 * loses nothing, and sent again until the server answers.
 *
 * Invariants:
 * - Calls about one subject are sent in their order, one at a time; a call that mentions a new object waits for it.
 * - A call that creates an object carries a key, so that the server executes it once however often it is sent.
 * - The patches of a call are shown until it is confirmed (then they are part of the records) or refused (then not).
 * - Storage executes writes in their order, so that a page that is killed between two of them loses no call.
 * - Calls that share a request and are refused together are sent again, each on its own.
 */
import {
  answersOf,
  type Bundle,
  batchCall,
  HTTP,
  isTransient,
  isUnsettled,
  mergedCall,
  readyRequests,
} from './batching.ts'
import { basedOn, findConflict, Unanswered } from './conflicts.ts'
import { createPauses } from './pauses.ts'
import { type Gid, isEqual, type Patch, type Records, replaceGid, replaceGids } from './records.ts'
import { createTakeover } from './takeover.ts'

export interface Call {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** One call of an act, with what it changes here. */
export interface Step {
  /** The object about which calls are sent in order. */
  readonly subject: Gid
  readonly patches: readonly Patch[]
  readonly call: Call
  /** The local gid of the object that the call creates. */
  readonly creates?: Gid
  /** The step that takes this one back. Absent where the app asks before it acts. */
  readonly inverse?: Step
}

export interface OutboxItem {
  readonly id: string
  /** What the act is called, for messages. */
  readonly title: string
  readonly subject: Gid
  readonly patches: readonly Patch[]
  readonly call: Call
  readonly creates?: Gid
  /** The values that the patched members of the subject had, to find conflicts of calls that waited. */
  readonly base?: Readonly<Record<string, unknown>>
  /** The page that sends it; absent in what an older version stored. */
  readonly page?: string
  /** Milliseconds since 1970. No two items of a page have the same, so that a restored outbox keeps their order. */
  readonly createdAt: number
}

export interface Answer {
  /** The HTTP status; 0 without a response. */
  readonly status: number
  readonly message: string
  readonly data?: unknown
  readonly retryAfterSeconds?: number
}

export interface OutboxStorage {
  put(item: OutboxItem): Promise<void>
  delete(id: string): Promise<void>
  all(): Promise<readonly OutboxItem[]>
}

export interface OutboxEnvironment {
  readonly records: Records
  readonly storage: OutboxStorage
  /** The name of this page. */
  readonly page: string
  /** Runs after another page has ended. */
  afterPage(page: string, run: () => Promise<void>): Promise<void>
  /** Sends a call; an empty key for those that may be executed twice. */
  send(call: Call, key: string): Promise<Answer>
  /** Reads members of the subject, for a call that waited: the answer's data is their present values. */
  read(gid: Gid, members: readonly string[]): Promise<Answer>
  now(): number
  delay(run: () => void, ms: number): void
  /** A call was confirmed: `data` is the object of the answer. */
  onConfirmed(item: OutboxItem, data: unknown): void
  /** A call was refused. It stays in storage until the promise is fulfilled. */
  onRejected(item: OutboxItem, answer: Answer): Promise<void> | void
  onConflict(item: OutboxItem, theirs: Readonly<Record<string, unknown>>): void
  onSessionEnded(): void
  onRenamed(local: Gid, gid: Gid): void
}

export interface OutboxState {
  readonly unsent: number
  /** Whether the last call found no server. */
  readonly isOffline: boolean
  /** Whether calls wait because the server limits them. */
  readonly isLimited: boolean
}

export interface Outbox {
  push(items: readonly OutboxItem[]): void
  /** Sends what pages that have ended left. */
  restore(): Promise<void>
  /** Sends again now, after a sign-in or when the server answers again. */
  resume(): void
  state(): OutboxState
  /** A gid, or a value that has some, in which objects that were created here have the gids of the server. Keeps what is equal. */
  resolve<T>(value: T): T
  isPending(gid: Gid): boolean
  /** Whether a call that waits puts another object next to this one. */
  isNeighbour(gid: Gid): boolean
  /** Counts a text as unsent while it waits for the person to pause. */
  setTyped(key: string, isWaiting: boolean): void
  subscribe(listener: () => void): () => void
}

const MAX_PARALLEL_CALLS = 6
/** Between items of the same moment. Present moments have no smaller fractions as numbers than about 0.0002 ms. */
const MIN_DISTANCE_MS = 1 / 1024

export function createOutbox(environment: OutboxEnvironment): Outbox {
  const { records, storage, page } = environment
  let queue: OutboxItem[] = []
  const inFlight = new Set<string>()
  /** Items that were refused together with others: they are sent on their own. */
  const alone = new Set<string>()
  let calls = 0
  const gids = new Map<Gid, Gid>()
  const listeners = new Set<() => void>()
  let lastCreatedAt = 0
  /** Texts that will become calls. */
  const typed = new Set<string>()
  let state: OutboxState = { unsent: 0, isOffline: false, isLimited: false }

  const pauses = createPauses(environment.delay, () => pump())

  const publish = (): void => {
    const next = { unsent: queue.length + typed.size, ...pauses.state() }
    if (isEqual(state, next)) return
    state = next
    for (const listener of listeners) listener()
  }
  const pump = (): void => {
    publish()
    if (pauses.isPaused() || calls >= MAX_PARALLEL_CALLS) return
    const requests = readyRequests({ queue, inFlight, alone })
    for (const request of requests.slice(0, MAX_PARALLEL_CALLS - calls)) void deliver(request)
  }
  const leaveQueue = ({ id }: OutboxItem): void => {
    queue = queue.filter(one => one.id !== id)
    alone.delete(id)
  }
  const replaceAll = (change: (item: OutboxItem) => OutboxItem): void => {
    const former = queue
    queue = former.map(change)
    for (const [index, item] of queue.entries()) if (item !== former[index]) void storage.put(item)
  }
  const rename = (local: Gid, gid: Gid): void => {
    gids.set(local, gid)
    records.rename(local, gid)
    replaceAll(item => replaceGid(item, local, gid))
    environment.onRenamed(local, gid)
  }
  const confirm = (item: OutboxItem, data: unknown): void => {
    leaveQueue(item)
    replaceAll(later => basedOn(later, item))
    const gid = (data as { gid?: Gid } | null | undefined)?.gid
    // The calls that wait for the object are stored with its gid before the call that created it is forgotten.
    if (item.creates && gid) rename(item.creates, gid)
    void storage.delete(item.id)
    records.commitLayer(item.id)
    environment.onConfirmed(gid && item.creates ? replaceGid(item, item.creates, gid) : item, data)
  }
  /** Takes back a call, and those that need the object that it would have created. The call itself stays in storage. */
  const takeBack = (item: OutboxItem): void => {
    leaveQueue(item)
    records.dropLayer(item.id)
    const { creates } = item
    if (creates === undefined) return
    for (const other of queue.filter(one => JSON.stringify(one).includes(creates))) {
      takeBack(other)
      void storage.delete(other.id)
    }
  }
  const settle = (bundle: Bundle, answer: Answer): void => {
    const { status } = answer
    if (status < 300) for (const item of bundle) confirm(item, answer.data)
    else if (bundle.length > 1) for (const { id } of bundle) alone.add(id)
    else {
      for (const item of bundle) {
        takeBack(item)
        void Promise.resolve(environment.onRejected(item, answer)).finally(() => storage.delete(item.id))
      }
    }
  }
  /** Settles bundles by their answers. An answer that says nothing about a call leaves it in the queue. */
  const settleAll = (bundles: readonly Bundle[], answers: readonly Answer[]): void => {
    const transient = answers.find(({ status }) => isTransient(status))
    const ended = answers.some(({ status }) => status === HTTP.unauthorized)
    pauses.note(transient)
    for (const [index, bundle] of bundles.entries()) {
      const answer = answers[index]
      if (answer && !isUnsettled(answer.status)) settle(bundle, answer)
    }
    if (ended) {
      pauses.begin()
      environment.onSessionEnded()
    }
  }
  /** Takes back the items of a bundle that conflict with a change of another person. */
  const withoutConflicts = async (bundle: Bundle): Promise<Bundle> => {
    const left: OutboxItem[] = []
    for (const item of bundle) {
      const conflict = await findConflict(environment, item, left)
      if (!conflict) left.push(item)
      else {
        takeBack(item)
        void storage.delete(item.id)
        environment.onConflict(item, conflict)
      }
    }
    return left
  }
  const sendAll = async (bundles: readonly Bundle[]): Promise<void> => {
    const [first] = bundles
    if (bundles.length === 1 && first) {
      settleAll(bundles, [await environment.send(mergedCall(first), first[0]?.id ?? '')])
      return
    }
    const answer = await environment.send(batchCall(bundles), '')
    const answers = isUnsettled(answer.status) ? bundles.map(() => answer) : answersOf(answer)
    if (answers) settleAll(bundles, answers)
    else for (const { id } of bundles.flat()) alone.add(id)
  }
  const deliver = async (bundles: readonly Bundle[]): Promise<void> => {
    const ids = bundles.flat().map(({ id }) => id)
    for (const id of ids) inFlight.add(id)
    calls++
    try {
      const wanted = (await Promise.all(bundles.map(withoutConflicts))).filter(bundle => bundle.length > 0)
      if (wanted.length > 0) await sendAll(wanted)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      settleAll([], [error.cause as Answer])
    }
    for (const id of ids) inFlight.delete(id)
    calls--
    pump()
  }
  const enqueue = (pushed: OutboxItem): void => {
    lastCreatedAt = Math.max(pushed.createdAt, lastCreatedAt + MIN_DISTANCE_MS)
    // A field may still name a new object by its local gid.
    const item = replaceGids({ ...pushed, page, createdAt: lastCreatedAt }, gids)
    records.addLayer(item.id, item.patches)
    queue.push(item)
    void storage.put(item)
  }

  return {
    push: items => {
      items.forEach(enqueue)
      pump()
    },
    restore: createTakeover({
      ...{ storage, page, afterPage: environment.afterPage },
      take: items => {
        const known = new Set(queue.map(({ id }) => id))
        const left = items.filter(({ id }) => !known.has(id))
        for (const item of left) records.addLayer(item.id, item.patches)
        queue = [...left, ...queue]
        pump()
      },
    }),
    resume: () => {
      pauses.end()
      pump()
    },
    state: () => state,
    resolve: value =>
      typeof value === 'string' ? ((gids.get(value) ?? value) as typeof value) : replaceGids(value, gids),
    setTyped: (key, isWaiting) => {
      typed[isWaiting ? 'add' : 'delete'](key)
      publish()
    },
    isNeighbour: gid => queue.some(({ call: { data } }) => data?.insert_after === gid || data?.insert_before === gid),
    isPending: gid => queue.some(({ subject, patches }) => subject === gid || patches.some(patch => patch.gid === gid)),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
