/** Composes task templates. The API lists, uses and deletes them. */
import { createTaskTemplate, updateTaskTemplate } from '../../../resources/templates/rules/compose.ts'
import { taskTemplateTasks } from '../../../resources/templates/rules/input.ts'
import { one, text } from '../../../vocabulary/field.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'
import { MAX_TEMPLATE_BYTES, mustEditTemplate } from './edited_template.ts'

const name = { max: 1024, doc: 'The name of the template.' } as const

export const routes: ConsoleRoute[] = [
  sessionRoute('POST', '/task_templates', {
    doc:
      'Create a task template in a project that the caller can edit. The first of its tasks is the one that it creates; ' +
      'those without a parent are subtasks of that one. Guests cannot.',
    maxBodyBytes: MAX_TEMPLATE_BYTES,
    body: {
      project: one('project', { need: 'edit', required: true, doc: 'The project.' }),
      name: text({ ...name, required: true }),
      tasks: taskTemplateTasks,
    },
    execute: call =>
      call.console.store.write(async tx => {
        await call.resolve(tx)
        const gid = await createTaskTemplate(tx, call.actor, call.body)
        return { status: created, data: { gid: String(gid), resource_type: 'task_template', name: call.body.name } }
      }),
  }),
  sessionRoute('PUT', '/task_templates/:task_template_gid', {
    doc: 'Update the name of a task template, or replace all its tasks, for editors of its project.',
    maxBodyBytes: MAX_TEMPLATE_BYTES,
    body: { name: text(name), tasks: { ...taskTemplateTasks, required: undefined } },
    execute: call =>
      call.console.store.write(async tx => {
        const gid = await mustEditTemplate(tx, call, 'task_template')
        await call.resolve(tx)
        await updateTaskTemplate(tx, call.actor, gid, call.body)
        return { data: { gid: String(gid), resource_type: 'task_template' } }
      }),
  }),
]
