/**
 * A job is work that outlives the request that started it, such as the duplication of a project. Only its user sees it.
 * The steps are in `jobs/`.
 */
import { one, oneOf, text } from '../../vocabulary/field.ts'
import { get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const job = resource('job', {
  doc: 'Work that continues after the request that started it.',
  guard: 'job',
  changes: { none: 'only its user can see it' },
  fields: {
    resource_subtype: text({ compact: true, doc: 'The kind of work.' }),
    status: oneOf(['not_started', 'in_progress', 'succeeded', 'failed'], {
      compact: true,
      doc: 'Whether the job has ended, and how.',
    }),
    new_task: one('task', {
      compact: true,
      nullable: true,
      doc: 'The new task. It is complete when the job succeeded.',
    }),
    new_project: one('project', {
      compact: true,
      nullable: true,
      doc: 'The new project. It is complete when the job succeeded.',
    }),
    new_portfolio: one('portfolio', {
      compact: true,
      nullable: true,
      doc: 'The new portfolio. It is complete when the job succeeded.',
    }),
    new_project_template: one('project_template', {
      compact: true,
      nullable: true,
      doc: 'The new project template. It is complete when the job succeeded.',
    }),
    new_graph_export: one('graph_export', {
      ...{ compact: true, nullable: true, skipAccessCheck: true },
      doc: 'The export of an object and its contents.',
    }),
    new_resource_export: one('export_request', {
      ...{ compact: true, nullable: true, skipAccessCheck: true },
      doc: 'The export of objects of some types.',
    }),
  },
})

export const operations = [
  get('/jobs/{job_gid}', job, { id: 'getJob', doc: 'Gets a job that the caller started, for 30 days after its end.' }),
]
