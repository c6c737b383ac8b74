/** A custom field while a person defines or edits it, and what of it the API takes. */
import {
  type FieldDefinition,
  type FieldType,
  namedFormula,
  OPTION_COLORS,
  type OptionDefinition,
  storedFormula,
  typeOfField,
} from '../../../data/field_definitions.ts'
import type { NamedObject } from '../../../data/types.ts'

export interface OptionDraft {
  /** Identifies the row: the gid of an option, or a local one. */
  readonly key: string
  readonly name: string
  readonly color: string
  readonly enabled: boolean
}

export interface FieldDraft {
  readonly name: string
  readonly description: string
  readonly type: FieldType
  readonly options: readonly OptionDraft[]
  readonly format: string
  readonly precision: number
  readonly currency: string
  readonly unit: string
  readonly unitPosition: string
  readonly formula: string
  readonly prefix: string
  readonly references: readonly string[]
  readonly isInLibrary: boolean
}

const NEW_KEY = 'new-'

export const isNewOption = ({ key }: OptionDraft): boolean => key.startsWith(NEW_KEY)

/** A further option, in the next colour. */
export function newOption(options: readonly OptionDraft[]): OptionDraft {
  const used = new Set(options.map(({ color }) => color))
  const color = OPTION_COLORS.find(one => !used.has(one)) ?? OPTION_COLORS[options.length % OPTION_COLORS.length]
  return { key: `${NEW_KEY}${crypto.randomUUID()}`, name: '', color: color ?? 'none', enabled: true }
}

export function emptyDraft(): FieldDraft {
  const first = newOption([])
  return {
    ...{ name: '', description: '', type: 'text', options: [first, newOption([first])], isInLibrary: false },
    ...{ format: 'none', precision: 0, currency: 'EUR', unit: '', unitPosition: 'suffix' },
    ...{ formula: '', prefix: '', references: ['task'] },
  }
}

/** The draft of a field that exists. `fields` are those that its formula can name. */
export const draftOf = (field: FieldDefinition, fields: readonly NamedObject[]): FieldDraft => ({
  ...emptyDraft(),
  ...{ name: field.name, description: field.description ?? '', type: typeOfField(field) },
  options: (field.enum_options ?? []).map(({ gid, name, color, enabled }) => ({ key: gid, name, color, enabled })),
  ...{ format: field.format ?? 'none', precision: field.precision ?? 0, currency: field.currency_code ?? 'EUR' },
  ...{ unit: field.custom_label ?? '', unitPosition: field.custom_label_position ?? 'suffix' },
  ...{ formula: namedFormula(field.formula ?? '', fields), prefix: field.id_prefix ?? '' },
})

export const hasOptions = ({ type }: FieldDraft): boolean => type === 'enum' || type === 'multi_enum'
export const hasNumberFormat = ({ type }: FieldDraft): boolean => type === 'number' || type === 'formula'

/** The format of a number: members that the API refuses together with another format are left out. */
const formatOf = ({ format, precision, currency, unit, unitPosition }: FieldDraft) => ({
  ...{ format, precision: format === 'duration' || format === 'identifier' ? 0 : precision },
  ...(format === 'currency' && { currency_code: currency.trim().toUpperCase() }),
  ...(format === 'custom' && { custom_label: unit, custom_label_position: unitPosition }),
})

/** The members that can change later, too. */
export const changeableMembers = (draft: FieldDraft, fields: readonly NamedObject[]): Record<string, unknown> => ({
  ...{ name: draft.name.trim(), description: draft.description.trim() },
  ...(hasNumberFormat(draft) && formatOf(draft)),
  ...(draft.type === 'formula' && { formula: storedFormula(draft.formula, fields) }),
})

const API_TYPES: Readonly<Partial<Record<FieldType, string>>> = { formula: 'number', custom_id: 'text' }

/** The members of a new field. Options without a name are left out. */
export const newMembers = (draft: FieldDraft, fields: readonly NamedObject[]): Record<string, unknown> => ({
  ...changeableMembers(draft, fields),
  resource_subtype: API_TYPES[draft.type] ?? draft.type,
  ...(hasOptions(draft) && {
    enum_options: draft.options
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, color }) => ({ name: name.trim(), color })),
  }),
  ...(draft.type === 'custom_id' && { id_prefix: draft.prefix.trim() }),
  ...(draft.type === 'reference' && { input_restrictions: draft.references }),
})

/** A change of one option of a field that exists. */
export type OptionChange =
  | { readonly kind: 'add'; readonly key: string; readonly name: string; readonly color: string }
  | { readonly kind: 'update'; readonly gid: string; readonly members: Readonly<Record<string, unknown>> }
  | { readonly kind: 'move'; readonly key: string; readonly before: string }

/** The changes that lead from the options of a field to those of a draft: contents first, then the order. */
export function optionChanges(before: readonly OptionDefinition[], after: readonly OptionDraft[]): OptionChange[] {
  const kept = after.filter(option => !isNewOption(option) || option.name.trim() !== '')
  const known = new Map(before.map(option => [option.gid, option]))
  const changes: OptionChange[] = []
  for (const option of kept) {
    const { key, color, enabled } = option
    const name = option.name.trim()
    const former = known.get(key)
    if (!former) changes.push({ kind: 'add', key, name, color })
    else {
      const given = { name: name || former.name, color, enabled }
      const members = Object.entries(given).filter(([member, value]) => former[member as keyof typeof given] !== value)
      if (members.length > 0) changes.push({ kind: 'update', gid: key, members: Object.fromEntries(members) })
    }
  }
  const order = [...before.map(({ gid }) => gid), ...kept.filter(isNewOption).map(({ key }) => key)]
  for (const [index, { key }] of kept.entries()) {
    const present = order[index]
    if (present === undefined || present === key) continue
    order.splice(order.indexOf(key), 1)
    order.splice(index, 0, key)
    changes.push({ kind: 'move', key, before: present })
  }
  return changes
}
