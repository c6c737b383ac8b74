/** The snapshots of all worlds. Each world has its own names. */
import { conflict, notFoundText } from '../lib/errors.ts'
import type { Image } from './world/images.ts'
import type { WorldSettings } from './world/settings.ts'
import type { World } from './world/world.ts'

export interface Snapshot extends Image {
  name: string
  settings: WorldSettings
}

export interface Snapshots {
  of(world: World): Snapshot[]
  /** Throws 404. */
  get(world: World, name: string): Snapshot
  /** Takes a snapshot; one with the same name is replaced. Throws 409 if there are too many, or they are too large. */
  take(world: World, name?: string): Snapshot
  /** Throws 404. */
  remove(world: World, name: string): void
  forget(world: World): void
}

const MAX_SNAPSHOTS = 100
const MAX_TOTAL_BYTES = 1024 ** 3

export function createSnapshots(): Snapshots {
  const worlds = new Map<World, Map<string, Snapshot>>()
  const namesOf = (world: World) => worlds.get(world) ?? new Map<string, Snapshot>()
  const sizeOfAll = () =>
    [...worlds.values()].flatMap(one => [...one.values()]).reduce((sum, { bytes }) => sum + bytes.length, 0)
  const get = (world: World, name: string): Snapshot => {
    const found = namesOf(world).get(name)
    if (!found) throw notFoundText(`There is no snapshot ${JSON.stringify(name)}.`)
    return found
  }
  return {
    of: world => [...namesOf(world).values()],
    get,
    take(world, name = freeName('snapshot', namesOf(world))) {
      const own = namesOf(world)
      const replaced = own.get(name)
      if (!replaced && own.size >= MAX_SNAPSHOTS)
        throw conflict(`This world has ${MAX_SNAPSHOTS} snapshots already. Delete some of them.`)
      const snapshot = { name, ...world.image(), settings: world.settings }
      if (sizeOfAll() - (replaced?.bytes.length ?? 0) + snapshot.bytes.length > MAX_TOTAL_BYTES)
        throw conflict('All snapshots together have 1 GB already. Delete some of them.')
      worlds.set(world, own.set(name, snapshot))
      return snapshot
    },
    remove(world, name) {
      get(world, name)
      namesOf(world).delete(name)
    },
    forget: world => void worlds.delete(world),
  }
}

/** The first of `word-1`, `word-2`, … that is not taken. */
export function freeName(word: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) if (!taken.has(`${word}-${number}`)) return `${word}-${number}`
}
