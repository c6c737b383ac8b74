/**
 * The routes of the interface: the scopes and the function of each verb. A verb that writes runs in the transaction of
 * its request, which also reads the answer.
 */
import { notAllowed, notImplemented } from '../lib/errors.ts'
import type { PersonRow } from '../store/queries/scim/people.ts'
import { membersOf, type ScimTeamRow } from '../store/queries/scim/teams.ts'
import { created } from '../vocabulary/operation.ts'
import { missing } from './errors.ts'
import { createGroup, deleteGroup, groupOf, patchGroup, replaceGroup, shownGroup } from './groups.ts'
import { list } from './listing.ts'
import { shownPerson } from './person.ts'
import type { Realm, WriteRealm } from './realm.ts'
import { groupKind, type Kind, userKind } from './schema/attributes.ts'
import { collections, listOf, serviceProviderConfig } from './schema/discovery.ts'
import { projected, wants } from './schema/projection.ts'
import { createUser, deleteUser, patchUser, replaceUser, userOf } from './users.ts'
import type { Wish } from './wish.ts'

type Json = Record<string, unknown>

export type Scope = 'users:read' | 'users:write' | 'teams:read' | 'teams:write'

export interface Call {
  /** The last segment of the path where the route has `:id`; otherwise empty. */
  id: string
  wish: Wish
  /** The object in the body; empty for a verb without a body. */
  body: Json
  /** Whether the client asks for the changed resource where the default is no body. */
  shows: boolean
}

export interface Reply {
  status?: typeof created
  location?: string
  /** JSON as an object, as text or as text in chunks; undefined for an answer without a body. */
  body: Json | string | AsyncIterable<string> | undefined
}

export type Verb =
  | { writes: false; needs: readonly Scope[]; hasBody: boolean; run(realm: Realm, call: Call): Promise<Reply> }
  | { writes: true; needs: readonly Scope[]; hasBody: boolean; run(realm: WriteRealm, call: Call): Promise<Reply> }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const reads = (needs: readonly Scope[], run: (realm: Realm, call: Call) => Promise<Reply>, hasBody = false): Verb => ({
  writes: false,
  needs,
  hasBody,
  run,
})

const writes = (needs: Scope, run: (realm: WriteRealm, call: Call) => Promise<Reply>, hasBody = true): Verb => ({
  writes: true,
  needs: [needs],
  hasBody,
  run,
})

const removes = (needs: Scope, run: (realm: WriteRealm, id: string) => Promise<void>): Verb =>
  writes(
    needs,
    async (realm, { id }) => {
      await run(realm, id)
      return { body: undefined }
    },
    false,
  )

// --- Answers

const asUser = (realm: Realm, { wish }: Call, row: PersonRow): Json =>
  projected(userKind, wish.projection)(shownPerson(row, realm.base))

async function asGroup({ reader, workspace, base }: Realm, { wish }: Call, row: ScimTeamRow): Promise<Json> {
  const { projection } = wish
  const members = wants(groupKind, projection, 'members', true)
    ? (await membersOf(reader, workspace, [row.place])).get(row.place)
    : undefined
  return projected(
    groupKind,
    projection,
  )(
    shownGroup(
      row,
      base,
      members?.map(one => one.user),
    ),
  )
}

const madeAt = (realm: Realm, { endpoint }: Kind, gid: number) => `${realm.base}${endpoint}/${gid}`

const lists =
  (...kinds: Kind[]) =>
  async (realm: Realm, { wish }: Call): Promise<Reply> => ({ body: await list(realm, kinds, wish) })

// --- Discovery

const discovers = (run: (base: string, id: string) => Json) =>
  reads([], async ({ base }, { id, wish }) => {
    if (wish.filter !== undefined) throw notAllowed('What the service says of itself cannot be filtered.')
    return { body: run(base, id) }
  })

const collection = (path: keyof typeof collections): Record<string, Verbs> => ({
  [path]: { GET: discovers(base => listOf(collections[path](base))) },
  [`${path}/:id`]: {
    GET: discovers((base, id) => {
      const found = collections[path](base).find(one => String(one.id).toLowerCase() === id.toLowerCase())
      if (!found) throw missing(path.slice(1, -1), id)
      return found
    }),
  },
})

const notThere = (name: string) =>
  reads([], () => {
    throw notImplemented(`${name} is not offered.`)
  })

export type Verbs = Partial<Record<Method, Verb>>

/** Verbs by path; `:id` matches one segment of any content. */
export const routes: Readonly<Record<string, Verbs>> = {
  '/Users': {
    GET: reads(['users:read'], lists(userKind)),
    POST: writes('users:write', async (realm, call) => {
      const row = await createUser(realm, call.body)
      return { status: created, location: madeAt(realm, userKind, row.user), body: asUser(realm, call, row) }
    }),
  },
  '/Users/:id': {
    GET: reads(['users:read'], async (realm, call) => ({ body: asUser(realm, call, await userOf(realm, call.id)) })),
    PUT: writes('users:write', async (realm, call) => ({
      body: asUser(realm, call, await replaceUser(realm, call.id, call.body)),
    })),
    PATCH: writes('users:write', async (realm, call) => ({
      body: asUser(realm, call, await patchUser(realm, call.id, call.body)),
    })),
    DELETE: removes('users:write', deleteUser),
  },
  '/Users/.search': { POST: reads(['users:read'], lists(userKind), true) },
  '/Groups': {
    GET: reads(['teams:read'], lists(groupKind)),
    POST: writes('teams:write', async (realm, call) => {
      const row = await createGroup(realm, call.body)
      return { status: created, location: madeAt(realm, groupKind, row.place), body: await asGroup(realm, call, row) }
    }),
  },
  '/Groups/:id': {
    GET: reads(['teams:read'], async (realm, call) => ({
      body: await asGroup(realm, call, await groupOf(realm, call.id)),
    })),
    PUT: writes('teams:write', async (realm, call) => ({
      body: await asGroup(realm, call, await replaceGroup(realm, call.id, call.body)),
    })),
    // wire: spec 4.4: without a body, unless the client asks for one
    PATCH: writes('teams:write', async (realm, call) => {
      const row = await patchGroup(realm, call.id, call.body)
      return { body: call.shows ? await asGroup(realm, call, row) : undefined }
    }),
    DELETE: removes('teams:write', deleteGroup),
  },
  '/Groups/.search': { POST: reads(['teams:read'], lists(groupKind), true) },
  '/.search': { POST: reads(['users:read', 'teams:read'], lists(userKind, groupKind), true) },
  '/ServiceProviderConfig': { GET: discovers(serviceProviderConfig) },
  ...collection('/ResourceTypes'),
  ...collection('/Schemas'),
  '/Me': { GET: notThere('/Me'), POST: notThere('/Me'), PUT: notThere('/Me'), PATCH: notThere('/Me') },
  '/Bulk': { POST: notThere('/Bulk') },
}
