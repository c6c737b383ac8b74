/**
 * A custom field of an object: its definition, its value, and whether it still applies. Only the member of the field's own
 * type has the value.
 */
import { mayRead } from '../../../identity/scopes.ts'
import { withLoaded } from '../../../lib/together.ts'
import type { Name } from '../../../names.ts'
import { cachedName, findNames } from '../../../store/queries/cache/names.ts'
import { type ChosenObject, choicesOf } from '../../../store/queries/field_values.ts'
import { type FieldView, fieldViews } from '../../../store/queries/fields.ts'
import {
  computed,
  constant,
  type Field,
  type FieldOptions,
  type Fields,
  flag,
  type LoadContext,
  type LoadMany,
  many,
  one,
  parts,
  type Row,
  text,
} from '../../../vocabulary/field.ts'
import { definition } from './definition.ts'
import { displayDate, displayNumber, type FieldFormat } from './display.ts'
import { loadNumbers, numberNeeds, numbersOf, storedNumber } from './numbers.ts'

const chosen = { table: 'custom_field_choices', from: 'value', ownerColumn: 'value', to: 'choice', order: 'rank' }

const loadDates: LoadMany = rows =>
  rows.map(({ date_on: on, date_at: at }) =>
    on === null ? null : { date: on, date_time: at === null ? null : displayDate(String(on), Number(at)) },
  )

const loadReferences: LoadMany = async (rows, { reader, actor }) => {
  const referring = rows.filter(row => row.resource_subtype === 'reference' && row.value !== null)
  const found = await choicesOf(
    reader,
    actor.gid,
    referring.map(row => Number(row.value)),
  )
  return rows.map(row =>
    (found.get(Number(row.value)) ?? []).map(({ gid, type, name }) => ({
      gid: String(gid),
      resource_type: type,
      ...(mayRead(actor, type as Name) ? { name } : {}),
    })),
  )
}

/** The names that display values consist of: null if the reader cannot see the object, undefined if it must be loaded. */
interface DisplayNames {
  option(gid: number): string | null | undefined
  person(gid: number): string | null | undefined
  references(value: number): readonly ChosenObject[] | null | undefined
}

/** The display value of each row; null without a value. Most need nothing that is not cached. */
const loadDisplays: LoadMany = (rows, context) => {
  const { reader, actor } = context
  const names: DisplayNames = {
    option: gid => cachedName(reader, actor.gid, 'enum_option', gid),
    person: gid => cachedName(reader, actor.gid, 'user', gid),
    references: () => undefined,
  }
  const shown: unknown[] = []
  for (const row of rows) {
    const display = displayOf(row, isStored(row) ? storedNumber(row) : undefined, names, context)
    if (display === undefined) return loadAllDisplays(rows, context)
    shown.push(display)
  }
  return shown
}

/** The same, with all names and numbers loaded together. */
const loadAllDisplays: LoadMany = (rows, context) =>
  withLoaded([numbersOf(rows, context), ...loadNames(rows, context)], (numbers, options, people, references) => {
    const names: DisplayNames = {
      option: gid => options.get(gid) ?? null,
      person: gid => people.get(gid) ?? null,
      references: value => references.get(value) ?? null,
    }
    return rows.map((row, index) => displayOf(row, numbers[index] ?? null, names, context))
  })

/** The display value; undefined if one of its names or its number is. */
function displayOf(row: Row, number: number | null | undefined, names: DisplayNames, { actor }: LoadContext): unknown {
  switch (row.resource_subtype) {
    case 'number':
      return typeof number === 'number' ? displayNumber(number, row as unknown as FieldFormat) : number
    case 'date':
      return row.date_on === null ? null : displayDate(String(row.date_on), row.date_at as number | null)
    case 'enum':
      return row.enum_value === null ? null : names.option(row.enum_value as number)
    case 'multi_enum':
      return joinNames(row, names.option, mayRead(actor, 'enum_option'))
    case 'people':
      return joinNames(row, names.person, mayRead(actor, 'user'))
    case 'reference': {
      const found = row.value === null ? null : names.references(Number(row.value))
      return found && join(found.filter(({ type }) => mayRead(actor, type as Name)).map(({ name }) => name))
    }
    default:
      return row.text_value
  }
}

const noReferences: ReadonlyMap<number, ChosenObject[]> = new Map()

const join = (names: readonly string[]): string => names.join(', ')

const chosenGids = (row: Row) => row.choices as readonly number[]

