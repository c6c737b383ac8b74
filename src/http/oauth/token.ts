/**
 * The token endpoint and the revocation endpoint. Applications exchange codes and refresh tokens for access tokens, and
 * revoke them. They authenticate with their secret; an error has no more detail than the standard asks for.
 */
import { originOf } from '../../identity/actor.ts'
import { applicationOf, hasSecret, type OAuthApplication } from '../../identity/applications.ts'
import {
  ACCESS_TOKEN_TTL_MS,
  type IssuedAccess,
  redeemCode,
  refreshAccess,
  revokeToken,
} from '../../identity/authorization.ts'
import { parseGid } from '../../lib/gid.ts'
import type { Writer } from '../../store/db.ts'
import { personOf } from '../../store/queries/identity/oauth.ts'
import type { ClientInfo } from '../client.ts'
import { identityToken } from './openid.ts'
import { OauthError, type OauthParameters } from './parameters.ts'
import { withinLimits } from './rate_limit.ts'
import type { OauthDependencies } from './request.ts'

/** A request of an application. */
export interface ApplicationRequest {
  parameters: OauthParameters
  authorization: string | undefined
  client: ClientInfo
}

/** Exchanges a code or a refresh token for an access token. */
export async function issueAccess(
  dependencies: OauthDependencies,
  request: ApplicationRequest,
): Promise<Record<string, unknown>> {
  const application = await authenticateApplication(dependencies, request)
  const { grant_type: type } = request.parameters
  if (type === undefined) throw missingParameter('grant_type')
  const exchange = exchanges.get(type)
  if (!exchange) throw new OauthError('unsupported_grant_type', 'The `grant_type` is not supported.')
  return limitApplication(dependencies, application, async () =>
    accessResponse(dependencies, request, await exchange(dependencies, request, application)),
  )
}

/** Limits an application as one token of its owner, whichever person's tokens it requests. */
const limitApplication = <T>(
  { limits }: OauthDependencies,
  { gid, owner }: OAuthApplication,
  work: () => Promise<T>,
): Promise<T> => withinLimits(limits, { token: gid, gid: owner }, work)

/** Revokes a refresh token and its access tokens. An unknown token counts as revoked. */
export async function revokeAccess(
  dependencies: OauthDependencies,
  request: ApplicationRequest,
): Promise<Record<string, never>> {
  const application = await authenticateApplication(dependencies, request)
  const { token } = request.parameters
  if (!token) throw missingParameter('token')
  const revoke = () => write(dependencies, request, tx => revokeToken(tx, token, application))
  // wire: docs "OAuth": a bearer token is refused
  if (!(await limitApplication(dependencies, application, revoke))) {
    throw new OauthError('unsupported_token_type', 'The `token` must be a refresh token.')
  }
  return {}
}

/** Writes without an actor, but with the address of the application. */
const write = <T>(
  { store }: OauthDependencies,
  { client }: ApplicationRequest,
  work: (tx: Writer) => Promise<T>,
): Promise<T> => store.write(work, originOf(undefined, client))

const missingParameter = (name: string) => new OauthError('invalid_request', `The \`${name}\` is missing.`)

// wire: recorded for a refresh token
const invalidGrant = (name: string) => new OauthError('invalid_grant', `The \`${name}\` provided was invalid.`)

/** Authenticates the application. All failures have one text, and guessing is slowed down. */
async function authenticateApplication(
  dependencies: OauthDependencies,
  { parameters, authorization, client }: ApplicationRequest,
): Promise<OAuthApplication> {
  const { id, secret } = credentials(parameters, authorization)
  if (!id) throw missingParameter('client_id')
  if (!secret) throw missingParameter('client_secret')
  const isRight = await dependencies.attempts.guess(client.address)
  const gid = parseGid(id)
  const application = gid === undefined ? undefined : await applicationOf(dependencies.store.read, gid)
  if (!application || !hasSecret(application, secret)) {
    throw new OauthError('invalid_client', 'The `client_id` or the `client_secret` provided was invalid.')
  }
  isRight()
  return application
}

// wire: docs name the members; common libraries send HTTP Basic, or both
function credentials({ client_id: id, client_secret: secret }: OauthParameters, authorization = '') {
  const [scheme = '', value = ''] = authorization.split(' ', 2)
  if (scheme.toLowerCase() !== 'basic') return { id, secret }
  const [name = '', ...rest] = Buffer.from(value, 'base64').toString().split(':')
  const basic = { id: decodeFormText(name), secret: decodeFormText(rest.join(':')) }
  return id === undefined || id === basic.id ? basic : { id: '0', secret: basic.secret }
}

function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

async function exchangeCode(
  dependencies: OauthDependencies,
  request: ApplicationRequest,
  application: OAuthApplication,
): Promise<IssuedAccess> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = request.parameters
  if (!code) throw missingParameter('code')
  const access = await write(dependencies, request, tx => redeemCode(tx, code, { application, redirectUri, verifier }))
  if (!access) throw invalidGrant('code')
  return access
}

async function exchangeRefreshToken(
  dependencies: OauthDependencies,
  request: ApplicationRequest,
  application: OAuthApplication,
): Promise<IssuedAccess> {
  const { refresh_token: token } = request.parameters
  if (!token) throw missingParameter('refresh_token')
  const access = await write(dependencies, request, tx => refreshAccess(tx, token, application))
  if (!access) throw invalidGrant('refresh_token')
  return access
}

type AccessExchange = (
  dependencies: OauthDependencies,
  request: ApplicationRequest,
  application: OAuthApplication,
) => Promise<IssuedAccess>

const exchanges = new Map<string, AccessExchange>([
  ['authorization_code', exchangeCode],
  ['refresh_token', exchangeRefreshToken],
])

async function accessResponse(
  dependencies: OauthDependencies,
  { client }: ApplicationRequest,
  access: IssuedAccess,
): Promise<Record<string, unknown>> {
  const { accessToken, refreshToken, user, scopes } = access
  const { gid, name, email } = await personOf(dependencies.store.read, user)
  return {
    access_token: accessToken,
    expires_in: ACCESS_TOKEN_TTL_MS / 1000,
    token_type: 'bearer',
    // wire: docs "OAuth": the gid as a number and as a text
    data: { id: gid, gid: String(gid), name, email },
    refresh_token: refreshToken,
    id_token: scopes.includes('openid') ? await identityToken(dependencies, client.origin, access) : undefined,
  }
}
