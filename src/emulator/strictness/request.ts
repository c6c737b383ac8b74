/** A request as the rules of strictness see it. */
import type { Catalog } from '../../catalog/catalog.ts'
import type { Operation } from '../../vocabulary/operation.ts'
import type { Exchange } from '../exchange/exchange.ts'

export interface CheckedRequest {
  exchange: Exchange
  operation: Operation
  catalog: Catalog
  query: URLSearchParams
  /** The member `data` of the body. */
  data: Record<string, unknown>
  /** The requests of the caller's world that are being answered, with this one. */
  inFlight: Readonly<Record<'reads' | 'writes', number>>
  workspaceCount: number
}

/** The data of a request without a body. */
export const NOTHING: Readonly<Record<string, never>> = {}

/** The member `data` of a JSON body; empty if there is none. */
export function dataIn(text: string): Record<string, unknown> {
  // Most requests have no body, and an exception costs more than the rest of the checks.
  if (text === '') return NOTHING
  try {
    const { data } = JSON.parse(text) as { data?: unknown }
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
