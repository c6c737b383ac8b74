/** Starts runs of rules: their rows, and the job that performs the runs of a project in order. */
import { tryInsertAll, updateAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import type { RunRow } from '../../../store/queries/automation/runs.ts'
import { scheduleAll } from '../../../store/queries/jobs/queue.ts'

/** The kind of jobs that perform runs; their subject is the project. */
export const RUN_RULES = 'run_rules'

/** The maximum number of waiting runs of a project. */
export const MAX_WAITING_RUNS = 1000

/** A chain of rules, each started by a change of the one before it, ends after this number. */
export const MAX_DEPTH = 5

/** Why a run at the end of such a chain fails. */
const CHAIN_TOO_LONG = `A chain of more than ${MAX_DEPTH} rules ended here.`

export type NewRun = Pick<RunRow, 'rule' | 'project' | 'workspace' | 'task' | 'change' | 'depth'> & {
  payload?: Record<string, unknown>
}

/** Starts runs, unless the same change started the same rule before. One that is too deep fails at once. */
export async function startRuns(tx: Writer, runs: readonly NewRun[]): Promise<void> {
  const rows = runs.map(({ payload = {}, ...run }): RunRow => {
    const isTooDeep = run.depth > MAX_DEPTH
    return {
      ...{ gid: tx.gid(), ...run, payload: JSON.stringify(payload), created_at: tx.now },
      ...{ state: isTooDeep ? 'failed' : 'waiting', reason: isTooDeep ? CHAIN_TOO_LONG : '' },
      ...{ finished_at: isTooDeep ? tx.now : null, first_change: null, last_change: null },
    }
  })
  const added = await tryInsertAll(tx, 'rule_runs', rows)
  const ended = added.flatMap(({ rule, state }) => (state === 'failed' ? rule : []))
  await updateAll(tx, 'rules', [...new Set(ended)], { last_error: CHAIN_TOO_LONG })
  await scheduleAll(tx, RUN_RULES, [...new Set(added.map(({ project }) => project))], tx.now)
}
