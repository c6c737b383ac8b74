/** Creates a task in a workspace, in projects, or as a subtask. */
import { invalidReference, malformed } from '../../lib/errors.ts'
import { together } from '../../lib/together.ts'
import { getForUpdate, insert, insertAll } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { sharedLock } from '../../store/locks.ts'
import { relyOnPlainLists } from '../../store/queries/cache/plain_lists.ts'
import { rankAt, subtasksOfTask } from '../../store/queries/order.ts'
import { listsOfSections, taskListsOf, taskOf } from '../../store/queries/tasks.ts'
import { workspacesOfTags } from '../../store/queries/workspaces.ts'
import type { Values } from '../../vocabulary/field.ts'
import { create, type WriteCall } from '../../vocabulary/operation.ts'
import type { creatable } from '../../vocabulary/resource.ts'
import { numberTasks } from '../fields/rules/numbering.ts'
import { settleType, untyped } from '../fields/rules/task_type.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { setExternal } from './rules/external.ts'
import { mustBelong, mustBeOf } from './rules/membership.ts'
import { parseMyTasksPosition } from './rules/my_tasks.ts'
import { addToSection, type ListTarget, MAX_PROJECTS, mustNotBeInTrash, tooManyProjects } from './rules/position.ts'
import { mustSeeImages, noText, parseTexts } from './rules/rich_text.ts'
import { mustNotStartMilestone, noDates, settleDates } from './rules/task_dates.ts'
import { mustBeAssigned, newState, settleState } from './rules/task_state.ts'
import { task } from './task.ts'

type TaskInput = Values<ReturnType<typeof creatable<(typeof task)['fields']>>> & Values<typeof customFieldValuesInput>

/** The workspace of a new task, and its section in each project. */
interface TaskHome {
  workspace: number
  targets: ListTarget[]
}

async function findHome(tx: Writer, body: TaskInput): Promise<TaskHome> {
  const { parent, projects = [], memberships = [] } = body
  // wire: a third party's playbook: a subtask is in no project of its own until it is added to one
  const requested = parent ? [] : [...projects.map(project => ({ project, section: null })), ...memberships]
  const requestedProjects = requested.map(({ project }) => project)
  const [lists, mustFit] = await together(taskListsOf(tx, requestedProjects), checkSections(tx, body))
  const first = requested[0] && lists.get(requested[0].project)
  const workspace = body.workspace ?? (parent ? (await taskOf(tx, parent)).workspace : first?.workspace)
  if (workspace === undefined) {
    // wire: forum t/44096
    throw malformed('You should specify one of workspace, parent, projects')
  }
  const targets = new Map<number, ListTarget>()
  for (const [index, { project, section }] of requested.entries()) {
    const list = lists.get(project)
    const at = index < projects.length ? `projects: [${index}]` : `memberships: [${index - projects.length}]: project`
    mustBeOf(workspace, list?.workspace, at, project)
    targets.set(project, { project, section: section ?? list?.section ?? 0, workspace })
  }
  if (targets.size > MAX_PROJECTS) throw tooManyProjects()
  mustFit()
  return { workspace, targets: [...targets.values()] }
}

/** Returns a check that throws 400 for a section that is not in its project. */
async function checkSections(tx: Writer, { memberships = [] }: TaskInput): Promise<() => void> {
  const sections = memberships.map(({ section }) => section).filter(section => typeof section === 'number')
  const lists = await listsOfSections(tx, sections)
  return () => {
    for (const [index, { project, section }] of memberships.entries()) {
      if (section && lists.get(section) !== project) throw invalidReference(`memberships: [${index}]: section`, section)
    }
  }
}

async function createTask(call: WriteCall<unknown, TaskInput>): Promise<number> {
  const { body, tx } = call
  const { workspace, targets } = await findHome(tx, body)
  await checkReferences(tx, workspace, body)
  const gid = tx.gid()
  const projects = targets.map(({ project }) => project)
  const isPlain = await relyOnPlainLists(tx, projects)
  await insertTask(call, gid, { workspace, targets })
  // positions: all locks in one call, so that two requests with the same projects in another order do not deadlock.
  if (targets.length > 1) await sharedLock(tx, 'positions', ...targets.map(({ section }) => section))
  for (const target of targets) await addToSection(tx, gid, target)
  await together(mustNotBeInTrash(tx, isPlain ? [] : projects), insertRelations(call, gid, { workspace, isPlain }))
  return gid
}

