/**
 * Duplicates a task. The request itself makes the copy of the task, so that the response names it; the job copies its
 * subtasks and dependencies.
 */
import { forbidden } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { getForUpdate, insert, tryInsert } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { rankAt, subtasksOfTask } from '../../store/queries/order.ts'
import { taskOf } from '../../store/queries/tasks.ts'
import type { TaskTable } from '../../store/tables/work.ts'
import { someOf, text } from '../../vocabulary/field.ts'
import { action, created } from '../../vocabulary/operation.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { newStory } from '../work/rules/story_row.ts'
import { task } from '../work/task.ts'
import { copyTasks, type TaskPart, taskParts } from './rules/copied_tasks.ts'

/** Throws 403 unless the caller may create tasks in a workspace. */
async function mustCreateTasks(tx: Writer, me: number, workspace: number): Promise<void> {
  const right = (await rights(tx, me, 'workspace', [workspace])).get(workspace)
  if (!allows(right, 'comment')) throw forbidden('workspace')
}

type ParentPlace = Pick<TaskTable, 'parent' | 'rank'>

const NO_PARENT: ParentPlace = { parent: null, rank: null }

/** The place of the copy right after its source, if the caller may edit the parent. */
async function parentPlace(tx: Writer, me: number, { gid, parent }: TaskTable): Promise<ParentPlace> {
  if (parent === null || !allows((await rights(tx, me, 'task', [parent])).get(parent), 'edit')) return NO_PARENT
  // Locks the parent: a concurrent delete of it waits, and then deletes the copy too.
  if ((await getForUpdate(tx, 'tasks', parent)).deleted_at !== null) return NO_PARENT
  const rank = (await rankAt(tx, subtasksOfTask, parent, { after: gid })) ?? null
  return rank === null ? NO_PARENT : { parent, rank }
}

export const operations = [
  action('/tasks/{task_gid}/duplicate', task, {
    id: 'duplicateTask',
    doc: 'Starts a job that duplicates a task. The copy is not completed.',
    needs: { task_gid: 'view' },
    limit: 'job',
    status: created,
    type: 'job',
    body: {
      name: text({ max: 1024, doc: 'The name of the new task; by default that of the task.' }),
      include: someOf(taskParts, { doc: 'What the new task has in addition to its name, as a comma-separated list.' }),
    },
    async execute(call) {
      const { tx, actor, path, body, filesQuota } = call
      const source = await taskOf(tx, path.task_gid)
      const { gid, workspace } = source
      await mustCreateTasks(tx, actor.gid, workspace)
      const parts = new Set<TaskPart>(body.include ?? [])
      const copy = tx.gid()
      const input = { parts: [...parts], filesQuota }
      const place = parts.has('parent') ? await parentPlace(tx, actor.gid, source) : NO_PARENT
      const job = await requestJob(call, {
        ...{ workspace, subtype: 'duplicate_task', source: gid, created: { new_task: copy }, input },
      })
      const terms = { job, user: actor.gid, workspace, parts, filesQuota }
      await copyTasks(tx, terms, [{ source, copy, name: body.name, ...place }], 0)
      // wire: seen in dashboards: the history of a copy names the task that it was copied from
      const detail = JSON.stringify({ duplicated_from: gid })
      const about = { target: copy, target_type: 'task', workspace }
      const story = { ...about, type: 'system', resource_subtype: 'duplicated', detail }
      await insert(tx, 'stories', newStory(tx, story))
      // The copy may be in no project: then only a follower can see it.
      await tryInsert(tx, 'task_followers', { task: copy, user: actor.gid })
      return job
    },
  }),
]
