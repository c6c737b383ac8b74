/** A reaction is an emoji with which a user responds to a comment or a status update. People react in the web app. */

import { parseEmoji } from '../../lib/emoji.ts'
import { invalid } from '../../lib/errors.ts'
import { any, one, text } from '../../vocabulary/field.ts'
import { list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { reactionTargets } from './rules/react.ts'

export const reaction = resource('reaction', {
  doc: 'An emoji with which a user reacted to a story or a status update.',
  guard: 'reaction',
  changes: { none: 'the API has no events of reactions' },
  fields: {
    emoji: text({ compact: true, doc: 'The emoji, with the skin tone that the user chose.' }),
    user: one('user', { skipAccessCheck: true, compact: true, doc: 'The user who reacted.' }),
  },
})

export const operations = [
  list('/reactions', reaction, {
    id: 'getReactionsOnObject',
    doc: 'Lists the reactions to a story or a status update with one emoji, the oldest first.',
    query: {
      target: any(reactionTargets, { required: true, doc: 'The story or status update.' }),
      emoji_base: text({ required: true, max: 100, doc: 'The emoji, without a skin tone.' }),
    },
    execute: listing('reaction', ({ query: { target, emoji_base } }) => ({
      where: { target, emoji_base: variantOf(emoji_base) },
      order: ['gid'],
      guarded: false,
    })),
  }),
]

function variantOf(text: string): string {
  const emoji = parseEmoji(text)
  if (emoji === undefined) throw invalid('emoji_base', 'Not an emoji')
  return emoji.variant
}
