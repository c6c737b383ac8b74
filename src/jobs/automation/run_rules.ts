/**
 * The job that performs the runs of the rules of one project, in order.
 * Invariants:
 * - one transaction has all writes of a run and its end, so a run happens once, as a whole or not at all;
 * - a run has the rights of the owner of the rule, and its changes name the owner;
 * - at most `MAX_RUNS_PER_MINUTE` runs of a project finish in a minute; the others wait.
 */
import type { Clock } from '../../lib/clock.ts'
import { ApiError, failure, reason } from '../../lib/errors.ts'
import { update } from '../../store/change.ts'
import type { Store, Writer } from '../../store/db.ts'
import { type ListedRule, ruleOf } from '../../store/queries/automation/rules.ts'
import { finishedAgo, nextRun, type RunRow } from '../../store/queries/automation/runs.ts'
import type { Notifier } from '../notify_by_email.ts'
import type { JobKind } from '../worker.ts'
import { notifyOfPause, recordFailure, shortened } from './failures.ts'
import type { OperationRunner } from './operations.ts'
import { actorOf, attemptRun, lockWaiting } from './run.ts'

export interface RuleOptions {
  store: Store
  clock: Clock
  operations: OperationRunner
  notify: Notifier
  log(line: Record<string, unknown>): void
}

const MINUTE_MS = 60_000
const MAX_RUNS_PER_MINUTE = 300
/** Runs before the job lets other jobs run. */
const BATCH_RUNS = 50

const SERVER_FAILED = 'The server failed to run it. Its log has the details.'

export const runRules = (options: RuleOptions): JobKind => ({
  async perform(project) {
    const { store, clock } = options
    for (let count = 0; count < BATCH_RUNS; count++) {
      const oldest = await finishedAgo(store.read, project, clock() - MINUTE_MS, MAX_RUNS_PER_MINUTE)
      if (oldest !== undefined) return oldest + MINUTE_MS
      const run = await nextRun(store.read, project)
      if (!run) return undefined
      await performRun(options, run)
    }
    return clock()
  },
})

async function performRun(options: RuleOptions, run: RunRow): Promise<void> {
  const { store, notify } = options
  const rule = await ruleOf(store.read, run.rule)
  // Deleting a rule deletes its runs.
  if (!rule) return
  const paused = await attempt(options, rule, run)
  if (paused !== undefined) await notifyOfPause(notify, rule, paused)
}

/** Attempts a run, and records how it ended. Returns why that paused the rule; undefined if it did not. */
async function attempt(options: RuleOptions, rule: ListedRule, run: RunRow): Promise<string | undefined> {
  const { store, operations, log } = options
  try {
    const actor = await actorOf(store.read, rule.owner)
    // The check of rights relies on a cache that has caught up, as for a request.
    await store.read.cache.catchUp()
    const { pausedReason } = await store.write(
      tx => attemptRun(tx, operations, actor, run),
      { user: rule.owner, kind: null, application: null, address: '', agent: '', run: run.gid },
      async (result, committed) => {
        for (const check of result.checks) await check(committed)
        return result
      },
    )
    return pausedReason
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < failure.unexpected
    // The job is retried when the store responds again.
    if (error instanceof ApiError && !isRefused) throw error
    if (!isRefused)
      log({ level: 'error', message: 'Running a rule failed.', rule: String(rule.gid), cause: reason(error) })
    return store.write(tx => fail(tx, run, rule.owner, isRefused ? error.message : SERVER_FAILED))
  }
}

/** Ends a failed run, if it still waits. Returns why that paused the rule; undefined if it did not. */
async function fail(tx: Writer, run: RunRow, owner: number, error: string): Promise<string | undefined> {
  // The failed transaction no longer holds its locks: another worker may have ended the run since.
  if (!(await lockWaiting(tx, run, owner))) return undefined
  const paused = await recordFailure(tx, run.rule, error)
  await update(tx, 'rule_runs', { gid: run.gid }, { state: 'failed', reason: shortened(error), finished_at: tx.now })
  return paused
}
