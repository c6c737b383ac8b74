/** Likes and reactions of comments and status updates. */
import { call, callPage, type ListPage } from './call.ts'
import type { Gid } from './records.ts'

export interface ReactionCount {
  readonly emoji_base: string
  readonly variant: string
  readonly count: number
  /** Whether the person reacted with it. */
  readonly reacted: boolean
}

/** What shows how people liked an object and reacted to it. */
export interface Reacted {
  readonly liked?: boolean
  readonly num_likes?: number
  readonly reaction_summary?: readonly ReactionCount[]
}

export const setLiked = (target: Gid, liked: boolean): Promise<unknown> => call('PUT', '/-/likes', { target, liked })

export const addReaction = (target: Gid, emoji: string): Promise<unknown> =>
  call('POST', '/-/reactions', { target, emoji })

interface Reaction {
  readonly gid: Gid
  readonly user: { readonly gid: Gid } | null
}

/** Removes the reaction of a person with an emoji, among those of all people. */
export async function removeReaction(target: Gid, user: Gid, emojiBase: string): Promise<void> {
  const query = new URLSearchParams({ target, emoji_base: emojiBase, opt_fields: 'user.name', limit: '100' })
  let offset: string | null = null
  do {
    const page: ListPage<Reaction> = await callPage<Reaction>(`/api/1.0/reactions?${query}`, offset)
    const own = page.items.find(one => one.user?.gid === user)
    if (own) return void (await call('DELETE', `/-/reactions/${own.gid}`))
    offset = page.next
  } while (offset)
}
