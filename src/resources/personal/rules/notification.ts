/** Notifications as responses show them. */
import { formatTimestamp } from '../../../lib/date.ts'
import { richToPlain } from '../../../lib/plain_text.ts'
import { linkedGids } from '../../../lib/rich_text.ts'
import type { Reader } from '../../../store/db.ts'
import type { ShownNotification } from '../../../store/queries/inbox/notifications.ts'
import { visibleNamesOf } from '../../../store/queries/links.ts'
import { photoPath } from '../../people/rules/photo.ts'

const MAX_EXCERPT_CHARACTERS = 200

const timeOrNull = (at: number | null) => (at === null ? null : formatTimestamp(at))

const objectOf = ({ resource, resource_type, resource_subtype, name, completed, parent }: ShownNotification) => ({
  ...{ gid: String(resource), resource_type, name },
  ...(resource_subtype === null ? {} : { resource_subtype }),
  ...(completed === null ? {} : { completed: completed === 1 }),
  ...(parent === null ? {} : { parent: { gid: String(parent) } }),
})

/** The beginning of a text on one line, with the names of links that the reader can see. */
function excerptOf({ text, html_text }: ShownNotification, names: ReadonlyMap<string, string>): string | null {
  const plain = html_text === null ? text : richToPlain(html_text, gid => names.get(gid))
  if (plain === null) return null
  const line = plain.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_EXCERPT_CHARACTERS) return line.toWellFormed()
  return `${line.slice(0, MAX_EXCERPT_CHARACTERS - 1).trimEnd()}…`.replace(/[\ud800-\udbff]…$/, '…').toWellFormed()
}

/** Notifications as JSON. One more statement finds the names of what their texts link to, if any does. */
export async function presentNotifications(reader: Reader, me: number, rows: readonly ShownNotification[]) {
  const linked = new Set(rows.flatMap(({ html_text }) => (html_text === null ? [] : linkedGids(html_text))))
  const names =
    linked.size === 0 ? new Map<string, string>() : await visibleNamesOf(reader, { me, reads: () => true }, [...linked])
  return rows.map(row => ({
    ...{ gid: String(row.gid), cause: row.cause, resource: objectOf(row) },
    story: row.story === null ? null : { gid: String(row.story) },
    actor:
      row.actor === null || row.actor_name === null
        ? null
        : { gid: String(row.actor), name: row.actor_name, photo: photoPath(row.actor, row.actor_photo) },
    ...{ excerpt: excerptOf(row, names), count: Math.max(1, row.unread), created_at: formatTimestamp(row.created_at) },
    ...{ shown_at: formatTimestamp(row.shown_at), read_at: timeOrNull(row.read_at) },
    archived_at: timeOrNull(row.archived_at),
  }))
}
