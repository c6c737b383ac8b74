/** Steps that copy the subtasks and the dependencies of the tasks that a job has copied. */

import { type CopyTerms, copyTasks } from '../../resources/templates/rules/copied_tasks.ts'
import { copyLinks } from '../../resources/templates/rules/created_links.ts'
import type { Writer } from '../../store/db.ts'
import { nextSubtasks } from '../../store/queries/jobs/copies.ts'

/** Copied tasks whose subtasks and dependencies a step looks up. */
const MAX_PARENTS = 500

/** The step goes through the copies in the order in which they were made, and so also through those that it makes. */
export interface TreeCursor {
  phase: 'subtasks' | 'dependencies'
  /** The position of the next copy. */
  at: number
  /** The rank of its last subtask that is copied. */
  rank: string
  /** The number of copies. */
  count: number
}

/** Copies subtasks, and then dependencies. Returns the next cursor; undefined at the end. */
export async function copyTree(
  tx: Writer,
  terms: CopyTerms,
  cursor: TreeCursor,
  rows: number,
): Promise<TreeCursor | undefined> {
  const { phase, at, count } = cursor
  if (phase === 'subtasks') {
    if (terms.parts.has('subtasks') && at < count) return copySubtasks(tx, terms, cursor, rows)
    return terms.parts.has('dependencies') ? { phase: 'dependencies', at: 0, rank: '', count } : undefined
  }
  const last = at + rows - 1
  await copyLinks(tx, terms, { job: terms.job, first: at, last })
  return last + 1 < count ? { ...cursor, at: last + 1 } : undefined
}

async function copySubtasks(
  tx: Writer,
  terms: CopyTerms,
  { at, rank, count }: TreeCursor,
  rows: number,
): Promise<TreeCursor> {
  const last = Math.min(at + MAX_PARENTS, count) - 1
  const found = await nextSubtasks(tx, { job: terms.job, first: at, last }, rank, rows)
  const tasks = found.map(({ parent_copy: parent, parent_position: _, ...source }) => ({
    ...{ source, copy: tx.gid(), parent, rank: source.rank },
  }))
  await copyTasks(tx, terms, tasks, count)
  const end = found.at(-1)
  const next = { phase: 'subtasks' as const, count: count + tasks.length }
  if (found.length < rows || !end) return { ...next, at: last + 1, rank: '' }
  return { ...next, at: end.parent_position, rank: end.rank ?? '' }
}
