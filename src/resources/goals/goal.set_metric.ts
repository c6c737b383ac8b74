/** Sets the metric of a goal, and its current number. */
import { malformed, notAllowed, unknownObject } from '../../lib/errors.ts'
import { findForUpdate, getForUpdate, insert, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { isAutomatic, progressSources } from '../../store/queries/goals/progress.ts'
import { flag, number, oneOf, text } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { goal } from './goal.ts'
import { progressBefore } from './rules/follow_progress.ts'
import { type MetricInput, metricNumber, metricUnits, mustBeWritable, settleMetric } from './rules/metric_state.ts'

/** Locks a goal, and what its progress depends on. Throws 404 for a deleted goal. */
async function lockGoal(tx: Writer, gid: number): Promise<{ gid: number; workspace: number }> {
  const { workspace, deleted_at } = await getForUpdate(tx, 'goals', gid)
  if (deleted_at !== null) throw unknownObject('goal', gid)
  await mustHaveFeature(tx, workspace, 'goals')
  // change_log: see `follow_progress.ts`. Taken before the metric is locked, as by every transaction that computes it.
  await advisoryLock(tx, 'change_log', workspace)
  return { gid, workspace }
}

async function setMetric({ body, path, tx, actor }: WriteCall<{ goal_gid: number }, MetricInput>): Promise<number> {
  const { gid: goal, workspace } = await lockGoal(tx, path.goal_gid)
  const state = settleMetric(body)
  const known = await findForUpdate(tx, 'goal_metrics', { goal })
  const row = { ...state, created_by: actor.gid }
  if (known) await update(tx, 'goal_metrics', { gid: known.gid }, row)
  else await insert(tx, 'goal_metrics', { gid: tx.gid(), goal, workspace, ...row })
  // Before the commit would be too late: the response shows the number.
  if (isAutomatic(state.progress_source)) await progressBefore(tx, goal)
  return goal
}

type SetCurrentCall = WriteCall<{ goal_gid: number }, { current_number_value: number }>

async function setCurrentValue({ body, path, tx, actor }: SetCurrentCall): Promise<number> {
  const { gid: goal } = await lockGoal(tx, path.goal_gid)
  const metric = await findForUpdate(tx, 'goal_metrics', { goal })
  // wire: contract: 400 for a goal without a metric; the text is a guess
  if (metric === undefined) throw malformed('The goal has no metric. Set one with setMetric')
  mustBeWritable(metric.progress_source)
  if (metric.progress_source === 'external' && metric.created_by !== actor.gid) {
    throw notAllowed('Only the creator of an external metric can set its number.')
  }
  const current_number_value = metricNumber('current_number_value', body.current_number_value, metric)
  await update(tx, 'goal_metrics', { gid: metric.gid }, { current_number_value })
  return goal
}

export const operations = [
  action('/goals/{goal_gid}/setMetric', goal, {
    id: 'createGoalMetric',
    doc: 'Sets the metric of a goal. It replaces the one that the goal has.',
    // wire: forum t/1089758: admins set up the progress, editors update it
    needs: { goal_gid: 'admin' },
    body: {
      precision: number({ doc: 'The number of decimals that are shown, from 0 to 6. 0 by default.' }),
      unit: oneOf(metricUnits, {
        doc: 'What the numbers are. By default `percentage` for what is calculated, `none` otherwise.',
      }),
      currency_code: text({ nullable: true, doc: 'The ISO 4217 code, where the unit is `currency`.' }),
      initial_number_value: number({ doc: 'The number at the start. 0 by default.' }),
      target_number_value: number({ doc: 'The number to reach. Required unless the unit is `percentage`.' }),
      current_number_value: number({ doc: 'The number now, unless it is calculated. By default the first one.' }),
      progress_source: oneOf(progressSources, { doc: 'Where the current number comes from. `manual` by default.' }),
      is_custom_weight: flag({
        doc: 'Whether the weights of the relationships count, instead of all alike. False by default.',
      }),
    },
    execute: setMetric,
  }),
  action('/goals/{goal_gid}/setMetricCurrentValue', goal, {
    id: 'updateGoalMetric',
    doc: 'Sets the current number of the metric of a goal, unless it is calculated.',
    body: { current_number_value: number({ required: true, doc: 'The number now.' }) },
    execute: setCurrentValue,
  }),
]