/** The names of the visible choices, joined; null if there are none. */
function joinNames(row: Row, nameOf: DisplayNames['option'], isShown: boolean): string | null | undefined {
  const found: string[] = []
  for (const gid of chosenGids(row)) {
    const name = nameOf(gid)
    if (name === undefined) return undefined
    if (name !== null) found.push(name)
  }
  return found.length === 0 ? null : join(isShown ? found : [])
}

/** The names that the display values of these rows need, as promises if they are not cached. */
function loadNames(rows: Row[], { reader, actor }: LoadContext) {
  const [options, people, references]: [number[], number[], number[]] = [[], [], []]
  for (const row of rows) {
    const subtype = row.resource_subtype
    if (subtype === 'enum' && row.enum_value !== null) options.push(row.enum_value as number)
    else if (subtype === 'multi_enum') options.push(...chosenGids(row))
    else if (subtype === 'people') people.push(...chosenGids(row))
    else if (subtype === 'reference' && row.value !== null) references.push(Number(row.value))
  }
  return [
    findNames(reader, actor.gid, 'enum_option', options),
    findNames(reader, actor.gid, 'user', people),
    references.length > 0 ? choicesOf(reader, actor.gid, references) : noReferences,
  ] as const
}

/** Without a formula, which depends on other values and on the object. */
const isStored = (row: Row) => row.formula === null

/** Without references, which depend on what the reader can see. */
const hasNoReference = (row: Row) => row.resource_subtype !== 'reference' || row.value === null

const displayNeeds = [
  ...numberNeeds,
  'value',
  'choices',
  'text_value',
  'enum_value',
  'date_on',
  'date_at',
  'currency_code',
  'custom_label',
  'custom_label_position',
]

// wire: recorded: a value has the whole definition next to it
const definitionFields = Object.fromEntries(
  Object.entries(definition as Fields).map(([name, field]): [string, Field] => [
    name,
    { ...field, write: undefined, ...(name === 'description' || !field.optIn ? { compact: true } : {}) },
  ]),
)

const valueFields: Fields = {
  gid: text({ doc: 'The gid of the field.' }),
  resource_type: constant('custom_field', { compact: true, doc: 'The type of the field.' }),
  enabled: flag({
    compact: true,
    doc: 'Whether the field still applies. If not, its value can only be cleared.',
  }),
  ...definitionFields,
  text_value: text({ compact: true, nullable: true, subtypes: ['text'], doc: 'The text.' }),
  html_text_value: constant(null, { optIn: true, subtypes: ['text'], doc: 'Always null: texts here are plain.' }),
  number_value: computed(numberNeeds, loadNumbers, {
    cacheable: isStored,
    compact: true,
    nullable: true,
    shows: 'number',
    subtypes: ['number'],
    doc: 'The number.',
  }),
  enum_value: one('enum_option', {
    skipAccessCheck: true,
    compact: true,
    nullable: true,
    subtypes: ['enum'],
    doc: 'The option.',
  }),
  multi_enum_values: many('enum_option', {
    through: chosen,
    skipAccessCheck: true,
    compact: true,
    subtypes: ['multi_enum'],
    doc: 'The options.',
  }),
  date_value: computed(['date_on', 'date_at'], loadDates, {
    cacheable: true,
    compact: true,
    nullable: true,
    subtypes: ['date'],
    shape: { date: true, date_time: true },
    doc: 'The date, with the time if there is one.',
  }),
  people_value: many('user', {
    through: chosen,
    skipAccessCheck: true,
    compact: true,
    subtypes: ['people'],
    doc: 'The users.',
  }),
  reference_value: computed(['value', 'resource_subtype'], loadReferences, {
    cacheable: hasNoReference,
    compact: true,
    subtypes: ['reference'],
    shape: { gid: true, resource_type: true, name: true },
    shows: 'list',
    doc: 'The objects that are visible to the caller.',
  }),
  display_value: computed(displayNeeds, loadDisplays, {
    cacheable: row => isStored(row) && hasNoReference(row),
    compact: true,
    nullable: true,
    doc: 'The value as a display text, or null.',
  }),
}

/** The custom fields of objects of a view: those that apply to one, and those that it has a value of. */
export const customFieldsOf = <const M extends FieldOptions>(view: FieldView, options: M) =>
  parts('custom_field', valueFields, {
    through: { table: view, from: fieldViews[view], to: 'custom_field' },
    ...options,
  })
