/** Changes of the metric of a goal: the field `metric` of the goal changes, also when the program computed the number. */
import { type ChangeMapper, createChange, gidIn, type RowImage } from '../../../vocabulary/change.ts'

const shownColumns = [
  ...['initial_number_value', 'target_number_value', 'current_number_value', 'progress_source'],
  ...['precision', 'unit', 'currency_code', 'is_custom_weight'],
]

export const metricOfGoal: ChangeMapper = {
  table: 'goal_metrics',
  captured: {
    goal_metrics: {
      key: ['gid'],
      columns: shownColumns,
    },
  },
  changes({ before, after }) {
    if (after === null || (before && shownColumns.every(name => before[name] === after[name]))) return []
    const [goal, workspace] = [gidIn(after, 'goal'), gidIn(after, 'workspace')]
    const numberIn = (row: RowImage | null) => (row === null ? null : (row.current_number_value as string))
    return [
      createChange({
        ...{ type: 'goal', resource: goal, action: 'changed', field: 'metric', changeAction: 'changed', workspace },
        ...{ old: numberIn(before), new: numberIn(after), streams: [goal, workspace] },
      }),
    ]
  },
}