/** Inserts the relations of a new task: assignee, followers, tags, external data, custom field values, like. */
async function insertRelations(
  { body, tx, actor }: WriteCall<unknown, TaskInput>,
  gid: number,
  { workspace, isPlain }: { workspace: number; isPlain: boolean },
): Promise<void> {
  const { assignee = null, assignee_section, followers = [], tags = [] } = body
  const position = await parseMyTasksPosition(tx, { workspace, assignee }, { assignee_section })
  if (position) await addToSection(tx, gid, position.target)
  const users = new Set([actor.gid, ...(assignee === null ? [] : [assignee]), ...followers])
  await insertAll(
    tx,
    'task_followers',
    [...users].map(user => ({ task: gid, user })),
  )
  await insertAll(
    tx,
    'task_tags',
    [...new Set(tags)].map(tag => ({ task: gid, tag })),
  )
  if (body.external) await setExternal(tx, actor.gid, gid, body.external)
  if (!isPlain || position) await numberTasks(tx, 'task', gid)
  if (body.custom_fields !== undefined) await setValues(tx, actor, { type: 'task', gid }, body.custom_fields)
  if (body.liked) await insert(tx, 'task_likes', { gid: tx.gid(), task: gid, user: actor.gid })
}

async function checkReferences(tx: Writer, workspace: number, body: TaskInput) {
  const { assignee, followers = [], tags = [], parent } = body
  const [, , tagWorkspaces] = await together(
    mustBelong(tx, workspace, assignee ? [assignee] : [], () => 'assignee'),
    mustBelong(tx, workspace, followers, index => `followers: [${index}]`),
    workspacesOfTags(tx, tags),
  )
  for (const [index, tag] of tags.entries()) mustBeOf(workspace, tagWorkspaces.get(tag), `tags: [${index}]`, tag)
  if (!parent) return
  // Locks the parent: a concurrent delete of it waits, and then deletes the new task too.
  const parentTask = await getForUpdate(tx, 'tasks', parent)
  mustBeOf(workspace, parentTask.workspace, 'parent', parent)
  if (parentTask.deleted_at !== null) throw invalidReference('parent', parent)
}

async function insertTask(
  { body, tx, actor }: WriteCall<unknown, TaskInput>,
  gid: number,
  { workspace, targets }: TaskHome,
) {
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
  await mustSeeImages(tx, actor, text, noText)
  const { assignee = null, parent = null, name = '' } = body
  // wire: recorded: an unassigned task is "upcoming", an assigned one is in the inbox
  const status = body.assignee_status ?? (assignee === null ? 'upcoming' : 'inbox')
  mustBeAssigned(body.assignee_status, assignee)
  const dates = settleDates(noDates, body, actor.timeZone)
  mustNotStartMilestone(body.resource_subtype, dates)
  const projects = targets.map(({ project }) => project)
  const type = await settleType(tx, { ...newState, ...untyped }, body, { projects, task: parent })
  await insert(tx, 'tasks', {
    gid,
    workspace,
    name,
    notes: text?.plain ?? '',
    html_notes: text?.rich ?? null,
    ...settleState(newState, { ...body, ...type.completion }, actor.gid, tx.now),
    ...untyped,
    ...type.columns,
    ...dates,
    assignee,
    assigned_by: assignee === null ? null : actor.gid,
    assignee_status: status,
    parent,
    rank: parent === null ? null : ((await rankAt(tx, subtasksOfTask, parent, 'start')) ?? null),
    is_rendered_as_separator: 0,
    actual_time_minutes: null,
    created_by: actor.gid,
    created_at: tx.now,
    modified_at: tx.now,
    deleted_at: null,
    deleted_by: null,
  })
}

const doc = 'Creates a task.'

export const operations = [
  create('/tasks', task, { id: 'createTask', doc, body: customFieldValuesInput, execute: createTask }),
  // wire: older clients still call this path
  create('/workspaces/{workspace_gid}/tasks', task, {
    id: 'createTaskInWorkspace',
    doc,
    needs: { workspace_gid: 'comment' },
    body: customFieldValuesInput,
    execute: createTask,
  }),
  create('/tasks/{task_gid}/subtasks', task, {
    body: customFieldValuesInput,
    id: 'createSubtaskForTask',
    doc: 'Creates a task as the first subtask of another one.',
    execute: call => createTask({ ...call, body: { ...call.body, parent: call.path.task_gid } }),
  }),
]
