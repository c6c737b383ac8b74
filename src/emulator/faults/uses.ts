/** The faults that have a name: what each does to a request. Texts are those of the API. */
import {
  ApiError,
  abovePlan,
  expiredBearer,
  failure,
  forbidden,
  invalid,
  serviceUnavailable,
  tooMany,
  unauthorized,
  unknownObject,
} from '../../lib/errors.ts'
import type { Exchange } from '../exchange/exchange.ts'

/** What a client gets, where a rule says it. */
export interface FaultAnswer {
  status?: number
  message?: string
  headers: Readonly<Record<string, string>>
  retryAfter?: number
  as?: 'json' | 'html' | 'empty'
}

export type Cut = 'reset' | 'close' | { bytes: number }

export interface FaultUse {
  phase?: 'after'
  delayMs?: number
  /** The request is never answered. */
  hangs?: true
  cut?: Cut | 'half'
  /** The error that the client gets. A status is a server error that has no text of its own. */
  error?(exchange: Exchange, retryAfter: number | undefined): ApiError | 'server_error'
  status?: number
  as?: FaultAnswer['as']
  /** The parameter without which it does nothing. It is removed if `isRemoved`: the world then answers accordingly. */
  parameter?: string
  isRemoved?: true
}

const SLOW_MS = 2000

/** The noun and the gid of the object in the path, as errors name it. */
function objectIn({ match, apiPath }: Exchange): [noun: string, gid: string] {
  const [name, gid] = Object.entries(match?.params ?? {}).at(-1) ?? []
  const [first = '', second = ''] = apiPath.split('/').filter(Boolean)
  return name === undefined ? [first.replace(/s$/, ''), second || '0'] : [name.replace(/_gid$/, ''), gid ?? '0']
}

const tokenRevoked = (): ApiError => unauthorized()

const serverError = (): 'server_error' => 'server_error'

export const FAULT_USES: Readonly<Record<string, FaultUse>> = {
  rate_limited: { error: (_exchange, retryAfter = 1) => tooMany(retryAfter) },
  server_error: { error: serverError },
  lost_answer: { error: serverError, phase: 'after' },
  unavailable: { error: (_exchange, retryAfter) => withRetry(serviceUnavailable(undefined), retryAfter) },
  bad_gateway: { status: failure.badGateway, as: 'html' },
  gateway_timeout: { status: failure.gatewayTimeout, as: 'html' },
  slow: { delayMs: SLOW_MS },
  hang: { hangs: true },
  reset: { cut: 'reset' },
  lost_reset: { cut: 'reset', phase: 'after' },
  truncated: { cut: 'half', phase: 'after' },
  expired_sync: { parameter: 'sync', isRemoved: true },
  expired_offset: {
    parameter: 'offset',
    error: () => invalid('offset', 'Your pagination token has expired.', 'page-token'),
  },
  token_revoked: { error: tokenRevoked },
  token_expired: { error: expiredBearer },
  payment_required: { error: () => abovePlan('This feature is not available for free users.') },
  forbidden: { error: exchange => forbidden(objectIn(exchange)[0]) },
  gone: { error: exchange => unknownObject(...objectIn(exchange)) },
}

const withRetry = (error: ApiError, retryAfter = error.retryAfter ?? 1): ApiError =>
  new ApiError(error.status, error.topic, error.message, { retryAfter })
