/** Where a notification leads: the task in the pane of a screen, or the screen of another object. */
import { objectPath, withPane } from '../../data/addresses.ts'
import type { InboxNotification } from '../../data/inbox.ts'
import type { Gid } from '../../data/records.ts'

/** An address, and the part of it that names the comment. */
export interface InboxTarget {
  readonly to: string
  readonly hash?: string
}

/** `screen` is the path of the screen, next to which a task opens. */
export function targetOf({ resource, story }: InboxNotification, workspace: Gid, screen: string): InboxTarget {
  const { gid, resource_type: type, resource_subtype, parent } = resource
  if (type === 'task') return { to: withPane(screen, gid), ...(story && { hash: `story-${story.gid}` }) }
  const path = objectPath(type, workspace, gid)
  if (path) return { to: path }
  // A status update, which its project, portfolio or goal shows.
  const of = resource_subtype?.replace(/_status_update$/, '') ?? 'project'
  return { to: (parent && objectPath(of, workspace, parent.gid)) ?? screen }
}
