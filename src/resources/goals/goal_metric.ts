/** The metric of a goal: the numbers that measure its progress. A goal has at most one. */
import { progressSources } from '../../store/queries/goals/progress.ts'
import { computed, constant, flag, number, oneOf, text } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'
import { displayNumber } from '../fields/rules/display.ts'
import { metricUnits } from './rules/metric_state.ts'

/** A number that is stored as text, so that it is exact. */
const storedNumber = (column: string, doc: string) =>
  computed([column], rows => rows.map(row => Number(row[column])), {
    ...{ compact: true, shows: 'number', cacheable: true, doc },
  })

export const goalMetric = resource('goal_metric', {
  doc: 'What measures the progress of a goal.',
  guard: 'goal_metric',
  changes: { none: 'its changes are recorded as those of the goal' },
  fields: {
    resource_subtype: constant('number', { compact: true, doc: 'The kind of metric: always `number`.' }),
    precision: number({ compact: true, doc: 'The number of decimals that are shown, from 0 to 6.' }),
    unit: oneOf(metricUnits, { compact: true, doc: 'What the numbers are.' }),
    currency_code: text({ compact: true, nullable: true, doc: 'The currency, where the unit is `currency`.' }),
    initial_number_value: storedNumber('initial_number_value', 'The number at the start.'),
    target_number_value: storedNumber('target_number_value', 'The number to reach.'),
    current_number_value: storedNumber('current_number_value', 'The number now.'),
    // wire: contract: as custom fields show their numbers; a percentage is a fraction
    current_display_value: computed(
      ['current_number_value', 'precision', 'unit', 'currency_code'],
      rows =>
        rows.map(row =>
          displayNumber(Number(row.current_number_value), {
            ...{ format: row.unit as string, precision: row.precision as number },
            ...{ currency_code: row.currency_code as string | null, custom_label: null, custom_label_position: null },
          }),
        ),
      { compact: true, cacheable: true, doc: 'The number now, as people read it.' },
    ),
    progress_source: oneOf(progressSources, { compact: true, doc: 'Where the current number comes from.' }),
    is_custom_weight: flag({ compact: true, doc: 'Whether the weights of the relationships count.' }),
    // wire: contract: only for `external`: true for the creator
    can_manage: computed(
      ['progress_source', 'created_by'],
      (rows, { actor }) =>
        rows.map(row => (row.progress_source === 'external' ? row.created_by === actor.gid : undefined)),
      {
        compact: true,
        sparse: true,
        shows: 'flag',
        doc: 'Whether the caller may set the current number of an `external` metric.',
      },
    ),
  },
})
