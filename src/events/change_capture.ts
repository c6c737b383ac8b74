/**
 * Change capture: records what a transaction changed. The store calls it before each commit. Row changes become changes;
 * projections turn them into stories and audit entries; the changes are appended to the log and to their streams.
 * Invariant: all of it is part of the transaction itself, so a change is recorded exactly when it commits.
 */
import { createCatalog } from '../catalog/catalog.ts'
import { followProgress, progressChanges } from '../resources/goals/rules/follow_progress.ts'
import type { ChangeCapture, Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { recordChangesOfRun } from '../store/queries/automation/runs.ts'
import {
  appendChanges,
  type ChangeSubject,
  type ChangeSubjects,
  loadSubjects,
  type NewTask,
  streamsOfItems,
  streamsOfTasks,
} from '../store/queries/events/log.ts'
import { lastChange } from '../store/queries/events/streams.ts'
import { canHaveProgress, type ProgressChanges } from '../store/queries/goals/progress.ts'
import { indexTexts } from '../store/search/maintain.ts'
import { affectsNames, indexNames } from '../store/search/names.ts'
import type { Tables } from '../store/tables.ts'
import { takeRowChanges } from '../store/tracking/row_writes.ts'
import type { Change, ChangeMapper, NetRowChange, RowImage } from '../vocabulary/change.ts'
import { auditMappers, writeAuditEntries } from './audit.ts'
import { lostAccess } from './lost_access.ts'
import { createMappers } from './mapping.ts'
import { netRowChanges } from './net.ts'
import { appendPersonalChanges, placePersonalChanges } from './personal_changes.ts'
import { writeStories } from './stories.ts'

/** Writes rows derived from changes; those are captured, too. `subjects` has the objects that the changes refer to. */
type ChangeProjection = (
  tx: Writer,
  changes: readonly Change[],
  rows: readonly NetRowChange[],
  subjects: ChangeSubjects,
) => Promise<void>

const mappers: readonly ChangeMapper[] = createMappers(createCatalog())

/** They run in this order. */
const projections: readonly ChangeProjection[] = [
  writeStories,
  writeAuditEntries,
  (tx, _changes, rows) => indexTexts(tx, rows),
  (tx, _changes, rows) => indexNames(tx, rows),
]

interface CapturedTable {
  key: readonly string[]
  columns: Set<string>
}

const captured = new Map<keyof Tables, CapturedTable>()
for (const { captured: tables } of [...mappers, ...auditMappers]) {
  for (const [table, { key, columns }] of Object.entries(tables)) {
    const known = captured.get(table as keyof Tables) ?? { key, columns: new Set() }
    for (const column of columns) known.columns.add(column)
    captured.set(table as keyof Tables, known)
  }
}

/** The indexes of the mappers of a table, in their order. */
const mappersOf = new Map<keyof Tables, number[]>()
for (const [index, { table: of }] of mappers.entries()) mappersOf.set(of, [...(mappersOf.get(of) ?? []), index])

export const changeCapture: ChangeCapture = {
  captures(table, columns) {
    if (affectsNames(table, columns)) return true
    const known = captured.get(table)
    if (known === undefined || columns === undefined) return known !== undefined
    return columns.some(column => known.columns.has(column))
  },
  async beforeCommit(tx) {
    const rows = await takeNetRowChanges(tx)
    if (tx.origin.isSilent) return deriveSilently(tx, rows)
    const changes = changesOf(rows)
    const subjects: ChangeSubjects = new Map()
    await loadAll(tx, subjects, changes, rows)
    for (const projection of projections) await projection(tx, changes, rows, subjects)
    const more = await takeNetRowChanges(tx)
    const moreChanges = changesOf(more)
    await loadAll(tx, subjects, moreChanges, more)
    const all = [...changes, ...moreChanges]
    const followed = progressChanges(rows, gid => subjects.get(gid)?.type === 'user_task_list')
    // change_log: earlier changes are committed when the streams are looked up, and later ones find the rows of this one.
    tx.personalChanges.push(...lostAccess(rows))
    const personal = await placePersonalChanges(tx)
    const logs = new Set([
      ...[...all.map(change => workspaceOf(change, subjects)), ...(followed?.workspaces ?? [])],
      ...personal.map(({ workspace }) => workspace),
    ])
    if (logs.size > 0) await advisoryLock(tx, 'change_log', ...logs)
    // Together, because each would be a round trip. Both find what other transactions have committed under the lock.
    const [streamsAbove, isFollowed] = await Promise.all([
      loadStreams(tx, all, rows, subjects),
      followed !== undefined && canHaveProgress(tx, followed.workspaces),
    ])
    if (followed && isFollowed) all.push(...(await progressOfGoals(tx, followed, rows)))
    await writeChanges(tx, all, subjects, streamsAbove)
    await appendPersonalChanges(tx, personal)
  },
}

/** Writes what is derived from rows, and records no change: see `WriteOrigin.isSilent`. */
async function deriveSilently(tx: Writer, rows: readonly NetRowChange[]): Promise<void> {
  await indexTexts(tx, rows)
  await indexNames(tx, rows)
  const subjects: ChangeSubjects = new Map()
  await loadAll(tx, subjects, [], rows)
  const followed = progressChanges(rows, gid => subjects.get(gid)?.type === 'user_task_list')
  if (followed) {
    await advisoryLock(tx, 'change_log', ...followed.workspaces)
    if (await canHaveProgress(tx, followed.workspaces)) await followProgress(tx, followed, rows)
  }
  await takeRowChanges(tx)
  tx.auditEvents.length = 0
}

/**
 * Computes the progress of the goals that follow these changes; returns its changes, which name all their streams.
 * Requires the lock on the log.
 */
async function progressOfGoals(
  tx: Writer,
  followed: ProgressChanges,
  rows: readonly NetRowChange[],
): Promise<Change[]> {
  await followProgress(tx, followed, rows)
  return changesOf(await takeNetRowChanges(tx))
}

const workspaceOf = ({ workspace, task }: Change, subjects: ChangeSubjects): number =>
  workspace ?? subjects.get(task ?? 0)?.workspace ?? 0

/** Takes the row changes since the last call. */
async function takeNetRowChanges(tx: Writer): Promise<NetRowChange[]> {
  return netRowChanges(await takeRowChanges(tx), table => captured.get(table)?.key ?? ['gid'])
}

/** The changes in the order of the mappers, and of the rows within each. */
function changesOf(rows: readonly NetRowChange[]): Change[] {
  if (rows.length === 0) return []
  const mapped: { index: number; changes: readonly Change[] }[] = []
  for (const row of rows) {
    for (const index of mappersOf.get(row.table) ?? [])
      mapped.push({ index, changes: mappers[index]?.changes(row, rows) ?? [] })
  }
  mapped.sort((one, other) => one.index - other.index)
  return dropImplied(mapped.flatMap(({ changes }) => changes))
}

// wire: recording 2026-05: a new task in a project is `added` to the project and to the section, and nothing else
function dropImplied(changes: Change[]): Change[] {
  const placed = new Set<number>()
  const fresh = new Set<number>()
  for (const { type, action, parent, resource } of changes) {
    if (type !== 'task' || action !== 'added') continue
    if (parent === null || parent.type === 'task') fresh.add(resource)
    if (parent !== null) placed.add(resource)
  }
  if (fresh.size === 0) return changes
  return changes.filter(({ type, action, parent, resource }) => {
    if (type !== 'task' || !fresh.has(resource)) return true
    return action === 'changed' ? false : action !== 'added' || parent !== null || !placed.has(resource)
  })
}

/** Whether the transaction inserted the row. */
const isInserted = ({ before, after }: NetRowChange): boolean => before === null && after !== null

/** Loads the tasks, lists and custom fields that changes refer to, as far as the rows do not contain them. */
async function loadAll(
  tx: Writer,
  subjects: ChangeSubjects,
  changes: readonly Change[],
  rows: readonly NetRowChange[],
): Promise<void> {
  const [tasks, lists, fields, alone] = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<unknown>()]
  for (const row of rows) {
    if (row.table !== 'tasks') continue
    subjects.set((row.after ?? row.before)?.gid as number, subjectOf(row.after))
    if (isInserted(row) && row.after?.assignee === null) alone.add(row.after.gid)
  }
  for (const { table, before, after } of rows) {
    const row = after ?? before
    if (table !== 'task_memberships' || !row) continue
    // A new position makes no story.
    if (before && after && before.section === after.section) continue
    // An unassigned task is in no My Tasks.
    if (alone.has(row.task)) subjects.set(row.project as number, undefined)
    else lists.add(row.project as number)
  }
  for (const { task, parent, value } of changes) {
    if (task !== null) tasks.add(task)
    if (parent?.type === 'task') tasks.add(parent.gid)
    if (parent?.type === 'project') lists.add(parent.gid)
    if (value?.type === 'custom_field') fields.add(value.gid)
  }
  await loadSubjects(tx, subjects, { task: tasks, user_task_list: lists, custom_field: fields })
}

