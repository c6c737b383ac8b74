/**
 * The local cache of work objects: immutable records by gid. Two parts make what the pages show: the confirmed records,
 * as the server sent them, and layers of patches of acts that the server has not confirmed yet.
 *
 * Invariants:
 * - A record that does not change keeps its identity, so that components compare by `===`.
 * - A layer is applied, committed or dropped whole.
 * - A member with a pending patch shows the patch, whatever the server sends meanwhile.
 * - A member that an act wrote is not replaced by an answer that was requested before the write was confirmed.
 * - A record that the server deleted is not created again by an answer that was requested before.
 * - A patch changes a record; only one with a `resource_type` creates it, so that pages never show parts of a record.
 */

export type Gid = string

export interface WorkRecord {
  readonly gid: Gid
  readonly resource_type: string
  readonly [member: string]: unknown
}

/** A change of one record: new values of members, or null, which removes the record. */
export interface Patch {
  readonly gid: Gid
  readonly members: Readonly<Record<string, unknown>> | null
}

/** Called once after each change, with the gids of the records that changed. */
export type RecordsListener = (changed: ReadonlySet<Gid>) => void

export interface Records {
  /** The record as pages show it; undefined if it is not in the cache or was removed. */
  get(gid: Gid): WorkRecord | undefined
  /** The record as the server sent it last. */
  confirmed(gid: Gid): WorkRecord | undefined
  /** All records as the server sent them. */
  confirmedRecords(): Iterable<WorkRecord>
  /** Whether a layer changes the record: the server has not confirmed what pages show. */
  isPending(gid: Gid): boolean
  /** All shown records of a type. */
  all(type: string): WorkRecord[]
  /**
   * Merges records of the server: members that are absent keep their values. With `asOf`, the moment at which they were
   * requested, members that an act wrote since then keep their values.
   */
  confirm(records: readonly Patch[], asOf?: number): void
  /** Removes records that the server deleted. An answer that was requested before does not create them again. */
  remove(gids: readonly Gid[]): void
  /** The present moment, counted in writes of acts: take it before a request, pass it to `confirm` with the answer. */
  moment(): number
  /** Adds a layer of patches of an act. */
  addLayer(id: string, patches: readonly Patch[]): void
  /** Makes a layer part of the confirmed records. */
  commitLayer(id: string): void
  /** Takes a layer back. */
  dropLayer(id: string): void
  /** Gives a record that was created here the gid of the server, in all records and layers that mention it. */
  rename(local: Gid, gid: Gid): void
  /** The gid that an object had first in this page: it stays when the server stores a new object. */
  keyOf(gid: Gid): Gid
  clear(): void
  subscribe(listener: RecordsListener): () => void
  /** How often listeners were called: something that was computed at another version may be out of date. */
  version(): number
}

const mergeMembers = (record: WorkRecord | undefined, { gid, members }: Patch): WorkRecord | undefined =>
  members === null || (!record && !('resource_type' in members))
    ? undefined
    : ({ ...record, ...members, gid } as WorkRecord)

/** Stands for all members of a record that an act removed. */
const REMOVAL = ''

/** When acts wrote the members of records, counted in writes. */
function createMoments() {
  const written = new Map<Gid, Map<string, number>>()
  let writes = 0
  return {
    now: () => writes,
    write(patches: readonly Patch[]) {
      writes++
      for (const { gid, members } of patches) {
        const moments = written.get(gid) ?? new Map<string, number>()
        for (const member of members ? Object.keys(members) : [REMOVAL]) moments.set(member, writes)
        written.set(gid, moments)
      }
    },
    /** The part of a patch that was not written after a moment. */
    without(patch: Patch, asOf: number): Patch[] {
      const { gid, members } = patch
      const moments = written.get(gid)
      if (!moments) return [patch]
      const isOld = (member: string) => (moments.get(member) ?? 0) > asOf
      if (isOld(REMOVAL) || (members === null && [...moments.keys()].some(isOld))) return []
      if (members === null) return [patch]
      return [{ gid, members: Object.fromEntries(Object.entries(members).filter(([member]) => !isOld(member))) }]
    },
    clear: () => written.clear(),
  }
}

/** The records as they are shown, also by type: a menu that searches names asks for all of a type at each key. */
function createShown() {
  const records = new Map<Gid, WorkRecord>()
  const types = new Map<string, Map<Gid, WorkRecord>>()
  const drop = (gid: Gid): void => {
    const former = records.get(gid)
    if (!former) return
    records.delete(gid)
    types.get(former.resource_type)?.delete(gid)
  }
  return {
    get: (gid: Gid) => records.get(gid),
    gids: () => records.keys(),
    all: (type: string) => [...(types.get(type)?.values() ?? [])],
    set(gid: Gid, record: WorkRecord): void {
      const { resource_type: type } = record
      if (records.get(gid)?.resource_type !== type) drop(gid)
      records.set(gid, record)
      const ofType = types.get(type) ?? new Map<Gid, WorkRecord>()
      types.set(type, ofType.set(gid, record))
    },
    delete: drop,
    clear(): void {
      records.clear()
      types.clear()
    },
  }
}

