/** A task's custom fields by hand: every path that the published contract names below `custom_fields`. */

type Named = [gid: number, name: string]
type Option = [gid: number, name: string, enabled: number, color: string]

type Part = [
  gid: number,
  enabled: number,
  name: string,
  subtype: string,
  representation: string,
  description: string,
  options: Option[],
  format: string | null,
  precision: number | null,
  currency: string | null,
  label: string | null,
  labelPosition: string | null,
  prefix: string | null,
  isFormula: number,
  isReadOnly: number,
  restrictions: string | null,
  notifies: number,
  isGlobal: number,
  createdBy: Named,
  privacy: string,
  access: string,
  text: string | null,
  task: number,
  formula: string | null,
  number: string | null,
  chosen: Option | null,
  multi: Option[],
  on: string | null,
  at: number | null,
  people: Named[],
  value: number | null,
  chosenName: string | null,
]

export type FieldsRow = [gid: number, fields: Part[]]

const [SUBTYPE, VALUE] = [3, 30] as const

/**
 * The values of which each of the statements behind the objects wants the choices: the last one, which names them in
 * texts for people, those that are lists; those before it every value.
 */
export function setsOf(rows: FieldsRow[], statements: number): number[][] {
  const [all, lists]: [number[], number[]] = [[], []]
  for (const [, parts] of rows) {
    for (const part of parts) {
      const value = part[VALUE]
      if (value === null) continue
      all.push(value)
      if (part[SUBTYPE] === 'multi_enum' || part[SUBTYPE] === 'people') lists.push(value)
    }
  }
  return Array.from({ length: statements }, (_, index) => (index === statements - 1 ? lists : all))
}

/** The names that were chosen in a value, for people. */
export function namesOf(found: { value?: unknown; name?: unknown }[]): Map<number, string> {
  const names = new Map<number, string>()
  for (const { value, name } of found) {
    const before = names.get(value as number)
    names.set(value as number, before === undefined ? String(name) : `${before}, ${name}`)
  }
  return names
}

const formats = new Map<string, Intl.NumberFormat>()

function format(digits: number, currency: string | null): Intl.NumberFormat {
  const key = `${digits}${currency}`
  let known = formats.get(key)
  if (!known) {
    const form = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    known = new Intl.NumberFormat('en-US', currency ? { ...form, style: 'currency', currency } : form)
    formats.set(key, known)
  }
  return known
}

interface Format {
  form: string | null
  precision: number | null
  currency: string | null
  label: string | null
}

function numberText(number: number, { form, precision, currency, label }: Format): string {
  const digits = precision ?? 0
  if (form === 'currency') return format(digits, currency).format(number)
  if (form === 'percentage') return `${format(digits, null).format(number * 100)}%`
  if (form === 'custom') return `${format(digits, null).format(number)} ${label}`
  if (form !== 'duration') return format(digits, null).format(number)
  const [hours, minutes] = [Math.floor(number / 60), number % 60]
  if (hours === 0) return `${minutes}m`
  return minutes === 0 ? `${hours}h` : `${hours}h ${minutes}m`
}

const option = ([gid, name, enabled, color]: Option) => ({ gid: String(gid), name, enabled: enabled === 1, color })

const named = ([gid, name]: Named) => ({ gid: String(gid), name })

export function taskOfFields([gid, parts]: FieldsRow, names: Map<number, string>) {
  parts.sort((a, b) => a[0] - b[0])
  return { gid: String(gid), custom_fields: parts.map(part => fieldOf(part, names)) }
}

function fieldOf(part: Part, names: Map<number, string>): Record<string, unknown> {
  const subtype = part[SUBTYPE]
  const shown: Record<string, unknown> = {
    gid: String(part[0]),
    enabled: part[1] === 1,
    name: part[2],
    resource_subtype: subtype,
    type: subtype,
    representation_type: part[4],
    description: part[5],
  }
  if (subtype === 'enum' || subtype === 'multi_enum') shown.enum_options = part[6].map(option)
  if (subtype === 'number') {
    shown.format = part[7]
    shown.precision = part[8]
    shown.currency_code = part[9]
    shown.custom_label = part[10]
    shown.custom_label_position = part[11]
  }
  shown.id_prefix = part[12]
  shown.is_formula_field = part[13] === 1
  shown.is_value_read_only = part[14] === 1
  shown.has_notifications_enabled = part[16] === 1
  shown.is_global_to_workspace = part[17] === 1
  shown.asana_created_field = null
  shown.created_by = named(part[18])
  shown.privacy_setting = part[19]
  shown.default_access_level = part[20]
  addValue(shown, part, names)
  return shown
}

const dateText = (on: string | null, at: number | null): string =>
  at === null ? `${on}T00:00:00.000Z` : new Date(at).toISOString()

/** What is needed of a field to show its name, and its value as a text. */
export type Brief = [
  gid: number,
  name: string,
  task: number,
  formula: string | null,
  number: string | null,
  precision: number | null,
  format: string | null,
  subtype: string,
  value: number | null,
  text: string | null,
  chosenName: string | null,
  on: string | null,
  at: number | null,
  currency: string | null,
  label: string | null,
]

/** The values of lists, of which the names are asked. */
export const listsOf = (rows: Brief[][]): number[] =>
  rows.flatMap(parts => parts.flatMap(part => (part[7] === 'people' && part[8] !== null ? [part[8]] : [])))

/** The fields of a task by name and text. */
export const briefs = (parts: Brief[], names: Map<number, string>) =>
  parts
    .sort((a, b) => a[0] - b[0])
    .map(part => ({ gid: String(part[0]), name: part[1], display_value: briefText(part, names) }))

function briefText(part: Brief, names: Map<number, string>): string | null | undefined {
  const [, , , , number, precision, form, subtype, value, text, chosenName, on, at, currency, label] = part
  switch (subtype) {
    case 'number':
      return numberText(Number(number), { form, precision, currency, label })
    case 'date':
      return dateText(on, at)
    case 'people':
      return names.get(value ?? 0)
    default:
      return text ?? chosenName
  }
}

function addValue(shown: Record<string, unknown>, part: Part, names: Map<number, string>) {
  const [on, at] = [part[27], part[28]]
  switch (part[SUBTYPE]) {
    case 'text':
      shown.text_value = part[21]
      shown.html_text_value = null
      shown.display_value = part[21]
      break
    case 'number': {
      const number = Number(part[24])
      shown.number_value = number
      const [, , , , , , , form, precision, currency, label] = part
      shown.display_value = numberText(number, { form, precision, currency, label })
      break
    }
    case 'enum':
      shown.enum_value = part[25] && option(part[25])
      shown.display_value = part[31]
      break
    case 'multi_enum':
      shown.multi_enum_values = part[26].map(option)
      shown.display_value = names.get(part[VALUE] ?? 0)
      break
    case 'date': {
      const moment = at === null ? null : new Date(at).toISOString()
      shown.date_value = { date: on, date_time: moment }
      shown.display_value = dateText(on, at)
      break
    }
    case 'people':
      shown.people_value = part[29].map(named)
      shown.display_value = names.get(part[VALUE] ?? 0)
  }
}
