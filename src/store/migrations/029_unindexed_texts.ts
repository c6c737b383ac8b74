/** On SQLite, the write queue indexes the words of new texts once for each commit: see `search/unindexed.ts`. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ wordQueue }: Dialect['types']) => wordQueue
