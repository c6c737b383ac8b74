/** People and teams of a workspace. The keys of the queries begin with `objects`, which live updates invalidate. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage, type ListPage } from './call.ts'
import type { Access } from './load.ts'
import { readQuery } from './queries.ts'
import type { Gid } from './records.ts'
import type { GoalStatus, NamedObject } from './types.ts'

export interface PhotoPerson extends NamedObject {
  readonly email?: string
  readonly photo: { readonly image_36x36?: string; readonly image_128x128?: string } | null
}

export interface DirectoryEntry {
  readonly gid: Gid
  readonly user: PhotoPerson
  readonly is_admin: boolean
  readonly is_guest: boolean
  readonly is_active: boolean
  readonly vacation_dates: { readonly start_on: string; readonly end_on: string | null } | null
}

const PAGE = 100
const ENTRY =
  'user.name,user.email,user.photo.image_36x36,user.photo.image_128x128,is_admin,is_guest,is_active,vacation_dates'

/** The people of a workspace whom the person can see. */
export const directory = (workspace: Gid) =>
  infiniteQueryOptions({
    queryKey: ['objects', 'people', workspace],
    queryFn: ({ pageParam }) =>
      callPage<DirectoryEntry>(
        `/api/1.0/workspaces/${workspace}/workspace_memberships?opt_fields=${ENTRY}&limit=${PAGE}`,
        pageParam,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ListPage<DirectoryEntry>) => page.next,
  })

/** The membership of one person; null if there is none that the caller can see. */
export const personQuery = (workspace: Gid, person: Gid) =>
  queryOptions({
    queryKey: ['objects', 'person', workspace, person],
    queryFn: async () => {
      const path = `/api/1.0/workspaces/${workspace}/workspace_memberships?user=${person}`
      const [entry] = await call<DirectoryEntry[]>('GET', `${path}&opt_fields=${ENTRY}`)
      return entry ?? null
    },
  })

export interface ListedProject extends NamedObject {
  readonly color: string | null
  readonly icon: string | null
  readonly archived: boolean
}

const PROJECT = 'name,color,icon,archived'

/** The projects of a person that the caller can see. */
export const projectsOfPerson = (workspace: Gid, person: Gid) =>
  queryOptions({
    queryKey: ['objects', 'person', workspace, person, 'projects'],
    queryFn: () =>
      call<ListedProject[]>(
        'GET',
        `/-/search?workspace=${workspace}&type=projects&members.any=${person}&limit=${PAGE}&fields=${PROJECT}`,
      ),
  })

export interface ListedGoal extends NamedObject {
  readonly status: GoalStatus | null
  readonly metric: {
    readonly initial_number_value: number
    readonly target_number_value: number
    readonly current_number_value: number
  } | null
}

const METRIC = 'metric.initial_number_value,metric.target_number_value,metric.current_number_value'

/** The goals of a person that the caller can see. */
export const goalsOfPerson = (workspace: Gid, person: Gid) =>
  readQuery<readonly ListedGoal[]>(
    ['objects', 'person', workspace, person, 'goals'],
    `/-/goals?workspace=${workspace}&owner=${person}&fields=name,status,${METRIC}`,
  )

export type TeamVisibility = 'public' | 'request_to_join' | 'secret'

export const TEAM_VISIBILITIES: readonly (readonly [TeamVisibility, string])[] = [
  ['request_to_join', 'People who request it, or whom its members add'],
  ['public', 'Everyone in the organization'],
  ['secret', 'People whom its members add, hidden from others'],
]

export interface ListedTeam extends NamedObject {
  readonly description: string
  readonly visibility: TeamVisibility
}

export const teamsQuery = (workspace: Gid) =>
  queryOptions({
    queryKey: ['objects', 'teams', workspace],
    queryFn: () =>
      callPage<ListedTeam>(
        `/api/1.0/workspaces/${workspace}/teams?opt_fields=name,description,visibility&limit=${PAGE}`,
        null,
      ),
  })

export interface OpenTeam extends ListedTeam {
  readonly organization: { readonly gid: Gid }
  readonly my_access: Access
}

const TEAM = 'name,description,visibility,organization'

/** A team with the access of the caller; null if it does not exist, or is not visible. */
export const teamQuery = (team: Gid) =>
  queryOptions({
    queryKey: ['objects', 'team', team],
    queryFn: async () => {
      const [found] = await call<OpenTeam[]>('GET', `/-/records?type=team&gids=${team}&fields=${TEAM}`)
      return found ?? null
    },
  })

export interface TeamMember {
  readonly gid: Gid
  readonly user: PhotoPerson
  readonly is_admin: boolean
  readonly is_guest: boolean
  readonly is_limited_access: boolean
}

export const membersOfTeam = (team: Gid) =>
  queryOptions({
    queryKey: ['objects', 'team', team, 'members'],
    queryFn: () =>
      callPage<TeamMember>(
        `/api/1.0/teams/${team}/team_memberships?limit=${PAGE}` +
          '&opt_fields=user.name,user.photo.image_36x36,is_admin,is_guest,is_limited_access',
        null,
      ),
  })

/** Whether a person is a member of a team, however many members it has. */
export const isMemberOfTeam = (workspace: Gid, team: Gid, person: Gid) =>
  queryOptions({
    queryKey: ['objects', 'team', team, 'member', person],
    queryFn: async () => {
      const path = `/api/1.0/team_memberships?team=${team}&user=${person}&workspace=${workspace}&limit=1`
      return (await call<unknown[]>('GET', path)).length > 0
    },
  })

export interface JoinRequest {
  readonly gid: Gid
  readonly message: string | null
  readonly requester: { readonly gid: Gid; readonly name: string; readonly photo: string | null }
}

interface JoinRequests {
  readonly can_decide: boolean
  readonly requests: readonly JoinRequest[]
}

/** The pending requests to join a team: all for those who decide, otherwise that of the person. */
export const joinRequestsQuery = (team: Gid) =>
  readQuery<JoinRequests>(['objects', 'team', team, 'join_requests'], `/-/join_requests?team=${team}`)

export const requestToJoin = (team: Gid, message: string | null): Promise<unknown> =>
  call('POST', '/-/join_requests', { team, message })

export const withdrawJoinRequest = (request: Gid): Promise<unknown> => call('DELETE', `/-/join_requests/${request}`)

export const decideJoinRequest = (request: Gid, decision: 'approve' | 'reject'): Promise<unknown> =>
  call('POST', `/-/join_requests/${request}/${decision}`, {})

export const projectsOfTeam = (team: Gid) =>
  queryOptions({
    queryKey: ['objects', 'team', team, 'projects'],
    queryFn: () =>
      callPage<ListedProject>(
        `/api/1.0/teams/${team}/projects?archived=false&opt_fields=${PROJECT}&limit=${PAGE}`,
        null,
      ),
  })

/** The words for the role of a person in a workspace. */
export const roleOf = ({ is_admin, is_guest }: Pick<DirectoryEntry, 'is_admin' | 'is_guest'>): string =>
  is_admin ? 'Administrator' : is_guest ? 'Guest' : 'Member'
