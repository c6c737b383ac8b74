/**
 * The routes of the interface: the scopes and the function of each verb. A verb that writes runs in the transaction of
 * its request, which also reads the answer.
 */

import { notAllowed, notImplemented } from '../lib/errors.ts'
import type { PersonRow } from '../store/queries/scim/people.ts'
import { membersOf, type ScimTeamRow } from '../store/queries/scim/teams.ts'
import { created } from '../vocabulary/operation.ts'
import { unknownResource } from './errors.ts'
import { createGroup, deleteGroup, groupOf, patchGroup, presentGroup, replaceGroup } from './groups.ts'
import type { ScimJson } from './json.ts'
import type { ListQuery } from './list_query.ts'
import { listResources } from './listing.ts'
import { presentPerson } from './person.ts'
import { groupKind, type ResourceKind, userKind } from './schema/attributes.ts'
import { collections, listResponse, serviceProviderConfig } from './schema/discovery.ts'
import { createProjector, includesAttribute } from './schema/projection.ts'
import type { TenantContext, TenantWriteContext } from './tenant.ts'
import { createUser, deleteUser, patchUser, replaceUser, userOf } from './users.ts'

export type ScimScope = 'users:read' | 'users:write' | 'teams:read' | 'teams:write'

export interface ScimCall {
  /** The last segment of the path where the route has `:id`; otherwise empty. */
  id: string
  listQuery: ListQuery
  /** The object in the body; empty for a verb without a body. */
  body: ScimJson
  /** Whether the client asks for the changed resource where the default is no body. */
  returnsRepresentation: boolean
}

export interface ScimReply {
  status?: typeof created
  location?: string
  /** JSON as an object, as text or as text in chunks; undefined for an answer without a body. */
  body: ScimJson | string | AsyncIterable<string> | undefined
}

export type ScimVerb =
  | {
      writes: false
      scopes: readonly ScimScope[]
      hasBody: boolean
      execute(tenant: TenantContext, call: ScimCall): Promise<ScimReply>
    }
  | {
      writes: true
      scopes: readonly ScimScope[]
      hasBody: boolean
      execute(tenant: TenantWriteContext, call: ScimCall): Promise<ScimReply>
    }

export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const readVerb = (
  scopes: readonly ScimScope[],
  execute: (tenant: TenantContext, call: ScimCall) => Promise<ScimReply>,
  hasBody = false,
): ScimVerb => ({
  writes: false,
  scopes,
  hasBody,
  execute,
})

const writeVerb = (
  scopes: ScimScope,
  execute: (tenant: TenantWriteContext, call: ScimCall) => Promise<ScimReply>,
  hasBody = true,
): ScimVerb => ({
  writes: true,
  scopes: [scopes],
  hasBody,
  execute,
})

const deleteVerb = (scopes: ScimScope, execute: (tenant: TenantWriteContext, id: string) => Promise<void>): ScimVerb =>
  writeVerb(
    scopes,
    async (tenant, { id }) => {
      await execute(tenant, id)
      return { body: undefined }
    },
    false,
  )

// --- Answers

const userJson = (tenant: TenantContext, { listQuery }: ScimCall, row: PersonRow): ScimJson =>
  createProjector(userKind, listQuery.projection)(presentPerson(row, tenant.base))

async function groupJson(
  { reader, workspace, base }: TenantContext,
  { listQuery }: ScimCall,
  row: ScimTeamRow,
): Promise<ScimJson> {
  const { projection } = listQuery
  const members = includesAttribute(groupKind, projection, 'members', true)
    ? (await membersOf(reader, workspace, [row.team])).get(row.team)
    : undefined
  return createProjector(
    groupKind,
    projection,
  )(
    presentGroup(
      row,
      base,
      members?.map(one => one.user),
    ),
  )
}

const locationOf = (tenant: TenantContext, { endpoint }: ResourceKind, gid: number) =>
  `${tenant.base}${endpoint}/${gid}`

