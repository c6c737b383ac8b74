/**
 * The authorization endpoint, and the consent of a person.
 *
 * With an earlier consent the browser is redirected at once. Another site may cause that, because it only issues a code
 * to the application. Two conditions hold: it must be a page that the person sees, and it counts as a write against the
 * limits of the session.
 */

import { type Actor, originOf } from '../../identity/actor.ts'
import { applicationOf } from '../../identity/applications.ts'
import { issueCode } from '../../identity/authorization.ts'
import { isGranted, saveGrant } from '../../identity/grants.ts'
import { authenticate, withLockedToken } from '../../identity/tokens.ts'
import { ApiError } from '../../lib/errors.ts'
import type { ClientInfo } from '../client.ts'
import type { Query } from '../options.ts'
import { identityToken } from './openid.ts'
import { withinLimits } from './rate_limit.ts'
import { type AuthorizationRequest, checkRequest, type OauthDependencies, redirectAddress } from './request.ts'

/** The redirect, or the text that the browser shows because there is no address to redirect to. */
export type AuthorizationPage = { location: string; text?: undefined } | { location?: undefined; text: string }

/** Answers an authorization request; `text` is its query string, unchanged. */
export async function authorize(
  dependencies: OauthDependencies,
  client: ClientInfo,
  query: Query,
  text: string,
): Promise<AuthorizationPage> {
  const { request, failure } = await checkRequest(dependencies.store.read, query)
  if (failure) {
    const { error, description, target } = failure
    return target
      ? { location: redirectAddress(target, { error, error_description: description }) }
      : { text: description }
  }
  const { prompts, target, outOfBand } = request
  const page = { location: `/consent?${text}` }
  // The person must copy the code, so the page has to show it.
  if (outOfBand) return page
  const actor = await signedInPerson(dependencies, client)
  if (actor && client.isPage && prompts.every(prompt => prompt === 'none')) {
    const result = await withinLimits(dependencies.limits, actor, () =>
      reuseConsent(dependencies, client, request, actor),
    )
    if (result) return { location: redirectAddress(target, result) }
  }
  if (prompts.includes('none')) {
    const error = actor === undefined ? 'login_required' : 'consent_required'
    return { location: redirectAddress(target, { error, error_description: 'The person must decide first.' }) }
  }
  return page
}

/** What the application gets when an earlier consent covers the request. */
async function reuseConsent(
  dependencies: OauthDependencies,
  client: ClientInfo,
  request: AuthorizationRequest,
  actor: Actor,
) {
  const { store } = dependencies
  const parties = { application: request.application.gid, user: actor.gid }
  if (!(await isGranted(store.read, parties, request.scopes))) return undefined
  return allow({ ...dependencies, store: withLockedToken(store, actor) }, client, request, actor, 'existing')
}

/** The person who has the session of the browser. */
async function signedInPerson(
  { store, clock }: OauthDependencies,
  { session }: ClientInfo,
): Promise<Actor | undefined> {
  try {
    return await authenticate(store, { authorization: undefined, session }, clock())
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * Stores the consent of a person, and returns what the application gets for it. Returns undefined when the application
 * has been deleted meanwhile, or when an earlier consent has been revoked.
 */
export async function allow(
  dependencies: OauthDependencies,
  client: ClientInfo,
  request: AuthorizationRequest,
  actor: Actor,
  consent: 'existing' | 'new',
) {
  const { application, responseTypes, scopes, challenge, nonce, target } = request
  const parties = { application: application.gid, user: actor.gid }
  const issued = await dependencies.store.write(
    async tx => {
      if (!(await applicationOf(tx, application.gid))) return undefined
      if (consent === 'existing' && !(await isGranted(tx, parties, scopes))) return undefined
      await saveGrant(tx, parties, scopes)
      const terms = { ...parties, redirectUri: target.uri, scopes, challenge, nonce }
      return { code: responseTypes.includes('code') ? await issueCode(tx, terms) : undefined }
    },
    originOf(actor, client),
  )
  if (!issued) return undefined
  const { code } = issued
  if (!responseTypes.includes('id_token')) return { code }
  return { code, id_token: await identityToken(dependencies, client.origin, { ...parties, scopes, nonce, code }) }
}

/** The redirect when the person denies the request. */
export const deny = ({ target }: AuthorizationRequest): string =>
  redirectAddress(target, { error: 'access_denied', error_description: 'The person denied the request.' })
