/** The definition of a custom field: requirements of its type, number format, free names. */
import { invalid, malformed, missingInput, notAllowed } from '../../../lib/errors.ts'
import { insert } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { fieldOfPrefix, seesFieldNamed } from '../../../store/queries/fields.ts'
import type { Values } from '../../../vocabulary/field.ts'
import { mustHaveFeature } from '../../people/rules/plan.ts'
import { type formats, optionTypes, type types } from './definition.ts'
import type { FieldFormat } from './display.ts'
import { checkFormula } from './formulas.ts'
import { createOptions, type optionInput } from './options.ts'

export interface CustomFieldInput {
  name?: string
  resource_subtype?: (typeof types)[number]
  type?: (typeof types)[number]
  description?: string
  format?: (typeof formats)[number]
  precision?: number | null
  currency_code?: string | null
  custom_label?: string | null
  custom_label_position?: string | null
  id_prefix?: string | null
  formula?: string
  input_restrictions?: readonly string[]
  enum_options?: Values<typeof optionInput>[]
  has_notifications_enabled?: boolean
  privacy_setting?: string
  default_access_level?: string
  owned_by_app?: boolean
}

// wire: contract: names of built-in properties are reserved
const builtIn = [
  'assignee',
  'due date',
  'start date',
  'projects',
  'dependencies',
  'tags',
  'name',
  'notes',
  'followers',
  'completed',
  'created on',
  'created by',
  'last modified on',
  'completed on',
  'sections',
]

/** Throws 403 for a field that an application would own. */
// wire: contract: only the service's partners may own fields
export function mustNotBeOwned({ owned_by_app }: { owned_by_app?: boolean }): void {
  if (owned_by_app) throw notAllowed('Applications cannot own custom fields here')
}

interface NameScope {
  me: number
  workspace: number
  /** The field that is updated: it can keep its own name. */
  self?: number
}

/**
 * Throws 400 unless a field of the workspace can have this name. Names are unique among the fields that the caller can
 * see: an error must not reveal the name of a private field.
 */
export async function mustHaveFreeName(
  reader: Reader,
  { me, workspace, self }: NameScope,
  name: string,
): Promise<void> {
  if (name.trim() === '') throw missingInput('name')
  if (builtIn.includes(name.trim().toLowerCase()))
    throw invalid('name', `The name ${name} is taken by a built-in property`)
  if (await seesFieldNamed(reader, me, { workspace, name, except: self }))
    throw invalid('name', `A custom field with the name ${name} already exists in this workspace`)
}

/** Creates a field and its options, and returns the gid. A field with a project belongs to that project alone. */
export async function defineField(
  tx: Writer,
  me: number,
  workspace: number,
  given: CustomFieldInput,
  project: number | null,
): Promise<number> {
  await mustHaveFeature(tx, workspace, 'custom_fields')
  const { name } = given
  if (name === undefined) throw missingInput('name')
  await mustHaveFreeName(tx, { me, workspace }, name)
  const type = typeOf(given)
  await mustFit(tx, { me, workspace }, type, given)
  const gid = tx.gid()
  await insert(tx, 'custom_fields', {
    gid,
    workspace,
    name,
    resource_subtype: type,
    description: given.description ?? '',
    ...settleFormat(type, noFormat, given),
    is_global_to_workspace: project === null ? 1 : 0,
    project,
    has_notifications_enabled: given.has_notifications_enabled ? 1 : 0,
    id_prefix: given.id_prefix ?? null,
    next_id: 1,
    formula: given.formula ?? null,
    input_restrictions: restrictionsOf(type, given),
    privacy_setting: given.privacy_setting ?? 'public_with_guests',
    default_access_level: given.default_access_level ?? 'editor',
    created_by: me,
    created_at: tx.now,
    deleted_at: null,
  })
  await insert(tx, 'custom_field_memberships', {
    ...{ gid: tx.gid(), custom_field: gid, member: me, workspace, access_level: 'admin' },
  })
  await createOptions(tx, { gid, workspace }, given.enum_options ?? [])
  return gid
}