export function createRecords(): Records {
  const confirmed = new Map<Gid, WorkRecord>()
  /** The first gids of objects that were created here, by those of the server. */
  const firstGids = new Map<Gid, Gid>()
  const shown = createShown()
  const layers = new Map<string, readonly Patch[]>()
  const moments = createMoments()
  const listeners = new Set<RecordsListener>()
  let version = 0

  const show = (gid: Gid): void => {
    let record = confirmed.get(gid)
    for (const patches of layers.values()) {
      for (const patch of patches) if (patch.gid === gid) record = mergeMembers(record, patch)
    }
    if (record) shown.set(gid, record)
    else shown.delete(gid)
  }
  const notify = (changed: ReadonlySet<Gid>): void => {
    if (changed.size === 0) return
    version++
    for (const listener of listeners) listener(changed)
  }
  const refresh = (gids: Iterable<Gid>): void => {
    const changed = new Set<Gid>(gids)
    for (const gid of changed) show(gid)
    notify(changed)
  }
  const gidsOf = (patches: readonly Patch[]): Gid[] => patches.map(({ gid }) => gid)
  const store = (patch: Patch): boolean => {
    const former = confirmed.get(patch.gid)
    const record = mergeMembers(former, patch)
    if (former && record && isSame(former, record)) return false
    if (record) confirmed.set(patch.gid, record)
    else confirmed.delete(patch.gid)
    return former !== record
  }

  return {
    get: gid => shown.get(gid),
    confirmed: gid => confirmed.get(gid),
    confirmedRecords: () => confirmed.values(),
    isPending: gid => [...layers.values()].some(patches => patches.some(patch => patch.gid === gid)),
    all: shown.all,
    confirm: (patches, asOf = moments.now()) => {
      const current = patches.flatMap(patch => moments.without(patch, asOf))
      refresh(gidsOf(current.filter(store)))
    },
    remove: gids => {
      const patches = gids.map((gid): Patch => ({ gid, members: null }))
      moments.write(patches)
      refresh(gidsOf(patches.filter(store)))
    },
    moment: moments.now,
    addLayer: (id, patches) => {
      layers.set(id, patches)
      refresh(gidsOf(patches))
    },
    commitLayer: id => {
      const patches = layers.get(id) ?? []
      layers.delete(id)
      patches.forEach(store)
      moments.write(patches.filter(({ gid, members }) => members === null || confirmed.has(gid)))
      refresh(gidsOf(patches))
    },
    dropLayer: id => {
      const patches = layers.get(id) ?? []
      layers.delete(id)
      refresh(gidsOf(patches))
    },
    keyOf: gid => firstGids.get(gid) ?? gid,
    rename: (local, gid) => {
      firstGids.set(gid, local)
      const changed = new Set<Gid>()
      for (const record of [...confirmed.values()]) {
        const renamed = replaceGid(record, local, gid)
        if (renamed === record) continue
        confirmed.delete(record.gid)
        confirmed.set(renamed.gid, renamed)
        changed.add(record.gid).add(renamed.gid)
      }
      for (const [id, patches] of layers) {
        const renamed = replaceGid(patches, local, gid)
        if (renamed === patches) continue
        layers.set(id, renamed)
        for (const one of [...gidsOf(patches), ...gidsOf(renamed)]) changed.add(one)
      }
      refresh(changed)
    },
    clear: () => {
      const all = new Set(shown.gids())
      for (const map of [confirmed, shown, layers, moments]) map.clear()
      notify(all)
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

/** Whether two JSON values are equal. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every(key => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

/** Whether merging changed nothing: compares the members that the new record has. */
const isSame = (former: WorkRecord, record: WorkRecord): boolean =>
  Object.keys(record).every(member => isEqual(former[member], record[member]))

/** A JSON value in which each text that is or contains a local gid has the gid of the server. Keeps what is equal. */
export function replaceGid<T>(value: T, local: Gid, gid: Gid): T {
  if (typeof value === 'string') return (value.includes(local) ? value.replaceAll(local, gid) : value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(item => replaceGid(item, local, gid))
    return items.some((item, index) => item !== value[index]) ? (items as T) : value
  }
  let isChanged = false
  const entries = Object.entries(value).map(([key, member]) => {
    const replaced = replaceGid(member, local, gid)
    isChanged ||= replaced !== member
    return [key, replaced]
  })
  return isChanged ? (Object.fromEntries(entries) as T) : value
}

/** Replaces the local gids in a value by those of the server. */
export function replaceGids<T>(value: T, gids: ReadonlyMap<Gid, Gid>): T {
  const text = JSON.stringify(value)
  return [...gids].reduce((one, [local, gid]) => (text.includes(local) ? replaceGid(one, local, gid) : one), value)
}
