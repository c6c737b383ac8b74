/**
 * Identity providers in a test: a SCIM client with the token of a service account, next to the REST clients of
 * `world()`. Tests check responses only, never the internals of the program.
 */
import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import type { AppOptions } from '../../../src/app.ts'
import { createUser, createWorkspace } from '../../../src/resources/people/rules/join.ts'
import { createServiceAccount } from '../../../src/resources/people/rules/service_account.ts'
import { insert } from '../../../src/store/change.ts'
import { type Json, type World, world } from '../world.ts'

export const BASE = '/api/1.0/scim'
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const SCIM_JSON = 'application/scim+json; charset=utf-8'

export interface ScimResponse {
  status: number
  headers: Record<string, string | undefined>
  body: Json
  /** The body as it was received. */
  text: string
}

type Headers = Record<string, string>

/** A client with one token. Bodies are objects, or texts that are sent unchanged. */
export interface ScimClient {
  token: string
  send(method: string, path: string, body?: Json | string | Buffer, headers?: Headers): Promise<ScimResponse>
  get(path: string, headers?: Headers): Promise<ScimResponse>
  post(path: string, body: Json | string, headers?: Headers): Promise<ScimResponse>
  put(path: string, body: Json | string, headers?: Headers): Promise<ScimResponse>
  patch(path: string, body: Json | string, headers?: Headers): Promise<ScimResponse>
  delete(path: string, headers?: Headers): Promise<ScimResponse>
  /** Creates a user, or the group `displayName`, and returns its body; fails the test when it is refused. */
  user(userName: string, more?: Json): Promise<Json>
  group(displayName: string, members?: string[], more?: Json): Promise<Json>
  /** The resources that match a filter. */
  search(kind: 'Users' | 'Groups', filter: string): Promise<Json[]>
}

export interface ScimWorld extends World {
  /** The service account of the organization, with every scope. */
  scim: ScimClient
  /** A client with this token, or with none. */
  clientFor(token: string | null): ScimClient
  /** Another service account. Scopes are separated by spaces; without them it has full permission. */
  account(terms?: { workspace?: string; scopes?: string }): Promise<ScimClient>
  /** Another organization, empty. */
  organization(name: string, domains?: string[], plan?: string): Promise<string>
}

/** An enterprise organization with Ann, Ben and a service account. */
export async function scimWorld(changes: Partial<AppOptions> = {}): Promise<ScimWorld> {
  const home = await world(changes)
  const clientFor = (token: string | null) => client(home, token)
  const account: ScimWorld['account'] = async ({ workspace = home.workspace, scopes } = {}) =>
    clientFor(await serviceToken(home, Number(workspace), scopes ?? null))
  const organization: ScimWorld['organization'] = (
    name,
    domains = [`${name.toLowerCase()}.org`],
    plan = 'enterprise',
  ) => home.store.write(async tx => String(await createWorkspace(tx, { name, domains, plan })))
  return { ...home, clientFor, account, organization, scim: await account() }
}

/** The token of a new service account; `scopes` null is full permission. */
export async function serviceToken({ store }: World, workspace: number, scopes: string | null): Promise<string> {
  const terms = { name: 'Provisioning', scopes: scopes ?? 'all', created_by: null }
  return (await store.write(tx => createServiceAccount(tx, workspace, terms))).token
}

export function client(home: World, token: string | null): ScimClient {
  const send: ScimClient['send'] = async (method, path, body, headers = {}) => {
    const bearer: Headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const type: Headers = body === undefined ? {} : { 'content-type': 'application/scim+json' }
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const sent = { method, url: BASE + path, headers: { ...bearer, ...type, ...headers } }
    const response = await home.app.inject({ ...sent, ...(body === undefined ? {} : { payload }) } as InjectOptions)
    const text = response.payload
    const shown = response.headers as ScimResponse['headers']
    return { status: response.statusCode, headers: shown, text, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const makes = async (path: string, body: Json) => {
    const reply = await send('POST', path, body)
    assert.equal(reply.status, 201, `POST ${path} answered ${reply.status}: ${reply.text}`)
    return reply.body
  }
  return {
    token: token ?? '',
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    user: (userName, more = {}) => makes('/Users', { schemas: [USER], userName, ...more }),
    group: (displayName, members = [], more = {}) =>
      makes('/Groups', { schemas: [GROUP], displayName, members: members.map(value => ({ value })), ...more }),
    async search(kind, filter) {
      const reply = await send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)
      assert.equal(reply.status, 200, `${filter} answered ${reply.status}: ${reply.text}`)
      assert.equal(reply.body.totalResults, reply.body.Resources.length, filter)
      return reply.body.Resources
    },
  }
}

/** The body of a PATCH. */
export const patch = (...Operations: Json[]): Json => ({ schemas: [PATCH], Operations })

/** The body of a response, which must have this status. */
export function assertSuccess(reply: ScimResponse, status = 200): Json {
  assert.equal(reply.status, status, reply.text)
  return reply.body
}

/** Checks that a response is an error in the form of SCIM. */
export function assertScimError(reply: ScimResponse, status: number, scimType?: string): Json {
  assert.equal(reply.status, status, reply.text)
  assert.equal(reply.headers['content-type'], SCIM_JSON)
  const { detail, ...rest } = reply.body
  assert.ok(typeof detail === 'string' && detail.length > 0 && detail.length < 1000, reply.text.slice(0, 2000))
  const expected: Json = { schemas: [ERROR], status: String(status) }
  if (scimType) expected.scimType = scimType
  assert.deepEqual(rest, expected, reply.text)
  return reply.body
}

/** The current members of a group, sorted by id. */
export async function membersOf(scim: ScimClient, group: string): Promise<string[]> {
  const { members = [] } = assertSuccess(await scim.get(`/Groups/${group}`))
  return members.map((one: Json) => one.value).sort()
}

/** Creates many members of an organization without an identity provider. Returns their ids in order. */
export function createPeople({ store, workspace }: World, count: number, prefix = 'person'): Promise<string[]> {
  return store.write(async tx => {
    const gids: string[] = []
    for (let index = 0; index < count; index++) {
      const email = `${prefix}${index}@example.com`
      const user = await createUser(tx, { name: `Person Number${index}`, email })
      const flags = { is_active: 1, is_admin: 0, is_guest: 0, is_view_only: 0, is_service: 0, role: null, hides: 0 }
      const row = { gid: tx.gid(), user, workspace: Number(workspace), ...flags, created_at: tx.now }
      await insert(tx, 'workspace_memberships', row)
      gids.push(String(user))
    }
    return gids
  })
}
