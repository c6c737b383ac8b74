/** The fields of a status option, by itself and in its custom type, which shows more of it than a task does. */
import { constant, flag, oneOf, parts, text } from '../../../vocabulary/field.ts'
import { colors } from './colors.ts'

// wire: docs "Custom types": the states are written like this
export const completionStates = ['Incomplete', 'Complete'] as const

const name = text({ compact: true, max: 1024, doc: 'The name of the status.' })

const details = {
  completion_state: oneOf(completionStates, { doc: 'Whether tasks with this status are completed.' }),
  enabled: flag({ doc: 'Whether it can be chosen.' }),
  color: oneOf(colors, { doc: 'The colour of the status.' }),
}

export const statusOptionFields = { name, ...details }

/** The status options of a custom type. */
export const statusOptionParts = parts(
  'custom_type_status_option',
  {
    gid: text({ doc: 'The gid of the status.' }),
    resource_type: constant('custom_type_status_option', { compact: true, doc: 'The type of the object.' }),
    name,
    completion_state: { ...details.completion_state, compact: true },
    enabled: { ...details.enabled, compact: true },
    color: { ...details.color, compact: true },
  },
  {
    skipAccessCheck: true,
    through: { table: 'custom_type_status_options', from: 'custom_type', to: 'gid', order: 'rank' },
    doc: 'All statuses in order, including disabled ones.',
  },
)
