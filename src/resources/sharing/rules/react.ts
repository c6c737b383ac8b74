/**
 * Reactions and likes of one person to a story or a status update. They need the right to comment. Invariants, for each
 * person and object: at most one reaction with each base, and at most `MAX_REACTIONS` of them.
 */
import { parseEmoji } from '../../../lib/emoji.ts'
import { forbidden, invalid, malformed, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { deleteWhere, getForUpdate, insert, tryInsert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import type { InboxType } from '../../../store/queries/inbox/notifications.ts'
import { reactionOf, reactionsBy } from '../../../store/queries/sharing/reactions.ts'
import { notify } from '../../personal/rules/notify.ts'

/** The types that people react to. */
export const reactionTargets = ['story', 'status_update'] as const

/** Of one person to one object: a summary must not become long. */
export const MAX_REACTIONS = 20

interface ReactionTarget {
  gid: number
  type: (typeof reactionTargets)[number]
  workspace: number
  /** Who wrote it, and the object that it is about. */
  author: number | null
  about: { resource_type: InboxType; resource: number; story: number | null }
}

/** Locks the object that a text names. Throws 400 if the caller cannot see it, and 403 if they cannot comment on it. */
async function lockTarget(tx: Writer, me: number, text: string): Promise<ReactionTarget> {
  const gid = parseGid(text) ?? 0
  for (const type of reactionTargets) {
    const right = (await rights(tx, me, type, [gid])).get(gid)
    if (!allows(right, 'view')) continue
    if (!allows(right, 'comment')) throw forbidden(type)
    const row = await getForUpdate(tx, type === 'story' ? 'stories' : 'status_updates', gid)
    const about =
      'target' in row
        ? { resource_type: row.target_type as InboxType, resource: row.target, story: gid }
        : { resource_type: 'status_update' as const, resource: gid, story: null }
    const { workspace, deleted_at, created_by: author } = row
    if (deleted_at === null) return { gid, type, workspace, author, about }
  }
  throw unrecognized('target', text.slice(0, 100).toWellFormed())
}

/** Adds a reaction; one with another skin tone replaces that of the same base. Returns its gid. */
export async function react(tx: Writer, me: number, { target: text, emoji }: { target: string; emoji: string }) {
  const parsed = parseEmoji(emoji)
  if (parsed === undefined) throw invalid('emoji', 'Not an emoji')
  const { gid: target, workspace } = await lockTarget(tx, me, text)
  const own = await reactionsBy(tx, me, target)
  const known = own.find(({ emoji_base }) => emoji_base === parsed.base)
  if (known) {
    await update(tx, 'reactions', { gid: known.gid, target }, { emoji: parsed.variant })
    return known.gid
  }
  if (own.length >= MAX_REACTIONS) throw malformed(`A person can react with at most ${MAX_REACTIONS} emoji`)
  const gid = tx.gid()
  await insert(tx, 'reactions', { gid, target, workspace, user: me, emoji_base: parsed.base, emoji: parsed.variant })
  return gid
}

/** Removes a reaction of the caller; returns whether there was one. */
export async function removeReaction(tx: Writer, me: number, gid: number): Promise<boolean> {
  const found = await reactionOf(tx, gid)
  if (found?.user !== me) return false
  await deleteWhere(tx, 'reactions', { gid, target: found.target })
  return true
}

/** Adds or removes the like of the caller. The author is notified of a new one. */
export async function like(tx: Writer, me: number, { target: text, liked }: { target: string; liked: boolean }) {
  const { gid, type, workspace, author, about } = await lockTarget(tx, me, text)
  if (!liked) {
    if (type === 'story') await deleteWhere(tx, 'story_likes', { story: gid, user: me })
    else await deleteWhere(tx, 'status_update_likes', { status_update: gid, user: me })
    return
  }
  const row = { gid: tx.gid(), user: me }
  const isNew =
    type === 'story'
      ? await tryInsert(tx, 'story_likes', { ...row, story: gid })
      : await tryInsert(tx, 'status_update_likes', { ...row, status_update: gid })
  if (isNew && author !== null)
    await notify(tx, workspace, [{ user: author, cause: 'liked', ...about, actor: me, at: tx.now }], {
      sendsMail: true,
    })
}
