/** The fields of likes and reactions, which tasks, stories and status updates share. */
import { computed, flag, number, one, parts, type Row, text } from '../../../vocabulary/field.ts'

const like = {
  gid: text({ doc: 'The gid of the like.' }),
  user: one('user', { skipAccessCheck: true, compact: true, doc: 'The users who like it.' }),
}

/** The likes of an object, from the rows of `table` whose column `from` is its gid. */
export function likeFields(table: string, from: string) {
  const through = { table, from, to: 'user' }
  return {
    hearted: flag({ column: 'liked', doc: 'The older name of `liked`.' }),
    hearts: parts('user', like, { skipAccessCheck: true, through, doc: 'The older name of `likes`.' }),
    num_hearts: number({ column: 'num_likes', doc: 'The older name of `num_likes`.' }),
    liked: flag({ doc: 'Whether the caller likes it.' }),
    likes: parts('user', like, { skipAccessCheck: true, through, doc: 'The users who like it.' }),
    num_likes: number({ doc: 'The number of likes.' }),
  }
}

/** The number of reactions by emoji, in the order in which each was first used. */
export const reactionSummary = computed(['reaction_summary'], summarize, {
  shape: { emoji_base: true, variant: true, count: 'number', reacted: 'flag' },
  shows: 'list',
  doc: 'The number of reactions by emoji. The variant is that of the caller, or else one that others chose.',
})

/** The gid of the first reaction, the base, a variant, the number of reactions, whether the caller reacted. */
type ReactionCount = [first: number, emoji_base: string, variant: string, count: number, reacted: number]

function summarize(rows: Row[]): unknown[] {
  return rows.map(({ reaction_summary: found }) =>
    (found as ReactionCount[])
      .sort(([one], [other]) => one - other)
      .map(([, emoji_base, variant, count, reacted]) => ({ emoji_base, variant, count, reacted: reacted === 1 })),
  )
}
