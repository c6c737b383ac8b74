/** Recorded requests as the control API shows them. */
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import type { RecordedRequest } from '../../testing/recorded.ts'
import { shown } from '../control/input.ts'
import { secretOf } from '../exchange/callers.ts'
import { pairsOf } from '../exchange/held.ts'
import { bytesOf, type KeptBody } from '../exchange/tap.ts'
import type { RequestEntry } from './log.ts'
import { createRedaction, type Redaction } from './redact.ts'

/** Shows an entry without credentials. `secrets` are further texts that must not appear. */
export async function showRequest(entry: RequestEntry, secrets: Iterable<string>): Promise<RecordedRequest> {
  const caller = await entry.caller
  const own = secretOf(entry.requestHeaders.authorization)
  const redaction = createRedaction(own === undefined ? secrets : [...secrets, own])
  const requestHeaders = redaction.headers(entry.requestHeaders)
  const responseHeaders = redaction.headers(headersOf(entry.responseHeaders))
  return {
    ...{ id: String(entry.id), at: shown(entry.at), real_at: shown(entry.realAt), method: entry.method },
    ...{ path: redaction.text(entry.path), query: groupedBy(redaction.query(new URLSearchParams(entry.queryText))) },
    ...{ operation: entry.operation, status: entry.status, ms: entry.ms },
    token: caller ? { gid: caller.token.gid, name: redaction.text(caller.token.name) } : null,
    user: caller?.user ?? null,
    request: { headers: requestHeaders, body: bodyOf(entry.requestBody, requestHeaders, redaction) },
    response: { headers: responseHeaders, body: bodyOf(entry.responseBody, responseHeaders, redaction) },
    ...{ fault: entry.faults.join(', ') || null, warnings: entry.warnings },
    is_cut: entry.requestBody.isCut || entry.responseBody.isCut,
  }
}

/** The values of each header. */
const headersOf = (headers: unknown): Record<string, string[]> => {
  const pairs = pairsOf(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const values = Map.groupBy(pairs, ([name]) => name)
  return Object.fromEntries([...values].map(([name, all]) => [name, all.flatMap(([, value]) => value)]))
}

function groupedBy(pairs: readonly [string, string][]): Record<string, string | string[]> {
  const names = new Set(pairs.map(([name]) => name))
  return Object.fromEntries(
    [...names].map(name => {
      const values = pairs.filter(([one]) => one === name).map(([, value]) => value)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** JSON as a value, other text as text, null if there is none or if it is not text. */
function bodyOf(body: KeptBody, headers: Record<string, string>, redaction: Redaction): unknown {
  if (body.bytes === 0) return null
  const type = headers['content-type'] ?? ''
  if (!/json|text|urlencoded|xml|^$/.test(type)) return null
  const text = decoded(bytesOf(body), headers['content-encoding'])
  if (text === undefined) return null
  if (/urlencoded/.test(type)) return groupedBy(redaction.query(new URLSearchParams(text)))
  try {
    return redaction.value(JSON.parse(text))
  } catch {
    return redaction.text(text)
  }
}

/** A cut body is decompressed as far as it goes. */
function decoded(bytes: Buffer, encoding: string | undefined): string | undefined {
  const cut = { finishFlush: constants.Z_SYNC_FLUSH }
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, cut).toString()
    if (encoding === 'deflate') return inflateSync(bytes, cut).toString()
    if (encoding === 'br')
      return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString()
    return bytes.toString()
  } catch {
    return undefined
  }
}
