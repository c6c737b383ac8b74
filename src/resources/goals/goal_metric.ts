/** The metric of a goal: the numbers that measure its progress. A goal has at most one. */
import { computed, flag, number, oneOf, text } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'

/** A number that is stored as text, so that it is exact. */
const storedNumber = (column: string, doc: string) =>
  computed([column], rows => rows.map(row => (row[column] === null ? null : Number(row[column]))), {
    ...{ compact: true, shows: 'number', doc },
  })

export const goalMetric = resource('goal_metric', {
  doc: 'What measures the progress of a goal.',
  guard: 'goal_metric',
  changes: { none: 'the API has no events of metrics' },
  fields: {
    precision: number({ compact: true, doc: 'The number of decimals that are shown, from 0 to 6.' }),
    unit: oneOf(['none', 'currency', 'percentage'], { compact: true, doc: 'What the numbers are.' }),
    currency_code: text({ compact: true, nullable: true, doc: 'The currency, where the unit is `currency`.' }),
    initial_number_value: storedNumber('initial_number_value', 'The number at the start.'),
    target_number_value: storedNumber('target_number_value', 'The number to reach.'),
    current_number_value: storedNumber('current_number_value', 'The number now.'),
    progress_source: oneOf(
      [
        ...(['manual', 'subgoal_progress', 'project_task_completion', 'project_milestone_completion'] as const),
        ...(['task_completion', 'external'] as const),
      ],
      { compact: true, doc: 'Where the current number comes from.' },
    ),
    is_custom_weight: flag({ compact: true, doc: 'Whether the weights of the relationships count.' }),
  },
})
