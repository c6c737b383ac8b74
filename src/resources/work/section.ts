/** A section divides a project, or My Tasks, into parts that have an order. */
import { any, many, text, timestamp } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'

export const section = resource('section', {
  doc: 'A part of a project or of My Tasks.',
  guard: 'section',
  fields: {
    name: text({ compact: true, write: 'always', required: true, max: 1024, doc: 'The name of the section.' }),
    created_at: timestamp({ doc: 'When it was made.' }),
    project: any(['project', 'user_task_list'], { doc: 'The list that it divides.' }),
    projects: many('project', {
      through: { table: 'sections', from: 'gid', to: 'project' },
      doc: 'The older form of `project`: a list of one.',
    }),
  },
})

export const operations = []
