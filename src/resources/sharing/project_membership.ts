/** The membership of a user or a team in a project. */
import { any, one, oneOf } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const projectMembership = resource('project_membership', {
  doc: 'The membership of a user or a team in a project.',
  guard: 'project_membership',
  changes: {
    addedTo: { project: 'project' },
    streams: ['project'],
    deletedAs: 'removed',
    columns: { access_level: 'access_level', is_follower: 'is_follower' },
  },
  fields: {
    parent: one('project', { skipAccessCheck: true, column: 'project', optIn: true, doc: 'The project.' }),
    member: any(['user', 'team'], { skipAccessCheck: ['user'], compact: true, doc: 'The user or team.' }),
    access_level: oneOf(['admin', 'editor', 'commenter', 'viewer'], {
      compact: true,
      doc: 'The access level of the member.',
    }),
    user: one('user', {
      skipAccessCheck: true,
      column: 'member',
      sparse: true,
      doc: 'The user, by the older name of `member`.',
    }),
    project: one('project', { optIn: true, doc: 'The project, by the older name of `parent`.' }),
    write_access: oneOf(['full_write', 'comment_only'], { doc: 'The older form of `access_level`.' }),
  },
})

export const operations = [
  get('/project_memberships/{project_membership_gid}', projectMembership, {
    id: 'getProjectMembership',
    doc: 'Gets a project membership.',
  }),
  list('/projects/{project_gid}/project_memberships', projectMembership, {
    id: 'getProjectMembershipsForProject',
    doc: 'Lists the memberships of a project.',
    query: { user: one('user', { doc: 'Only the membership of this user.' }) },
    execute: listing('project_membership', ({ path, query: { user } }) => ({
      where: { project: path.project_gid, ...(user === undefined ? {} : { member: user }) },
      order: ['gid'],
      guarded: false,
    })),
  }),
]
