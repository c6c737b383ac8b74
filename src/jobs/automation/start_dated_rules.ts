/**
 * The job that starts rules about dates that approach.
 * Invariant: a rule starts once for each task and date, because one transaction inserts the run and the date.
 */

import type { Clock } from '../../lib/clock.ts'
import { addDays, localDate } from '../../lib/date.ts'
import { DATED_RULES_INTERVAL_MS } from '../../resources/automation/rules/dated.ts'
import { loadDefinition } from '../../resources/automation/rules/definition.ts'
import { MAX_WAITING_RUNS, startRuns } from '../../resources/automation/rules/start_runs.ts'
import { findForUpdate, tryInsertAll } from '../../store/change.ts'
import type { Store, Writer } from '../../store/db.ts'
import {
  type ApproachingTask,
  approachingTasks,
  type DatedRule,
  datedRules,
} from '../../store/queries/automation/rules.ts'
import { countWaitingRuns } from '../../store/queries/automation/runs.ts'
import type { JobKind } from '../worker.ts'

/** While no rule is active, the job is scheduled by the first one. */
const IDLE_INTERVAL_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** Rules that are read at once, and tasks per transaction. */
const BATCH_RULES = 100
const BATCH_TASKS = 200
/** A date that is past in every time zone starts no rule. */
const DATE_EXPIRY_MS = 3 * DAY_MS

export const startDatedRules = (options: { store: Store; clock: Clock }): JobKind => ({
  intervalMs: DATED_RULES_INTERVAL_MS,
  async perform() {
    for (let after = 0; ; ) {
      const rules = await datedRules(options.store.read, after, BATCH_RULES)
      for (const rule of rules) await startApproaching(options, rule)
      const last = rules.at(-1)
      if (!last) return after === 0 ? options.clock() + IDLE_INTERVAL_MS : undefined
      after = last.gid
    }
  },
})

/** Starts a rule for all tasks whose date is close enough now. */
async function startApproaching({ store, clock }: { store: Store; clock: Clock }, rule: DatedRule): Promise<void> {
  const { field, days } = loadDefinition(rule.definition).trigger as unknown as {
    field: 'due_on' | 'start_on'
    days: number
  }
  const from = localDate(clock(), rule.time_zone)
  const range = { from, until: addDays(from, days), limit: BATCH_TASKS }
  for (;;) {
    const tasks = await approachingTasks(store.read, field, rule, range)
    // If fewer could be started, the next run of this job starts the others.
    if (tasks.length === 0 || (await store.write(tx => startFor(tx, rule, tasks))) < tasks.length) return
  }
}

/** Starts a rule for as many of these tasks as may wait; returns their number. */
async function startFor(tx: Writer, read: DatedRule, tasks: ApproachingTask[]): Promise<number> {
  const { gid: rule, project, workspace } = read
  // Locked: since the rule was read, it may have been paused, changed or deleted.
  const stored = await findForUpdate(tx, 'rules', { gid: rule })
  if (stored?.active !== 1 || stored.definition !== read.definition) return 0
  const waiting = (await countWaitingRuns(tx, [project])).get(project) ?? 0
  const rows = tasks
    .slice(0, Math.max(0, MAX_WAITING_RUNS - waiting))
    .map(({ gid: task, date }) => ({ rule, task, date, expires_at: Date.parse(date) + DATE_EXPIRY_MS }))
  const added = await tryInsertAll(tx, 'rule_dates', rows)
  await startRuns(
    tx,
    added.map(({ task }) => ({ rule, project, workspace, task, change: null, depth: 1 })),
  )
  return added.length
}
