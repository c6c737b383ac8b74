/**
 * Copies of tasks, made for many tasks at once: a fixed number of statements for each call.
 *
 * Invariants:
 * - a copy has nothing that the user of the transaction cannot see, and is in no project that they cannot edit;
 * - people who left the workspace are neither assignee nor follower;
 * - a copy is not completed, and has no likes, comments or external data.
 */
import { ranksBetween } from '../../../lib/rank.ts'
import { insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import {
  choicesOfCopies,
  editablePlaces,
  myTasksOfAll,
  placesInCopiedSections,
  presentFollowers,
  tagsOf,
  valuesOfCopies,
} from '../../../store/queries/jobs/copies.ts'
import { membershipsIn } from '../../../store/queries/people.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import type { Tables } from '../../../store/tables.ts'
import { numberAll } from '../../fields/rules/numbering.ts'
import { mustNotBeInTrash } from '../../work/rules/position.ts'
import { copyAttachments } from './copied_attachments.ts'
import { copiedTypes, type TypeOfCopy } from './copied_types.ts'

// wire: contract: what the copy of a task can have
export const taskParts = [
  ...(['assignee', 'attachments', 'dates', 'dependencies', 'followers'] as const),
  ...(['notes', 'parent', 'projects', 'subtasks', 'tags'] as const),
]

export type TaskPart = (typeof taskParts)[number]

/** A task to copy, and what the caller decides about its copy. */
export interface TaskToCopy {
  source: TaskTable
  copy: number
  name?: string | undefined
  parent: number | null
  rank: string | null
}

export interface CopyTerms {
  job: number
  user: number
  workspace: number
  /** What the copies have; dependencies and subtasks are copied by steps of their own. */
  parts: ReadonlySet<TaskPart>
  /** The bytes that the files of the workspace may take. */
  filesQuota: number | null
  /** The copied project, whose copied sections the copies are in. */
  project?: { source: number; copy: number }
  /** The dates of a copy. */
  datesOf?(source: TaskTable): CopiedDates
}

export type CopiedDates = Pick<TaskTable, 'start_on' | 'start_at' | 'due_on' | 'due_at'>

const NO_DATES: CopiedDates = { start_on: null, start_at: null, due_on: null, due_at: null }

type TaskMembershipRow = Tables['task_memberships']

/** Inserts the copies; `position` is that of the first one among the copies of the job. */
export async function copyTasks(
  tx: Writer,
  terms: CopyTerms,
  tasks: readonly TaskToCopy[],
  position: number,
): Promise<void> {
  if (tasks.length === 0) return
  const { job, workspace } = terms
  const assignees = await presentAssignees(tx, terms, tasks)
  const copyOf = new Map(tasks.map(({ source, copy }) => [source.gid, copy]))
  const typeOf = await copiedTypes(tx, terms, tasks)
  const rows = tasks.map(task => copiedRow(tx, terms, task, { assignees, typeOf }))
  await insertAll(tx, 'tasks', rows)
  const pairs = tasks.map(({ source, copy }, at) => ({ job, position: position + at, source: source.gid, copy }))
  await insertAll(tx, 'job_copies', pairs)
  const places = await placesOf(tx, terms, copyOf)
  await insertAll(tx, 'task_memberships', [...places, ...(await placesInMyTasks(tx, workspace, rows))])
  await copyRelations(tx, terms, rows, copyOf)
  if (terms.parts.has('attachments')) await copyAttachments(tx, terms, copyOf)
  if (places.length > 0) await copyValues(tx, terms, { job, first: position, last: position + tasks.length - 1 })
  await numberAll(tx, [...new Set(places.map(({ task }) => task))])
}

/** The assignees of these tasks who are still people of the workspace. */
async function presentAssignees(tx: Writer, { workspace, parts }: CopyTerms, tasks: readonly TaskToCopy[]) {
  if (!parts.has('assignee')) return new Set<number>()
  const assignees = new Set(tasks.flatMap(({ source }) => source.assignee ?? []))
  const found = await membershipsIn(tx, workspace, [...assignees])
  return new Set([...found.values()].flatMap(({ user, is_active }) => (is_active ? user : [])))
}

function copiedRow(
  tx: Writer,
  { user, parts, datesOf }: CopyTerms,
  { source, copy, name, parent, rank }: TaskToCopy,
  { assignees, typeOf }: { assignees: ReadonlySet<number>; typeOf: TypeOfCopy },
): TaskTable {
  const assignee = source.assignee !== null && assignees.has(source.assignee) ? source.assignee : null
  const hasNotes = parts.has('notes')
  return {
    ...{ gid: copy, workspace: source.workspace, name: name ?? source.name, resource_subtype: source.resource_subtype },
    ...{ notes: hasNotes ? source.notes : '', html_notes: hasNotes ? source.html_notes : null },
    ...{ completed: 0, completed_at: null, completed_by: null },
    approval_status: source.approval_status === null ? null : 'pending',
    ...typeOf(source.custom_type),
    ...{ assignee, assigned_by: assignee === null ? null : user },
    assignee_status: assignee === null ? 'upcoming' : 'inbox',
    ...(parts.has('dates') ? (datesOf ?? ownDates)(source) : NO_DATES),
    ...{ parent, rank, is_rendered_as_separator: source.is_rendered_as_separator, actual_time_minutes: null },
    ...{ created_by: user, created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null },
  }
}

const ownDates = ({ start_on, start_at, due_on, due_at }: TaskTable): CopiedDates => ({
  ...{ start_on, start_at, due_on, due_at },
})

/** The places of copies in the copied project, and with `projects` right after the sources in their other projects. */
async function placesOf(
  tx: Writer,
  { job, user, workspace, parts, project }: CopyTerms,
  copyOf: ReadonlyMap<number, number>,
): Promise<TaskMembershipRow[]> {
  const sources = [...copyOf.keys()]
  const places: TaskMembershipRow[] = []
  const add = (source: number, columns: Omit<TaskMembershipRow, 'task' | 'workspace'>) =>
    places.push({ task: copyOf.get(source) ?? 0, ...columns, workspace })
  if (project) {
    for (const { task, section, rank } of await placesInCopiedSections(tx, job, project.source, sources))
      add(task, { project: project.copy, section, rank })
  }
  if (!parts.has('projects')) return places
  const found = () => editablePlaces(tx, user, sources, project?.source ?? 0)
  const sections = new Set((await found()).map(({ section }) => section))
  if (sections.size === 0) return places
  // positions: the ranks are read again after the locks, all of which are taken in one call.
  await advisoryLock(tx, 'positions', ...sections)
  const others = (await found()).filter(({ section }) => sections.has(section))
  for (const { task, project: other, section, rank, next_rank } of others) {
    const [after = rank] = ranksBetween(rank, next_rank, 1)
    add(task, { project: other, section, rank: after })
  }
  await mustNotBeInTrash(tx, [...new Set(others.map(place => place.project))])
  return places
}

/** New tasks come first in My Tasks of their assignees. */
export async function placesInMyTasks(tx: Writer, workspace: number, rows: readonly TaskTable[]) {
  const byAssignee = Map.groupBy(
    rows.filter(({ assignee }) => assignee !== null),
    ({ assignee }) => assignee as number,
  )
  if (byAssignee.size === 0) return []
  const owners = [...byAssignee.keys()]
  const lists = await myTasksOfAll(tx, workspace, owners)
  await advisoryLock(tx, 'positions', ...lists.map(({ section }) => section))
  return (await myTasksOfAll(tx, workspace, owners)).flatMap(({ owner, project, section, rank: first }) => {
    const tasks = byAssignee.get(owner) ?? []
    const ranks = ranksBetween(null, first, tasks.length)
    return tasks.map(({ gid: task }, at) => ({ task, project, section, rank: ranks[at] ?? '', workspace }))
  })
}

/** Followers and tags. An assignee follows the task. */
async function copyRelations(
  tx: Writer,
  { workspace, parts }: CopyTerms,
  rows: readonly TaskTable[],
  copyOf: ReadonlyMap<number, number>,
): Promise<void> {
  const sources = [...copyOf.keys()]
  const followers = new Map<string, Tables['task_followers']>()
  const follow = (task: number, user: number) => followers.set(`${task} ${user}`, { task, user })
  for (const { gid, assignee } of rows) if (assignee !== null) follow(gid, assignee)
  if (parts.has('followers')) {
    for (const { task, user } of await presentFollowers(tx, workspace, sources)) follow(copyOf.get(task) ?? 0, user)
  }
  await insertAll(tx, 'task_followers', [...followers.values()])
  if (!parts.has('tags')) return
  const tags = await tagsOf(tx, sources)
  await insertAll(
    tx,
    'task_tags',
    tags.map(({ task, tag }) => ({ task: copyOf.get(task) ?? 0, tag })),
  )
}

/** The values of the fields that apply to the copies. */
async function copyValues(
  tx: Writer,
  { job, user, workspace }: CopyTerms,
  range: Parameters<typeof valuesOfCopies>[2],
): Promise<void> {
  const found = await valuesOfCopies(tx, user, range)
  if (found.length === 0) return
  const copyOf = new Map(found.map(({ gid }) => [gid, tx.gid()]))
  const choices = await choicesOfCopies(tx, job, [...copyOf.keys()])
  await insertAll(
    tx,
    'custom_field_values',
    found.map(({ gid, ...value }) => ({ gid: copyOf.get(gid) ?? 0, ...value, workspace })),
  )
  await insertAll(
    tx,
    'custom_field_choices',
    choices.map(({ value, ...choice }) => ({ value: copyOf.get(value) ?? 0, ...choice })),
  )
}
