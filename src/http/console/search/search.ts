/**
 * `GET /-/search`: the search of tasks and projects with the filters of the API, and the search of people, comments and
 * files by text, with pages and with the number of results of each type.
 */
import { ApiError, invalid, missingInput } from '../../../lib/errors.ts'
import { termsOf } from '../../../lib/tokens.ts'
import type { Name } from '../../../names.ts'
import { runSearch, searchParameters } from '../../../resources/search/rules/declaration.ts'
import { MAX_QUERY_LENGTH, prefixesOf } from '../../../resources/search/rules/prefixes.ts'
import { projectSearch } from '../../../resources/search/rules/project_search.ts'
import { taskSearch } from '../../../resources/search/rules/task_search.ts'
import type { Page, Window } from '../../../store/queries/page.ts'
import { commentsByWords } from '../../../store/queries/search/comments.ts'
import { objectsByPrefix } from '../../../store/queries/search/typeahead.ts'
import { oneOf, text } from '../../../vocabulary/field.ts'
import type { Query } from '../../options.ts'
import { askedIn, showObjects } from '../records/shown.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'
import { namedDirectly } from './direct.ts'
import { parseQuery, workspaceIn } from './query.ts'

const TYPES = { tasks: 'task', projects: 'project', people: 'user', comments: 'story', files: 'attachment' } as const

type SearchWord = keyof typeof TYPES

const WORDS = Object.keys(TYPES) as SearchWord[]

/** What the results show without `fields`. */
const FIELDS: Readonly<Record<(typeof TYPES)[SearchWord], string>> = {
  task: 'name,completed,resource_subtype,assignee.name,due_on,memberships.project.name',
  project: 'name,color,icon,archived,completed,due_on,owner.name,team.name',
  user: 'name,email,photo.image_36x36',
  story: 'text,created_at,created_by.name,created_by.photo.image_36x36,target.name',
  attachment: 'name,created_at,resource_subtype,size,parent.name,view_url',
}

const HTTP = { paymentRequired: 402 }
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 100
/** People and files are ordered by use or age among the first that match, at most `MAX_NAMED`. */
const MAX_NAMED = 500

/** Short names of filters of the API. */
const ALIASES: Readonly<Record<string, string>> = {
  q: 'text',
  created_by: 'created_by.any',
  followed_by: 'followers.any',
  commented_by: 'commented_on_by.any',
  portfolio: 'portfolios.any',
}

const parameters = {
  q: text({ max: MAX_QUERY_LENGTH, doc: 'The text.' }),
  type: oneOf(WORDS, { doc: 'The type.' }),
}

interface SearchRequest {
  call: SessionCall
  workspace: number
  /** The text. */
  q: string
  /** The parameters of the API. */
  query: Query
}

/** The parameters as the API names them. An empty text filters nothing. */
function filtersIn(query: Query): Query {
  const names = Object.entries(query).map(([name, value]): [string, string] => [ALIASES[name] ?? name, value])
  return Object.fromEntries(names.filter(([name, value]) => name !== 'text' || value.trim() !== ''))
}

const declarations = { tasks: taskSearch, projects: projectSearch }

async function byFilters(word: keyof typeof declarations, asked: SearchRequest, window: Window): Promise<Page> {
  const { call, workspace, query } = asked
  const declared = declarations[word]
  const values = await parseQuery(call, searchParameters(declared), query)
  const path = { workspace_gid: workspace }
  // Without an order, the best matches of a text are first.
  const order = values.text === undefined ? {} : { sort_by: 'relevance' }
  const { actor, console } = call
  return runSearch(declared, { actor, path, window, reader: console.store.read, query: { ...order, ...values } })
}

/** People by name and address, or files by name. The cursor is the number of results before it. */
async function byName(type: 'user' | 'attachment', asked: SearchRequest, { limit, after }: Window): Promise<Page> {
  const { call, workspace, q } = asked
  const prefixes = prefixesOf(q, type === 'user')
  const from = Number(after?.[0] ?? 0)
  if (prefixes.length === 0 || from >= MAX_NAMED) return { gids: [], next: null }
  const query = { type, workspace, me: call.actor.gid, prefixes, limit: Math.min(from + limit + 1, MAX_NAMED) }
  const gids = await objectsByPrefix(call.console.store.read, query)
  return { gids: gids.slice(from, from + limit), next: gids.length > from + limit ? [from + limit] : null }
}

const byWords = ({ call: { console, actor }, workspace, q }: SearchRequest, window: Window): Promise<Page> =>
  commentsByWords(console.store.read, { workspace, me: actor.gid, terms: termsOf(q) }, window)

