/** A task template is a task to create in one project, with its subtasks. Its rights are those of the project. */
import { computed, one, text, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing, remove } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { recipeShape, recipes } from './rules/recipe.ts'
import { trashTemplate } from './rules/write.ts'

export const taskTemplate = resource('task_template', {
  doc: 'A task to create in one project, with its subtasks.',
  guard: 'task_template',
  changes: { addedTo: { project: 'project' }, streams: ['project'], columns: { name: 'name' } },
  fields: {
    name: text({ compact: true, doc: 'The name of the template.' }),
    project: one('project', { skipAccessCheck: true, nullable: true, doc: 'The project of the template.' }),
    template: computed(['project', 'project_name'], recipes, {
      shape: recipeShape,
      doc: 'The task that the template creates. Dates are days after its creation.',
    }),
    created_by: one('user', { skipAccessCheck: true, doc: 'The user who created the template.' }),
    created_at: timestamp({ doc: 'When the template was created.' }),
  },
})

export const operations = [
  list('/task_templates', taskTemplate, {
    id: 'getTaskTemplates',
    doc: 'Lists the task templates of a project.',
    // wire: resource-behaviours 5.5: the project is required, although the contract does not say so
    query: { project: one('project', { required: true, doc: 'The project.' }) },
    execute: listing('task_template', ({ query }) => ({ where: query, order: ['gid'], guarded: false })),
  }),
  get('/task_templates/{task_template_gid}', taskTemplate, { id: 'getTaskTemplate', doc: 'Gets a task template.' }),
  remove('/task_templates/{task_template_gid}', taskTemplate, {
    id: 'deleteTaskTemplate',
    doc: 'Deletes a task template. Tasks that were created from it stay.',
    execute: ({ tx, actor, path }) => trashTemplate(tx, actor.gid, 'task_template', path.task_template_gid),
  }),
]