/** Whether a change is also in the streams of the portfolios that contain the object. It is not where it names a parent. */
const isOfItem = ({ type, parent }: Change): boolean => parent === null && (type === 'project' || type === 'portfolio')

/** The subject of a task row, as a query would return it. */
function subjectOf(task: RowImage | null): ChangeSubject | undefined {
  if (task === null) return undefined
  const { workspace, resource_subtype: subtype, deleted_at } = task as unknown as Tables['tasks']
  return { type: 'task', workspace, subtype, is_deleted: deleted_at === null ? 0 : 1 }
}

/** The tasks that the transaction inserted. */
function newTasksIn(rows: readonly NetRowChange[]): Map<number, NewTask> {
  const made = new Map<number, NewTask>()
  for (const row of rows) {
    if (row.table === 'tasks' && isInserted(row)) {
      made.set(row.after?.gid as number, { parent: row.after?.parent as number | null, lists: [] })
    }
  }
  for (const { table, after } of rows) {
    if (table === 'task_memberships' && after) made.get(after.task as number)?.lists.push(after.project as number)
  }
  return made
}

// wire: contract: only the owner sees the section of a task in My Tasks: such a change belongs to the stream of the list alone
const isPrivate = ({ parent, streams }: Change, subjects: ChangeSubjects): boolean =>
  parent?.type === 'section' && streams.some(gid => subjects.get(gid)?.type === 'user_task_list')

