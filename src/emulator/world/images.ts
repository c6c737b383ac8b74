/**
 * Images: the whole state of a world as bytes. Worlds begin with the image of a seed, and return to it; snapshots are
 * images too.
 */
import { changeCapture } from '../../events/change_capture.ts'
import { loadSeed, type Seed } from '../../exchange/seed/seed.ts'
import type { Files } from '../../files/files.ts'
import type { Clock } from '../../lib/clock.ts'
import { bytesInEmptyFile } from '../../store/empty.ts'
import { openSqlite, type SqliteStore } from '../../store/sqlite.ts'
import { type ClockState, createWorldClock, heldAt, realTime } from './clock.ts'
import type { StoreFolder } from './folder.ts'

/** What a seed put into a world, by the keys of the seed. */
export type Seeded = Awaited<ReturnType<typeof loadSeed>>

export interface Image {
  bytes: Uint8Array
  clock: ClockState
  seeded: Seeded
}

export interface Images {
  /** The image of a seed, or of an empty store. It is made once for each of the latest seeds. */
  of(seed: Seed | null): Promise<Image>
  /** Opens a store with the contents of an image. */
  open(image: Pick<Image, 'bytes'>, clock: Clock): Promise<SqliteStore>
}

interface ImageOptions {
  clock: Clock
  folder: StoreFolder
  files: Files
  /** Seals the secrets of seeds. */
  key: string
  /** The clock with which all worlds begin, instead of those of their seeds; null for that of the seed. */
  initialClock: ClockState | null
  /** The file of a store without objects. */
  emptyStore?: string | undefined
}

const NOTHING: Seeded = { workspace: '', gids: {}, tokens: {} }

const MAX_IMAGES = 8

export function createImages({ clock: real, folder, files, key, initialClock, emptyStore }: ImageOptions): Images {
  const known = new Map<Seed | null, Promise<Image>>()
  /** What the first opening of an image has found. */
  const unused = new WeakMap<Uint8Array, number>()
  const openIn = async (clock: Clock, bytes?: Uint8Array) => {
    const unusedFrom = bytes && unused.get(bytes)
    const contents = { ...(bytes && { bytes }), ...(unusedFrom !== undefined && { unusedFrom }) }
    const options = { folder: folder.create(), ephemeral: true, clock, capture: changeCapture, ...contents }
    const store = await openSqlite(options)
    if (bytes) unused.set(bytes, store.unusedFrom)
    return store
  }
  const make = async (seed: Seed | null): Promise<Image> => {
    const state = initialClock ?? clockOf(seed)
    const { now } = createWorldClock(real, state)
    const store = await (seed
      ? openIn(now, (await images.of(null)).bytes)
      : openEmpty(bytes => openIn(now, bytes), emptyStore))
    try {
      const seeded = seed ? await loadSeed(store, seed, now, { key, files }) : NOTHING
      return { bytes: store.serialize(), clock: state, seeded }
    } finally {
      await store.close()
    }
  }
  const images: Images = {
    of(seed) {
      const made = known.get(seed) ?? make(seed)
      known.set(seed, made)
      made.catch(() => known.delete(seed))
      // The first two are the seed of the process and the empty store.
      if (known.size > MAX_IMAGES) known.delete([...known.keys()][2] ?? seed)
      return made
    },
    open: ({ bytes }, clock) => openIn(clock, bytes),
  }
  return images
}

/** Opens a store without objects: migrations run only if the build has made none of this version. */
async function openEmpty(
  open: (bytes?: Uint8Array) => Promise<SqliteStore>,
  file: string | undefined,
): Promise<SqliteStore> {
  const bytes = file === undefined ? undefined : bytesInEmptyFile(file)
  const opened = bytes && (await open(bytes).catch(() => undefined))
  return opened ?? open()
}

const clockOf = (seed: Seed | null): ClockState => (seed?.clock == null ? realTime : heldAt(seed.clock))
