/** Creates a task from a template. The request itself makes the task; the job adds its subtasks. */
import { localDate } from '../../lib/date.ts'
import { unknownObject } from '../../lib/errors.ts'
import { getForUpdate } from '../../store/change.ts'
import { rankAt, tasksOfSection } from '../../store/queries/order.ts'
import { taskListsOf } from '../../store/queries/tasks.ts'
import { templateTasks } from '../../store/queries/templates/contents.ts'
import { text, type Values } from '../../vocabulary/field.ts'
import { action, created, type WriteCall } from '../../vocabulary/operation.ts'
import { requestJob, setCursor } from '../platform/rules/request_job.ts'
import type { TemplateTask } from './rules/content.ts'
import type { Instantiation, InstantiationCursor } from './rules/instantiation.ts'
import { createTasks } from './rules/new_tasks.ts'
import { taskTemplate } from './task_template.ts'

const body = { name: text({ max: 1024, doc: 'The name of the new task; by default that of the template.' }) }

async function instantiateTask(call: WriteCall<{ task_template_gid: number }, Values<typeof body>>): Promise<number> {
  const { tx, actor, path } = call
  const template = await getForUpdate(tx, 'task_templates', path.task_template_gid)
  // Another transaction may have deleted it after the rights were checked.
  if (template.deleted_at !== null) throw unknownObject('task_template', template.gid)
  const { gid, workspace, project, modified_at } = template
  const [first] = await templateTasks(tx, gid, 0, 1)
  if (!first) throw new Error(`The task template ${gid} has no task.`)
  const section = (await taskListsOf(tx, [project])).get(project)?.section ?? 0
  const from = localDate(tx.now, actor.timeZone)
  const follows = actor.kind !== 'service'
  const input: Instantiation = {
    ...{ project, sections: [section], from, timeZone: actor.timeZone, roles: {}, follows, modified_at },
  }
  const task = tx.gid()
  const cursor: InstantiationCursor = { phase: 'tasks', at: 1 }
  const job = await requestJob(call, {
    ...{ workspace, subtype: 'instantiate_task', source: gid, created: { new_task: task }, input },
  })
  await setCursor(tx, job, cursor)
  // wire: contract: the default is the name of the template, which can differ from that of its task
  const name = call.body.name ?? template.name
  const content = JSON.stringify({ ...(JSON.parse(first.content) as TemplateTask), name })
  const rank = (await rankAt(tx, tasksOfSection, section, 'start')) ?? ''
  await createTasks(tx, { ...input, job, user: actor.gid, workspace, rank, first: task }, [{ ...first, content }])
  return job
}

export const operations = [
  action('/task_templates/{task_template_gid}/instantiateTask', taskTemplate, {
    id: 'instantiateTask',
    doc: 'Starts a job that creates a task from a template, in its project.',
    limit: 'job',
    status: created,
    type: 'job',
    body,
    execute: instantiateTask,
  }),
]
