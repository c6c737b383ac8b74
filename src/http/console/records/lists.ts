/**
 * `GET /-/lists/{gid}`: a list with all its elements, one JSON text on each line, for lists that are too long for pages.
 *
 * - The cursor is read first. The elements, their positions and the objects are read after it, in several statements. So
 *   the response lacks no change before the cursor, and the live stream after the cursor names every later one.
 * - Rights are checked for each chunk: the right on the list, and that on each element. The response ends without its
 *   last line when the right on the list has ended.
 * - The gids and positions of all elements are in memory, the objects of one chunk only. A chunk is loaded when the
 *   client has received the ones before it.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { ApiError, invalid, notFound } from '../../../lib/errors.ts'
import type { Name } from '../../../names.ts'
import { allows, type Right, rights } from '../../../policy/rights.ts'
import {
  elementsAfter,
  findList,
  type List,
  type ListElement,
  type SectionRow,
  type ShownTasks,
  sectionsIn,
  shownTasks,
} from '../../../store/queries/lists/elements.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'
import { askedIn, type RecordSelection, showObjects } from './shown.ts'

/** Small enough that other requests are served in between, and large enough that statements cost little. */
const MAX_ELEMENTS_PER_CHUNK = 250

/** Positions are small: many are read at once. In a tag, each row has an access check. */
const MAX_POSITIONS_AT_ONCE = 2000

function showIn({ query: { show = 'all' } }: SessionCall): ShownTasks {
  const shown = shownTasks.find(one => one === show)
  if (!shown) throw invalid('show', `Must be one of ${shownTasks.join(', ')}`)
  return shown
}

/** The caller's right on the list. Throws 404 if there is none. */
async function rightOn({ console, actor }: SessionCall, { type, gid }: List): Promise<Right | undefined> {
  const right = (await rights(console.store.read, actor.gid, type, [gid])).get(gid)
  if (!allows(right, 'view')) throw notFound('list', gid)
  return right
}

/** All elements, in their order. */
async function elementsOf({ console, actor }: SessionCall, list: List, show: ShownTasks): Promise<ListElement[]> {
  // An element that moved between two statements is in both of them.
  const elements = new Map<number, ListElement>()
  for (let after: ListElement | undefined; ; await turn()) {
    const window = { limit: MAX_POSITIONS_AT_ONCE, after }
    const some = await elementsAfter(console.store.read, actor.gid, list, show, window)
    for (const element of some) elements.set(element[0], element)
    if (some.length < MAX_POSITIONS_AT_ONCE) return [...elements.values()]
    after = some.at(-1)
  }
}

/** By section, then by rank, then by age. */
function sortElements(elements: ListElement[], sections: readonly SectionRow[]): void {
  const places = new Map<number | null, number>(sections.map(({ gid }, at) => [gid, at]))
  const placeOf = (section: number | null) => places.get(section) ?? sections.length
  elements.sort(
    ([gid, section, rank], [otherGid, otherSection, otherRank]) =>
      placeOf(section) - placeOf(otherSection) || compareRanks(rank ?? '', otherRank ?? '') || gid - otherGid,
  )
}

const compareRanks = (rank: string, other: string) => (rank < other ? -1 : rank > other ? 1 : 0)

/** The lines of some elements. Throws when the caller no longer sees the list. */
async function linesOf(
  call: SessionCall,
  list: List,
  elements: readonly ListElement[],
  asked: RecordSelection,
): Promise<string> {
  const positions = new Map(elements.map(element => [element[0], element]))
  const type: Name | Name[] = list.type === 'portfolio' ? elements.map(([, , , one]) => one ?? 'project') : 'task'
  const objects = await showObjects(call, type, [...positions.keys()], asked)
  await rightOn(call, list)
  const lines = objects.map(({ gid, first, rest }) => {
    const [, section = null, rank = null] = positions.get(gid) ?? []
    const place = `"section":${section === null ? null : `"${section}"`},"rank":${JSON.stringify(rank)}`
    return `{${first},${place}${rest}\n`
  })
  return lines.join('')
}

async function* chunksOf(
  call: SessionCall,
  list: List,
  elements: readonly ListElement[],
  asked: RecordSelection,
  start: string,
) {
  yield start
  for (let at = MAX_ELEMENTS_PER_CHUNK; at < elements.length; at += MAX_ELEMENTS_PER_CHUNK) {
    await turn()
    yield await linesOf(call, list, elements.slice(at, at + MAX_ELEMENTS_PER_CHUNK), asked).catch(logged(call))
  }
  yield '{"end":true}\n'
}

/** Logs a fault of the server: the status has been sent, so nothing else shows it. */
const logged =
  ({ console }: SessionCall) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError))
      console.log({ level: 'error', message: 'Sending a list failed.', cause: String(error) })
    throw error
  }

async function openList(call: SessionCall): Promise<AsyncIterable<string>> {
  const { console, actor, path } = call
  const { read } = console.store
  const [show, asked] = [showIn(call), askedIn(call, 'compact')]
  const { list_gid: gid = 0 } = path
  // What is read after the cursor of the list is at least as new.
  const list = await findList(read, actor.gid, gid)
  if (!list) throw notFound('list', gid)
  const my_access = await rightOn(call, list)
  if (list.type === 'portfolio' && asked.fields !== '') asked.fields += ',resource_type'
  const elements = await elementsOf(call, list, show)
  const sections = await sectionsIn(read, actor.gid, list)
  sortElements(elements, sections)
  const head = {
    ...{ cursor: list.cursor, my_access },
    sections: sections.map(({ gid, name, rank }) => ({ gid: String(gid), name, rank })),
  }
  const first = await linesOf(call, list, elements.slice(0, MAX_ELEMENTS_PER_CHUNK), asked)
  return chunksOf(call, list, elements, asked, `${JSON.stringify(head)}\n${first}`)
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/lists/:list_gid', {
    doc:
      'A whole list: the tasks of a project, of the My Tasks of the caller, of a section or a tag, the subtasks of a task, ' +
      'or the items of a portfolio. The response is `application/x-ndjson`, one JSON object on each line: ' +
      '`{cursor, my_access, sections: [{gid, name, rank}]}`, then the elements in their order, ' +
      '`{gid, section, rank, …fields}`, then `{"end": true}`; a response without that last line is incomplete. `section` ' +
      'is null outside of projects, sections and My Tasks, `rank` also in tags, whose tasks are in the order of their ' +
      'creation. Items of a portfolio have their `resource_type`. `?fields=` has the syntax of `opt_fields`, and ' +
      '`num_comments`, `num_attachments` and `is_blocked` of tasks in addition: whether a task depends on an incomplete ' +
      'one that the caller can see. `?show=` is `all`, `incomplete` or `completed`. `my_access` is `view`, `comment`, ' +
      '`edit` or `admin`. `cursor` is the number of a change: the live stream after it has every change that the ' +
      'response may lack. No cost is charged.',
    execute: async call => ({ lines: await openList(call) }),
  }),
]
