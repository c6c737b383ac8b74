/** How a user belongs to a workspace: as administrator, member, guest or with a view-only licence. */
import { flag, json, one, timestamp } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'

export const workspaceMembership = resource('workspace_membership', {
  doc: 'The bond between a user and a workspace.',
  guard: 'workspace_membership',
  fields: {
    user: one('user', { compact: true, doc: 'The user.' }),
    workspace: one('workspace', { compact: true, doc: 'The workspace.' }),
    user_task_list: one('user_task_list', { doc: "The user's My Tasks in the workspace." }),
    is_active: flag({ doc: 'Whether the user still belongs to the workspace, or is invited to it.' }),
    is_admin: flag({ doc: 'Whether the user administers the workspace.' }),
    is_guest: flag({ doc: 'Whether the user is a guest, who sees only what is shared.' }),
    is_view_only: flag({ doc: 'Whether the user has a licence that only allows viewing.' }),
    vacation_dates: json({
      shape: { start_on: true, end_on: true },
      nullable: true,
      doc: 'Always null: see out-of-office entries.',
    }),
    created_at: timestamp({ doc: 'When the user joined.' }),
  },
})

export const operations = []