/** Throws 400 for members that a field of this type does not have. */
async function mustFit(
  tx: Writer,
  { me, workspace }: { me: number; workspace: number },
  type: string,
  given: CustomFieldInput,
): Promise<void> {
  mustNotBeOwned(given)
  await checkIdentifier(tx, workspace, type, given)
  if (given.formula !== undefined) {
    if (type !== 'number') throw invalid('formula', 'Only number fields can have a formula')
    await checkFormula(tx, { me, workspace }, given.formula)
  }
  const chosen: readonly string[] = optionTypes
  if (given.enum_options?.length && !chosen.includes(type))
    throw invalid('enum_options', `A field of the type ${type} has no options`)
}

function typeOf({ resource_subtype: subtype, type = subtype }: CustomFieldInput): string {
  if (type === undefined) throw missingInput('resource_subtype')
  if (subtype !== undefined && subtype !== type) throw invalid('type', 'Contradicts resource_subtype')
  return type
}

function restrictionsOf(type: string, { input_restrictions: given }: CustomFieldInput): string | null {
  if (type !== 'reference') return null
  // wire: contract
  if (!given || given.length === 0) throw missingInput('input_restrictions')
  return JSON.stringify(given)
}

async function checkIdentifier(
  tx: Writer,
  workspace: number,
  type: string,
  { id_prefix: prefix, formula }: CustomFieldInput,
) {
  if (prefix === undefined || prefix === null) return
  if (type !== 'text') throw invalid('id_prefix', 'Only text fields can number their tasks')
  if (formula !== undefined) throw invalid('id_prefix', 'Cannot be given together with formula')
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(prefix)) throw invalid('id_prefix', 'May have letters, digits, - and _')
  if ((await fieldOfPrefix(tx, workspace, prefix)) !== undefined) {
    throw invalid('id_prefix', `Another custom field of this workspace has the prefix ${prefix}`)
  }
}

const noFormat: FieldFormat = {
  format: null,
  precision: null,
  currency_code: null,
  custom_label: null,
  custom_label_position: null,
}

/** The number format of a field after a write. Throws 400 for an invalid combination. */
export function settleFormat(type: string, before: FieldFormat, given: Partial<CustomFieldInput>): FieldFormat {
  if (type !== 'number') return { ...noFormat }
  const format = given.format ?? before.format ?? 'none'
  const whole = format === 'identifier' || format === 'duration'
  const precision = whole ? 0 : given.precision === undefined ? before.precision : given.precision
  // wire: contract
  if (precision === null) throw missingInput('precision')
  if (!Number.isInteger(precision) || precision < 0 || precision > 6)
    throw invalid('precision', 'Must be a whole number between 0 and 6')
  const currency = given.currency_code === undefined ? before.currency_code : given.currency_code
  const label = given.custom_label === undefined ? before.custom_label : given.custom_label
  if (format === 'currency' && !isCurrency(currency))
    throw invalid('currency_code', `Not an ISO 4217 code: ${currency ?? 'null'}`)
  if (format === 'custom' && !label) throw missingInput('custom_label')
  if (given.currency_code && format !== 'currency')
    throw malformed('currency_code can only be given when format is currency')
  for (const part of ['custom_label', 'custom_label_position'] as const) {
    if (given[part] && format !== 'custom') throw malformed(`${part} can only be given when format is custom`)
  }
  const position = given.custom_label_position ?? before.custom_label_position ?? 'suffix'
  return {
    format,
    precision,
    currency_code: format === 'currency' ? currency : null,
    custom_label: format === 'custom' ? label : null,
    custom_label_position: format === 'custom' ? position : null,
  }
}

/** Whether a text is the ISO 4217 code of a currency. */
export const isCurrency = (code: string | null): boolean =>
  code !== null && Intl.supportedValuesOf('currency').includes(code.toUpperCase()) && code === code.toUpperCase()
