/** An OAuth application, and its authorization flow, in process. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { issueToken } from '../../../src/identity/tokens.ts'
import { apiClient, type Json, type Person, type World } from '../world.ts'
import { pageHeaders, signedIn, type Visitor } from './console.ts'

export const CALLBACK = 'https://app.example.net/callback'

export interface OAuthApp {
  gid: string
  secret: string
}

/** An application that Ben has registered. */
export async function application(world: World, wanted: Json = {}): Promise<OAuthApp> {
  const owner = await signedIn(world, world.ben)
  const described = { name: 'Planner', redirect_uris: [CALLBACK], scopes: ['default'], ...wanted }
  const { status, data, message } = await owner.post('/applications', described)
  assert.equal(status, 201, message ?? '')
  return { gid: data.gid, secret: data.client_secret }
}

/** A person through an application with these scopes, without the authorization flow. */
export async function throughApplication(
  world: World,
  person: Person,
  { gid }: { gid: string },
  scopes: string,
): Promise<Person> {
  const terms = {
    user: Number(person.gid),
    name: 'App',
    kind: 'application' as const,
    scopes,
    application: Number(gid),
  }
  const { token } = await world.store.write(tx => issueToken(tx, terms))
  return apiClient(world.send, { ...person, token })
}

const queryOf = (members: Json): string => new URLSearchParams(members as Record<string, string>).toString()

/** The query of an ordinary authorization request, with changes. */
export const authorizeQuery = ({ gid }: OAuthApp, more: Json = {}): string =>
  queryOf({ client_id: gid, redirect_uri: CALLBACK, response_type: 'code', state: 'st', ...more })

/** Opens the authorization endpoint. Returns the redirect address, or the text that it shows. */
export async function openAuthorize({ app }: World, query: string, session?: string) {
  const headers: Record<string, string> = session ? { cookie: pageHeaders(session).cookie ?? '' } : {}
  const answer = await app.inject({ method: 'GET', url: `/-/oauth_authorize?${query}`, headers })
  return { status: answer.statusCode, location: answer.headers.location, text: answer.payload, headers: answer.headers }
}

/** Consents to a request as a person. Returns the members of the redirect to the application. */
export async function consent(visitor: Visitor, query: string): Promise<Record<string, string>> {
  const { status, data, message } = await visitor.post('/oauth/consent', { query, allow: true })
  assert.equal(status, 200, message ?? '')
  return redirectMembers(data.redirect)
}

/** The members of an address, in its query or its fragment. */
export function redirectMembers(address: string | undefined): Record<string, string> {
  const { searchParams, hash } = new URL(address ?? '')
  return Object.fromEntries([...searchParams, ...new URLSearchParams(hash.slice(1))])
}

/** Posts a form to the token endpoint, or to another one. */
export async function postForm(
  world: World,
  members: Json,
  url = '/-/oauth_token',
  headers: Record<string, string> = {},
) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return world.send({ method: 'POST', url, headers: { ...type, ...headers }, payload: queryOf(members) })
}

/** Exchanges a code. */
export const exchange = (world: World, { gid, secret }: OAuthApp, code: string | undefined, more: Json = {}) =>
  postForm(world, {
    ...{ grant_type: 'authorization_code', client_id: gid, client_secret: secret, redirect_uri: CALLBACK, code },
    ...more,
  })

/** Completes the authorization flow. Returns the body with the tokens. */
export async function tokensFor(world: World, app: OAuthApp, person: Person, more: Json = {}): Promise<Json> {
  const { code } = await consent(await signedIn(world, person), authorizeQuery(app, more))
  const { status, body } = await exchange(world, app, code)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Calls the API with a token. */
export const callApi = (world: World, token: string, path: string, method = 'GET') =>
  world.send({ method, url: `/api/1.0${path}`, headers: { authorization: `Bearer ${token}` } })

export const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
