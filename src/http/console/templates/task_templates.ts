/** Composes task templates. The API lists, uses and deletes them. */

import { formatTimestamp } from '../../../lib/date.ts'
import { notFound } from '../../../lib/errors.ts'
import { createTaskTemplate, updateTaskTemplate } from '../../../resources/templates/rules/compose.ts'
import { editableTasks } from '../../../resources/templates/rules/edited_tasks.ts'
import { editedTemplateTasks, taskTemplateTasks } from '../../../resources/templates/rules/input.ts'
import { findTaskTemplate } from '../../../store/queries/templates/contents.ts'
import { one, text, timestamp } from '../../../vocabulary/field.ts'
import { created } from '../../../vocabulary/operation.ts'
import { contextOf } from '../records/shown.ts'
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
  sessionRoute('GET', '/task_templates/:task_template_gid', {
    doc:
      'A task template for editors of its project, as PUT accepts it: `{gid, resource_type, name, modified_at, tasks}`. It is without ' +
      'people, tags, fields and objects that the caller cannot see or that can no longer be chosen.',
    execute: async call => {
      const context = contextOf(call)
      const gid = await mustEditTemplate(context.reader, call, 'task_template')
      const template = await findTaskTemplate(context.reader, gid)
      if (!template) throw notFound('task_template', gid)
      const { name, workspace, modified_at } = template
      const tasks = await editableTasks(context, workspace, gid)
      const data = { gid: String(gid), resource_type: 'task_template', name, modified_at: formatTimestamp(modified_at) }
      return { data: { ...data, tasks } }
    },
  }),
  sessionRoute('PUT', '/task_templates/:task_template_gid', {
    doc:
      'Update the name of a task template, or replace all its tasks, for editors of its project. The response has its new ' +
      '`modified_at`.',
    maxBodyBytes: MAX_TEMPLATE_BYTES,
    body: {
      name: text(name),
      tasks: editedTemplateTasks,
      modified_at: timestamp({
        doc: 'The version that the caller has edited: if the template has changed since, the response is 409, and nothing is written.',
      }),
    },
    execute: call =>
      call.console.store.write(async tx => {
        const gid = await mustEditTemplate(tx, call, 'task_template')
        await call.resolve(tx)
        await updateTaskTemplate(tx, call.actor, gid, call.body)
        return { data: { gid: String(gid), resource_type: 'task_template', modified_at: formatTimestamp(tx.now) } }
      }),
  }),
]
