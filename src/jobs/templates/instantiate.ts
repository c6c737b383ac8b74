/** The jobs that create the tasks of a template: first all tasks, then the dependencies between them. */
import { unknownObject } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { hasFeature } from '../../resources/people/rules/plan.ts'
import { linkTasks } from '../../resources/templates/rules/created_links.ts'
import {
  type Instantiation,
  type InstantiationCursor,
  lockTemplate,
} from '../../resources/templates/rules/instantiation.ts'
import { createTasks } from '../../resources/templates/rules/new_tasks.ts'
import type { Writer } from '../../store/db.ts'
import type { RequestedJob } from '../../store/queries/jobs/requested.ts'
import { templateTasks } from '../../store/queries/templates/contents.ts'
import { templateLinks } from '../../store/queries/templates/new_tasks.ts'
import { trashCopy } from '../duplication/abandon.ts'
import type { JobSteps } from '../duplication/steps.ts'

/** The tasks of one step: few enough that other writers wait at most 50 ms. */
const MAX_TASKS = 100
/** The dependencies of one step, each with several statements. */
const MAX_LINKS = 40

/** Before the first dependency of a template. */
const NO_LINK = { position: -1, dependency: -1 }

const steps =
  (table: 'project_templates' | 'task_templates'): JobSteps['step'] =>
  async (tx, job, cursor) => {
    const input = JSON.parse(job.input) as Instantiation
    const template = job.source ?? 0
    await lockTemplate(tx, table, template, input)
    await mustEditProject(tx, job, input)
    const at = (cursor as InstantiationCursor | null) ?? { phase: 'tasks', at: 0 }
    return at.phase === 'tasks' ? addTasks(tx, job, input, at.at) : addLinks(tx, job, at)
  }

/** Throws 404 if the project is in the trash, or the user can no longer edit it. */
async function mustEditProject(tx: Writer, { user }: RequestedJob, { project }: Instantiation): Promise<void> {
  const right = (await rights(tx, user, 'project', [project])).get(project)
  if (!allows(right, 'edit')) throw unknownObject('project', project)
}

async function addTasks(tx: Writer, job: RequestedJob, input: Instantiation, at: number): Promise<InstantiationCursor> {
  const found = await templateTasks(tx, job.source ?? 0, at, MAX_TASKS)
  await createTasks(tx, { ...input, job: job.gid, user: job.user, workspace: job.workspace }, found)
  if (found.length < MAX_TASKS) return { phase: 'dependencies', ...NO_LINK }
  return { phase: 'tasks', at: at + found.length }
}

async function addLinks(
  tx: Writer,
  { gid: job, user, workspace, source }: RequestedJob,
  after: Extract<InstantiationCursor, { phase: 'dependencies' }>,
): Promise<InstantiationCursor | undefined> {
  if (!(await hasFeature(tx, workspace, 'dependencies'))) return undefined
  const found = await templateLinks(tx, source ?? 0, after, MAX_LINKS)
  await linkTasks(tx, { job, user, workspace }, found)
  const last = found[MAX_LINKS - 1]
  return last && { phase: 'dependencies', position: last.position, dependency: last.dependency }
}

export const instantiateProject: JobSteps = {
  step: steps('project_templates'),
  abandon: (tx, { user, new_project }) => trashCopy(tx, 'project', new_project, user),
}

export const instantiateTask: JobSteps = {
  step: steps('task_templates'),
  abandon: (tx, { user, new_task }) => trashCopy(tx, 'task', new_task, user),
}