const searches: Readonly<Record<SearchWord, (asked: SearchRequest, window: Window) => Promise<Page>>> = {
  tasks: (asked, window) => byFilters('tasks', asked, window),
  projects: (asked, window) => byFilters('projects', asked, window),
  people: (asked, window) => byName('user', asked, window),
  comments: byWords,
  files: (asked, window) => byName('attachment', asked, window),
}

/** A plan without the search of tasks has the other ones. */
function unlessInPlan(error: unknown): null {
  if (error instanceof ApiError && error.status === HTTP.paymentRequired) return null
  throw error
}

/** The number of results of each type: the shown one with its filters, the others by the text. At most one page is counted. */
async function facetsOf(word: SearchWord, asked: SearchRequest): Promise<string> {
  const counts: Record<string, { count: number; is_more: boolean }> = {}
  const byText: SearchRequest = { ...asked, query: { text: asked.q } }
  for (const one of WORDS) {
    if (one !== word && asked.q.trim() === '') continue
    const page = await searches[one](one === word ? asked : byText, { limit: MAX_LIMIT, after: null }).catch(
      unlessInPlan,
    )
    if (page) counts[one] = { count: page.gids.length, is_more: page.next !== null }
  }
  return JSON.stringify(counts)
}

function limitIn({ limit }: Query): number {
  const number = limit === undefined ? DEFAULT_LIMIT : Number(limit)
  if (!Number.isInteger(number) || number < 1 || number > MAX_LIMIT)
    throw invalid('limit', `Must be between 1 and ${MAX_LIMIT}`)
  return number
}

/** A cursor is valid for the caller and the search that issued it. */
const scopeOf = ({ actor, query }: SessionCall): string => {
  const others = Object.entries(query).filter(([name]) => !['cursor', 'limit', 'fields', 'facets'].includes(name))
  return JSON.stringify([actor.gid, '/-/search', others.sort()])
}

/** The body. It is text, because the objects are. */
async function results(call: SessionCall): Promise<string> {
  const { console, actor, query } = call
  const workspace = await workspaceIn(call)
  const given = await parseQuery(call, parameters, query)
  const [word, q] = [(given.type ?? 'tasks') as SearchWord, String(given.q ?? '')]
  const { workspace: _, type: _type, fields: _fields, ...rest } = query
  const asked = { call, workspace, q, query: filtersIn(rest) }
  const { offsets, clock, store } = console
  const after = query.cursor === undefined ? null : offsets.read(scopeOf(call), query.cursor, clock())
  if (query.q === undefined && !['tasks', 'projects'].includes(word)) throw missingInput('q')
  const page = await searches[word](asked, { limit: limitIn(query), after })
  const type: Name = TYPES[word]
  const selection = askedIn(call, 'compact')
  const shown = await showObjects(call, type, page.gids, { ...selection, fields: selection.fields || FIELDS[type] })
  const objects = shown.map(({ first, rest: members }) => `{${first},"resource_type":"${type}"${members}`)
  const next = page.next && offsets.issue(scopeOf(call), page.next, clock())
  const exact = after === null ? await namedDirectly(store.read, { workspace, me: actor.gid, text: q }) : undefined
  const named = exact ? { gid: String(exact.gid), resource_type: exact.type } : null
  const facets = query.facets === 'true' && after === null ? `,"facets":${await facetsOf(word, asked)}` : ''
  return `{"data":[${objects.join()}],"next":${JSON.stringify(next)},"exact":${JSON.stringify(named)}${facets}}`
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/search', {
    searches: 1,
    doc:
      'A search of `?workspace=`: `&type=` is `tasks` (by default), `projects`, `people`, `comments` or `files`, `&q=` the text. ' +
      'Tasks and projects have the filters and orders of the searches of the API, and shorter names of some: `created_by`, ' +
      '`followed_by`, `commented_by`, `portfolio`. With a text and no `sort_by`, the most relevant are first. The others are ' +
      'found by the text alone: people by name and address, comments by their words, files by name. `&fields=` is as for a ' +
      `list, \`&limit=\` 1 to ${MAX_LIMIT}, by default ${DEFAULT_LIMIT}. The response is \`{data, next, exact}\`: \`next\` is the \`&cursor=\` ` +
      'of the next page, or null; a page can be shorter than the limit. `exact` is the `{gid, resource_type}` of the object ' +
      'that the text names as in `/-/find`, or null. With `&facets=true` the first page has `facets: {type: {count, is_more}}`: ' +
      `the number of results of each type, counted up to ${MAX_LIMIT}. A search counts as one of the limit of searches.`,
    execute: async call => ({ text: await results(call) }),
  }),
]