/** Returns the streams of a change in addition to those that it names: above its task, its project or its portfolio. */
async function loadStreams(
  tx: Writer,
  changes: readonly Change[],
  rows: readonly NetRowChange[],
  subjects: ChangeSubjects,
): Promise<(change: Change) => readonly number[]> {
  const tasks = await streamsOfTasks(tx, new Set(changes.flatMap(({ task }) => task ?? [])), newTasksIn(rows))
  const items = await streamsOfItems(tx, new Set(changes.filter(isOfItem).map(({ resource }) => resource)))
  return change => {
    if (isOfItem(change)) return items.get(change.resource) ?? []
    return isPrivate(change, subjects) ? [] : (tasks.get(change.task ?? 0) ?? [])
  }
}

async function writeChanges(
  tx: Writer,
  changes: readonly Change[],
  subjects: ChangeSubjects,
  streamsAbove: (change: Change) => readonly number[],
): Promise<void> {
  const [first] = changes
  if (first === undefined) return
  const { user, page = null } = tx.origin
  const appended = await recordingRun(tx, workspaceOf(first, subjects))
  await appendChanges(
    tx,
    changes.map(change => {
      const [task, parent] = [subjects.get(change.task ?? 0), change.parent]
      const isMine = parent !== null && subjects.get(parent.gid)?.type === 'user_task_list'
      return {
        workspace: workspaceOf(change, subjects),
        at: tx.now,
        user: change.withoutActor ? null : user,
        resource_type: change.type,
        resource: change.resource,
        resource_subtype: change.subtype ?? (change.type === 'task' ? (task?.subtype ?? null) : null),
        action: change.action,
        parent_type: isMine ? 'user_task_list' : (parent?.type ?? null),
        parent: parent?.gid ?? null,
        field: change.field,
        change_action: change.changeAction,
        value_type: change.value?.type ?? null,
        value: change.value?.gid ?? null,
        old_value: change.old === null ? null : JSON.stringify(change.old),
        new_value: change.new === null ? null : JSON.stringify(change.new),
        streams: [...new Set([...change.streams, ...streamsAbove(change)])],
        ...{ page, owner: null },
      }
    }),
  )
  await appended?.()
}

/**
 * In a run of a rule, returns what records the changes of the workspace that follow. A run changes one workspace, and the
 * caller holds the lock on its log, so they are those of the run.
 */
async function recordingRun(tx: Writer, workspace: number): Promise<(() => Promise<void>) | undefined> {
  const { run } = tx.origin
  if (run === undefined) return undefined
  const first = (await lastChange(tx, workspace)) + 1
  return () => recordChangesOfRun(tx, run, workspace, first)
}
