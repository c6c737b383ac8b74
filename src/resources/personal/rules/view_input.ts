/** The input for a saved view. The server stores how a list is shown; only the web app interprets it. */
import { invalid } from '../../../lib/errors.ts'
import { flag, json, number, oneOf, parts, raw, text, type Values } from '../../../vocabulary/field.ts'
import { boundedJson } from './bounded_json.ts'

const MAX_FILTERS = 50
const MAX_SORT_KEYS = 3
const MAX_COLUMNS = 200
/** The widest column, in CSS pixels. */
const MAX_WIDTH = 10_000
const MAX_PART_CHARACTERS = 16_000
const MAX_VALUE_CHARACTERS = 4000
const MAX_NAME_CHARACTERS = 100

const field = text({ required: true, max: MAX_NAME_CHARACTERS, doc: 'A field, or the gid of a custom field.' })

const definitionInput = {
  layout: oneOf(['list', 'board', 'calendar', 'timeline', 'dashboard', 'workload'], { doc: 'The layout.' }),
  show: oneOf(['incomplete', 'completed', 'all'], { doc: 'Which tasks are shown.' }),
  filters: parts(
    'project',
    {
      field,
      operator: text({ required: true, max: MAX_NAME_CHARACTERS, doc: 'The operator.' }),
      value: raw({ nullable: true, doc: `The value, at most ${MAX_VALUE_CHARACTERS} characters of JSON.` }),
    },
    { doc: `The filters, at most ${MAX_FILTERS}. \`options.match\` says whether all or any of them must hold.` },
  ),
  sort: raw({ doc: `The sort keys: an array of at most ${MAX_SORT_KEYS} strings or objects.` }),
  group: raw({ nullable: true, doc: 'What the tasks are grouped by: a string or an object.' }),
  columns: parts(
    'project',
    {
      field,
      width: number({ nullable: true, doc: 'The width in CSS pixels.' }),
      is_pinned: flag({ doc: 'Whether the column stays next to the name while the others scroll.' }),
    },
    { doc: `The columns in their order, at most ${MAX_COLUMNS}.` },
  ),
  options: json({
    doc: `Other options, at most ${MAX_PART_CHARACTERS} characters of JSON. \`match\` is \`all\` or \`any\`.`,
  }),
}

export const positionInput = {
  insert_before: text({ nullable: true, max: 20, doc: 'The gid of the one to insert before; null for the end.' }),
  insert_after: text({ nullable: true, max: 20, doc: 'The gid of the one to insert after; null for the beginning.' }),
}

/** The input for a change of a view. */
export const viewInput = {
  name: text({ max: 255, doc: 'The name.' }),
  ...definitionInput,
  is_shared: flag({ doc: 'Whether all people who can see the parent can see the view.' }),
  ...positionInput,
}

type ViewDefinitionInput = Values<typeof definitionInput>

const DEFAULTS = { layout: 'list', show: 'incomplete', filters: [], sort: [], group: null, columns: [], options: {} }

/** How a view shows a list. */
export type ViewDefinition = typeof DEFAULTS

/** A definition with the given members, as JSON. Throws 400. */
export function mergeDefinition(stored: string | undefined, given: ViewDefinitionInput): string {
  const { filters, sort, group, columns, options } = given
  if (filters) checkFilters(filters)
  if (sort !== undefined) checkSort(sort)
  if (group !== undefined && group !== null) checkKey('group', group)
  if (columns) checkColumns(columns)
  if (options) checkOptions(options)
  const members = Object.keys(DEFAULTS) as (keyof ViewDefinition)[]
  const sent = Object.fromEntries(members.filter(name => given[name] !== undefined).map(name => [name, given[name]]))
  return JSON.stringify({ ...DEFAULTS, ...(stored === undefined ? {} : JSON.parse(stored)), ...sent })
}

function mustNotExceed(at: string, list: readonly unknown[], max: number): void {
  if (list.length > max) throw invalid(at, `Too many values (maximum ${max})`)
}

function checkFilters(filters: NonNullable<ViewDefinitionInput['filters']>): void {
  mustNotExceed('filters', filters, MAX_FILTERS)
  for (const [index, { value = null }] of filters.entries())
    boundedJson(`filters: [${index}]: value`, value, MAX_VALUE_CHARACTERS)
  boundedJson('filters', filters, MAX_PART_CHARACTERS)
}

function checkSort(sort: unknown): void {
  if (!Array.isArray(sort)) throw invalid('sort', 'Not a list')
  mustNotExceed('sort', sort, MAX_SORT_KEYS)
  for (const [index, key] of sort.entries()) checkKey(`sort: [${index}]`, key)
}

const MAX_KEY_CHARACTERS = 500

/** What tasks are sorted or grouped by. */
function checkKey(at: string, key: unknown): void {
  if (typeof key !== 'string' && (typeof key !== 'object' || key === null || Array.isArray(key)))
    throw invalid(at, 'Not a text or an object')
  boundedJson(at, key, MAX_KEY_CHARACTERS)
}

function checkColumns(columns: NonNullable<ViewDefinitionInput['columns']>): void {
  mustNotExceed('columns', columns, MAX_COLUMNS)
  for (const [index, { width }] of columns.entries()) {
    if (width === undefined || width === null) continue
    if (width < 0 || width > MAX_WIDTH) throw invalid(`columns: [${index}]: width`, `Must be 0 to ${MAX_WIDTH}`)
  }
}

function checkOptions(options: Record<string, unknown>): void {
  const { match } = options
  if (match !== undefined && match !== 'all' && match !== 'any')
    throw invalid('options: match', 'Must be "all" or "any"')
  boundedJson('options', options, MAX_PART_CHARACTERS)
}
