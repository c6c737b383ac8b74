/** Which shelf there is: where it was said, in the store that copies share, or none. */
import type { Store } from './db.ts'
import { tableShelf } from './queries/copies/shelf.ts'
import { openRedisShelf, type RedisShelf } from './redis_shelf.ts'

interface Places {
  store: Store
  redisUrl: string | undefined
}

/** Null where nothing is shared: the embedded store has one server. */
export async function openShelf({ store, redisUrl }: Places): Promise<RedisShelf | null> {
  if (redisUrl !== undefined) return openRedisShelf(redisUrl)
  const { beside, clock } = store
  return beside && { ...tableShelf(beside, clock), close: async () => undefined }
}
