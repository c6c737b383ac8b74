/** The definition of a custom field, declared once for the field itself and for the custom fields of objects. */
import { constant, flag, json, many, number, one, oneOf, text } from '../../../vocabulary/field.ts'

// wire: contract
export const types = ['text', 'number', 'enum', 'multi_enum', 'date', 'people', 'reference'] as const
export const formats = ['none', 'currency', 'identifier', 'percentage', 'custom', 'duration'] as const
export const optionTypes = ['enum', 'multi_enum'] as const

const numbers = ['number'] as const

export const definition = {
  name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the field.' }),
  resource_subtype: oneOf(types, { write: 'create', doc: 'The type of the values. Cannot change.' }),
  type: oneOf(types, {
    compact: true,
    column: 'resource_subtype',
    write: 'create',
    doc: 'The older name of `resource_subtype`.',
  }),
  representation_type: oneOf([...types, 'formula', 'custom_id'], {
    compact: true,
    doc: 'The type as the app shows it.',
  }),
  description: text({ optIn: true, write: 'always', doc: 'What the field is for.' }),
  enum_options: many('enum_option', {
    through: { table: 'enum_options', from: 'custom_field', to: 'gid', order: 'rank' },
    skipAccessCheck: true,
    compact: true,
    subtypes: optionTypes,
    doc: 'All options in order, including disabled ones.',
  }),
  format: oneOf(formats, { write: 'always', subtypes: numbers, doc: 'The format of the numbers.' }),
  precision: number({
    write: 'always',
    nullable: true,
    subtypes: numbers,
    doc: 'Digits after the decimal point, 0 to 6.',
  }),
  currency_code: text({
    write: 'always',
    nullable: true,
    max: 3,
    subtypes: numbers,
    doc: 'The ISO 4217 code of a currency.',
  }),
  custom_label: text({ write: 'always', nullable: true, max: 100, subtypes: numbers, doc: 'The unit of the numbers.' }),
  custom_label_position: oneOf(['prefix', 'suffix'], {
    write: 'always',
    nullable: true,
    subtypes: numbers,
    doc: 'Whether the unit is before or after the number.',
  }),
  id_prefix: text({
    compact: true,
    write: 'create',
    nullable: true,
    max: 32,
    doc: 'The prefix of ids that the field gives to tasks: `PREFIX-1`, `PREFIX-2`.',
  }),
  is_formula_field: flag({ compact: true, doc: 'Whether the values are computed.' }),
  is_value_read_only: flag({ doc: 'Whether the values are read-only.' }),
  formula: text({
    sparse: true,
    optIn: true,
    write: 'always',
    max: 1000,
    doc: 'The formula that computes the values: see the page on formulas.',
  }),
  input_restrictions: json({
    compact: true,
    nullable: true,
    shows: 'list',
    subtypes: ['reference'],
    doc: 'The types of objects that values can refer to.',
  }),
  has_notifications_enabled: flag({
    optIn: true,
    write: 'always',
    doc: 'Whether followers of a task are notified of changes of the value.',
  }),
  is_global_to_workspace: flag({ optIn: true, doc: 'Whether all projects of the workspace can use the field.' }),
  asana_created_field: constant(null, { optIn: true, doc: 'Always null: all fields are user-defined.' }),
  created_by: one('user', { doc: 'The user who created the field.' }),
  privacy_setting: oneOf(['public_with_guests', 'public', 'private'], {
    write: 'always',
    doc: 'Who can see the field.',
  }),
  default_access_level: oneOf(['admin', 'editor', 'user'], {
    write: 'always',
    doc: 'The access level of users who can see the field.',
  }),
} as const

/** Input that the wire does not show. */
export const ownership = {
  owned_by_app: flag({ doc: 'Whether only one application can change the field. True is refused with 403.' }),
}

const option = { gid: true, resource_type: true, name: true, color: true, enabled: 'flag' } as const
const named = { gid: true, resource_type: true, name: true } as const
const empty = 'Always empty: only the custom field of an object has a value.'

/**
 * The members of a value. The contract has one schema for a definition and a value, so clients ask a definition for
 * them, too.
 */
// wire: contract; docs: a definition has no value, and `enabled` does not apply to it. Guess: the others are empty
export const emptyValue = {
  enabled: constant(undefined, { optIn: true, shows: 'flag', doc: 'Always absent: it says whether a value applies.' }),
  text_value: constant(null, { optIn: true, subtypes: ['text'], doc: empty }),
  html_text_value: constant(null, { optIn: true, subtypes: ['text'], doc: empty }),
  number_value: constant(null, { optIn: true, subtypes: numbers, doc: empty }),
  enum_value: constant(null, { optIn: true, subtypes: ['enum'], shape: option, doc: empty }),
  multi_enum_values: constant([], { optIn: true, subtypes: ['multi_enum'], shape: option, doc: empty }),
  date_value: constant(null, { optIn: true, subtypes: ['date'], shape: { date: true, date_time: true }, doc: empty }),
  people_value: constant([], { optIn: true, subtypes: ['people'], shape: named, doc: empty }),
  reference_value: constant([], { optIn: true, subtypes: ['reference'], shape: named, doc: empty }),
  display_value: constant(null, { optIn: true, doc: empty }),
} as const
