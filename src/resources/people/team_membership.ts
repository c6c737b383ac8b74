/** The membership of a user in a team. */
import { malformed } from '../../lib/errors.ts'
import { flag, one } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const teamMembership = resource('team_membership', {
  doc: 'The membership of a user in a team.',
  guard: 'team_membership',
  changes: {
    addedTo: { team: 'team' },
    streams: ['team', 'workspace'],
    deletedAs: 'removed',
    columns: { is_admin: 'is_admin', is_limited_access: 'is_limited_access' },
  },
  fields: {
    user: one('user', { skipAccessCheck: true, compact: true, doc: 'The user.' }),
    team: one('team', { compact: true, doc: 'The team.' }),
    is_guest: flag({ compact: true, doc: 'Whether the user is a guest of the organization.' }),
    is_limited_access: flag({ compact: true, doc: 'Whether the user has access only to some projects of the team.' }),
    is_admin: flag({ compact: true, doc: 'Whether the user is an administrator of the team.' }),
  },
})

interface TeamMembershipQuery {
  team?: number
  user?: number
  workspace?: number
}

const membershipsOf = listing<unknown, TeamMembershipQuery>('team_membership', ({ query }) => ({
  where: { ...query },
  order: ['gid'],
  guarded: true,
}))

export const operations = [
  get('/team_memberships/{team_membership_gid}', teamMembership, {
    id: 'getTeamMembership',
    doc: 'Gets a team membership.',
  }),
  list('/team_memberships', teamMembership, {
    id: 'getTeamMemberships',
    doc: 'Lists the memberships of a team, or those of a user in a workspace.',
    query: {
      team: one('team', { doc: 'The team.' }),
      user: one('user', { doc: 'The user; needs `workspace`.' }),
      workspace: one('workspace', { doc: 'The workspace; needs `user`.' }),
    },
    execute(call) {
      const { team, user, workspace } = call.query
      if (team === undefined && (user === undefined || workspace === undefined)) {
        throw malformed('You should specify one of team, user and workspace')
      }
      return membershipsOf(call)
    },
  }),
  list('/teams/{team_gid}/team_memberships', teamMembership, {
    id: 'getTeamMembershipsForTeam',
    doc: 'Lists the memberships of a team.',
    execute: listing('team_membership', ({ path }) => ({
      where: { team: path.team_gid },
      order: ['gid'],
      guarded: false,
    })),
  }),
  list('/users/{user_gid}/team_memberships', teamMembership, {
    id: 'getTeamMembershipsForUser',
    doc: 'Lists the team memberships of a user in a workspace.',
    query: { workspace: one('workspace', { required: true, doc: 'The workspace.' }) },
    execute: listing('team_membership', ({ path, query }) => ({
      where: { user: path.user_gid, workspace: query.workspace },
      order: ['gid'],
      guarded: true,
    })),
  }),
]
