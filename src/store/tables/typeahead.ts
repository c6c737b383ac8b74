/** Words of names, and uses: see `search/names.ts` and `queries/search/uses.ts`. */
import type { Gid, Timestamp } from './column.ts'

export interface TypeaheadTables {
  /** One row for each word of a name. `object` is that of `resource_type`; a name without words has an empty one. */
  name_words: { workspace: Gid; resource_type: string; word: string; object: Gid }
  /** `weight` is the time at which a single use would count as much as all uses of the object by the user. */
  uses: { gid: Gid; user: Gid; workspace: Gid; resource_type: string; resource: Gid; weight: Timestamp }
}
