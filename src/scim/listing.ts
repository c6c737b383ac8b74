/**
 * Lists of resources. With `startIndex` or `count` the answer is one page. Without either it has all resources, and the
 * server streams it in chunks: memory does not grow with the number of people.
 *
 * Invariants:
 * - All pages have one order, and new resources come last.
 * - The total counts all resources that match the filter.
 */

import type { FilterCondition } from '../store/queries/scim/filter.ts'
import { type ListRange, peopleCount, peopleIn } from '../store/queries/scim/people.ts'
import { membersOf, type ScimTeamRow, teamCount, teamsIn } from '../store/queries/scim/teams.ts'
import { scimError } from './errors.ts'
import { presentGroup } from './groups.ts'
import type { ScimJson } from './json.ts'
import { conditionOf } from './language/condition.ts'
import { parseFilter, type ScimFilter } from './language/filter.ts'
import type { ListQuery } from './list_query.ts'
import { presentPerson } from './person.ts'
import { resolveName } from './schema/attribute_refs.ts'
import { groupKind, type ResourceKind, userKind } from './schema/attributes.ts'
import { createProjector, includesAttribute } from './schema/projection.ts'
import type { TenantContext } from './tenant.ts'

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Resources on a page: at most, and by default. */
export const MAX_PAGE_SIZE = 1000
const DEFAULT_PAGE_SIZE = 100

/** Resources read at once for a list without pages. */
const CHUNK_SIZE = 500
/** The same for teams with their members: a team may have thousands. */
const CHUNK_SIZE_WITH_MEMBERS = 20

interface ListItem {
  cursor: number
  resource: ScimJson
}

/** The resources of one type in a list. */
interface ListSource {
  chunkSize: number
  count(): Promise<number>
  items(range: ListRange): Promise<ListItem[]>
}

function userSource(tenant: TenantContext, query: ListQuery, filter: FilterCondition | null): ListSource {
  const { reader, workspace, base } = tenant
  const project = createProjector(userKind, query.projection)
  return {
    chunkSize: CHUNK_SIZE,
    count: () => peopleCount(reader, workspace, filter),
    items: async range =>
      (await peopleIn(reader, workspace, filter, range)).map(row => ({
        cursor: row.membership,
        resource: project(presentPerson(row, base)),
      })),
  }
}

function groupSource(
  tenant: TenantContext,
  query: ListQuery,
  filter: FilterCondition | null,
  parsed: ScimFilter | null,
): ListSource {
  const { reader, workspace, base } = tenant
  const project = createProjector(groupKind, query.projection)
  // A list has the members of its teams only on request: a team may have thousands.
  const withMembers = includesAttribute(
    groupKind,
    query.projection,
    'members',
    parsed !== null && filtersByMembers(parsed),
  )
  return {
    chunkSize: withMembers ? CHUNK_SIZE_WITH_MEMBERS : CHUNK_SIZE,
    count: () => teamCount(reader, workspace, filter),
    async items(range) {
      const rows = await teamsIn(reader, workspace, filter, range)
      const members = withMembers
        ? await membersOf(
            reader,
            workspace,
            rows.map(row => row.team),
          )
        : undefined
      return rows.map(row => ({ cursor: row.team, resource: project(presentWithMembers(row, base, members)) }))
    },
  }
}

const presentWithMembers = (row: ScimTeamRow, base: string, members?: Map<number, { user: number }[]>) =>
  presentGroup(
    row,
    base,
    members?.get(row.team)?.map(one => one.user),
  )

function filtersByMembers(filter: ScimFilter): boolean {
  if ('of' in filter) return [filter.of].flat().some(filtersByMembers)
  const ref = resolveName(groupKind, filter.name)
  return ref?.is === 'attribute' && ref.attribute.name === 'members'
}

/** The sources of a list of these types. Of several types, those that lack an attribute of the filter are left out. */
function sourcesOf(tenant: TenantContext, kinds: readonly ResourceKind[], query: ListQuery): ListSource[] {
  const parsed = query.filter === undefined ? null : parseFilter(query.filter)
  const failures: unknown[] = []
  const sources = kinds.flatMap(kind => {
    try {
      const filter = parsed && conditionOf(kind, parsed)
      return kind === userKind ? userSource(tenant, query, filter) : groupSource(tenant, query, filter, parsed)
    } catch (error) {
      failures.push(error)
      return []
    }
  })
  if (sources.length === 0) throw failures[0]
  return sources
}

/** A list as JSON text: whole, or in chunks when it is long. Throws 400 before the first chunk. */
export async function listResources(
  tenant: TenantContext,
  kinds: readonly ResourceKind[],
  query: ListQuery,
): Promise<string | AsyncIterable<string>> {
  const startIndex = parseInteger('startIndex', query.startIndex)
  const count = parseInteger('count', query.count)
  const sources = sourcesOf(tenant, kinds, query)
  if (startIndex !== undefined || count !== undefined) {
    return readPage(
      sources,
      Math.max(1, startIndex ?? 1),
      Math.min(MAX_PAGE_SIZE, Math.max(0, count ?? DEFAULT_PAGE_SIZE)),
    )
  }
  const chunks = streamAll(sources)
  const [first, second] = [await chunks.next(), await chunks.next()]
  if (second.done) return first.value ?? ''
  return (async function* () {
    yield* [first.value ?? '', second.value]
    yield* chunks
  })()
}

function parseInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[+-]?\d{1,15}$/.test(text)) throw scimError('invalidValue', `${name} must be a whole number.`)
  return Number(text)
}

async function readPage(sources: ListSource[], startIndex: number, count: number): Promise<string> {
  const resources: unknown[] = []
  let total = 0
  for (const source of sources) {
    const size = await source.count()
    const skip = Math.max(0, startIndex - 1 - total)
    const limit = count - resources.length
    if (limit > 0 && skip < size) resources.push(...(await source.items({ skip, limit })).map(one => one.resource))
    total += size
  }
  const head = { schemas: [LIST_SCHEMA], totalResults: total, startIndex, itemsPerPage: resources.length }
  return JSON.stringify({ ...head, Resources: resources })
}

/** Streams all resources. The counts come last, because they are known last. */
async function* streamAll(sources: ListSource[]): AsyncGenerator<string, undefined> {
  let text = `{"schemas":["${LIST_SCHEMA}"],"Resources":[`
  let total = 0
  for (const source of sources) {
    let after = 0
    for (let isMore = true; isMore; ) {
      const items = await source.items({ after, limit: source.chunkSize })
      isMore = items.length === source.chunkSize
      after = items.at(-1)?.cursor ?? after
      const separator = total > 0 && items.length > 0 ? ',' : ''
      text += separator + items.map(one => JSON.stringify(one.resource)).join()
      total += items.length
      if (isMore) {
        yield text
        text = ''
      }
    }
  }
  yield `${text}],"totalResults":${total},"startIndex":1,"itemsPerPage":${total}}`
}
