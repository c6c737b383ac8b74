/** The fields of likes and reactions, which tasks, stories and status updates share. */
import { constant, flag, number, one, parts, text } from '../../../vocabulary/field.ts'

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

export const reactionSummary = constant([], {
  shape: { emoji_base: true, variant: true, count: 'number', reacted: 'flag' },
  doc: 'The number of reactions by emoji.',
})
