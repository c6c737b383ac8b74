/**
 * A workspace is the highest unit: every object belongs to exactly one. An organization is a workspace with e-mail
 * domains; it has teams and guests. A plain workspace has neither: all its users are members.
 */
import { flag, json, text } from '../../vocabulary/field.ts'
import { get, list, listing, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const workspace = resource('workspace', {
  doc: 'The highest unit of organization: users, teams, projects and tasks belong to one.',
  guard: 'workspace',
  cached: true,
  changes: { columns: { email_domains: 'email_domains' } },
  fields: {
    name: text({ compact: true, write: 'always', max: 255, doc: 'The name of the workspace.' }),
    // wire: recorded: bare domains, although the contract types them as addresses
    email_domains: json({ shows: 'list', doc: 'The e-mail domains whose users are members, not guests.' }),
    is_organization: flag({ doc: 'Whether the workspace is an organization, with teams and guests.' }),
  },
})

export const operations = [
  list('/workspaces', workspace, {
    id: 'getWorkspaces',
    doc: 'Lists the workspaces of the caller.',
    execute: listing('workspace', ({ actor }) => ({
      through: { table: 'active_memberships', to: 'workspace' },
      where: { user: actor.gid },
      order: ['workspace'],
      guarded: false,
    })),
  }),
  get('/workspaces/{workspace_gid}', workspace, { id: 'getWorkspace', doc: 'Gets a workspace.' }),
  update('/workspaces/{workspace_gid}', workspace, {
    id: 'updateWorkspace',
    doc: 'Updates the name of a workspace. Only its administrators can.',
    needs: { workspace_gid: 'admin' },
  }),
  // wire: not in the contract; served by the real one (forum t/57382)
  list('/users/{user_gid}/workspaces', workspace, {
    id: 'getWorkspacesForUser',
    doc: 'Lists the workspaces that a user and the caller have in common.',
    execute: listing('workspace', ({ path }) => ({
      through: { table: 'active_memberships', to: 'workspace' },
      where: { user: path.user_gid },
      order: ['workspace'],
      guarded: true,
    })),
  }),
]
