/**
 * A status update is a dated report on the state of a project, a portfolio or a goal. It cannot be changed, only deleted. That of
 * a project is also a `project_status`, the older type.
 */
import { any, oneOf, timestamp } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { statusChanges } from '../sharing/rules/status_changes.ts'
import { statusParentTypes } from '../sharing/rules/status_parents.ts'
import { likeFields, reactionSummary } from './rules/likes.ts'
import {
  allStatusTypes,
  createStatus,
  deleteStatus,
  statusAuthorFields,
  statusTextFields,
  statusTitle,
} from './rules/status.ts'

export const statusUpdate = resource('status_update', {
  doc: 'A dated report on the state of a project, a portfolio or a goal.',
  guard: 'status_update',
  changes: { mapper: statusChanges },
  fields: {
    title: statusTitle,
    resource_subtype: oneOf(
      statusParentTypes.map(type => `${type}_status_update` as const),
      { compact: true, doc: 'The type of the parent.' },
    ),
    ...statusTextFields,
    status_type: oneOf(allStatusTypes, {
      write: 'create',
      required: true,
      doc: 'The state of the parent: `on_hold` and `complete` only of a project or a portfolio, the results only of a goal.',
    }),
    ...statusAuthorFields,
    ...likeFields('status_update_likes', 'status_update'),
    reaction_summary: reactionSummary,
    parent: any(statusParentTypes, {
      skipAccessCheck: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The project, portfolio or goal. Cannot change.',
    }),
  },
})

export const operations = [
  list('/status_updates', statusUpdate, {
    id: 'getStatusesForObject',
    doc: 'Lists the status updates of a project, a portfolio or a goal, the oldest first.',
    query: {
      parent: any(statusParentTypes, { required: true, doc: 'The project, portfolio or goal.' }),
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
    doc: 'Creates a status update of a project, a portfolio or a goal.',
    // wire: contract: it lists the parameters of a page, but the response is one object
    ignored: ['limit', 'offset'],
    execute: ({ tx, actor, body }) => createStatus(tx, actor.gid, body.parent, body.status_type, body),
  }),
  get('/status_updates/{status_update_gid}', statusUpdate, { id: 'getStatus', doc: 'Gets a status update.' }),
  remove('/status_updates/{status_update_gid}', statusUpdate, {
    id: 'deleteStatus',
    doc: 'Deletes a status update. Its parent then has the status before it.',
    // Authors can delete their own where they can only comment, as comments.
    needs: { status_update_gid: 'comment' },
    execute: ({ tx, actor, path, rights }) =>
      deleteStatus(tx, actor.gid, path.status_update_gid, rights.status_update_gid),
  }),
]
