/** Counts of the tasks of a project. Each number costs a count, so it is returned only on request. */
import { number } from '../../vocabulary/field.ts'
import { get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

const count = (doc: string) => number({ optIn: true, doc })

export const taskCounts = resource('task_counts', {
  doc: 'Counts of the tasks of a project.',
  guard: 'task_counts',
  anonymous: true,
  changes: { none: 'counts follow from the tasks, whose changes are recorded' },
  fields: {
    num_tasks: count('All tasks, milestones included.'),
    num_incomplete_tasks: count('The tasks that are not completed.'),
    num_completed_tasks: count('The tasks that are completed.'),
    num_milestones: count('All milestones.'),
    num_incomplete_milestones: count('The milestones that are not completed.'),
    num_completed_milestones: count('The milestones that are completed.'),
  },
})

export const operations = [
  get('/projects/{project_gid}/task_counts', taskCounts, {
    id: 'getTaskCountsForProject',
    doc: 'Gets the counts of the tasks of a project, including subtasks that are in it.',
    execute: async ({ path }) => path.project_gid,
  }),
]
