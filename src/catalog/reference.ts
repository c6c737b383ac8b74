/** The reference: one page for each resource, derived from the catalog and the `doc` texts of the declarations. */
import type { Name } from '../names.ts'
import type { Field, Fields } from '../vocabulary/field.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { Resource } from '../vocabulary/resource.ts'
import { type Catalog, needsOf } from './catalog.ts'

const GENERATED_NOTE = 'This page is generated: change the declarations and run `npm run golden`.'

const LIVE_NOTE =
  'A running server shows the same at `/docs`, with an example of each request and response, and a console to try it. ' +
  'The errors are explained in [errors](../errors.md).'

/** The pages by their file names. */
export function reference(catalog: Catalog): Map<string, string> {
  const pages = catalog.resources.map(resource => [`${resource.name}.md`, page(catalog, resource)] as const)
  return new Map([['README.md', contents(catalog)], ...pages])
}

function contents({ resources, operations }: Catalog): string {
  const rows = resources.map(({ name, doc }) => {
    const count = operations.filter(({ of }) => of === name).length
    return [`[${name}](${name}.md)`, String(count), doc]
  })
  const sum = `${resources.length} types, ${operations.length} operations. ${GENERATED_NOTE}`
  return lines('# Reference', sum, LIVE_NOTE, table(['type', 'operations', 'description'], rows))
}

function page({ operations }: Catalog, { name, doc, fields, anonymous }: Resource): string {
  const own = operations.filter(({ of }) => of === name)
  const rows = Object.entries(fields).map(([name, field]) => [`\`${name}\``, kind(field), marks(field), field.doc])
  const identity = anonymous
    ? 'It has no gid and no type of its own.'
    : 'In addition to its fields it has `gid` and `resource_type`.'
  return lines(
    `# ${name}`,
    `${doc} ${identity} ${GENERATED_NOTE}`,
    '## Fields',
    table(['field', 'kind', 'marks', 'description'], rows),
    '## Operations',
    ...(own.length > 0 ? own.map(section) : ['None.']),
  )
}

const link = (type: Name) => `[${type}](${type}.md)`

function kind({ kind: word, types = [], values }: Field): string {
  const far = types.map(link).join(' or ')
  switch (word) {
    case 'one':
    case 'any':
      return far
    case 'many':
      return `list of ${far}`
    case 'parts':
      return `list, one for each ${far}`
    case 'oneOf':
      return values?.map(value => `\`${value}\``).join(', ') ?? ''
    case 'json':
      return 'JSON'
    case 'computed':
    case 'constant':
      return 'derived'
    default:
      return far ? `${far}, by any name` : word
  }
}

function marks({ compact, optIn, sparse, write, nullable, required }: Field): string {
  const words = [
    compact && 'compact',
    optIn && 'on request',
    sparse && 'absent without a value',
    nullable && 'may be null',
    write === 'always' && 'writable',
    write === 'create' && 'writable at first',
    required && 'required',
  ]
  return words.filter(Boolean).join(', ')
}

function section(operation: Operation): string {
  const { id, method, path, doc, query, body } = operation
  const rights = needsOf(operation).map(([name, right]) => `\`${name}\` ${right}`)
  return lines(
    `### ${method} ${path}`,
    `\`${id}\`: ${doc}`,
    ...(rights.length > 0 ? [`Rights: ${rights.join(', ')}.`] : []),
    ...given('Query', query),
    ...given('Body', body),
  ).trimEnd()
}

const given = (title: string, fields: Fields): string[] => {
  const names = Object.entries(fields).map(([name, { required }]) => (required ? `**\`${name}\`**` : `\`${name}\``))
  return names.length > 0 ? [`${title}: ${names.join(', ')}.`] : []
}

const row = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`

const table = (head: string[], rows: string[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const lines = (...paragraphs: string[]): string => `${paragraphs.join('\n\n')}\n`
