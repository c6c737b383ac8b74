/** Reactions and likes of the caller: the API only reads those of stories and status updates. */
import { notFound } from '../../../lib/errors.ts'
import { like, react, removeReaction } from '../../../resources/sharing/rules/react.ts'
import { flag, text } from '../../../vocabulary/field.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

const target = text({ required: true, max: 20, doc: 'The gid of the story or the status update.' })

export const routes: ConsoleRoute[] = [
  sessionRoute('POST', '/reactions', {
    doc:
      'React to a story or a status update on which the caller can comment. A person has one reaction for each emoji: ' +
      'another skin tone replaces it.',
    body: { target, emoji: text({ required: true, max: 100, doc: 'The emoji, with or without a skin tone.' }) },
    async execute({ console, actor, body }) {
      const gid = await console.store.write(tx => react(tx, actor.gid, body))
      return { status: created, data: { gid: String(gid) } }
    },
  }),
  sessionRoute('DELETE', '/reactions/:reaction_gid', {
    doc: 'Remove a reaction of the caller.',
    async execute({ console, actor, path: { reaction_gid: gid = 0 } }) {
      if (!(await console.store.write(tx => removeReaction(tx, actor.gid, gid)))) throw notFound('reaction', gid)
      return {}
    },
  }),
  sessionRoute('PUT', '/likes', {
    doc: 'Like a story or a status update on which the caller can comment, or remove the like. The API likes tasks.',
    body: { target, liked: flag({ required: true, doc: 'Whether the caller likes it.' }) },
    async execute({ console, actor, body }) {
      await console.store.write(tx => like(tx, actor.gid, body))
      return {}
    },
  }),
]
