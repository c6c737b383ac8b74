/**
 * What defines a custom field. The same fields are shown where a field is read by itself and beside each of its values,
 * so they are declared once.
 */
import { constant, flag, json, many, number, one, oneOf, text } from '../../../vocabulary/field.ts'

// wire: contract
export const types = ['text', 'number', 'enum', 'multi_enum', 'date', 'people', 'reference'] as const
export const formats = ['none', 'currency', 'identifier', 'percentage', 'custom', 'duration'] as const
export const optionTypes = ['enum', 'multi_enum'] as const

const numbers = ['number'] as const

export const definition = {
  name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the field.' }),
  resource_subtype: oneOf(types, { write: 'create', doc: 'The type of its values. Cannot change.' }),
  type: oneOf(types, {
    compact: true,
    column: 'resource_subtype',
    write: 'create',
    doc: 'The older name of `resource_subtype`.',
  }),
  representation_type: oneOf([...types, 'formula', 'custom_id'], { compact: true, doc: 'The type as people see it.' }),
  description: text({ optIn: true, write: 'always', doc: 'What the field is for.' }),
  enum_options: many('enum_option', {
    through: { table: 'enum_options', from: 'custom_field', to: 'gid', order: 'rank' },
    open: true,
    compact: true,
    subtypes: optionTypes,
    doc: 'All its options, in their order, those that are switched off included.',
  }),
  format: oneOf(formats, { write: 'always', subtypes: numbers, doc: 'How its numbers are written.' }),
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
  custom_label: text({ write: 'always', nullable: true, max: 100, subtypes: numbers, doc: 'The unit of its numbers.' }),
  custom_label_position: oneOf(['prefix', 'suffix'], {
    write: 'always',
    nullable: true,
    subtypes: numbers,
    doc: 'Whether the unit stands before or behind the number.',
  }),
  id_prefix: text({
    compact: true,
    write: 'create',
    nullable: true,
    max: 32,
    doc: 'Makes it number its tasks: `PREFIX-1`, `PREFIX-2`.',
  }),
  is_formula_field: flag({ compact: true, doc: 'Whether its values are computed.' }),
  is_value_read_only: flag({ doc: 'Whether its values can only be read.' }),
  formula: text({
    sparse: true,
    optIn: true,
    write: 'always',
    max: 1000,
    doc: 'Computes its values from others: see the page on formulas.',
  }),
  input_restrictions: json({
    compact: true,
    nullable: true,
    shows: 'list',
    subtypes: ['reference'],
    doc: 'The types of objects that it refers to.',
  }),
  has_notifications_enabled: flag({ optIn: true, write: 'always', doc: 'Whether followers are told of its changes.' }),
  is_global_to_workspace: flag({ optIn: true, doc: 'Whether any project may use it, or only the one it was made in.' }),
  asana_created_field: constant(null, { optIn: true, doc: 'Always null: every field here is made by people.' }),
  created_by: one('user', { doc: 'Who made it.' }),
  privacy_setting: oneOf(['public_with_guests', 'public', 'private'], { write: 'always', doc: 'Who sees it.' }),
  default_access_level: oneOf(['admin', 'editor', 'user'], {
    write: 'always',
    doc: 'What whoever sees it may do with it.',
  }),
} as const
