/** `GET /-/find`: objects of several types by the beginnings of the words of their names, for the command menu and pickers. */
import { invalid } from '../../../lib/errors.ts'
import { MAX_QUERY_LENGTH, prefixesOf } from '../../../resources/search/rules/prefixes.ts'
import { objectsByPrefix } from '../../../store/queries/search/typeahead.ts'
import { number, someOf, text } from '../../../vocabulary/field.ts'
import { showObjects } from '../records/shown.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'
import { type DirectType, namedDirectly } from './direct.ts'
import { parseQuery, workspaceIn } from './query.ts'

/** The types by their words in the query, in the order of the response. */
const TYPES = {
  ...{ tasks: 'task', projects: 'project', people: 'user', tags: 'tag' },
  ...{ teams: 'team', portfolios: 'portfolio', goals: 'goal' },
} as const satisfies Record<string, DirectType>

type FoundWord = keyof typeof TYPES

const WORDS = Object.keys(TYPES) as FoundWord[]

/** What a result shows of its object. */
const FIELDS: Readonly<Record<DirectType, string>> = {
  task: 'name,completed,resource_subtype,memberships.project.name',
  project: 'name,color,icon,archived,team.name',
  user: 'name,email,photo.image_36x36',
  tag: 'name,color',
  team: 'name',
  portfolio: 'name,color',
  goal: 'name',
}

const DEFAULT_COUNT = 8
const MAX_COUNT = 50

const parameters = {
  q: text({ max: MAX_QUERY_LENGTH, doc: 'The beginnings of words.' }),
  types: someOf(WORDS, { doc: 'The types.' }),
  count: number({ doc: 'The number of results of each type.' }),
}

function countIn(count: unknown): number {
  const number = (count as number | undefined) ?? DEFAULT_COUNT
  if (!Number.isInteger(number) || number < 1 || number > MAX_COUNT)
    throw invalid('count', `Must be between 1 and ${MAX_COUNT}`)
  return number
}

/** Those of these objects that the caller can see, as JSON. */
async function shown(call: SessionCall, type: DirectType, gids: readonly number[], more = ''): Promise<string[]> {
  if (gids.length === 0) return []
  const objects = await showObjects(call, type, gids, { fields: FIELDS[type], form: 'compact', counts: [] })
  return objects.map(({ first, rest }) => `{${first},"resource_type":"${type}"${more}${rest}`)
}

/** The body. It is text, because the objects are. */
async function found(call: SessionCall): Promise<string> {
  const { console, actor } = call
  const reader = console.store.read
  const workspace = await workspaceIn(call)
  const query = await parseQuery(call, parameters, call.query)
  const [q, limit] = [String(query.q ?? ''), countIn(query.count)]
  const words = WORDS.filter(word => (query.types as string[] | undefined)?.includes(word) ?? true)
  const direct = await namedDirectly(reader, { workspace, me: actor.gid, text: q })
  const isWanted = direct && words.some(word => TYPES[word] === direct.type)
  const objects = isWanted ? await shown(call, direct.type, [direct.gid], ',"is_exact":true') : []
  for (const word of words) {
    const type = TYPES[word]
    const prefixes = prefixesOf(q, type === 'user')
    if (prefixes.length === 0) continue
    const gids = await objectsByPrefix(reader, { type, workspace, me: actor.gid, prefixes, limit })
    objects.push(...(await shown(call, type, isWanted ? gids.filter(gid => gid !== direct.gid) : gids)))
  }
  return `{"data":[${objects.join()}]}`
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/find', {
    doc:
      'Objects of `?workspace=` by the beginnings of the words of their names, as the typeahead of the API finds and orders ' +
      `them: \`&q=\` the text, without it what the caller uses; \`&types=\` some of ${WORDS.map(word => `\`${word}\``).join(', ')}, ` +
      `by default all; \`&count=\` the results of each type, 1 to ${MAX_COUNT}, by default ${DEFAULT_COUNT}. Each result has its ` +
      '`gid`, `resource_type`, `name`, and what its row shows. The ID of a task such as `BUG-7`, a gid and the address of an ' +
      'object find that object; it is the first, with `is_exact`.',
    execute: async call => ({ text: await found(call) }),
  }),
]
