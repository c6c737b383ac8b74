/** The definitions of custom fields: what a project has, what the workspace offers, and the calls that change them. */
import { queryOptions } from '@tanstack/react-query'
import { call, callPage, type ListPage } from './call.ts'
import { readQuery } from './queries.ts'
import type { Gid } from './records.ts'
import type { NamedObject } from './types.ts'

/** The types of fields as people choose them. Formulas are numbers and IDs are texts of the API. */
export const FIELD_TYPES = [
  ['text', 'Text'],
  ['number', 'Number'],
  ['enum', 'Single choice'],
  ['multi_enum', 'Multiple choice'],
  ['date', 'Date'],
  ['people', 'People'],
  ['reference', 'Reference'],
  ['formula', 'Formula'],
  ['custom_id', 'ID'],
] as const

export type FieldType = (typeof FIELD_TYPES)[number][0]

export const typeName = (type: string): string => FIELD_TYPES.find(([one]) => one === type)?.[1] ?? 'Text'

/** The type of a field as people know it. */
export const typeOfField = (field: {
  readonly resource_subtype?: string
  readonly is_formula_field?: boolean
  readonly id_prefix?: string | null
}): FieldType => {
  if (field.is_formula_field) return 'formula'
  if (field.id_prefix) return 'custom_id'
  return FIELD_TYPES.find(([type]) => type === field.resource_subtype)?.[0] ?? 'text'
}

export const OPTION_COLORS = [
  ...(['red', 'orange', 'yellow-orange', 'yellow', 'yellow-green', 'green', 'blue-green', 'aqua'] as const),
  ...(['blue', 'indigo', 'purple', 'magenta', 'hot-pink', 'pink', 'cool-gray', 'none'] as const),
] as const

export const NUMBER_FORMATS = [
  ['none', 'Number'],
  ['percentage', 'Percentage'],
  ['currency', 'Currency'],
  ['duration', 'Duration'],
  ['identifier', 'Without separators'],
  ['custom', 'With a unit'],
] as const

export const REFERENCE_TYPES = [
  ['task', 'Tasks'],
  ['project', 'Projects'],
  ['portfolio', 'Portfolios'],
  ['goal', 'Goals'],
] as const

export interface OptionDefinition {
  readonly gid: Gid
  readonly name: string
  readonly color: string
  readonly enabled: boolean
}

export interface FieldDefinition extends NamedObject {
  readonly resource_subtype: string
  readonly description?: string
  readonly is_formula_field?: boolean
  readonly is_global_to_workspace?: boolean
  readonly id_prefix?: string | null
  readonly formula?: string
  readonly format?: string
  readonly precision?: number | null
  readonly currency_code?: string | null
  readonly custom_label?: string | null
  readonly custom_label_position?: string | null
  readonly enum_options?: readonly OptionDefinition[]
}

const API = '/api/1.0'
const FIELDS = [
  'name,resource_subtype,description,is_formula_field,is_global_to_workspace,id_prefix,formula,format,precision',
  'currency_code,custom_label,custom_label_position,enum_options.name,enum_options.color,enum_options.enabled',
].join(',')

/** One definition with all its members. */
export const definitionQuery = (field: Gid) =>
  readQuery<FieldDefinition>(['objects', 'custom_field', field], `${API}/custom_fields/${field}?opt_fields=${FIELDS}`)

const PAGE_FIELDS = 100
/** More fields are not offered. */
const MAX_PAGES = 10

/** The fields that all projects of a workspace can use. */
export const fieldLibraryQuery = (workspace: Gid) =>
  queryOptions({
    queryKey: ['objects', 'field_library', workspace],
    queryFn: async () => {
      const members = 'name,resource_subtype,is_formula_field,id_prefix'
      const path = `${API}/workspaces/${workspace}/custom_fields?limit=${PAGE_FIELDS}&opt_fields=${members}`
      const fields: FieldDefinition[] = []
      let offset: string | null = null
      let pages = 0
      do {
        const page: ListPage<FieldDefinition> = await callPage<FieldDefinition>(path, offset)
        fields.push(...page.items)
        offset = page.next
      } while (offset && ++pages < MAX_PAGES)
      return fields.toSorted((a, b) => a.name.localeCompare(b.name))
    },
  })

/** Adds a field to a project: the gid of one of the library, or the members of a new one. */
export const addField = (project: Gid, custom_field: Gid | Readonly<Record<string, unknown>>): Promise<unknown> =>
  call('POST', `${API}/projects/${project}/addCustomFieldSetting`, { custom_field, is_important: true })

export const removeField = (project: Gid, custom_field: Gid): Promise<unknown> =>
  call('POST', `${API}/projects/${project}/removeCustomFieldSetting`, { custom_field })

/** Creates a field that all projects of a workspace can use. */
export const createLibraryField = (workspace: Gid, members: Readonly<Record<string, unknown>>) =>
  call<{ gid: Gid }>('POST', `${API}/custom_fields`, { workspace, ...members })

export const updateField = (field: Gid, members: Readonly<Record<string, unknown>>): Promise<unknown> =>
  call('PUT', `${API}/custom_fields/${field}`, members)

export const addOption = (field: Gid, name: string, color: string) =>
  call<OptionDefinition>('POST', `${API}/custom_fields/${field}/enum_options`, { name, color })

export const updateOption = (option: Gid, members: Readonly<Record<string, unknown>>): Promise<unknown> =>
  call('PUT', `${API}/enum_options/${option}`, members)

/** Moves an option after another one, or before it. */
export const moveOption = (field: Gid, option: Gid, neighbour: Gid, side: 'before' | 'after'): Promise<unknown> =>
  call('POST', `${API}/custom_fields/${field}/enum_options/insert`, {
    enum_option: option,
    [`${side}_enum_option`]: neighbour,
  })

/** What the server would refuse of a formula, in its words; null if nothing. Positions are those of the stored form. */
export const checkFormula = async (workspace: Gid, formula: string): Promise<string | null> =>
  (await call<{ problem: string | null }>('POST', `/-/organizations/${workspace}/formulas`, { formula })).problem

/** A problem of the stored form of a formula, with the position in the form with names. */
export const namedProblem = (problem: string, formula: string, fields: readonly NamedObject[]): string =>
  problem.replace(/^formula: /, '').replace(/Position (\d+)/, (_, position) => {
    let shift = 0
    for (const { 0: whole, index } of formula.matchAll(/\{[^{}]+\}/g)) {
      if (index - shift + 1 >= Number(position)) break
      shift += whole.length - storedFormula(whole, fields).length
    }
    return `Position ${Number(position) + shift}`
  })

/** A formula with names in place of gids: `{Estimate} * 2`. Unknown gids stay. */
export const namedFormula = (formula: string, fields: readonly NamedObject[]): string =>
  formula.replace(/\{(\d+)\}/g, (whole, gid) => {
    const found = fields.find(field => field.gid === gid)
    return found ? `{${found.name}}` : whole
  })

/** The formula as the API takes it. Unknown names stay, for the server to name them. */
export const storedFormula = (formula: string, fields: readonly NamedObject[]): string =>
  formula.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const found = fields.find(field => field.name.toLowerCase() === name.trim().toLowerCase())
    return found ? `{${found.gid}}` : whole
  })
