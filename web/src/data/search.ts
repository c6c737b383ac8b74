/** Finding objects: by the beginnings of their names for menus and pickers, and the search of a workspace. */
import type { Cache } from './cache.ts'
import { call, fetchBody } from './call.ts'
import { flatten } from './fields.ts'
import type { Gid } from './records.ts'

/** The types that are found by name, as the server calls them, with the types of their records. */
export const FOUND_TYPES = {
  ...{ tasks: 'task', projects: 'project', people: 'user', tags: 'tag' },
  ...{ teams: 'team', portfolios: 'portfolio', goals: 'goal' },
} as const

export type FoundWord = keyof typeof FOUND_TYPES
export type FoundType = (typeof FOUND_TYPES)[FoundWord]

export interface FoundObject {
  readonly gid: Gid
  readonly resource_type: FoundType
  readonly name: string
  /** Whether the text names this object by its ID or address. */
  readonly is_exact?: boolean
}

interface Find {
  readonly text: string
  readonly types: readonly FoundWord[]
  /** The number of results of each type. */
  readonly count: number
}

/** Texts beyond are no names. */
const MAX_TEXT_CHARACTERS = 500

/** Objects by the beginnings of the words of their names; without a text, those that the person uses. Their records are stored. */
export async function findObjects(
  { workspace, records }: Pick<Cache, 'workspace' | 'records'>,
  { text, types, count }: Find,
): Promise<readonly FoundObject[]> {
  const query = new URLSearchParams({
    ...{ workspace, q: text.slice(0, MAX_TEXT_CHARACTERS).toWellFormed(), types: types.join(), count: String(count) },
  })
  const asOf = records.moment()
  const found = await call<FoundObject[]>('GET', `/-/find?${query}`)
  records.confirm(
    found.flatMap(({ is_exact, ...object }) => flatten(object, object.resource_type)),
    asOf,
  )
  return found
}

export const SEARCH_TYPES = ['tasks', 'projects', 'people', 'comments', 'files'] as const

export type SearchType = (typeof SEARCH_TYPES)[number]

export interface FacetCount {
  readonly count: number
  readonly is_more: boolean
}

export interface SearchResult extends Readonly<Record<string, unknown>> {
  readonly gid: Gid
  readonly resource_type: string
}

export interface SearchPage {
  readonly data: readonly SearchResult[]
  readonly next: string | null
  /** The object that the text names by its ID or address. */
  readonly exact: { readonly gid: Gid; readonly resource_type: FoundType } | null
  /** The number of results of each type, on the first page. */
  readonly facets?: Readonly<Partial<Record<SearchType, FacetCount>>>
}

/** A page of a search; `query` is that of `GET /-/search` without the workspace and the cursor. */
export async function readSearch(workspace: Gid, query: URLSearchParams, cursor: string | null): Promise<SearchPage> {
  const all = new URLSearchParams(query)
  all.set('workspace', workspace)
  if (cursor) all.set('cursor', cursor)
  return (await fetchBody('GET', `/-/search?${all}`)) as unknown as SearchPage
}
