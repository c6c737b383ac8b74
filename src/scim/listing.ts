/**
 * Lists of resources. With `startIndex` or `count` the answer is one page. Without either it has all resources, and the
 * server streams it in chunks: memory does not grow with the number of people.
 *
 * Invariants:
 * - All pages have one order, and new resources come last.
 * - The total counts all resources that match the filter.
 */
import type { FilterCondition } from '../store/queries/scim/condition.ts'
import { peopleCount, peopleIn, type ListRange } from '../store/queries/scim/people.ts'
import { membersOf, type ScimTeamRow, teamCount, teamsIn } from '../store/queries/scim/teams.ts'
import { refusal } from './errors.ts'
import { shownGroup } from './groups.ts'
import { type Filter, parseFilter } from './language/filter.ts'
import { conditionOf } from './language/where.ts'
import { shownPerson } from './person.ts'
import type { Realm } from './realm.ts'
import { groupKind, type Kind, userKind } from './schema/attributes.ts'
import { placeOf } from './schema/names.ts'
import { projected, wants } from './schema/projection.ts'
import type { Wish } from './wish.ts'

export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Resources on a page: at most, and by default. */
export const MOST = 1000
const USUAL = 100

/** Resources read at once for a list without pages. */
const CHUNK = 500
/** The same for teams with their members: a team may have thousands. */
const CHUNK_WITH_MEMBERS = 20

interface Item {
  place: number
  shown: Record<string, unknown>
}

/** The resources of one type in a list. */
interface ListSource {
  chunk: number
  count(): Promise<number>
  items(stretch: ListRange): Promise<Item[]>
}

function people(realm: Realm, wish: Wish, filter: FilterCondition | null): ListSource {
  const { reader, workspace, base } = realm
  const shape = projected(userKind, wish.projection)
  return {
    chunk: CHUNK,
    count: () => peopleCount(reader, workspace, filter),
    items: async stretch =>
      (await peopleIn(reader, workspace, filter, stretch)).map(row => ({
        place: row.place,
        shown: shape(shownPerson(row, base)),
      })),
  }
}

function teams(realm: Realm, wish: Wish, filter: FilterCondition | null, parsed: Filter | null): ListSource {
  const { reader, workspace, base } = realm
  const shape = projected(groupKind, wish.projection)
  // A list has the members of its teams only on request: a team may have thousands.
  const withMembers = wants(groupKind, wish.projection, 'members', parsed !== null && speaksOfMembers(parsed))
  return {
    chunk: withMembers ? CHUNK_WITH_MEMBERS : CHUNK,
    count: () => teamCount(reader, workspace, filter),
    async items(stretch) {
      const rows = await teamsIn(reader, workspace, filter, stretch)
      const members = withMembers
        ? await membersOf(
            reader,
            workspace,
            rows.map(row => row.place),
          )
        : undefined
      return rows.map(row => ({ place: row.place, shown: shape(withTheir(row, base, members)) }))
    },
  }
}

const withTheir = (row: ScimTeamRow, base: string, members?: Map<number, { user: number }[]>) =>
  shownGroup(
    row,
    base,
    members?.get(row.place)?.map(one => one.user),
  )

function speaksOfMembers(filter: Filter): boolean {
  if ('of' in filter) return [filter.of].flat().some(speaksOfMembers)
  const place = placeOf(groupKind, filter.name)
  return place?.is === 'attribute' && place.attribute.name === 'members'
}

/** The sources of a list of these types. Of several types, those that lack an attribute of the filter are left out. */
function sourcesOf(realm: Realm, kinds: readonly Kind[], wish: Wish): ListSource[] {
  const parsed = wish.filter === undefined ? null : parseFilter(wish.filter)
  const failures: unknown[] = []
  const sources = kinds.flatMap(kind => {
    try {
      const filter = parsed && conditionOf(kind, parsed)
      return kind === userKind ? people(realm, wish, filter) : teams(realm, wish, filter, parsed)
    } catch (error) {
      failures.push(error)
      return []
    }
  })
  if (sources.length === 0) throw failures[0]
  return sources
}

/** A list as JSON text: whole, or in chunks when it is long. Throws 400 before the first chunk. */
export async function list(realm: Realm, kinds: readonly Kind[], wish: Wish): Promise<string | AsyncIterable<string>> {
  const startIndex = whole('startIndex', wish.startIndex)
  const count = whole('count', wish.count)
  const sources = sourcesOf(realm, kinds, wish)
  if (startIndex !== undefined || count !== undefined) {
    return page(sources, Math.max(1, startIndex ?? 1), Math.min(MOST, Math.max(0, count ?? USUAL)))
  }
  const pieces = everything(sources)
  const [first, second] = [await pieces.next(), await pieces.next()]
  if (second.done) return first.value ?? ''
  return (async function* () {
    yield* [first.value ?? '', second.value]
    yield* pieces
  })()
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[+-]?\d{1,15}$/.test(text)) throw refusal('invalidValue', `${name} must be a whole number.`)
  return Number(text)
}

async function page(sources: ListSource[], startIndex: number, count: number): Promise<string> {
  const shown: unknown[] = []
  let total = 0
  for (const source of sources) {
    const size = await source.count()
    const skip = Math.max(0, startIndex - 1 - total)
    const limit = count - shown.length
    if (limit > 0 && skip < size) shown.push(...(await source.items({ skip, limit })).map(one => one.shown))
    total += size
  }
  const head = { schemas: [LIST], totalResults: total, startIndex, itemsPerPage: shown.length }
  return JSON.stringify({ ...head, Resources: shown })
}

/** Streams all resources. The counts come last, because they are known last. */
async function* everything(sources: ListSource[]): AsyncGenerator<string, undefined> {
  let text = `{"schemas":["${LIST}"],"Resources":[`
  let total = 0
  for (const source of sources) {
    let after = 0
    for (let isMore = true; isMore; ) {
      const items = await source.items({ after, limit: source.chunk })
      isMore = items.length === source.chunk
      after = items.at(-1)?.place ?? after
      const joint = total > 0 && items.length > 0 ? ',' : ''
      text += joint + items.map(one => JSON.stringify(one.shown)).join()
      total += items.length
      if (isMore) {
        yield text
        text = ''
      }
    }
  }
  yield `${text}],"totalResults":${total},"startIndex":1,"itemsPerPage":${total}}`
}
