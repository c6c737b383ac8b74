/** The words of texts and names, and uses: see `search/texts.ts`, `search/names.ts` and `queries/search/uses.ts`. */
import type { Gid, Timestamp } from './column.ts'

export interface SearchTables {
  /**
   * One row for each text: of a task, a project, a comment or a custom field value, with the gid of that row. `object` is
   * the task or the project that a search finds by it, and `custom_field` the field whose value it is. `title` and `body`
   * are tokens, separated by blanks.
   */
  search_texts: { gid: Gid; object: Gid; workspace: Gid; custom_field: Gid | null; title: string; body: string }
  /** One row for each word of a name. `object` is that of `resource_type`; a name without words has an empty one. */
  name_words: { workspace: Gid; resource_type: string; word: string; object: Gid }
  /** `weight` is the time at which a single use would count as much as all uses of the object by the user. */
  uses: { gid: Gid; user: Gid; workspace: Gid; resource_type: string; resource: Gid; weight: Timestamp }
  /** On SQLite: new texts that wait for the index of words. */
  unindexed_texts: { gid: Gid }
}
