/**
 * The typeahead of a workspace: what the caller can see of one type, by the beginning of any word of the name, and for users
 * of the address. What the caller uses comes first.
 */
import { invalid, missingInput } from '../../lib/errors.ts'
import type { Name } from '../../names.ts'
import { type CompletedType, objectsByPrefix } from '../../store/queries/search/typeahead.ts'
import { number, oneOf, text } from '../../vocabulary/field.ts'
import { list } from '../../vocabulary/operation.ts'
import { workspace } from '../people/workspace.ts'
import { MAX_QUERY_LENGTH, prefixesOf } from './rules/prefixes.ts'

const DEFAULT_COUNT = 20
const MAX_COUNT = 100

/** What each type of the wire finds. */
const TYPES: Readonly<Record<string, CompletedType>> = {
  // wire: contract: users and agents
  actor: 'user',
  agent: 'agent',
  custom_field: 'custom_field',
  goal: 'goal',
  project: 'project',
  project_template: 'project_template',
  portfolio: 'portfolio',
  tag: 'tag',
  task: 'task',
  team: 'team',
  user: 'user',
}

const TYPES_OF_RESULTS = Object.values(TYPES) satisfies Name[]

export const operations = [
  list('/workspaces/{workspace_gid}/typeahead', workspace, {
    id: 'typeaheadForWorkspace',
    doc: 'Finds objects by the beginnings of the words of their names. Those that the caller uses come first.',
    types: [...new Set(TYPES_OF_RESULTS)],
    query: {
      resource_type: oneOf(Object.keys(TYPES), { doc: 'The type of the objects.' }),
      type: oneOf(['custom_field', 'portfolio', 'project', 'tag', 'task', 'user'], {
        doc: 'An older name of `resource_type`.',
      }),
      query: text({
        max: MAX_QUERY_LENGTH,
        doc: 'The beginnings of words of the name, or of the address of a user. Without it, the objects that the caller uses.',
      }),
      count: number({ doc: `The number of results, 1 to ${MAX_COUNT}; ${DEFAULT_COUNT} by default.` }),
    },
    async execute({ reader, actor, path, query }) {
      const asked = query.resource_type ?? query.type
      if (asked === undefined) throw missingInput('resource_type')
      const limit = countOf(query.count)
      const type = TYPES[asked]
      const prefixes = prefixesOf(query.query ?? '', type === 'user')
      if (!type || prefixes.length === 0) return { gids: [], next: null }
      const gids = await objectsByPrefix(reader, {
        ...{ type, workspace: path.workspace_gid, me: actor.gid, prefixes, limit },
      })
      return { gids, next: null, type }
    },
  }),
]

function countOf(count: number = DEFAULT_COUNT): number {
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
    throw invalid('count', `Must be between 1 and ${MAX_COUNT}`)
  return count
}
