/** Changes of status updates: their parent has one of several types, which the subtype names. */
import type { Name } from '../../../names.ts'
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
} from '../../../vocabulary/change.ts'

export const statusChanges: ChangeMapper = {
  table: 'status_updates',
  captured: { status_updates: { key: ['gid'], columns: ['deleted_at'] } },
  changes(net) {
    const action = actionOf(net)
    if (action === undefined) return []
    const row = (net.after ?? net.before) as RowImage
    const [subtype, parent] = [String(row.resource_subtype), gidIn(row, 'parent')]
    const type = subtype.replace(/_status_update$/, '') as Name
    const change = createChange({
      ...{ type: 'status_update', resource: gidIn(row, 'gid'), subtype, action },
      ...{ workspace: gidIn(row, 'workspace'), streams: [gidIn(row, 'gid'), parent] },
      parent: action === 'added' ? { type, gid: parent } : null,
    })
    return [change]
  },
}

function actionOf({ before, after }: NetRowChange): Change['action'] | undefined {
  if (before === null) return 'added'
  if (after === null) return 'deleted'
  const [was, is] = [before.deleted_at ?? null, after.deleted_at ?? null]
  if (was === null && is !== null) return 'deleted'
  return was !== null && is === null ? 'undeleted' : undefined
}
