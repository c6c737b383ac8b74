/**
 * The types of objects that have status updates: the types of their status updates, and what an object stores of its
 * latest one. A type is one entry of `parents`.
 */
import { findForUpdate, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type CurrentStatus, latestStatusOf } from '../../../store/queries/projects.ts'

/** An object that has status updates, locked. */
export interface StatusParent {
  type: StatusParentType
  gid: number
  workspace: number
  deleted_at: number | null
  /** Writes what follows from its latest status update. */
  setCurrent(latest: CurrentStatus | undefined): Promise<void>
}

type Lock = (tx: Writer, gid: number) => Promise<Omit<StatusParent, 'type'> | undefined>

const project: Lock = async (tx, gid) => {
  const row = await findForUpdate(tx, 'projects', { gid })
  return (
    row && {
      ...row,
      async setCurrent(latest) {
        // A status update of the type `complete` completes the project until a later one has another type.
        const completed = latest?.status_type === 'complete' ? latest : undefined
        const isChanged = row.completed !== (completed ? 1 : 0)
        const columns = {
          current_status_update: latest?.gid ?? null,
          completed: completed ? 1 : 0,
          completed_at: completed?.created_at ?? null,
          completed_by: completed?.created_by ?? null,
          modified_at: isChanged ? tx.now : row.modified_at,
        }
        await update(tx, 'projects', { gid }, columns)
      },
    }
  )
}

const portfolio: Lock = async (tx, gid) => {
  const row = await findForUpdate(tx, 'portfolios', { gid })
  return (
    row && {
      ...row,
      setCurrent: latest => update(tx, 'portfolios', { gid }, { current_status_update: latest?.gid ?? null }),
    }
  )
}

// wire: contract: the colours and results of a goal; that a status update sets them is a guess
/** The status of a goal that follows from the type of its latest status update. */
const GOAL_STATUSES: Readonly<Record<string, string>> = {
  ...{ on_track: 'green', at_risk: 'yellow', off_track: 'red' },
  ...{ achieved: 'achieved', partial: 'partial', missed: 'missed', dropped: 'dropped' },
}

const goal: Lock = async (tx, gid) => {
  const row = await findForUpdate(tx, 'goals', { gid })
  return (
    row && {
      ...row,
      async setCurrent(latest) {
        const status = latest ? (GOAL_STATUSES[latest.status_type] ?? row.status) : row.status
        await update(tx, 'goals', { gid }, { current_status_update: latest?.gid ?? null, status })
      },
    }
  )
}

/** The most frequent type first. */
const parents = { project, portfolio, goal } as const satisfies Record<string, Lock>

export type StatusParentType = keyof typeof parents

export const statusParentTypes = Object.keys(parents) as StatusParentType[]

/** Locks the object with status updates that has this gid. */
export async function lockStatusParent(tx: Writer, gid: number): Promise<StatusParent | undefined> {
  for (const type of statusParentTypes) {
    const found = await parents[type](tx, gid)
    if (found) return { type, ...found }
  }
  return undefined
}

/** Writes what a locked object stores of its latest status update. */
export async function updateCurrentStatus(tx: Writer, parent: StatusParent): Promise<void> {
  await parent.setCurrent(await latestStatusOf(tx, parent.gid))
}
