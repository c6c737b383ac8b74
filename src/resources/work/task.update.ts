/** Updates a task: the given fields, and the columns that depend on them. */
import { forbidden } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { deleteWhere, getForUpdate, insertOrIgnore, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { hasTaskOfOther } from '../../store/queries/roles/openness.ts'
import { myTasksOf, reachedFrom, taskOf } from '../../store/queries/tasks.ts'
import type { TaskTable } from '../../store/tables/work.ts'
import { columns } from '../../vocabulary/columns.ts'
import type { Values } from '../../vocabulary/field.ts'
import { type PermissionNeed, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import type { updatable } from '../../vocabulary/resource.ts'
import { numberTasks } from '../fields/rules/numbering.ts'
import { settleType } from '../fields/rules/task_type.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { setExternal } from './rules/external.ts'
import { mustBelong } from './rules/membership.ts'
import { type MyTasksPosition, moveInMyTasks, parseMyTasksPosition } from './rules/my_tasks.ts'
import { addToSection } from './rules/position.ts'
import { mustSeeImages, parseTexts } from './rules/rich_text.ts'
import { parentColumns } from './rules/subtask.ts'
import { mustNotStartMilestone, settleDates } from './rules/task_dates.ts'
import { mustBeAssigned, settleState } from './rules/task_state.ts'
import { moveToTrash } from './rules/trash.ts'
import { task } from './task.ts'

type TaskUpdate = Values<ReturnType<typeof updatable<(typeof task)['fields']>>> & Values<typeof customFieldValuesInput>
type UpdateTaskCall = WriteCall<{ task_gid: number }, TaskUpdate>

async function updateTask(call: UpdateTaskCall): Promise<void> {
  const { body, path, rights, tx, actor } = call
  const { liked, ...rest } = body
  const gid = path.task_gid
  if (liked !== undefined) await setLiked(tx, gid, actor.gid, liked)
  if (Object.keys(rest).length === 0) return
  // A like needs only `comment`; every other field needs `edit`.
  if (!allows(rights.task_gid, 'edit')) throw forbidden('task')
  // hierarchy: before the task itself, the same order as in a move of another task below this one.
  if (body.parent !== undefined) await advisoryLock(tx, 'hierarchy', (await taskOf(tx, gid)).workspace)
  const before = await getForUpdate(tx, 'tasks', gid)
  const assignee = body.assignee === undefined ? before.assignee : body.assignee
  const isReassigned = assignee !== before.assignee
  const after = await columnsOf(call, before, assignee)
  if (body.external !== undefined) await setExternal(tx, actor.gid, gid, body.external)
  const isPositioned = isReassigned || body.assignee_section || body.assignee_status
  const position = isPositioned ? await parseMyTasksPosition(tx, { ...before, assignee }, body) : undefined
  const { parent = before.parent } = body
  const moved = parent === before.parent ? {} : await parentColumns(tx, before, parent)
  await set(tx, 'tasks', { gid }, { ...after, ...moved })
  if (isReassigned) await moveBetweenMyTasks(tx, before, assignee, position)
  else if (position) await moveInMyTasks(tx, gid, position)
  // After the move: the custom fields of a task depend on its lists.
  if (body.custom_fields !== undefined) await setValues(tx, actor, { type: 'task', gid }, body.custom_fields)
}

async function setLiked(tx: Writer, gid: number, user: number, liked: boolean) {
  if (liked) await insertOrIgnore(tx, 'task_likes', { gid: tx.gid(), task: gid, user })
  else await deleteWhere(tx, 'task_likes', { task: gid, user })
}

/** The columns that a request sets, including those that depend on others. */
async function columnsOf(
  { body, tx, actor }: UpdateTaskCall,
  before: TaskTable,
  assignee: number | null,
): Promise<Partial<TaskTable>> {
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
  await mustSeeImages(tx, actor, text, async () => before.html_notes)
  const dates = settleDates(before, body, actor.timeZone)
  const type = await settleType(tx, before, body, { projects: [], task: before.gid })
  const state = settleState(before, { ...body, ...type.completion }, actor.gid, tx.now)
  mustNotStartMilestone(state.resource_subtype, dates)
  const { name, assignee_status } = body
  mustBeAssigned(assignee_status, assignee)
  const isReassigned = assignee !== before.assignee
  if (isReassigned && assignee !== null) await mustBelong(tx, before.workspace, [assignee], () => 'assignee')
  // wire: contract: a move between lists does not modify the task
  const isMove = Object.keys(body).every(field => moves.includes(field))
  return {
    ...columns(task.fields, {
      ...(name === undefined ? {} : { name }),
      ...(assignee_status ? { assignee_status } : {}),
    }),
    ...(text ? { notes: text.plain, html_notes: text.rich } : {}),
    ...dates,
    ...state,
    ...type.columns,
    ...(isReassigned ? assignmentColumns(assignee, actor.gid, assignee_status) : {}),
    ...(isMove ? {} : { modified_at: tx.now }),
  }
}

/** The fields that only move a task; a like does not modify it either. */
const moves = ['parent', 'assignee_section', 'liked']

const assignmentColumns = (assignee: number | null, actor: number, status = 'inbox') =>
  assignee === null
    ? { assignee, assigned_by: null, assignee_status: 'upcoming' }
    : { assignee, assigned_by: actor, assignee_status: status }

/** Moves a task from My Tasks of the former assignee to that of the new one, who becomes a follower. */
async function moveBetweenMyTasks(
  tx: Writer,
  { gid, workspace, assignee: former }: TaskTable,
  assignee: number | null,
  position: MyTasksPosition | undefined,
) {
  const list = former === null ? undefined : await myTasksOf(tx, former, workspace)
  if (list) await deleteWhere(tx, 'task_memberships', { task: gid, project: list.gid })
  if (position) await addToSection(tx, gid, position.target, position.position)
  await numberTasks(tx, 'task', gid)
  if (assignee !== null) await insertOrIgnore(tx, 'task_followers', { task: gid, user: assignee })
}

/** With the policy `owned`, people delete the tasks that they created: the subtasks are deleted, too. */
const isOfOther: PermissionNeed['applies'] = async ({ reader, path: { task_gid: gid = 0 }, actor }, policy) =>
  policy !== 'owned' || hasTaskOfOther(reader, await reachedFrom(reader, 'ownSubtasks', gid), actor.gid)

export const operations = [
  update('/tasks/{task_gid}', task, {
    id: 'updateTask',
    doc: 'Updates the given fields of a task.',
    needs: { task_gid: 'comment' },
    body: customFieldValuesInput,
    execute: updateTask,
  }),
  remove('/tasks/{task_gid}', task, {
    id: 'deleteTask',
    doc: 'Deletes a task, and its subtasks that are in no project.',
    permissions: [{ name: 'task_deletion_policy', applies: isOfOther }],
    execute: ({ tx, path, actor }) => moveToTrash(tx, path.task_gid, actor.gid),
  }),
]
