/** One read of a stream: the changes since a token was issued, and the next token. */
import { staleSync } from '../../../lib/errors.ts'
import type { LoggedChange } from '../../../store/queries/events/streams.ts'
import type { Answer } from '../../../vocabulary/operation.ts'
import type { SyncTokens } from '../../../vocabulary/sync_tokens.ts'

interface StreamRead {
  syncs: SyncTokens
  /** The gid that the tokens of the stream belong to. */
  stream: number
  /** The token from the client, if it sent one. */
  sync: string | undefined
  max: number
  /** The latest change of the stream. */
  last(): Promise<number>
  /** At most `limit` changes after a change, in order. */
  read(after: number, limit: number): Promise<LoggedChange[]>
}

/**
 * At most `max` events, with `sync` and `has_more` next to them. The same token returns the same events. Without a
 * valid token, throws 412 with a new token for the current position.
 */
export async function follow({ syncs, stream, sync, max, last, read }: StreamRead): Promise<Answer> {
  const after = sync === undefined ? undefined : syncs.read(stream, sync)
  if (after === undefined) throw staleSync(syncs.issue(stream, await last()))
  const changes = await read(after, max + 1)
  const page = changes.slice(0, max)
  const hasMore = changes.length > max
  const end = page.at(-1)
  const next = syncs.issue(stream, end?.gid ?? after, hasMore ? end?.at : undefined)
  return { gids: page.map(({ gid }) => gid), next: null, extras: { sync: next, has_more: hasMore } }
}
