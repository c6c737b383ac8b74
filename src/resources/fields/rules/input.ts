/** The input for a new custom field, in `POST /custom_fields` and inside `addCustomFieldSetting` alike. */
import { type Fields, parts, someOf } from '../../../vocabulary/field.ts'
import { parseInput } from '../../../vocabulary/input.ts'
import type { CustomFieldInput } from './define.ts'
import { definition, ownership } from './definition.ts'
import { optionInput } from './options.ts'

// wire: contract
const restrictions = ['task', 'project', 'portfolio', 'goal'] as const

/** The members whose input differs from their output. */
export const input = {
  enum_options: parts('enum_option', optionInput, { doc: 'The options, in their order.' }),
  input_restrictions: someOf(restrictions, { doc: 'The types of objects that values can refer to.' }),
  ...ownership,
}

const written: Fields = Object.fromEntries(Object.entries(definition as Fields).filter(([, field]) => field.write))

/** Parses a definition inside another body. Throws 400 for invalid members. */
export const parseDefinition = (given: Record<string, unknown>): CustomFieldInput =>
  parseInput({ ...written, ...input }, given, []) as CustomFieldInput
