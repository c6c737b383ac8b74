/**
 * Validation of authorization requests against the registered application.
 *
 * Invariants:
 * - Both the page and the consent validate the request: the browser could have changed it.
 * - No redirect goes to an address that the application has not registered.
 */

import { scopes as allScopes } from '../../catalog/scopes.ts'
import { applicationOf, mayRequest, type OAuthApplication, OUT_OF_BAND } from '../../identity/applications.ts'
import type { Challenge } from '../../identity/authorization.ts'
import { parseGid } from '../../lib/gid.ts'
import type { Reader } from '../../store/db.ts'
import type { Console } from '../console/route.ts'
import type { Query } from '../options.ts'

/** The dependencies of OAuth: those of the console, except for what sends e-mails. */
export type OauthDependencies = Omit<Console, 'linkBaseUrl' | 'signInMethods'>

/** The redirect address of the application, which receives the response. */
export interface RedirectTarget {
  uri: string
  state: string | undefined
  /** Identity tokens are sent in the fragment, which no server logs. */
  inFragment: boolean
}

export interface AuthorizationRequest {
  application: OAuthApplication
  target: RedirectTarget
  /** The person copies the code, because the application has no address. */
  outOfBand: boolean
  responseTypes: readonly ('code' | 'id_token')[]
  scopes: string[]
  challenge: Challenge | null
  nonce: string | null
  prompts: string[]
}

/** Why a request is invalid. Without a target only the person sees the error. */
export interface AuthorizationError {
  error: string
  description: string
  target: RedirectTarget | null
}

export type AuthorizationCheck =
  | { request: AuthorizationRequest; failure?: undefined }
  | { request?: undefined; failure: AuthorizationError }

type OauthProblem = [error: string, description: string]

/** Validates the parameters of an authorization request. */
export async function checkRequest(reader: Reader, query: Query): Promise<AuthorizationCheck> {
  const gid = parseGid(query.client_id ?? '')
  const application = gid === undefined ? undefined : await applicationOf(reader, gid)
  if (!application) return reject(['invalid_client', 'There is no application with this `client_id`.'], null)
  const uri = query.redirect_uri ?? ''
  if (!application.redirect_uris.includes(uri)) {
    return reject(['invalid_request', 'The `redirect_uri` is not registered for the application.'], null)
  }
  const types = uniqueWords(query.response_type)
  const outOfBand = uri === OUT_OF_BAND
  const target = { uri, state: query.state, inFragment: types.some(type => type !== 'code') }
  const scopes = scopesOf(application, query)
  const problem = problemOf(application, query, scopes, outOfBand)
  if (problem) return reject(problem, outOfBand ? null : target)
  const responseTypes = (['code', 'id_token'] as const).filter(type => types.includes(type))
  const prompts = uniqueWords(query.prompt)
  const { nonce = null } = query
  return {
    request: {
      application,
      target,
      outOfBand,
      responseTypes,
      scopes,
      challenge: challengeOf(query),
      nonce,
      prompts,
    },
  }
}

const reject = ([error, description]: OauthProblem, target: RedirectTarget | null): AuthorizationCheck => ({
  failure: { error, description, target },
})

/** The words of a list, sorted and without duplicates. */
const uniqueWords = (text = ''): string[] => [...new Set(text.split(' ').filter(Boolean))].sort()

// wire: docs "OAuth": a request without a scope is for all scopes of the application
const scopesOf = ({ scopes }: OAuthApplication, { scope }: Query): string[] => {
  const named = uniqueWords(scope)
  return named.length > 0 ? named : uniqueWords(scopes.join(' '))
}

const RESPONSE_TYPES = ['code', 'id_token', 'code id_token']

function problemOf(
  application: OAuthApplication,
  query: Query,
  scopes: string[],
  outOfBand: boolean,
): OauthProblem | undefined {
  if (!query.response_type) return ['invalid_request', 'The `response_type` is missing.']
  const type = uniqueWords(query.response_type).join(' ')
  if (!RESPONSE_TYPES.includes(type) || (outOfBand && type !== 'code')) {
    return ['unsupported_response_type', 'The `response_type` cannot be used here.']
  }
  if (!scopes.every(scope => allScopes.has(scope))) return ['invalid_scope', 'A requested scope does not exist.']
  if (!mayRequest(application, scopes)) {
    // wire: amp-labs/connectors
    const named = scopes.join(' ')
    return ['forbidden_scopes', `Your app is not allowed to request user authorization for \`${named}\` scopes.`]
  }
  if (type !== 'code' && !scopes.includes('openid')) {
    return ['invalid_scope', 'An identity token needs the scope `openid`.']
  }
  const isMeant = query.code_challenge !== undefined || query.code_challenge_method !== undefined
  if (isMeant && !challengeOf(query)) return ['invalid_request', 'The `code_challenge` or its method is not valid.']
  return undefined
}

/** The methods of RFC 7636: the digest of a secret, or the secret itself. */
const CHALLENGES = { S256: /^[\w-]{43}$/, plain: /^[\w.~-]{43,128}$/ }

function challengeOf({ code_challenge: text = '', code_challenge_method: method = 'plain' }: Query): Challenge | null {
  if (method !== 'S256' && method !== 'plain') return null
  return CHALLENGES[method].test(text) ? { text, method } : null
}

/** The redirect address with the members that are defined, escaped. */
export function redirectAddress(
  { uri, state, inFragment }: RedirectTarget,
  members: Record<string, string | undefined>,
): string {
  const answer = new URLSearchParams()
  for (const [name, text] of Object.entries({ ...members, state })) if (text !== undefined) answer.set(name, text)
  const mark = inFragment ? '#' : uri.includes('?') ? '&' : '?'
  return `${uri}${mark}${answer}`
}
