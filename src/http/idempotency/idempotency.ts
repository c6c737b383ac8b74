/**
 * Requests with an `Idempotency-Key`: a page that got no response sends a request again, and it is executed once.
 *
 * Invariants:
 * - The response is stored in the transaction of the write, so that it exists exactly when the write does.
 * - Of two requests with the same key, the second waits for the transaction of the first, and gets its response.
 * - A request that failed has stored nothing, so that it can be sent again with its key.
 * - A stored response is sealed under the secret of the session: without the cookie, no reader of the store can read it.
 */
import type { Actor } from '../../identity/actor.ts'
import { invalid, serviceUnavailable, tooManyFields } from '../../lib/errors.ts'
import { digest, seal, unseal } from '../../lib/secret.ts'
import { textOf, utf8Of } from '../../lib/strings.ts'
import { tryInsert, update } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { storedResponse } from '../../store/queries/pages/responses.ts'
import { Upload } from '../../vocabulary/upload.ts'
import type { RequestBody } from '../body.ts'
import type { Incoming, Outgoing } from '../request.ts'

/** What identifies a request that is executed once. */
export interface IdempotentRequest {
  /** The session, and its secret. */
  token: number
  session: string
  key: string
  /** A digest of the request. */
  request: string
}

const HEADER = 'Idempotency-Key'

const MAX_STORED_CHARACTERS = 256 * 1024

// wire: the real service knows no such header, so requests with a token ignore it
/** The request with a valid key, or without a key. Throws 400. */
export function withValidKey(incoming: Incoming, { kind }: Actor): Incoming {
  const { idempotencyKey: key } = incoming
  if (key === undefined) return incoming
  if (kind !== 'session') return { ...incoming, idempotencyKey: undefined }
  if (!/^[\x20-\x7e]{1,200}$/.test(key)) throw invalid(HEADER, 'Must have 1 to 200 printable ASCII characters')
  return incoming
}

/** The key of an action of a batch: no client can send it. */
export const keyOfAction = (key: string | undefined, index: number): string | undefined =>
  key === undefined ? undefined : `${key}\n${index}`

/** The identity of a request; undefined if it has no key. */
export function idempotentRequest(
  { method, path, query, session, idempotencyKey: key }: Incoming,
  { token }: Actor,
  { data, options }: RequestBody,
): IdempotentRequest | undefined {
  if (key === undefined || session === undefined) return undefined
  // Each attempt stores the file of a form anew.
  const comparable = (_name: string, value: unknown) => (value instanceof Upload ? { ...value, key: '' } : value)
  return { token, session, key, request: digest(JSON.stringify([method, path, query, data, options], comparable)) }
}

/** The response to an earlier request with the same key. Throws 400 if that was another request. */
export async function earlierResponse(
  reader: Reader,
  { token, session, key, request }: IdempotentRequest,
): Promise<Outgoing | undefined> {
  const found = await storedResponse(reader, token, key)
  if (!found) return undefined
  if (found.request !== request) throw invalid(HEADER, 'Already used for another request: send a new key')
  const { status, body, location } = found
  return { status, body: utf8Of(unseal(session, body)), ...(location === null ? {} : { location }), isRepeated: true }
}

/**
 * Claims the key of a request until the transaction ends, after any other transaction with the same key. Returns the
 * response if that has executed the request.
 */
export async function claimKey(tx: Writer, repeated: IdempotentRequest): Promise<Outgoing | undefined> {
  const { token, key, request } = repeated
  const none = { status: 0, body: '', location: null }
  const row = { gid: tx.gid(), token, key, request, ...none, created_at: tx.now }
  if (await tryInsert(tx, 'idempotent_responses', row)) return undefined
  const earlier = await earlierResponse(tx, repeated)
  // The row expired in between.
  if (!earlier) throw serviceUnavailable(new Error(`The response to ${HEADER} has expired.`))
  return earlier
}

/** Stores the response under its key, which the transaction has claimed. Throws 400 for a response that is too long. */
export async function storeResponse(
  tx: Writer,
  { token, session, key }: IdempotentRequest,
  { status, body, location }: Outgoing,
): Promise<void> {
  const text = textOf(body)
  if (text.length > MAX_STORED_CHARACTERS) throw tooManyFields(`The response is too long for a request with ${HEADER}`)
  await update(
    tx,
    'idempotent_responses',
    { token, key },
    { status, body: seal(session, text), location: location ?? null },
  )
}
