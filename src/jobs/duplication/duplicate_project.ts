/**
 * The job that completes the copy of a project: sections, custom fields, members, templates and allocations, then the tasks in the
 * order of their gids, then what is below and between them, and at last the rules. A task that is added to the source meanwhile is copied if
 * its gid is still to come.
 */
import { unknownObject } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { copyRules } from '../../resources/automation/rules/copied_rules.ts'
import { copyAllocations } from '../../resources/capacity/rules/copied_allocations.ts'
import {
  copyFields,
  copyMembers,
  copySections,
  copyTemplates,
  type PartProgress,
  type ProjectCopy,
  type ProjectJobInput,
  type ProjectPhase,
} from '../../resources/templates/rules/copied_project.ts'
import { type CopyTerms, copyTasks, taskParts } from '../../resources/templates/rules/copied_tasks.ts'
import { copyTypes } from '../../resources/templates/rules/copied_types.ts'
import { shiftedDates } from '../../resources/templates/rules/schedule.ts'
import type { Writer } from '../../store/db.ts'
import { nextTasks } from '../../store/queries/jobs/copied_projects.ts'
import type { RequestedJob } from '../../store/queries/jobs/requested.ts'
import { trashCopy } from './abandon.ts'
import type { JobSteps } from './steps.ts'
import { copyTree, type TreeCursor } from './tasks.ts'

/** Sections or members of a step, and templates, each with its tasks. */
const MAX_ROWS = 200
const MAX_TEMPLATE_ROWS = 2

/** `after` is the key of the last row that is copied, `position` that of the next one among the copies. */
interface ProjectPartCursor {
  phase: ProjectPhase | 'tasks'
  after: string | number
  position: number
}

/** The last phase. Rules that are copied earlier would start on the tasks that the job copies. */
const RULES = { phase: 'rules' } as const

type ProjectCursor = ProjectPartCursor | TreeCursor | typeof RULES

export const duplicateProject: JobSteps = {
  async step(tx, job, cursor, rows) {
    const of = await mustSeeBoth(tx, job)
    const input = JSON.parse(job.input) as ProjectJobInput
    const at = (cursor as ProjectCursor | null) ?? { phase: 'sections', after: '', position: 0 }
    const terms = termsOf(of, input)
    if (at.phase === 'rules') {
      await copyRules(tx, of)
      return undefined
    }
    if ('count' in at) return (await copyTree(tx, terms, at, rows)) ?? RULES
    if (at.phase === 'tasks') return copyRoots(tx, terms, of.source, { ...at, rows })
    return nextPhase(tx, of, input, at)
  },
  abandon: (tx, { user, new_project }) => trashCopy(tx, 'project', new_project, user),
}

/** Throws 404 if one of the projects is in the trash, or the user has lost the rights that the copy needs. */
async function mustSeeBoth(
  tx: Writer,
  { gid: job, user, workspace, source, new_project }: RequestedJob,
): Promise<ProjectCopy> {
  const [from, copy] = [source ?? 0, new_project ?? 0]
  const found = await rights(tx, user, 'project', [from, copy])
  if (!allows(found.get(from), 'view')) throw unknownObject('project', from)
  if (!allows(found.get(copy), 'edit')) throw unknownObject('project', copy)
  return { job, user, workspace, source: from, copy }
}

function termsOf(
  { job, user, workspace, source, copy }: ProjectCopy,
  { parts, schedule, filesQuota }: ProjectJobInput,
): CopyTerms {
  const named: ReadonlySet<string> = new Set(parts)
  return {
    ...{ job, user, workspace, parts: new Set(taskParts.filter(part => named.has(`task_${part}`))) },
    ...{ filesQuota, project: { source, copy } },
    ...(schedule && { datesOf: task => shiftedDates(schedule, task) }),
  }
}

/** The phase after each one. */
const AFTER = {
  sections: 'fields',
  fields: 'members',
  members: 'templates',
  templates: 'allocations',
  allocations: 'tasks',
} as const

/** Does a part of a phase before the tasks. */
async function nextPhase(
  tx: Writer,
  of: ProjectCopy,
  input: ProjectJobInput,
  cursor: ProjectPartCursor,
): Promise<ProjectPartCursor> {
  const phase = cursor.phase as ProjectPhase
  const { after, position } = await copyPart(tx, of, input, { ...cursor, phase })
  if (after !== undefined) return { phase, after, position }
  const next = AFTER[phase]
  return { phase: next, after: next === 'fields' ? '' : 0, position }
}

async function copyPart(
  tx: Writer,
  of: ProjectCopy,
  { parts: listed, schedule }: ProjectJobInput,
  { phase, after, position }: ProjectPartCursor & { phase: ProjectPhase },
): Promise<PartProgress<string | number>> {
  const parts = new Set(listed)
  const [text, number] = [
    { after: String(after), position },
    { after: Number(after), position },
  ]
  const nothing = { after: undefined, position }
  switch (phase) {
    case 'sections':
      return copySections(tx, of, text, MAX_ROWS)
    case 'fields':
      return { after: undefined, position: await copyTypes(tx, of, await copyFields(tx, of, position)) }
    case 'members':
      return parts.has('members') ? copyMembers(parts.has('permissions'))(tx, of, number, MAX_ROWS) : nothing
    case 'templates':
      return parts.has('task_templates') ? copyTemplates(tx, of, number, MAX_TEMPLATE_ROWS) : nothing
    case 'allocations':
      return parts.has('allocations') ? copyAllocations(schedule)(tx, of, number, MAX_ROWS) : nothing
  }
}

/** Copies the tasks of the project; with subtasks, those below other tasks of the project are copied later. */
async function copyRoots(
  tx: Writer,
  terms: CopyTerms,
  project: number,
  { after, position, rows }: ProjectPartCursor & { rows: number },
): Promise<ProjectCursor> {
  const found = await nextTasks(tx, project, {
    ...{ after: Number(after), limit: rows, subtasks: terms.parts.has('subtasks') },
  })
  const tasks = found.map(source => ({ source, copy: tx.gid(), parent: null, rank: null }))
  await copyTasks(tx, terms, tasks, position)
  const end = position + tasks.length
  const last = found[rows - 1]
  if (last) return { phase: 'tasks', after: last.gid, position: end }
  return { phase: 'subtasks', at: 0, rank: '', count: end }
}
