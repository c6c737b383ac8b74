/** The words of texts: see `search/texts.ts`. */
import type { Gid } from './column.ts'

export interface SearchTables {
  /**
   * One row for each text: of a task, a project, a comment or a custom field value, with the gid of that row. `object` is
   * the task or the project that a search finds by it, and `custom_field` the field whose value it is. `title` and `body`
   * are tokens, separated by blanks.
   */
  search_texts: { gid: Gid; object: Gid; workspace: Gid; custom_field: Gid | null; title: string; body: string }
  /** On SQLite: new texts that wait for the index of words. */
  unindexed_texts: { gid: Gid }
}
