/** The query parameters of a route, validated and resolved as those of an operation of the API. */
import { missingInput } from '../../../lib/errors.ts'
import { visibleWorkspace } from '../../../resources/personal/rules/workspace.ts'
import type { Fields } from '../../../vocabulary/field.ts'
import { parseInput, type Reference } from '../../../vocabulary/input.ts'
import type { Query } from '../../options.ts'
import { resolve } from '../../resolve.ts'
import type { SessionCall } from '../route.ts'

/** The values of these parameters. Throws 400, also for an object that the caller cannot see. */
export async function parseQuery(
  { console: { store }, actor }: SessionCall,
  fields: Fields,
  query: Query,
): Promise<Record<string, unknown>> {
  const references: Reference[] = []
  const values = parseInput(fields, query, references)
  await resolve(
    store.read,
    actor,
    references.map(reference => ({ ...reference, inPath: false })),
  )
  return values
}

/** The workspace of the request. Throws 400. */
export async function workspaceIn({ console: { store }, actor, query }: SessionCall): Promise<number> {
  if (query.workspace === undefined) throw missingInput('workspace')
  return (await visibleWorkspace(store.read, actor.gid, query.workspace)).workspace
}
