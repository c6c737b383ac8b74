/** The membership of a user in a workspace: as administrator, member, guest or with a view-only licence. */
import { workspaceMembershipPage } from '../../store/queries/people_lists.ts'
import { computed, flag, one, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { vacationDates } from './rules/absence.ts'
import { workspaceMemberships } from './rules/membership_changes.ts'

export const workspaceMembership = resource('workspace_membership', {
  doc: 'The membership of a user in a workspace.',
  guard: 'workspace_membership',
  changes: { mapper: workspaceMemberships },
  fields: {
    user: one('user', { skipAccessCheck: true, compact: true, doc: 'The user.' }),
    workspace: one('workspace', { compact: true, doc: 'The workspace.' }),
    user_task_list: one('user_task_list', { doc: "The user's My Tasks list in the workspace." }),
    is_active: flag({ doc: 'Whether the user is an active or invited member of the workspace.' }),
    is_admin: flag({ doc: 'Whether the user is an administrator of the workspace.' }),
    is_guest: flag({ doc: 'Whether the user is a guest, with access only to shared objects.' }),
    is_view_only: flag({ doc: 'Whether the user has a licence that only allows viewing.' }),
    vacation_dates: computed(['user', 'workspace'], vacationDates, {
      shape: { start_on: true, end_on: true },
      nullable: true,
      doc: 'The first and the last day of the current or next out-of-office entry, or null.',
    }),
    created_at: timestamp({ doc: 'When the user joined.' }),
  },
})

export const operations = [
  get('/workspace_memberships/{workspace_membership_gid}', workspaceMembership, {
    id: 'getWorkspaceMembership',
    doc: 'Gets a workspace membership.',
  }),
  list('/users/{user_gid}/workspace_memberships', workspaceMembership, {
    id: 'getWorkspaceMembershipsForUser',
    doc: 'Lists the memberships of a user in the workspaces of the caller.',
    execute: listing('workspace_membership', ({ path }) => ({
      where: { user: path.user_gid },
      order: ['gid'],
      guarded: true,
    })),
  }),
  list('/workspaces/{workspace_gid}/workspace_memberships', workspaceMembership, {
    id: 'getWorkspaceMembershipsForWorkspace',
    doc: 'Lists the memberships of a workspace, or that of one user.',
    query: { user: one('user', { doc: 'The user.' }) },
    execute: ({ path, query, reader, actor, window }) =>
      workspaceMembershipPage(reader, actor.gid, { ...query, workspace: path.workspace_gid }, window),
  }),
]
