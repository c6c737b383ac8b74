/** The values of custom fields: as records have them, as people read them, and as a call takes them. */
import { dayOf, formatNumber, type NumberStyle } from '../text/format.ts'
import type { Gid } from './records.ts'
import type { FieldChange } from './tasks.ts'

export interface FieldOption {
  readonly gid: Gid
  readonly name: string
  readonly color?: string | null
  readonly enabled?: boolean
}

interface NamedReference {
  readonly gid: Gid
  readonly name?: string | null
  readonly resource_type?: string
}

/** A custom field of an object, with its value. */
export interface FieldValue extends NumberStyle {
  readonly gid: Gid
  readonly name: string
  readonly resource_subtype: string
  readonly enabled?: boolean
  readonly is_formula_field?: boolean
  readonly id_prefix?: string | null
  readonly display_value?: string | null
  readonly text_value?: string | null
  readonly number_value?: number | null
  readonly enum_value?: FieldOption | null
  readonly multi_enum_values?: readonly FieldOption[]
  readonly date_value?: { readonly date: string; readonly date_time?: string | null } | null
  readonly people_value?: readonly NamedReference[]
  readonly reference_value?: readonly NamedReference[]
}

/** How a field is edited. */
export type FieldKind = 'text' | 'number' | 'enum' | 'multi_enum' | 'date' | 'people' | 'reference' | 'read_only'

const KINDS: readonly string[] = ['text', 'number', 'enum', 'multi_enum', 'date', 'people', 'reference']

export function kindOf({ resource_subtype, is_formula_field, id_prefix }: FieldValue): FieldKind {
  if (is_formula_field || id_prefix) return 'read_only'
  return KINDS.includes(resource_subtype) ? (resource_subtype as FieldKind) : 'read_only'
}

/** Why a field cannot be edited; null if it can. */
export function readOnlyReason(field: FieldValue): string | null {
  if (field.is_formula_field) return 'A formula computes this value.'
  if (field.id_prefix) return 'The number is given when the task is created, and never changes.'
  return kindOf(field) === 'read_only' ? 'This type of field cannot be edited here.' : null
}

/** A new value of a field, as its editor has it. */
export type FieldInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number | null }
  | { readonly kind: 'enum'; readonly option: FieldOption | null }
  | { readonly kind: 'multi_enum'; readonly options: readonly FieldOption[] }
  | { readonly kind: 'date'; readonly date: string | null; readonly dateTime: string | null }
  | { readonly kind: 'people' | 'reference'; readonly objects: readonly NamedReference[] }

const gidsOf = (objects: readonly { gid: Gid }[] | undefined): Gid[] => (objects ?? []).map(({ gid }) => gid)
const namesOf = (objects: readonly { name?: string | null }[]): string | null =>
  objects.map(({ name }) => name ?? 'Private').join(', ') || null

/** The present value of a field as a call takes it, for undoing a change. */
function sentValue(field: FieldValue): unknown {
  switch (kindOf(field)) {
    case 'text':
      return field.text_value ?? null
    case 'number':
      return field.number_value ?? null
    case 'enum':
      return field.enum_value?.gid ?? null
    case 'multi_enum':
      return gidsOf(field.multi_enum_values)
    case 'date':
      return sentDate(field.date_value?.date ?? null, field.date_value?.date_time ?? null)
    case 'people':
      return gidsOf(field.people_value)
    case 'reference':
      return gidsOf(field.reference_value)
    default:
      return null
  }
}

const sentDate = (date: string | null, dateTime: string | null): unknown =>
  dateTime ? { date_time: dateTime } : date ? { date } : null

/** The members of a new value, and what the call sends. */
function partsOf(field: FieldValue, input: FieldInput): Pick<FieldChange, 'shown' | 'sent'> {
  switch (input.kind) {
    case 'text': {
      const text = input.text || null
      return { shown: { text_value: text, display_value: text }, sent: text }
    }
    case 'number': {
      const { number } = input
      const display_value = number === null ? null : formatNumber(number, field)
      return { shown: { number_value: number, display_value }, sent: number }
    }
    case 'enum': {
      const { option } = input
      return { shown: { enum_value: option, display_value: option?.name ?? null }, sent: option?.gid ?? null }
    }
    case 'multi_enum':
      return {
        shown: { multi_enum_values: input.options, display_value: namesOf(input.options) },
        sent: gidsOf(input.options),
      }
    case 'date': {
      const { date, dateTime } = input
      const date_value = date ? { date, date_time: dateTime } : null
      return { shown: { date_value, display_value: dateTime ?? date }, sent: sentDate(date, dateTime) }
    }
    default: {
      const member = input.kind === 'people' ? 'people_value' : 'reference_value'
      return {
        shown: { [member]: input.objects, display_value: namesOf(input.objects) },
        sent: gidsOf(input.objects),
      }
    }
  }
}

