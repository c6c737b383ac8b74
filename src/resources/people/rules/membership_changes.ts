/**
 * Changes of the memberships of a workspace. A member who left keeps an inactive row: deactivation is `removed`,
 * reactivation is `added`. Service accounts are no members.
 */
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
} from '../../../vocabulary/change.ts'

const roles = ['is_admin', 'is_guest', 'is_view_only']

function changes({ before, after }: NetRowChange): Change[] {
  const row = (after ?? before) as RowImage
  if (row.is_service) return []
  const workspace = gidIn(row, 'workspace')
  const ofMembership = (given: Partial<Change> & Pick<Change, 'action'>) =>
    createChange({
      ...{ type: 'workspace_membership', resource: gidIn(row, 'gid') },
      ...{ workspace, streams: [workspace] },
      ...given,
    })
  const parent = { type: 'workspace', gid: workspace } as const
  const [was, is] = [Boolean(before?.is_active), Boolean(after?.is_active)]
  if (was !== is) return [ofMembership({ action: is ? 'added' : 'removed', parent })]
  if (!before || !after) return []
  return roles
    .filter(field => before[field] !== after[field])
    .map(field =>
      ofMembership({ action: 'changed', field, changeAction: 'changed', old: before[field], new: after[field] }),
    )
}

export const workspaceMemberships: ChangeMapper = {
  table: 'workspace_memberships',
  captured: { workspace_memberships: { key: ['gid'], columns: ['is_active', ...roles] } },
  changes,
}
