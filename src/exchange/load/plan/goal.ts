/** Loads goals with their members and metrics. What supports them is loaded when everything else is there. */
import { goal } from '../../../resources/goals/goal.ts'
import { newGoal, settleGoal } from '../../../resources/goals/rules/goal_state.ts'
import { type MetricInput, settleMetric } from '../../../resources/goals/rules/metric_state.ts'
import { addOwnMembers } from '../../../resources/sharing/rules/own_members.ts'
import { followerLevel } from '../../../resources/work/rules/project_members.ts'
import { parseTexts } from '../../../resources/work/rules/rich_text.ts'
import { insert } from '../../../store/change.ts'
import { timePeriodNamed } from '../../../store/queries/goals/time_periods.ts'
import { raw, text } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, type Loading, loader, without, writerOf } from '../given.ts'
import { givenMembers, membersInput } from '../members.ts'

export const goals = loader({
  type: 'goal',
  fields: {
    ...without(creatable(goal), 'workspace', 'liked', 'time_period'),
    ...membersInput,
    time_period: text({ max: 20, doc: 'The name of its time period, such as `FY26` or `Q1 FY26`.' }),
    metric: raw({ doc: 'Its metric, with the members of `setMetric` of the API.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { gid, by, created_at, values } = object
      const { tx, workspace } = into
      const { time_period: period, metric, ...given } = values
      const time_period = period === undefined ? null : await periodNamed(into, period)
      const state = settleGoal(newGoal(by, values.team ?? null), { ...given, time_period })
      if (state.status !== null && metric === undefined) throw new Error('status: Needs a metric')
      const text = parseTexts(values, ['notes', 'html_notes'], 'task')
      const writer = writerOf(into, object)
      await insert(tx, 'goals', {
        ...{ gid: writer.gid(), workspace, ...state, notes: text?.plain ?? '', html_notes: text?.rich ?? null },
        ...{ current_status_update: null, created_by: by, created_at, deleted_at: null, deleted_by: null },
      })
      const shared = { type: 'goal', gid, workspace } as const
      const level = followerLevel(state.default_access_level)
      await addOwnMembers(writer, shared, [by, ...(state.owner === null ? [] : [state.owner])], 'admin')
      await addOwnMembers(writer, shared, values.followers ?? [], level)
      for (const member of givenMembers(values))
        await addOwnMembers(writer, shared, [member.gid], member.access_level ?? level)
      if (metric === undefined) return
      const row = { gid: writer.gid(), goal: gid, workspace, ...settleMetric(metric as MetricInput), created_by: by }
      await insert(tx, 'goal_metrics', row)
    }),
})

async function periodNamed({ tx, workspace }: Loading, name: string): Promise<number> {
  const found = await timePeriodNamed(tx, workspace, name)
  if (found === undefined) throw new Error(`time_period: There is no time period ${name}`)
  return found
}