/** The change of a field to a new value. */
export const changeOf = (field: FieldValue, input: FieldInput): FieldChange => ({
  ...{ field: field.gid, former: sentValue(field) },
  ...partsOf(field, input),
})

type NamedObject = FieldOption & NamedReference

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The objects of a value, with the names that are known. */
function objectsOf(sent: unknown, find: (gid: Gid) => NamedObject | undefined): readonly NamedObject[] {
  const gids = Array.isArray(sent) ? (sent as readonly Gid[]) : typeof sent === 'string' ? [sent] : []
  return gids.map(gid => find(gid) ?? { gid, name: 'Private' })
}

/**
 * A field with a value as calls take it. `find` returns the options and the objects that are known.
 */
export function withSent(field: FieldValue, sent: unknown, find: (gid: Gid) => NamedObject | undefined): FieldValue {
  switch (kindOf(field)) {
    case 'text':
      return { ...field, text_value: textOrNull(sent) }
    case 'number':
      return { ...field, number_value: typeof sent === 'number' ? sent : null }
    case 'enum':
      return { ...field, enum_value: objectsOf(sent, find)[0] ?? null, display_value: namesOf(objectsOf(sent, find)) }
    case 'multi_enum': {
      const options = objectsOf(sent, find)
      return { ...field, multi_enum_values: options, display_value: namesOf(options) }
    }
    case 'date': {
      const { date, date_time = null } = (sent ?? {}) as { date?: string; date_time?: string | null }
      const day = date ?? (date_time ? dayOf(new Date(date_time)) : null)
      return { ...field, date_value: day ? { date: day, date_time } : null }
    }
    case 'people':
    case 'reference': {
      const objects = objectsOf(sent, find)
      const member = kindOf(field) === 'people' ? 'people_value' : 'reference_value'
      return { ...field, [member]: objects, display_value: namesOf(objects) }
    }
    default:
      return field
  }
}

/** The empty value of a kind of field. */
export function emptyInput(field: FieldValue): FieldInput {
  const kind = kindOf(field)
  if (kind === 'number') return { kind, number: null }
  if (kind === 'enum') return { kind, option: null }
  if (kind === 'multi_enum') return { kind, options: [] }
  if (kind === 'date') return { kind, date: null, dateTime: null }
  if (kind === 'people' || kind === 'reference') return { kind, objects: [] }
  return { kind: 'text', text: '' }
}

const HOUR_MINUTES = 60
const DURATION = /^\s*(?:(\d+(?:[.,]\d+)?)\s*h(?:ours?)?)?\s*(?:(\d+(?:[.,]\d+)?)\s*m(?:in(?:utes)?)?)?\s*$/i

/** A typed number: undefined if it is none, null for an empty text. Percentages are typed as "25" or "25%". */
export function parseNumber(
  text: string,
  { format, currency_code, custom_label }: NumberStyle,
): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (format === 'duration') {
    const [, hours, minutes] = DURATION.exec(typed) ?? []
    if (hours !== undefined || minutes !== undefined) return toNumber(hours) * HOUR_MINUTES + toNumber(minutes)
  }
  const label = custom_label ?? currency_code
  const plain = (label ? typed.replaceAll(label, '') : typed).replace(/[%\s\u00a0$€£¥']/g, '').replace('−', '-')
  if (!/^[+-]?(?:\d[\d,]*\.?\d*|\.\d+|\d+,\d{1,2})$/.test(plain)) return undefined
  // A single comma before one or two digits is that of a decimal, as in "1,5"; other commas separate thousands.
  const number = Number(/^[+-]?\d+,\d{1,2}$/.test(plain) ? plain.replace(',', '.') : plain.replaceAll(',', ''))
  if (!Number.isFinite(number)) return undefined
  return format === 'percentage' ? Number((number / 100).toPrecision(15)) : number
}

const toNumber = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'))

/** The number as its editor shows it at first. */
export function typedNumber(value: number | null | undefined, style: NumberStyle): string {
  if (value === null || value === undefined) return ''
  if (style.format === 'duration') return formatNumber(value, style)
  return String(style.format === 'percentage' ? Number((value * 100).toPrecision(15)) : value)
}