const listVerb =
  (...kinds: ResourceKind[]) =>
  async (tenant: TenantContext, { listQuery }: ScimCall): Promise<ScimReply> => ({
    body: await listResources(tenant, kinds, listQuery),
  })

// --- Discovery

const discoveryVerb = (execute: (base: string, id: string) => ScimJson) =>
  readVerb([], async ({ base }, { id, listQuery }) => {
    if (listQuery.filter !== undefined) throw notAllowed('What the service says of itself cannot be filtered.')
    return { body: execute(base, id) }
  })

const collection = (path: keyof typeof collections): Record<string, ScimVerbs> => ({
  [path]: { GET: discoveryVerb(base => listResponse(collections[path](base))) },
  [`${path}/:id`]: {
    GET: discoveryVerb((base, id) => {
      const found = collections[path](base).find(one => String(one.id).toLowerCase() === id.toLowerCase())
      if (!found) throw unknownResource(path.slice(1, -1), id)
      return found
    }),
  },
})

const unsupportedVerb = (name: string) =>
  readVerb([], () => {
    throw notImplemented(`${name} is not offered.`)
  })

export type ScimVerbs = Partial<Record<ScimMethod, ScimVerb>>

/** Verbs by path; `:id` matches one segment of any content. */
export const routes: Readonly<Record<string, ScimVerbs>> = {
  '/Users': {
    GET: readVerb(['users:read'], listVerb(userKind)),
    POST: writeVerb('users:write', async (tenant, call) => {
      const row = await createUser(tenant, call.body)
      return { status: created, location: locationOf(tenant, userKind, row.user), body: userJson(tenant, call, row) }
    }),
  },
  '/Users/:id': {
    GET: readVerb(['users:read'], async (tenant, call) => ({
      body: userJson(tenant, call, await userOf(tenant, call.id)),
    })),
    PUT: writeVerb('users:write', async (tenant, call) => ({
      body: userJson(tenant, call, await replaceUser(tenant, call.id, call.body)),
    })),
    PATCH: writeVerb('users:write', async (tenant, call) => ({
      body: userJson(tenant, call, await patchUser(tenant, call.id, call.body)),
    })),
    DELETE: deleteVerb('users:write', deleteUser),
  },
  '/Users/.search': { POST: readVerb(['users:read'], listVerb(userKind), true) },
  '/Groups': {
    GET: readVerb(['teams:read'], listVerb(groupKind)),
    POST: writeVerb('teams:write', async (tenant, call) => {
      const row = await createGroup(tenant, call.body)
      return {
        status: created,
        location: locationOf(tenant, groupKind, row.team),
        body: await groupJson(tenant, call, row),
      }
    }),
  },
  '/Groups/:id': {
    GET: readVerb(['teams:read'], async (tenant, call) => ({
      body: await groupJson(tenant, call, await groupOf(tenant, call.id)),
    })),
    PUT: writeVerb('teams:write', async (tenant, call) => ({
      body: await groupJson(tenant, call, await replaceGroup(tenant, call.id, call.body)),
    })),
    // wire: spec 4.4: without a body, unless the client asks for one
    PATCH: writeVerb('teams:write', async (tenant, call) => {
      const row = await patchGroup(tenant, call.id, call.body)
      return { body: call.returnsRepresentation ? await groupJson(tenant, call, row) : undefined }
    }),
    DELETE: deleteVerb('teams:write', deleteGroup),
  },
  '/Groups/.search': { POST: readVerb(['teams:read'], listVerb(groupKind), true) },
  '/.search': { POST: readVerb(['users:read', 'teams:read'], listVerb(userKind, groupKind), true) },
  '/ServiceProviderConfig': { GET: discoveryVerb(serviceProviderConfig) },
  ...collection('/ResourceTypes'),
  ...collection('/Schemas'),
  '/Me': {
    GET: unsupportedVerb('/Me'),
    POST: unsupportedVerb('/Me'),
    PUT: unsupportedVerb('/Me'),
    PATCH: unsupportedVerb('/Me'),
  },
  '/Bulk': { POST: unsupportedVerb('/Bulk') },
}
