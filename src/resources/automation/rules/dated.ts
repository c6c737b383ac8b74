/** When the job that starts rules about approaching dates runs: every ten minutes, and rarely while no such rule is active. */
import type { Writer } from '../../../store/db.ts'
import type { RuleRow } from '../../../store/queries/automation/rules.ts'
import { SINGLETON, schedule } from '../../../store/queries/jobs/queue.ts'

/** The kind of this job. */
export const START_DATED_RULES = 'start_dated_rules'

export const DATED_RULES_INTERVAL_MS = 10 * 60 * 1000

const DATE_APPROACHING = 'date_approaching'

/** Schedules the job in time for rules that were created, changed or activated. */
export async function scheduleDatedRules(tx: Writer, rules: readonly Pick<RuleRow, 'trigger_kind'>[]): Promise<void> {
  if (rules.some(({ trigger_kind }) => trigger_kind === DATE_APPROACHING))
    await schedule(tx, START_DATED_RULES, SINGLETON, tx.now + DATED_RULES_INTERVAL_MS)
}
