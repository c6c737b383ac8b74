/**
 * A status update is a dated report on the state of a project. It cannot be changed, only deleted. Its row is also a
 * `project_status`, the older type.
 */
import { any, computed, constant, flag, number, one, oneOf, parts, text, timestamp } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { plainText, richText } from './rules/rich_text.ts'
import { createStatus, deleteStatus } from './rules/status.ts'

/** The types that have status updates. */
const parentTypes = ['project'] as const

const like = {
  gid: text({ doc: 'The gid of the like.' }),
  user: one('user', { skipAccessCheck: true, compact: true, doc: 'The users who like it.' }),
}
const likes = { table: 'status_update_likes', from: 'status_update', to: 'user' }

export const statusUpdate = resource('status_update', {
  doc: 'A dated report on the state of a project.',
  guard: 'status_update',
  changes: { addedTo: { parent: 'project' }, streams: ['parent'] },
  fields: {
    title: text({ compact: true, write: 'create', max: 1024, doc: 'The title. By default, it has the day.' }),
    resource_subtype: oneOf(['project_status_update'], { compact: true, doc: 'The type of the parent.' }),
    text: computed(['text', 'html_text'], plainText('text', 'html_text'), {
      write: 'create',
      doc: 'The text, as plain text. A status update needs this or `html_text`.',
    }),
    html_text: computed(['text', 'html_text'], richText('text', 'html_text'), {
      optIn: true,
      write: 'create',
      doc: 'The text, as rich text.',
    }),
    status_type: oneOf(['on_track', 'at_risk', 'off_track', 'on_hold', 'complete', 'dropped'], {
      write: 'create',
      required: true,
      doc: 'The state of the parent.',
    }),
    author: one('user', { skipAccessCheck: true, column: 'created_by', doc: 'The older name of `created_by`.' }),
    created_at: timestamp({ doc: 'When the status update was created.' }),
    created_by: one('user', { skipAccessCheck: true, doc: 'The user who created the status update.' }),
    modified_at: timestamp({ doc: 'When the status update was last changed.' }),
    hearted: flag({ column: 'liked', doc: 'The older name of `liked`.' }),
    hearts: parts('user', like, { skipAccessCheck: true, through: likes, doc: 'The older name of `likes`.' }),
    num_hearts: number({ column: 'num_likes', doc: 'The older name of `num_likes`.' }),
    liked: flag({ doc: 'Whether the caller likes it.' }),
    likes: parts('user', like, { skipAccessCheck: true, through: likes, doc: 'The users who like it.' }),
    num_likes: number({ doc: 'The number of likes.' }),
    reaction_summary: constant([], {
      shape: { emoji_base: true, variant: true, count: 'number', reacted: 'flag' },
      doc: 'The number of reactions by emoji.',
    }),
    parent: any(parentTypes, {
      skipAccessCheck: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The project. Cannot change.',
    }),
  },
})

export const operations = [
  list('/status_updates', statusUpdate, {
    id: 'getStatusesForObject',
    doc: 'Lists the status updates of a project, the oldest first.',
    query: {
      parent: any(parentTypes, { required: true, doc: 'The project.' }),
      created_since: timestamp({ doc: 'Only status updates that were created at this time or later.' }),
    },
    execute: listing('status_update', ({ query: { parent, created_since: at } }) => ({
      where: { parent },
      ...(at === undefined ? {} : { since: { column: 'created_at', at } }),
      order: ['gid'],
      guarded: false,
    })),
  }),
  create('/status_updates', statusUpdate, {
    id: 'createStatusForObject',
    doc: 'Creates a status update of a project.',
    execute: ({ tx, actor, body }) => createStatus(tx, actor.gid, body.parent, body.status_type, body),
  }),
  get('/status_updates/{status_update_gid}', statusUpdate, { id: 'getStatus', doc: 'Gets a status update.' }),
  remove('/status_updates/{status_update_gid}', statusUpdate, {
    id: 'deleteStatus',
    doc: 'Deletes a status update. The project then has the status before it.',
    // Authors can delete their own where they can only comment, as comments.
    needs: { status_update_gid: 'comment' },
    execute: ({ tx, actor, path, rights }) =>
      deleteStatus(tx, actor.gid, path.status_update_gid, rights.status_update_gid),
  }),
]
