/**
 * A message as exports of resources show it. Every message is a status update: its row, in the words of messages.
 */
import { computed, constant, one, oneOf, text, timestamp } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'
import { likeFields } from '../work/rules/likes.ts'
import { plainText, richText } from '../work/rules/rich_text.ts'

const parentTypeOf = (subtype: unknown): string => String(subtype).replace(/_status_update$/, '')

// wire: resource-behaviours 5.6: the members of a message
export const message = resource('message', {
  doc: 'A message to the followers of an object, as exports of resources contain it.',
  guard: 'status_update',
  changes: { none: 'its changes are recorded as those of the status update' },
  fields: {
    resource_subtype: constant('status_update', { doc: 'The kind of message.' }),
    status_type: oneOf(['on_track', 'at_risk', 'off_track', 'on_hold', 'complete', 'dropped'], {
      doc: 'The state that it reports.',
    }),
    created_by: one('user', { skipAccessCheck: true, doc: 'The author.' }),
    created_at: timestamp({ doc: 'When it was created.' }),
    modified_at: timestamp({ doc: 'When it was last changed.' }),
    title: text({ compact: true, doc: 'The title.' }),
    text: computed(['text', 'html_text'], plainText('text', 'html_text'), { doc: 'The text, as plain text.' }),
    html_notes: computed(['text', 'html_text'], richText('text', 'html_text'), {
      optIn: true,
      doc: 'The text, as rich text.',
    }),
    ...likeFields('status_update_likes', 'status_update'),
    parents: computed(
      ['parent', 'resource_subtype'],
      rows =>
        rows.map(({ parent, resource_subtype }) => [
          { gid: String(parent), resource_type: parentTypeOf(resource_subtype) },
        ]),
      { shows: 'list', doc: 'The objects that it is about.' },
    ),
    stories: constant([], { doc: 'The comments on it.' }),
    attachments: constant([], { doc: 'The files of it.' }),
    followers: constant([], { doc: 'The users who follow it.' }),
  },
})
