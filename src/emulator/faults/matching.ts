/** Whether a request or a batch of events is one that a fault rule is about. */

import { secretOf } from '../exchange/callers.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { ParsedRule } from './rule.ts'

/** The tokens of the seed by their keys: a rule can name a token by its key, its text or its gid. */
export type TokenKeys = Readonly<Record<string, string>>

/** Whether a rule is about this request. The caller must have been identified if a rule names one. */
export function matchesRequest({ match, use }: ParsedRule, exchange: Exchange, tokens: TokenKeys): boolean {
  if (!exchange.isApi) return false
  const { operation, method, path, token, user, resource } = match
  if (operation && !operation.includes(exchange.operation?.id ?? '')) return false
  if (method && !method.includes(exchange.method)) return false
  if (path && !path.test(exchange.apiPath)) return false
  if (use?.parameter !== undefined && !exchange.query.has(use.parameter)) return false
  if (resource !== undefined && !exchange.names(resource)) return false
  if (user !== undefined && exchange.caller?.user !== user) return false
  return token === undefined || isToken(exchange, token, tokens)
}

/** Whether a rule needs to know the caller. */
export const needsCaller = ({ match }: ParsedRule): boolean => match.token !== undefined || match.user !== undefined

function isToken({ request, caller }: Exchange, token: string, tokens: TokenKeys): boolean {
  const secret = secretOf(request.headers.authorization)
  const ofKey = Object.hasOwn(tokens, token) ? tokens[token] : undefined
  return secret !== undefined && (secret === token || secret === ofKey || caller?.token.gid === token)
}

export interface WebhookEvent {
  action?: string
  resource?: { gid?: string }
  parent?: { gid?: string } | null
}

/** A call of the target of a webhook. */
export interface WebhookCall {
  webhook: string | undefined
  /** The object that the webhook watches. */
  resource: string | undefined
  target: string
  events: readonly WebhookEvent[]
}

export function matchesCall({ match }: ParsedRule, { webhook, resource, target, events }: WebhookCall): boolean {
  if (match.webhook !== undefined && match.webhook !== webhook) return false
  if (match.target !== undefined && match.target !== target) return false
  const isMeant = match.resource === undefined || match.resource === resource
  if (!isMeant && !events.some(event => event.resource?.gid === match.resource)) return false
  return match.action === undefined || events.some(({ action }) => action === match.action)
}
