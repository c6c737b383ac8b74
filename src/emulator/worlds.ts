/** The worlds of a process. A name that is used for the first time gets a new world with the seed of the process. */
import { createCatalog } from '../catalog/catalog.ts'
import type { Seed } from '../exchange/seed/seed.ts'
import type { Files } from '../files/files.ts'
import { folderFiles } from '../files/folder.ts'
import { createRouter } from '../http/router.ts'
import { withTimeout } from '../lib/clock.ts'
import { conflict, exhausted, malformed, notFoundText } from '../lib/errors.ts'
import type { EmulatorOptions, SharedParts } from './options.ts'
import { DEFAULT_WORLD, isWorldName } from './select.ts'
import { createSnapshots, freeName, type Snapshots } from './snapshots.ts'
import { createStoreFolder } from './world/folder.ts'
import { createImages, type Image } from './world/images.ts'
import { World } from './world/world.ts'

export interface Worlds {
  /** The world of this name, which is created if necessary. Throws 503 if there are too many. */
  of(name: string): Promise<World>
  /** Creates a world that begins with an image; without a name, it gets a free one. Throws 400, 409, 503. */
  create(name: string | undefined, image: Image): Promise<World>
  list(): Promise<World[]>
  /** Throws 404. */
  remove(name: string): Promise<void>
  /** The image of a seed; null is an empty store. */
  imageOf(seed: Seed | null): Promise<Image>
  readonly snapshots: Snapshots
  /** The ids of all operations. */
  readonly operations: readonly string[]
  /** The files of all worlds. */
  readonly files: Files
  close(): Promise<void>
}

export function createWorlds(options: EmulatorOptions): Worlds {
  const folder = createStoreFolder()
  // A file that a job removes is still there in the images of its world.
  const files = { ...folderFiles(folder.create()), remove: async () => undefined }
  const [catalog, images] = [createCatalog(), createImages({ ...options, folder, files })]
  const shared: SharedParts = { options, images, files, catalog, router: createRouter(catalog.operations) }
  const snapshots = createSnapshots()
  const worlds = new Map<string, Promise<World>>()
  const add = (name: string, image: Promise<Image>): Promise<World> => {
    if (worlds.size > options.maxWorlds) throw exhausted(tooManyText(options))
    const made = image.then(one => World.create(shared, name, one))
    worlds.set(name, made)
    made.catch(() => worlds.delete(name))
    return made
  }
  return {
    of: name => worlds.get(name) ?? add(name, images.of(options.seed)),
    async create(name = freeName('world', worlds), image) {
      if (!isWorldName(name)) throw malformed(`name: ${NAME_RULE}`)
      if (worlds.has(name)) throw conflict(`name: There is a world ${name} already.`)
      return add(name, Promise.resolve(image))
    },
    list: () => Promise.all(worlds.values()),
    async remove(name) {
      const world = await worlds.get(name)
      if (!world) throw notFoundText(`There is no world ${JSON.stringify(name)}.`)
      if (name === DEFAULT_WORLD) throw malformed('The default world cannot be deleted. Reset it instead.')
      worlds.delete(name)
      snapshots.forget(world)
      await world.gate.whileClosed(() => world.close())
    },
    ...{ imageOf: images.of, snapshots, files, operations: catalog.operations.map(({ id }) => id) },
    async close() {
      const closing = [...worlds.values()].map(async world => (await world).close())
      // The target of a webhook that does not answer must not delay the exit.
      await withTimeout(CLOSE_TIMEOUT_MS, Promise.allSettled(closing), undefined)
      folder.remove()
    },
  }
}

const CLOSE_TIMEOUT_MS = 2000

const tooManyText = ({ maxWorlds }: EmulatorOptions): string =>
  `There are ${maxWorlds} worlds already. Delete one, or start with a larger --worlds.`

const NAME_RULE = 'It must have 1 to 32 characters of a-z, 0-9 and -, and not begin with -.'
