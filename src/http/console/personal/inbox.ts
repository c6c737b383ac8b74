/** The inbox of the caller. */
import { formatTimestamp } from '../../../lib/date.ts'
import { invalid, missingInput, unrecognized } from '../../../lib/errors.ts'
import {
  changeAll,
  changeNotification,
  notificationInput,
  restoreAll,
} from '../../../resources/personal/rules/inbox.ts'
import { presentNotifications } from '../../../resources/personal/rules/notification.ts'
import { visibleWorkspace } from '../../../resources/personal/rules/workspace.ts'
import {
  type InboxFilter,
  type InboxPlace,
  inboxFilters,
  inboxOf,
  inboxStates,
} from '../../../store/queries/inbox/notifications.ts'
import { oneOf, text, timestamp } from '../../../vocabulary/field.ts'
import type { Query } from '../../options.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

const DEFAULT_PAGE = 50
const MAX_PAGE = 100

function filterIn({ filter = 'all' }: Query): InboxFilter {
  const known = inboxFilters.find(name => name === filter)
  if (known === undefined) throw unrecognized('filter', filter.slice(0, 100))
  return known
}

function limitIn({ limit: given }: Query): number {
  const limit = given === undefined ? DEFAULT_PAGE : Number(given)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) throw invalid('limit', `Must be 1 to ${MAX_PAGE}`)
  return limit
}

/** The place after which the page begins; by default the present, so that nothing that is snoozed is shown. */
function placeIn({ before }: Query, now: number): InboxPlace {
  if (before === undefined) return { at: now + 1, gid: 0 }
  const [, at, gid] = /^(\d{1,15})-(\d{1,19})$/.exec(before) ?? []
  const place = { at: Number(at), gid: Number(gid) }
  if (!Number.isSafeInteger(place.at) || !Number.isSafeInteger(place.gid)) throw invalid('before', 'Not a cursor')
  return { ...place, at: Math.min(place.at, now + 1) }
}

const workspaceInput = text({ required: true, max: 20, doc: 'The gid of the workspace.' })
const openFilters = ['all', 'unread', 'mentions', 'assigned'] as const
const filterInput = oneOf(openFilters, { doc: 'Only those of the filter; by default all.' })
const beforeInput = timestamp({ doc: 'Only what was shown until this time; by default all that is shown now.' })

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/inbox', {
    doc:
      'The notifications of the caller in `?workspace=`, newest first: one for each object, with the latest cause, as ' +
      '`{gid, cause, resource: {gid, resource_type, name, …}, story, actor: {gid, name, photo}, excerpt, count, created_at, ' +
      'shown_at, read_at, archived_at}`. `count` is the number of unread notifications of the object, at least 1. The ' +
      'causes are `assigned`, `mentioned`, `commented`, `completed`, `unblocked`, `due_today`, `overdue`, ' +
      '`approval_requested`, `approval_decided`, `status_update`, `added`, `access_requested` and `liked`. Objects that ' +
      'the caller cannot see are missing. `?filter=` is `all`, `unread`, `mentions`, `assigned` or `archived`, ' +
      '`?limit=` at most 100. The response is `{data, next, unread}`: for the next page, send `?before=` with `next`, ' +
      'null on the last page; `unread` counts the objects with unread notifications, up to 100.',
    async execute({ console: { store }, actor, query }) {
      if (query.workspace === undefined) throw missingInput('workspace')
      const [filter, limit, now] = [filterIn(query), limitIn(query), store.clock()]
      const place = placeIn(query, now)
      const { workspace } = await visibleWorkspace(store.read, actor.gid, query.workspace)
      const rows = await inboxOf(store.read, { me: actor.gid, workspace, filter }, place, limit + 1)
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      const data = await presentNotifications(store.read, actor.gid, page)
      const unread = (await inboxStates(store.read, actor.gid, now)).get(workspace)?.unread ?? 0
      return { text: JSON.stringify({ data, next: last ? `${last.shown_at}-${last.gid}` : null, unread }) }
    },
  }),
  sessionRoute('PUT', '/inbox/:notification_gid', {
    doc: 'Mark a notification of the caller read or unread, archive it or move it back, or hide it for some time.',
    body: notificationInput,
    execute: ({ console: { store }, actor, path: { notification_gid: gid = 0 }, body }) =>
      store.write(async tx => {
        const changed = await changeNotification(tx, actor.gid, gid, body)
        return { data: (await presentNotifications(tx, actor.gid, [changed]))[0] }
      }),
  }),
  sessionRoute('POST', '/inbox/archive', {
    doc:
      'Archive all notifications of the caller, and return their `count` and the time `archived_at`. With that time as ' +
      '`restore`, the same route moves back what was archived then.',
    body: {
      ...{ workspace: workspaceInput, filter: filterInput, before: beforeInput },
      restore: timestamp({ doc: 'The `archived_at` of a former response, to take that back.' }),
    },
    execute: ({ console: { store }, actor: { gid: me }, body: { workspace: text, filter = 'all', before, restore } }) =>
      store.write(async tx => {
        const { workspace } = await visibleWorkspace(tx, me, text)
        if (restore !== undefined) return { data: { count: await restoreAll(tx, me, workspace, restore) } }
        const count = await changeAll(tx, 'archive', { me, workspace, filter }, before)
        return { data: { count, archived_at: formatTimestamp(tx.now) } }
      }),
  }),
  sessionRoute('POST', '/inbox/read', {
    doc: 'Mark all notifications of the caller read, and return their `count`.',
    body: { workspace: workspaceInput, filter: filterInput, before: beforeInput },
    execute: ({ console: { store }, actor: { gid: me }, body: { workspace: text, filter = 'all', before } }) =>
      store.write(async tx => {
        const { workspace } = await visibleWorkspace(tx, me, text)
        return { data: { count: await changeAll(tx, 'read', { me, workspace, filter }, before) } }
      }),
  }),
]
