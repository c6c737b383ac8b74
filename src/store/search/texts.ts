/**
 * The texts of the text index: which columns have words, and which object a search finds by them.
 *
 * Invariant: the words of a row depend on that row alone. So a write indexes only what it wrote, concurrent writes cannot
 * disagree, and every row can be derived again.
 */
import { richToPlain } from '../../lib/plain_text.ts'
import { tokensOf } from '../../lib/tokens.ts'
import type { TableName, Tables } from '../tables.ts'
import type { StoredRow } from '../tracking/known_rows.ts'

export type SearchText = Tables['search_texts']

/** The types of objects that a search finds. */
const isSearched = (type: string): boolean => type === 'task' || type === 'project'

type Column<T extends TableName> = keyof Tables[T] & string

interface TextSource<T extends TableName> {
  table: T
  /** The column with the task or the project that a search finds. */
  object: Column<T>
  title?: Column<T>
  /** The column with a plain text, and the one with its rich form, where there is one. */
  body: Column<T>
  rich?: Column<T>
  /** The column with the custom field that a reader must be able to see. */
  customField?: Column<T>
  /** Whether a row has a text; by default, every row. */
  when?(row: Tables[T]): boolean
}

const source = <T extends TableName>(given: TextSource<T>) => given as unknown as TextSource<TableName>

/** One for each table. */
export const textSources: readonly TextSource<TableName>[] = [
  source({ table: 'tasks', object: 'gid', title: 'name', body: 'notes', rich: 'html_notes' }),
  source({ table: 'projects', object: 'gid', title: 'name', body: 'notes', rich: 'html_notes' }),
  source({
    ...{ table: 'stories', object: 'target', body: 'text', rich: 'html_text' },
    when: ({ target_type, type, deleted_at }) => type === 'comment' && deleted_at === null && isSearched(target_type),
  }),
  source({
    ...{ table: 'custom_field_values', object: 'object', body: 'text_value', customField: 'custom_field' },
    when: ({ object_type, text_value }) => text_value !== null && isSearched(object_type),
  }),
]

const byTable = new Map(textSources.map(one => [one.table, one]))

/** What to write for the row of a table that changed: the gid of the outdated text, and the new text. */
export function textChange(
  table: TableName,
  before: StoredRow | null,
  after: StoredRow | null,
): { outdated?: number; fresh?: SearchText } {
  const found = byTable.get(table)
  if (!found) return {}
  const [old, next] = [withText(found, before), withText(found, after)]
  if (old && next && hasSameText(found, old, next)) return {}
  return { ...(old && { outdated: old.gid as number }), ...(next && { fresh: textOf(found, next) }) }
}

const hasSameText = ({ title, body, rich }: TextSource<TableName>, old: StoredRow, next: StoredRow): boolean =>
  ['gid', title, body, rich].every(column => !column || old[column] === next[column])

/** The text of a row, if it has one. */
export function searchTextOf(table: TableName, row: StoredRow): SearchText | undefined {
  const found = byTable.get(table)
  return found && withText(found, row) ? textOf(found, row) : undefined
}

/** The row if it has a text. */
const withText = ({ when }: TextSource<TableName>, row: StoredRow | null): StoredRow | null =>
  row !== null && when?.(row as never) !== false ? row : null

const textOf = (found: TextSource<TableName>, row: StoredRow): SearchText => ({
  gid: row.gid as number,
  object: row[found.object] as number,
  workspace: row.workspace as number,
  custom_field: found.customField ? (row[found.customField] as number) : null,
  title: found.title ? wordsIn(row[found.title]) : '',
  body: wordsIn(plainBody(found, row)),
})

/** The body without the names of linked objects, which not every reader can see. */
function plainBody({ body, rich }: TextSource<TableName>, row: StoredRow): unknown {
  const markup = rich && row[rich]
  if (typeof markup !== 'string') return row[body]
  try {
    return richToPlain(markup, () => '')
  } catch {
    // A migration must not fail at a row that an operator edited.
    return row[body]
  }
}

const wordsIn = (text: unknown): string => (typeof text === 'string' ? tokensOf(text).join(' ') : '')
