/** Changes of attachments. */
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
} from '../../../vocabulary/change.ts'

export const attachmentChanges: ChangeMapper = {
  table: 'attachments',
  captured: { attachments: { key: ['gid'], columns: ['deleted_at'] } },
  changes: net => {
    const row = (net.after ?? net.before) as RowImage
    const [action, parent] = [actionOf(net), gidIn(row, 'parent')]
    const isOfTask = row.parent_type === 'task'
    // The attachments that a template keeps are part of its content.
    if (row.parent_type === 'project_template') return []
    // wire: docs, events: an attachment is deleted and undeleted; a new one is the story of its task
    if (action === undefined || (action === 'added' && isOfTask)) return []
    const change = createChange({
      ...{ type: 'attachment', resource: gidIn(row, 'gid'), subtype: String(row.resource_subtype), action },
      ...{ workspace: gidIn(row, 'workspace'), streams: [gidIn(row, 'gid'), parent], task: isOfTask ? parent : null },
    })
    return [change]
  },
}

function actionOf({ before, after }: NetRowChange): Change['action'] | undefined {
  if (before === null) return 'added'
  if (after === null || (before.deleted_at === null && after.deleted_at !== null)) return 'deleted'
  return before.deleted_at !== null && after.deleted_at === null ? 'undeleted' : undefined
}
