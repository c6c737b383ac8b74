/**
 * Reactions and likes of one person to a story or a status update. They need the right to comment. Invariants, for each
 * person and object: at most one reaction with each base, and at most `MAX_REACTIONS` of them.
 */
import { parseEmoji } from '../../../lib/emoji.ts'
import { forbidden, invalid, malformed, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { deleteWhere, getForUpdate, insert, insertOrIgnore, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { reactionOf, reactionsBy } from '../../../store/queries/sharing/reactions.ts'

/** The types that people react to. */
export const reactionTargets = ['story', 'status_update'] as const

/** Of one person to one object: a summary must not become long. */
const MAX_REACTIONS = 20

interface ReactionTarget {
  gid: number
  type: (typeof reactionTargets)[number]
  workspace: number
}

/** Locks the object that a text names. Throws 400 if the caller cannot see it, and 403 if they cannot comment on it. */
async function lockTarget(tx: Writer, me: number, text: string): Promise<ReactionTarget> {
  const gid = parseGid(text) ?? 0
  for (const type of reactionTargets) {
    const right = (await rights(tx, me, type, [gid])).get(gid)
    if (!allows(right, 'view')) continue
    if (!allows(right, 'comment')) throw forbidden(type)
    const { workspace, deleted_at } = await getForUpdate(tx, type === 'story' ? 'stories' : 'status_updates', gid)
    if (deleted_at === null) return { gid, type, workspace }
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

/** Adds or removes the like of the caller. */
export async function like(tx: Writer, me: number, { target: text, liked }: { target: string; liked: boolean }) {
  const { gid, type } = await lockTarget(tx, me, text)
  if (type === 'story') {
    if (liked) await insertOrIgnore(tx, 'story_likes', { gid: tx.gid(), story: gid, user: me })
    else await deleteWhere(tx, 'story_likes', { story: gid, user: me })
  } else if (liked) await insertOrIgnore(tx, 'status_update_likes', { gid: tx.gid(), status_update: gid, user: me })
  else await deleteWhere(tx, 'status_update_likes', { status_update: gid, user: me })
}
