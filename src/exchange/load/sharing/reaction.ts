/** Loads the emoji with which users reacted to comments and status updates. */
import { parseEmoji } from '../../../lib/emoji.ts'
import { MAX_REACTIONS } from '../../../resources/sharing/rules/react.ts'
import { tryInsert } from '../../../store/change.ts'
import { reactionsBy } from '../../../store/queries/sharing/reactions.ts'
import { text } from '../../../vocabulary/field.ts'
import { forEachObject, loader, parentOf } from '../given.ts'

export const reactions = loader({
  type: 'reaction',
  fields: { emoji: text({ required: true, max: 100, doc: 'The emoji, with the skin tone that the user chose.' }) },
  load: ({ tx, workspace }, objects) =>
    forEachObject(objects, async object => {
      const { gid, by: user, values } = object
      const [target, emoji] = [parentOf(object), parseEmoji(values.emoji)]
      if (emoji === undefined) throw new Error('emoji: Not an emoji')
      if ((await reactionsBy(tx, user, target)).length >= MAX_REACTIONS)
        throw new Error(`A person can react with at most ${MAX_REACTIONS} emoji`)
      const row = { gid, target, workspace, user, emoji_base: emoji.base, emoji: emoji.variant }
      if (!(await tryInsert(tx, 'reactions', row))) throw new Error('emoji: Is there already, of the same person')
    }),
})
