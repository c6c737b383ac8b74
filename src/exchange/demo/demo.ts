/** Fills an empty store with the demo: all of it, or nothing. */
import type { Files } from '../../files/files.ts'
import type { Clock } from '../../lib/clock.ts'
import { setFavorite } from '../../resources/personal/rules/favorites.ts'
import type { Store, Writer } from '../../store/db.ts'
import { advisoryLock, INSTALLATION } from '../../store/locks.ts'
import { isEmpty } from '../../store/queries/workspaces.ts'
import { insertSeed, SILENT, storeFiles } from '../seed/load_seed.ts'
import { parseSeed, type Seed } from '../seed/seed.ts'
import { demoDocument, favorites } from './document.ts'
import { fillInboxes } from './news.ts'
import { DOMAIN, FIRST_PERSON } from './organization.ts'

/** The e-mail address of the administrator of the demo. */
export const DEMO_EMAIL = `${FIRST_PERSON}@${DOMAIN}`

interface LoadedDemo {
  workspace: number
  /** The administrator. */
  user: number
  people: number
  projects: number
  tasks: number
}

/** The seed of the demo at this time. */
export function demoSeed(now: number): Seed {
  const parsed = parseSeed(demoDocument(now), 'json', 'demo')
  if ('seed' in parsed) return parsed.seed
  throw new Error(parsed.errors.map(({ message }) => message).join('\n'))
}

/** Loads the demo. Returns undefined, and writes nothing, if the store is not empty. `finish` runs in the transaction. */
export async function loadDemo<T>(
  store: Store,
  { clock, files }: { clock: Clock; files: Files },
  finish: (tx: Writer, demo: LoadedDemo) => Promise<T>,
): Promise<T | undefined> {
  if (!(await isEmpty(store.read))) return undefined
  const now = clock()
  const seed = demoSeed(now)
  const fileKeys = await storeFiles(store, seed, files)
  return store.write(async writer => {
    const tx = { ...writer, now }
    // installation: of two loads at the same time, the second one finds the objects of the first.
    await advisoryLock(tx, 'installation', INSTALLATION)
    if (!(await isEmpty(tx))) return undefined
    await insertSeed(tx, seed, { fileKeys, key: undefined })
    const gid = (key: string) => Number(seed.gids[key])
    for (const [person, keys] of Object.entries(favorites))
      for (const key of keys) await setFavorite(tx, gid(person), gid(key), {})
    await fillInboxes(tx, seed)
    const count = (type: string) => seed.objects.filter(one => one.type === type).length
    return finish(tx, {
      ...{ workspace: seed.workspace, user: gid(FIRST_PERSON) },
      ...{ people: count('user'), projects: count('project'), tasks: count('task') },
    })
  }, SILENT)
}
