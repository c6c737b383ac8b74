/** The job that completes the copy of a task. */
import { unknownObject } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import type { TaskPart } from '../../resources/templates/rules/copied_tasks.ts'
import type { Writer } from '../../store/db.ts'
import type { RequestedJob } from '../../store/queries/jobs/requested.ts'
import { trashCopy } from './abandon.ts'
import type { JobSteps } from './steps.ts'
import { copyTree, type TreeCursor } from './tasks.ts'

const START: TreeCursor = { phase: 'subtasks', at: 0, rank: '', count: 1 }

export const duplicateTask: JobSteps = {
  async step(tx, job, cursor, rows) {
    await mustSeeBoth(tx, job)
    const { gid, user, workspace } = job
    const { parts, filesQuota } = JSON.parse(job.input) as { parts: TaskPart[]; filesQuota: number | null }
    const terms = { job: gid, user, workspace, parts: new Set(parts), filesQuota }
    return copyTree(tx, terms, (cursor as TreeCursor | null) ?? START, rows)
  },
  abandon: (tx, { user, new_task }) => trashCopy(tx, 'task', new_task, user),
}

/** Throws 404 if the task or its copy is in the trash, or the user has lost the rights that the copy needs. */
async function mustSeeBoth(tx: Writer, { user, source, new_task: copy }: RequestedJob): Promise<void> {
  const found = await rights(tx, user, 'task', [source ?? 0, copy ?? 0])
  if (!allows(found.get(source ?? 0), 'view')) throw unknownObject('task', source ?? 0)
  if (!allows(found.get(copy ?? 0), 'edit')) throw unknownObject('task', copy ?? 0)
}
