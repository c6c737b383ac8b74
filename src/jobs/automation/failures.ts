/** Failures of rules. A rule that fails again and again is paused, and its owner receives a notification. */
import { pauseRule } from '../../resources/automation/rules/rule.ts'
import { findForUpdate, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import type { RuleRow } from '../../store/queries/automation/rules.ts'
import type { Notifier } from '../notify_by_email.ts'

/** A rule with this number of failures in a row is paused. */
const MAX_FAILURES = 5

const MAX_ERROR_CHARACTERS = 1000

export const shortened = (error: string): string => error.slice(0, MAX_ERROR_CHARACTERS).toWellFormed()

/** Records a failure. Returns why the rule was paused; undefined if it was not, or was deleted. */
export async function recordFailure(tx: Writer, gid: number, error: string): Promise<string | undefined> {
  // Locked: several jobs count failures of a rule, and its users reset the count.
  const rule = await findForUpdate(tx, 'rules', { gid })
  if (!rule) return undefined
  const count = rule.failures + 1
  await update(tx, 'rules', { gid }, { failures: count, last_error: shortened(error), last_run_at: tx.now })
  if (count < MAX_FAILURES || rule.active === 0) return undefined
  const reason = `It failed ${count} times in a row. The last error: ${shortened(error)}`
  await pauseRule(tx, gid, reason)
  return reason
}

/** Notifies the owner of a rule that it was paused. */
export const notifyOfPause = (notify: Notifier, { gid, name, owner }: RuleRow, reason: string): Promise<void> =>
  notify(owner, 'Your rule was paused', `Your rule ${gid} (${name}) was paused. ${reason} You can activate it again.`)
