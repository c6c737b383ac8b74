/** One step of following a stream: what has happened since a token was issued, and the token for the next step. */
import { staleSync } from '../../../lib/errors.ts'
import type { LoggedChange } from '../../../store/queries/events/streams.ts'
import type { Answer, Syncs } from '../../../vocabulary/operation.ts'

interface Step {
  syncs: Syncs
  /** The gid that the tokens of the stream belong to. */
  stream: number
  /** As it was sent, if it was. */
  sync: string | undefined
  most: number
  /** The last change that was heard. */
  last(): Promise<number>
  /** Up to `limit` changes behind a change, in their order. */
  read(after: number, limit: number): Promise<LoggedChange[]>
}

/**
 * At most `most` events, with `sync` and `has_more` beside them. The same token answers the same again. Throws 412 with
 * a fresh token, which stands for this moment, when there is none or none that is good.
 */
export async function follow({ syncs, stream, sync, most, last, read }: Step): Promise<Answer> {
  const after = sync === undefined ? undefined : syncs.read(stream, sync)
  if (after === undefined) throw staleSync(syncs.issue(stream, await last()))
  const heard = await read(after, most + 1)
  const shown = heard.slice(0, most)
  const hasMore = heard.length > most
  const end = shown.at(-1)
  const next = syncs.issue(stream, end?.gid ?? after, hasMore ? end?.at : undefined)
  return { gids: shown.map(({ gid }) => gid), next: null, beside: { sync: next, has_more: hasMore } }
}
