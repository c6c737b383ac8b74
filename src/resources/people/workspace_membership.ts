/** How a user belongs to a workspace: as administrator, member, guest or with a view-only licence. */
import { workspaceBonds } from '../../store/queries/people_lists.ts'
import { computed, flag, one, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const workspaceMembership = resource('workspace_membership', {
  doc: 'The bond between a user and a workspace.',
  guard: 'workspace_membership',
  fields: {
    user: one('user', { open: true, compact: true, doc: 'The user.' }),
    workspace: one('workspace', { compact: true, doc: 'The workspace.' }),
    user_task_list: one('user_task_list', { doc: "The user's My Tasks in the workspace." }),
    is_active: flag({ doc: 'Whether the user still belongs to the workspace, or is invited to it.' }),
    is_admin: flag({ doc: 'Whether the user administers the workspace.' }),
    is_guest: flag({ doc: 'Whether the user is a guest, who sees only what is shared.' }),
    is_view_only: flag({ doc: 'Whether the user has a licence that only allows viewing.' }),
    vacation_dates: computed([], rows => rows.map(() => null), {
      shape: { start_on: true, end_on: true },
      nullable: true,
      doc: 'Always null: see out-of-office entries.',
    }),
    created_at: timestamp({ doc: 'When the user joined.' }),
  },
})

export const operations = [
  get('/workspace_memberships/{workspace_membership_gid}', workspaceMembership, {
    id: 'getWorkspaceMembership',
    doc: 'Shows how a user belongs to a workspace.',
  }),
  list('/users/{user_gid}/workspace_memberships', workspaceMembership, {
    id: 'getWorkspaceMembershipsForUser',
    doc: 'Lists the memberships of a user in workspaces of the caller.',
    find: listing('workspace_membership', ({ path }) => ({
      where: { user: path.user_gid },
      order: ['gid'],
      guarded: true,
    })),
  }),
  list('/workspaces/{workspace_gid}/workspace_memberships', workspaceMembership, {
    id: 'getWorkspaceMembershipsForWorkspace',
    doc: 'Lists the memberships of a workspace, or the one of a user.',
    query: { user: one('user', { doc: 'The user.' }) },
    find: ({ path, query, reader, actor, window }) =>
      workspaceBonds(reader, actor.gid, { ...query, workspace: path.workspace_gid }, window),
  }),
]
