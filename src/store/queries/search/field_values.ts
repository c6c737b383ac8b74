/** Filters of custom field values. A value with several choices matches if one of them does. */
import { type RawBuilder, sql } from 'kysely'
import type { FilterContext, SearchFilter } from './filter.ts'

type ValueCondition = (context: FilterContext) => RawBuilder<unknown>

const lower = ({ dialect }: FilterContext) => dialect.lowerCase(sql.ref('v.text_value'))
const number = sql`cast(v.number_value as numeric)`
const compared =
  (column: RawBuilder<unknown>, operator: string): ValueCondition =>
  ({ own }) =>
    sql`${column} ${sql.raw(operator)} ${own('value')}`

/** What a value can be compared with. Texts are bound in lower case, with their `length` in characters. */
const comparisons = {
  text: context => sql`${lower(context)} = ${context.own('value')}`,
  starts_with: context => sql`substr(${lower(context)}, 1, ${context.own('length')}) = ${context.own('value')}`,
  ends_with: context => {
    const [text, length] = [lower(context), context.own('length')]
    return sql`(length(${text}) >= ${length} and substr(${text}, length(${text}) - ${length} + 1) = ${context.own('value')})`
  },
  contains: context => context.dialect.contains(lower(context), context.own('value')),
  number: compared(number, '='),
  less_than: compared(number, '<'),
  greater_than: compared(number, '>'),
  option: compared(sql`v.enum_value`, '='),
  choice: ({ own }) =>
    sql`exists (select 1 from custom_field_choices c where c.value = v.gid and c.choice = ${own('value')})`,
  date: compared(sql`v.date_on`, '='),
  before: compared(sql`v.date_on`, '<'),
  after: compared(sql`v.date_on`, '>'),
  is_set: () => sql`(coalesce(v.text_value, v.number_value, v.date_on) is not null or v.enum_value is not null
    or exists (select 1 from custom_field_choices c where c.value = v.gid))`,
} as const satisfies Record<string, ValueCondition>

export type ValueComparison = keyof typeof comparisons

/** The objects with a value of a field that compares as given, or with `not` the others. */
export function valueFilter(
  field: number,
  comparison: ValueComparison,
  value: string | number | null,
  not?: 'not',
): SearchFilter {
  const matching = (context: FilterContext) => sql`exists (select 1 from custom_field_values v
    where v.object = t.gid and v.custom_field = ${context.own('field')} and ${comparisons[comparison](context)})`
  const length = typeof value === 'string' ? [...value].length : 0
  return {
    shape: `value.${comparison}.${not}`,
    values: { field, value, length },
    where: context => (not ? sql`not ${matching(context)}` : matching(context)),
    ...(!not && {
      source: ({ own }) => sql`select v.object as gid from custom_field_values v
      where v.custom_field = ${own('field')}`,
    }),
  }
}
