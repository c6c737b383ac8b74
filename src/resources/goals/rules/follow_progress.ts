/**
 * Keeps the numbers of metrics up to date that follow subgoals, projects, milestones or tasks.
 *
 * Invariants:
 * - a number is that which the rows of what it follows give, at every commit;
 * - a transaction computes each goal once, after the goals that it follows;
 * - a transaction that changes these numbers holds the lock on the log of the workspace before it reads anything that
 *   they depend on. Of two transactions that change what a goal follows, the second therefore sees the rows of the first.
 */

import { updateEach } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { countProjects } from '../../../store/queries/goals/counts.ts'
import {
  type Contribution,
  type Followers,
  followersOf,
  type MetricRow,
  type ProgressChanges,
} from '../../../store/queries/goals/progress.ts'
import type { TableName } from '../../../store/tables.ts'
import type { NetRowChange, RowImage } from '../../../vocabulary/change.ts'
import { type MetricNumbers, meanProgress, numberAt, progressOf } from './progress.ts'
import { type TaskNumbers, updateCounts } from './project_counts.ts'

/** The changes of a transaction, with their workspaces. */
export interface WorkspaceChanges extends ProgressChanges {
  workspaces: ReadonlySet<number>
}

type Collected = Record<keyof WorkspaceChanges, Set<number>>

/** Columns of a table on which progress depends, and where its rows count. */
interface FollowedTable {
  columns: readonly string[]
  collect(row: RowImage, into: Collected): void
}

const gid = (row: RowImage, column = 'gid') => row[column] as number

const followedTables: Partial<Record<TableName, FollowedTable>> = {
  tasks: {
    columns: ['completed', 'deleted_at', 'resource_subtype'],
    collect(row, { supporting, tasks }) {
      supporting.add(gid(row))
      tasks.add(gid(row))
    },
  },
  task_memberships: {
    columns: [],
    collect(row, { supporting, tasks }) {
      supporting.add(gid(row, 'project'))
      tasks.add(gid(row, 'task'))
    },
  },
  projects: { columns: ['deleted_at'], collect: (row, { supporting }) => supporting.add(gid(row)) },
  goals: { columns: ['deleted_at'], collect: (row, { supporting }) => supporting.add(gid(row)) },
  goal_relationships: {
    columns: ['contribution_weight'],
    collect: (row, { goals }) => goals.add(gid(row, 'supported_goal')),
  },
  goal_metrics: {
    columns: [
      ...(['initial_number_value', 'target_number_value', 'current_number_value'] as const),
      ...(['progress_source', 'is_custom_weight'] as const),
    ],
    collect(row, { goals, supporting }) {
      goals.add(gid(row, 'goal'))
      supporting.add(gid(row, 'goal'))
    },
  },
}

/**
 * What these rows changed of what goals can follow; undefined when nothing. A new object supports no goal yet, and no goal
 * follows a My Tasks list.
 */
export function progressChanges(
  rows: readonly NetRowChange[],
  isTaskList: (gid: number) => boolean,
): WorkspaceChanges | undefined {
  const found: Collected = { goals: new Set(), supporting: new Set(), tasks: new Set(), workspaces: new Set() }
  for (const { table, before, after } of rows) {
    const followed = followedTables[table]
    if (followed === undefined) continue
    const isNew = before === null && (table === 'tasks' || table === 'projects' || table === 'goals')
    const isChanged = before && after ? followed.columns.some(name => before[name] !== after[name]) : !isNew
    const row = after ?? before
    if (!isChanged || !row || (table === 'task_memberships' && isTaskList(gid(row, 'project')))) continue
    followed.collect(row, found)
    found.workspaces.add(gid(row, 'workspace'))
  }
  return found.workspaces.size > 0 ? found : undefined
}

/** Computes the numbers of all goals that follow the rows of a transaction. It holds the lock on the log of the workspace. */
export async function followProgress(
  tx: Writer,
  changes: ProgressChanges,
  rows: readonly NetRowChange[],
): Promise<void> {
  const followers = await followersOf(tx, changes)
  const counts = await updateCounts(tx, followers, rows)
  // Only then can a goal start to follow a project.
  const uncounted =
    changes.goals.size === 0 ? [] : followers.metrics.filter(row => row.progress_source.startsWith('project_'))
  if (uncounted.length > 0)
    await countProjects(
      tx,
      uncounted.map(({ goal }) => goal),
    )
  await computeProgress(tx, followers, counts)
}

/** Computes the number of a goal before the end of the transaction, whose response shows it. */
export async function progressBefore(tx: Writer, goal: number): Promise<void> {
  const none = new Set<number>()
  await computeProgress(tx, await followersOf(tx, { goals: new Set([goal]), supporting: none, tasks: none }), new Map())
}

/** `counts` is how many more the projects have than their stored counts had. */
async function computeProgress(
  tx: Writer,
  { metrics, contributions }: Followers,
  counts: ReadonlyMap<number, TaskNumbers>,
): Promise<void> {
  if (metrics.length === 0) return
  const numbers = computeNumbers(metrics, contributions, counts)
  await updateEach(
    tx,
    'goal_metrics',
    metrics.flatMap(before => {
      const number = numbers.get(before.goal)
      return number === undefined || number === before.current_number_value
        ? []
        : [{ before, set: { current_number_value: number } }]
    }),
  )
}

const numbersOf = (row: MetricRow): MetricNumbers => ({
  initial: row.initial_number_value,
  target: row.target_number_value,
  current: row.current_number_value,
})

/** The numbers of a project after its counts changed. */
function withCounts({ initial, target, current }: MetricNumbers, source: string, counts: TaskNumbers): MetricNumbers {
  const [tasks, completedTasks, milestones, completedMilestones] = counts
  const [all, completed] =
    source === 'project_milestone_completion' ? [milestones, completedMilestones] : [tasks, completedTasks]
  return { initial, target: String(Number(target) + all), current: String(Number(current) + completed) }
}

/** The numbers of metrics, by goal, each computed after those that it follows. */
function computeNumbers(
  metrics: readonly MetricRow[],
  contributions: readonly Contribution[],
  counts: ReadonlyMap<number, TaskNumbers>,
): Map<number, string> {
  const parts = Map.groupBy(contributions, ({ goal }) => goal)
  const uncomputed = new Set(metrics.map(({ goal }) => goal))
  const computed = new Map<number, string>()
  let waiting = metrics
  // Those of a cycle, which cannot exist, would wait forever.
  for (let left = Number.POSITIVE_INFINITY; waiting.length < left; ) {
    left = waiting.length
    waiting = waiting.filter(row => {
      const own = parts.get(row.goal) ?? []
      if (own.some(({ resource }) => uncomputed.has(resource))) return true
      computed.set(row.goal, numberOf(row, own, computed, counts))
      return !uncomputed.delete(row.goal)
    })
  }
  return computed
}

function numberOf(
  row: MetricRow,
  parts: readonly Contribution[],
  computed: ReadonlyMap<number, string>,
  counts: ReadonlyMap<number, TaskNumbers>,
): string {
  // The order of the parts must not decide the last digit of the sum.
  const ordered = parts.length > 1 ? parts.toSorted((a, b) => a.resource - b.resource) : parts
  const weighted = ordered.map(({ resource, weight, initial, target, current }) => {
    const numbers = { initial, target, current: computed.get(resource) ?? current }
    const added = counts.get(resource)
    return {
      weight: Number(weight),
      progress: progressOf(added ? withCounts(numbers, row.progress_source, added) : numbers),
    }
  })
  return numberAt(meanProgress(weighted, row.is_custom_weight === 1), numbersOf(row))
}
