/** PostgreSQL no longer checks references to users and workspaces, which are never deleted: see decision 97. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ dropReferencesTo }: Dialect['types']): readonly string[] =>
  dropReferencesTo(['users', 'workspaces'])
