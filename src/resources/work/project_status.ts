/**
 * A project status is a status update of a project as the older type shows it: with the same gid, and a colour instead of
 * the status.
 */
import { oneOf } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import {
  createStatus,
  deleteStatus,
  statusAuthorFields,
  statusOf,
  statusTextFields,
  statusTitle,
} from './rules/status.ts'

export const projectStatus = resource('project_status', {
  doc: 'A status update of a project, in the older form.',
  guard: 'project_status',
  changes: { none: 'its changes are recorded as those of the status update' },
  fields: {
    title: statusTitle,
    ...statusTextFields,
    color: oneOf(['green', 'yellow', 'red', 'blue', 'complete'], {
      write: 'create',
      required: true,
      // The contract has no colour for a dropped project, and does not say that there can be none.
      nullable: true,
      doc: 'The state of the project; null if it was dropped.',
    }),
    ...statusAuthorFields,
  },
})

export const operations = [
  list('/projects/{project_gid}/project_statuses', projectStatus, {
    id: 'getProjectStatusesForProject',
    doc: 'Lists the statuses of a project, the oldest first.',
    execute: listing('project_status', ({ path }) => ({
      where: { parent: path.project_gid },
      order: ['gid'],
      guarded: false,
    })),
  }),
  create('/projects/{project_gid}/project_statuses', projectStatus, {
    id: 'createProjectStatusForProject',
    doc: 'Creates a status of a project.',
    execute: ({ tx, actor, path, body }) =>
      createStatus(tx, actor.gid, path.project_gid, statusOf(body.color ?? ''), body),
  }),
  get('/project_statuses/{project_status_gid}', projectStatus, { id: 'getProjectStatus', doc: 'Gets a status.' }),
  remove('/project_statuses/{project_status_gid}', projectStatus, {
    id: 'deleteProjectStatus',
    doc: 'Deletes a status of a project. The project then has the status before it.',
    // Authors can delete their own where they can only comment, as comments.
    needs: { project_status_gid: 'comment' },
    execute: ({ tx, actor, path, rights }) =>
      deleteStatus(tx, actor.gid, path.project_status_gid, rights.project_status_gid),
  }),
]
