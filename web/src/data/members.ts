/** The members of a project, and requests for access to it: queries, and the calls that share it. */
import { queryOptions } from '@tanstack/react-query'
import { call, callPage, type ListPage } from './call.ts'
import { readQuery } from './queries.ts'
import type { Gid } from './records.ts'
import type { NamedObject } from './types.ts'

export type AccessLevel = 'admin' | 'editor' | 'commenter' | 'viewer'

/** The access levels, the highest first, as people read them. */
export const ACCESS_LEVELS: readonly (readonly [value: AccessLevel, text: string])[] = [
  ['admin', 'Admin'],
  ['editor', 'Editor'],
  ['commenter', 'Commenter'],
  ['viewer', 'Viewer'],
]

export const PRIVACY_SETTINGS: readonly (readonly [value: string, text: string])[] = [
  ['private', 'Private to members'],
  ['private_to_team', 'Team'],
  ['public_to_workspace', 'Organization'],
]

export interface SharedWith extends NamedObject {
  readonly resource_type: 'user' | 'team'
  readonly email?: string
  readonly photo?: { readonly image_36x36?: string } | null
}

export interface ProjectMember {
  readonly gid: Gid
  readonly access_level: AccessLevel
  /** Its name is missing if the person cannot see it. */
  readonly member: SharedWith
}

const API = '/api/1.0'
const FIELDS = 'access_level,member.name,member.email,member.resource_type,member.photo.image_36x36'
const PAGE_MEMBERS = 100
/** More members are not listed. */
const MAX_PAGES = 20

/** The members of a project: admins first, then by name. */
export const membersQuery = (project: Gid) =>
  queryOptions({
    queryKey: ['objects', 'memberships', project],
    queryFn: async () => {
      const path = `${API}/memberships?parent=${project}&limit=${PAGE_MEMBERS}&opt_fields=${FIELDS}`
      const members: ProjectMember[] = []
      let offset: string | null = null
      let pages = 0
      do {
        const page: ListPage<ProjectMember> = await callPage<ProjectMember>(path, offset)
        members.push(...page.items)
        offset = page.next
      } while (offset && ++pages < MAX_PAGES)
      const rankOf = ({ access_level }: ProjectMember) => ACCESS_LEVELS.findIndex(([level]) => level === access_level)
      return members.toSorted((a, b) => rankOf(a) - rankOf(b) || nameOf(a.member).localeCompare(nameOf(b.member)))
    },
  })

export const nameOf = ({ name }: { name?: string | null }): string => name || 'Private'

export const changeAccess = (membership: Gid, access_level: AccessLevel): Promise<unknown> =>
  call('PUT', `${API}/memberships/${membership}`, { access_level })

export const removeMember = (membership: Gid): Promise<unknown> => call('DELETE', `${API}/memberships/${membership}`)

export const addMember = (parent: Gid, member: Gid, access_level: AccessLevel): Promise<unknown> =>
  call('POST', `${API}/memberships`, { parent, member, access_level })

/** Someone to share with: a user or a team, or an address of a person who may not have an account yet. */
export interface NewSharee {
  readonly label: string
  readonly gid?: Gid
  readonly email?: string
}

/** Adds a person by their address to the workspace. Null if they must accept an invitation first. */
export async function addGuest(workspace: Gid, email: string): Promise<Gid | null> {
  const user = await call<{ gid: Gid; workspaces?: readonly unknown[] }>(
    'POST',
    `${API}/workspaces/${workspace}/addUser`,
    { user: email },
  )
  return user.workspaces?.length === 0 ? null : user.gid
}

export interface AccessRequest {
  readonly gid: Gid
  readonly message: string | null
  readonly requester: NamedObject
}

/** The pending requests for access to a project. */
export const accessRequestsQuery = (project: Gid) =>
  readQuery<readonly AccessRequest[]>(
    ['objects', 'access_requests', project],
    `${API}/access_requests?target=${project}&limit=100&opt_fields=message,requester.name`,
  )

export const decideRequest = (request: Gid, decision: 'approve' | 'reject'): Promise<unknown> =>
  call('POST', `${API}/access_requests/${request}/${decision}`, {})

export const requestAccess = (target: Gid, message: string | null): Promise<unknown> =>
  call('POST', `${API}/access_requests`, { target, ...(message && { message }) })
