/** Updates a task: the given fields, and the columns that depend on them. */
import { forbidden } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { advisoryLock, deleteWhere, getForUpdate, insertOrIgnore, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { listsOfSections, myTasksOf, taskMembershipsOf, taskOf } from '../../store/queries/tasks.ts'
import type { TaskTable } from '../../store/tables/work.ts'
import { columns } from '../../vocabulary/columns.ts'
import type { Values } from '../../vocabulary/field.ts'
import { remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import type { updatable } from '../../vocabulary/resource.ts'
import { numberTasks } from '../fields/rules/numbering.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { setExternal } from './rules/external.ts'
import { mustBelong } from './rules/membership.ts'
import { moveBetweenMyTasks, moveToSection, myTasksTarget } from './rules/position.ts'
import { parseTexts } from './rules/rich_text.ts'
import { setParent } from './rules/subtask.ts'
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
  const after = await columnsOf(call, before)
  const moves = Object.keys(rest).every(name => name === 'parent' || name === 'assignee_section')
  // wire: contract: a move between lists does not modify the task
  await set(tx, 'tasks', { gid }, moves ? after : { ...after, modified_at: tx.now })
  if (body.assignee !== undefined && body.assignee !== before.assignee) await assign(call, before, body.assignee)
  if (body.external !== undefined) await setExternal(tx, actor.gid, gid, body.external)
  if (body.assignee_section) await arrange(tx, gid, before, body.assignee_section, body.assignee)
  else if (body.assignee_status) await schedule(tx, gid, before, body.assignee_status, body.assignee)
  if (body.parent !== undefined && body.parent !== before.parent) await setParent(tx, gid, body.parent)
  // After the move: the custom fields of a task depend on its lists.
  if (body.custom_fields !== undefined) await setValues(tx, actor, gid, body.custom_fields)
}

async function setLiked(tx: Writer, gid: number, user: number, liked: boolean) {
  if (liked) await insertOrIgnore(tx, 'task_likes', { gid: tx.gid(), task: gid, user })
  else await deleteWhere(tx, 'task_likes', { task: gid, user })
}

/** The columns that a request sets, including those that depend on others. */
async function columnsOf({ body, tx, actor }: UpdateTaskCall, before: TaskTable): Promise<Partial<TaskTable>> {
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
  const dates = settleDates(before, body, actor.timeZone)
  const state = settleState(before, body, actor.gid, tx.now)
  mustNotStartMilestone(state.resource_subtype, dates)
  const { name, assignee_status } = body
  const assignee = body.assignee === undefined ? before.assignee : body.assignee
  mustBeAssigned(assignee_status, assignee)
  return {
    ...columns(task.fields, {
      ...(name === undefined ? {} : { name }),
      ...(assignee_status ? { assignee_status } : {}),
    }),
    ...(text ? { notes: text.plain, html_notes: text.rich } : {}),
    ...dates,
    ...state,
  }
}

async function assign(
  { tx, actor, body }: UpdateTaskCall,
  { gid, workspace, assignee: from }: TaskTable,
  to: number | null,
) {
  if (to !== null) await mustBelong(tx, workspace, [to], () => 'assignee')
  const status = to === null ? 'upcoming' : (body.assignee_status ?? 'inbox')
  await set(
    tx,
    'tasks',
    { gid },
    { assignee: to, assigned_by: to === null ? null : actor.gid, assignee_status: status },
  )
  await moveBetweenMyTasks(tx, gid, workspace, from, to)
  await numberTasks(tx, 'task', gid)
  if (to !== null) await insertOrIgnore(tx, 'task_followers', { task: gid, user: to })
}

async function arrange(
  tx: Writer,
  gid: number,
  before: TaskTable,
  section: number,
  assignee: number | null = before.assignee,
) {
  const list = (await listsOfSections(tx, [section])).get(section)
  await moveToSection(tx, gid, await myTasksTarget(tx, section, list, assignee, before.workspace), 'start')
}

// wire: contract: these two statuses move a task to the top of its section of My Tasks, the others to its end
const onTop = ['inbox', 'upcoming']

async function schedule(
  tx: Writer,
  gid: number,
  { workspace, assignee: before }: TaskTable,
  status: string,
  assignee: number | null = before,
) {
  const mine = assignee === null ? undefined : await myTasksOf(tx, assignee, workspace)
  const place = (await taskMembershipsOf(tx, gid)).find(({ project }) => project === mine?.gid)
  if (place) await moveToSection(tx, gid, { ...place, workspace }, onTop.includes(status) ? 'start' : 'end')
}

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
    execute: ({ tx, path, actor }) => moveToTrash(tx, path.task_gid, actor.gid),
  }),
]
