/**
 * Restores objects from the trash, together with the objects that were deleted with them. A restore never changes an
 * object that conflicts with it: the error says what to do first.
 */
import { malformed, notFound } from '../../../lib/errors.ts'
import { findForUpdate, getForUpdate, update, updateAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { hasBudget, hasRate } from '../../../store/queries/capacity/capacity.ts'
import { fieldOfPrefix, hasFieldNamed } from '../../../store/queries/fields.ts'
import type { AttachmentParent } from '../../../store/queries/files/attachments.ts'
import { type TrashName, tableOf } from '../../../store/queries/objects.ts'
import { hasBrief } from '../../../store/queries/projects.ts'
import { teamNameExists } from '../../../store/queries/scim/teams.ts'
import { taskOf } from '../../../store/queries/tasks.ts'
import { deletedField, tasksDeletedWith } from '../../../store/queries/trash/deleted_with.ts'
import { TRASH_RETENTION_MS, type TrashEntry } from '../../../store/queries/trash/entries.ts'
import { findConflict, formulaOf } from '../../fields/rules/formulas.ts'
import { numberTasks } from '../../fields/rules/numbering.ts'
import { lockStatusParent, updateCurrentStatus } from '../../sharing/rules/status_parents.ts'

type Restorer = (tx: Writer, entry: TrashEntry) => Promise<void>

const restoredColumns = { deleted_at: null, deleted_by: null }

// wire: SCIM: the names of groups are unique, ignoring case
const team: Restorer = async (tx, { gid, workspace, name }) => {
  // names: a concurrent request could give this name to a group.
  await advisoryLock(tx, 'names', workspace)
  if (await teamNameExists(tx, workspace, name, gid)) {
    throw malformed(`Another team is called ${JSON.stringify(name)} now: rename that one, then restore this one.`)
  }
  await update(tx, 'teams', { gid }, { deleted_at: null })
}

const project: Restorer = async (tx, entry) => {
  const tasks = await tasksDeletedWith(tx, 'project', entry)
  await update(tx, 'projects', { gid: entry.gid }, restoredColumns)
  await updateAll(tx, 'tasks', tasks, restoredColumns)
  // The project may have a new field since its tasks were deleted.
  await numberTasks(tx, 'project', entry.gid)
}

const task: Restorer = async (tx, entry) => {
  await updateAll(tx, 'tasks', await tasksDeletedWith(tx, 'task', entry), restoredColumns)
  await numberTasks(tx, 'task', entry.gid)
}

/** A story is visible only with its task or goal, so that cannot be in the trash. */
const story: Restorer = async (tx, { gid }) => {
  const { target, target_type: type } = await getForUpdate(tx, 'stories', gid)
  const object = type === 'goal' ? await getForUpdate(tx, 'goals', target) : await taskOf(tx, target)
  if (object.deleted_at !== null) {
    throw malformed(`The ${type} of this comment is in the trash too: restore the ${type} ${target} first.`)
  }
  await update(tx, 'stories', { gid }, { deleted_at: null })
  // wire: contract: a task is modified when a story is added or deleted
  if (type === 'task') await update(tx, 'tasks', { gid: target }, { modified_at: tx.now })
}

/** Nothing else is restored with these. */
const alone =
  (table: 'portfolios' | 'goals' | 'custom_types' | 'placeholders'): Restorer =>
  (tx, { gid }) =>
    update(tx, table, { gid }, restoredColumns)

/** A status update is visible only with its object, so that cannot be in the trash. */
const status_update: Restorer = async (tx, { gid }) => {
  const { parent } = await getForUpdate(tx, 'status_updates', gid)
  const object = await lockStatusParent(tx, parent)
  if (object?.deleted_at !== null) {
    const type = object?.type ?? 'project'
    throw malformed(`The ${type} of this status update is in the trash too: restore the ${type} ${parent} first.`)
  }
  await update(tx, 'status_updates', { gid }, restoredColumns)
  await updateCurrentStatus(tx, object)
}

/** An attachment is visible only with its parent, so that cannot be in the trash. */
const attachment: Restorer = async (tx, { gid }) => {
  const { parent, parent_type } = await getForUpdate(tx, 'attachments', gid)
  const type = parent_type as AttachmentParent['type']
  const { deleted_at } = await getForUpdate(tx, tableOf(type), parent)
  if (deleted_at !== null) {
    const noun = type.replaceAll('_', ' ')
    throw malformed(`The ${noun} of this attachment is in the trash too: restore the ${noun} ${parent} first.`)
  }
  await update(tx, 'attachments', { gid }, restoredColumns)
  if (type === 'task') await update(tx, 'tasks', { gid: parent }, { modified_at: tx.now })
}

/** A project has at most one brief, which is visible only with it. */
const project_brief: Restorer = async (tx, { gid }) => {
  const { project } = await getForUpdate(tx, 'project_briefs', gid)
  await mustHaveProject(tx, 'brief', project)
  if (await hasBrief(tx, project)) {
    throw malformed('The project has another brief now: delete that one, then restore this one.')
  }
  await update(tx, 'project_briefs', { gid }, restoredColumns)
}

/** A project template is hidden while its team is in the trash. */
const project_template: Restorer = async (tx, { gid }) => {
  const { team } = await getForUpdate(tx, 'project_templates', gid)
  if (team !== null && (await getForUpdate(tx, 'teams', team)).deleted_at !== null) {
    throw malformed(`The team of this template is in the trash too: restore the team ${team} first.`)
  }
  await update(tx, 'project_templates', { gid }, restoredColumns)
}

/** A task template is visible only with its project. */
const task_template: Restorer = async (tx, { gid }) => {
  const { project } = await getForUpdate(tx, 'task_templates', gid)
  await mustHaveProject(tx, 'template', project)
  await update(tx, 'task_templates', { gid }, restoredColumns)
}

const custom_field: Restorer = async (tx, { gid, workspace, name }) => {
  if (await hasFieldNamed(tx, workspace, name)) {
    throw malformed(
      `Another custom field is called ${JSON.stringify(name)} now: rename that one, then restore this one.`,
    )
  }
  const { id_prefix: prefix, formula } = await deletedField(tx, gid)
  if (prefix !== null && (await fieldOfPrefix(tx, workspace, prefix)) !== undefined) {
    throw malformed(`Another custom field numbers with ${prefix} now: delete that one, then restore this one.`)
  }
  const clash = formula === null ? undefined : await findConflict(tx, workspace, String(gid), formulaOf(formula))
  if (clash !== undefined) {
    throw malformed(`${clash}: change the formulas that need this field, then restore it.`)
  }
  await update(tx, 'custom_fields', { gid }, { deleted_at: null })
  await numberTasks(tx, 'custom_field', gid)
}

/** Throws 400 while the project of an object is in the trash: the object is visible only with it. */
async function mustHaveProject(tx: Writer, noun: string, project: number): Promise<void> {
  if ((await getForUpdate(tx, 'projects', project)).deleted_at !== null) {
    throw malformed(`The project of this ${noun} is in the trash too: restore the project ${project} first.`)
  }
}

const allocation: Restorer = async (tx, { gid }) => {
  await mustHaveProject(tx, 'allocation', (await getForUpdate(tx, 'allocations', gid)).parent)
  await update(tx, 'allocations', { gid }, restoredColumns)
}

/** A project has at most one budget. */
const budget: Restorer = async (tx, { gid }) => {
  const { parent } = await getForUpdate(tx, 'budgets', gid)
  await mustHaveProject(tx, 'budget', parent)
  if (await hasBudget(tx, parent)) {
    throw malformed('The project has another budget now: delete that one, then restore this one.')
  }
  await update(tx, 'budgets', { gid }, restoredColumns)
}

/** A project has at most one rate of each user and placeholder. */
const rate: Restorer = async (tx, { gid }) => {
  const { parent, resource } = await getForUpdate(tx, 'rates', gid)
  await mustHaveProject(tx, 'rate', parent)
  if (await hasRate(tx, parent, resource)) {
    throw malformed('The project has another rate of the same person now: delete that one, then restore this one.')
  }
  await update(tx, 'rates', { gid }, restoredColumns)
}

/** Types whose restore checks or restores more than the row. */
const restorers: Partial<Record<TrashName, Restorer>> = {
  ...{ portfolio: alone('portfolios'), goal: alone('goals') },
  ...{ custom_type: alone('custom_types'), placeholder: alone('placeholders') },
  ...{ project_template, task_template, allocation, budget, rate },
  ...{ team, project, task, story, status_update, project_brief, attachment, custom_field },
}

const restoreRow: Restorer = (tx, { resource_type, gid }) =>
  update(tx, tableOf(resource_type), { gid }, { deleted_at: null })

/** Restores an entry of the trash. Throws 400 for a conflict, with what to do about it. */
export const restore: Restorer = async (tx, entry) => {
  // numbers: a concurrent request could add a field that numbers these tasks to a project.
  await advisoryLock(tx, 'numbers', entry.workspace)
  const row = (await findForUpdate(tx, tableOf(entry.resource_type), { gid: entry.gid })) as
    | { deleted_at?: number }
    | undefined
  // It is purged or restored already, or partly purged: a purge runs in several steps.
  if (row?.deleted_at !== entry.deleted_at || entry.deleted_at < tx.now - TRASH_RETENTION_MS)
    throw notFound('trash', entry.gid)
  await (restorers[entry.resource_type] ?? restoreRow)(tx, entry)
}
