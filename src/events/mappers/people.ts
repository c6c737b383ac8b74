/** Mappers of workspaces, teams and their memberships. */
import { type Change, type ChangeMapper, createChange, type NetRowChange, type RowImage } from '../change.ts'
import { mapObjects } from '../mapping.ts'

const gid = (row: RowImage, column: string) => row[column] as number

/** A member who left keeps an inactive row: deactivation is `removed`, reactivation is `added`. */
const workspaceMembership: ChangeMapper = {
  captured: {
    workspace_memberships: { key: ['gid'], columns: ['is_active', 'is_admin', 'is_guest', 'is_view_only'] },
  },
  table: 'workspace_memberships',
  changes: ofWorkspaceMembership,
}

function ofWorkspaceMembership({ before, after }: NetRowChange): Change[] {
  const row = (after ?? before) as RowImage
  if (row.is_service) return []
  const workspace = gid(row, 'workspace')
  const say = (said: Partial<Change> & Pick<Change, 'action'>) =>
    createChange({ type: 'workspace_membership', resource: gid(row, 'gid'), workspace, streams: [workspace], ...said })
  const parent = { type: 'workspace', gid: workspace } as const
  const [was, is] = [Boolean(before?.is_active), Boolean(after?.is_active)]
  if (was !== is) return [say({ action: is ? 'added' : 'removed', parent })]
  if (!before || !after) return []
  return ['is_admin', 'is_guest', 'is_view_only']
    .filter(field => before[field] !== after[field])
    .map(field => say({ action: 'changed', field, changeAction: 'changed', old: before[field], new: after[field] }))
}

export const people: ChangeMapper[] = [
  workspaceMembership,
  mapObjects({
    table: 'workspaces',
    type: 'workspace',
    fields: { name: 'name', email_domains: 'email_domains' },
    workspace: 'gid',
  }),
  mapObjects({
    table: 'teams',
    type: 'team',
    fields: {
      name: 'name',
      description: 'description',
      html_description: 'description',
      visibility: 'visibility',
      endorsed: 'endorsed',
    },
    parents: row => [{ type: 'workspace', gid: gid(row, 'organization') }],
    workspace: 'organization',
    streams: row => [gid(row, 'organization')],
  }),
  mapObjects({
    table: 'team_memberships',
    type: 'team_membership',
    fields: { is_admin: 'is_admin', is_limited_access: 'is_limited_access' },
    parents: row => [{ type: 'team', gid: gid(row, 'team') }],
    deletedAction: 'removed',
    streams: row => [gid(row, 'team'), gid(row, 'workspace')],
  }),
]
