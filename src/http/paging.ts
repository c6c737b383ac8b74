/** Pagination: `limit`, `offset` and `next_page`. */

import { LOG_PAGE_TOKEN_TTL_MS, PAGE_TOKEN_TTL_MS } from '../graph/page_tokens.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid } from '../lib/errors.ts'
import type { Name } from '../names.ts'
import type { SortKey, Window } from '../store/queries/page.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { Query } from './options.ts'
import type { Incoming, Kernel } from './request.ts'

/** The maximum length of a list without `limit`; a longer one is cut and has a `next_page`. */
const MAX_UNPAGED = 1000
const MAX_PAGE_SIZE = 100

/** Lists that grow at their end: a client that has read a part always gets the position of the next page. */
const logTypes: ReadonlySet<Name> = new Set(['audit_log_event'])

type Paging = Pick<Kernel, 'offsets' | 'clock'>

/** The requested part of a list. Throws 400 for an invalid limit or offset. */
export function windowOf(paging: Paging, operation: Operation, incoming: Incoming, actor: Actor): Window {
  const { limit, offset } = incoming.query
  if (operation.answers !== 'page') return { limit: 1, after: null }
  const after = offset === undefined ? null : paging.offsets.read(scope(incoming, actor), offset, paging.clock())
  if (limit === undefined) return { limit: offset === undefined ? MAX_UNPAGED : MAX_PAGE_SIZE, after }
  if (!/^-?\d+$/.test(limit)) throw invalid('limit', `Not a number: ${limit.slice(0, 100)}`)
  const size = Number(limit)
  if (size < 1 || size > MAX_PAGE_SIZE) throw invalid('limit', `Must be between 1 and ${MAX_PAGE_SIZE}`)
  return { limit: size, after }
}

export interface NextPage {
  offset: string
  path: string
  uri: string
}

/**
 * Where the next page is; null on the last one. Undefined, so that the key is absent, for an uncut list without
 * `limit`. wire: recorded; one popular client loops for ever when the key is missing on a paged list.
 */
export function nextPage(
  { offsets, clock }: Paging,
  incoming: Incoming,
  actor: Actor,
  { type }: Operation,
  next: SortKey | null,
): NextPage | null | undefined {
  const { query, path: listPath, origin } = incoming
  const isLog = logTypes.has(type)
  if (next === null) return query.limit === undefined && query.offset === undefined && !isLog ? undefined : null
  const offset = offsets.issue(scope(incoming, actor), next, clock(), isLog ? LOG_PAGE_TOKEN_TTL_MS : PAGE_TOKEN_TTL_MS)
  const rest = Object.entries(query).filter(([name]) => name !== 'offset' && name !== 'limit')
  const limit = query.limit ?? String(MAX_PAGE_SIZE)
  const text = [...rest, ['limit', limit], ['offset', offset]].map(
    ([name, value]) => `${encode(name ?? '')}=${encode(value ?? '')}`,
  )
  const path = `${listPath}?${text.join('&')}`
  return { offset, path, uri: `${origin}/api/1.0${path}` }
}

/** Commas and dots stay readable, as clients sent them. */
const encode = (value: string) => encodeURIComponent(value).replaceAll('%2C', ',')

/** The scope of a token: the caller, the list and its filters. The size and the fields of pages may change. */
function scope({ path, query }: Incoming, actor: Actor): string {
  const filters = Object.entries(query as Query).filter(
    ([name]) => name !== 'limit' && name !== 'offset' && !name.startsWith('opt_'),
  )
  return JSON.stringify([actor.gid, path, filters.sort()])
}
