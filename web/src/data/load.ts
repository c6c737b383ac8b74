/**
 * Reading from the server into the cache: whole lists line by line, records by gid, and lists of the API.
 *
 * Invariant: an answer that was requested before a write of the same record does not replace what was written.
 */
import { Failure } from './call.ts'
import { flatten } from './fields.ts'
import { entryGid, entryPatch, type Lists } from './lists.ts'
import type { Gid, Patch, Records } from './records.ts'

export type Show = 'incomplete' | 'completed' | 'all'

/** The level of the caller on an object. */
export type Access = 'view' | 'comment' | 'edit' | 'admin'

interface ListHeader {
  readonly my_access: Access
  readonly sections: readonly { gid: Gid; name: string; rank: string }[]
}

type ListLine = Record<string, unknown> & { gid: Gid; section: Gid | null; rank: string }

/** Records that are stored together, so that the first rows appear early and the rest costs few renderings. */
const FIRST_CHUNK_LINES = 60
const CHUNK_LINES = 1500
const MAX_GIDS = 200
const HEADERS = { 'x-requested-with': 'workloom', accept: 'application/json' }

/** The lines of a streamed answer, as objects. Throws a Failure for an error answer and for one that was cut off. */
async function* readLines(path: string, signal?: AbortSignal): AsyncGenerator<Record<string, unknown>> {
  // What can be given up is not urgent.
  const response = await fetch(path, { headers: HEADERS, ...(signal && { signal, priority: 'low' }) }).catch(() => {
    throw new Failure(0, 'The server does not respond.')
  })
  if (!response.ok || !response.body) {
    const body = await response.json().catch(() => ({}))
    throw new Failure(
      response.status,
      body.errors?.[0]?.message ?? 'The server sent an answer that this page cannot read.',
    )
  }
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line) yield JSON.parse(line)
  }
  if (rest) yield JSON.parse(rest)
}

/** Loads a list. Entries that the list no longer has are removed. */
export async function loadList(
  records: Records,
  lists: Lists,
  { list, fields, show, signal }: { list: Gid; fields: string; show: Show; signal?: AbortSignal },
): Promise<void> {
  const path = `/-/lists/${list}?show=${show}&fields=${encodeURIComponent(fields)}`
  const former = lists.contents(list)
  const seen = new Set<Gid>()
  let isWhole = false
  let waiting: Patch[] = []
  let limit = FIRST_CHUNK_LINES
  let count = 0
  const asOf = records.moment()
  const flush = () => {
    records.confirm(waiting, asOf)
    waiting = []
  }
  for await (const line of readLines(path, signal)) {
    if ('end' in line) {
      isWhole = true
      // Chromium may report the end of the response itself much later to an idle page.
      break
    }
    if ('sections' in line) {
      const header = line as unknown as ListHeader
      waiting.push({ gid: `access/${list}`, members: { resource_type: 'access', level: header.my_access } })
      for (const { gid, name, rank } of header.sections) {
        seen.add(gid)
        waiting.push({ gid, members: { resource_type: 'section', name, rank, list } })
      }
    } else {
      const { section, rank, ...object } = line as ListLine
      seen.add(object.gid)
      waiting.push(...flatten(object, 'task'), entryPatch(list, object.gid, section, rank))
      if (++count % limit === 0) {
        flush()
        limit = CHUNK_LINES
      }
    }
  }
  if (!isWhole) throw new Failure(0, 'The server stopped before the end of the list.')
  const removed = former.entries.filter(({ item }) => !seen.has(item) && isShown(records, item, show))
  const lost = former.sections.filter(({ gid }) => !seen.has(gid))
  waiting.push(...removed.map(({ item }): Patch => ({ gid: entryGid(list, item), members: null })))
  waiting.push(...lost.map(({ gid }): Patch => ({ gid, members: null })))
  flush()
}

/** Whether the list would contain the item, if it still were part of it. */
const isShown = (records: Records, item: Gid, show: Show): boolean =>
  show === 'all' || (records.get(item)?.completed === true) === (show === 'completed')

interface RecordsAnswer {
  readonly data: readonly (Record<string, unknown> & {
    gid: Gid
    my_access?: Access
    lists?: readonly { list: Gid; section: Gid | null; rank: string }[]
  })[]
  readonly missing: readonly Gid[]
}

interface RecordsContext {
  readonly records: Records
  readonly lists: Lists
  /**
   * Whether an item stays where it is shown. The server may have given it a place that the page did not foresee, such as
   * below tasks that are not shown; what is next to it gets its own place from the server later.
   */
  keepsPlace?(item: Gid): boolean
}

/** Loads records of one type by gid, with their places in the lists of the cache. Missing ones are removed. */
export async function loadRecords(context: RecordsContext, type: string, gids: readonly Gid[], fields: string) {
  const { records, lists } = context
  for (let at = 0; at < gids.length; at += MAX_GIDS) {
    const wanted = gids.slice(at, at + MAX_GIDS)
    const path = `/-/records?type=${type}&gids=${wanted}&fields=${encodeURIComponent(fields)}`
    const asOf = records.moment()
    const response = await fetch(path, { headers: HEADERS }).catch(() => {
      throw new Failure(0, 'The server does not respond.')
    })
    if (!response.ok) throw new Failure(response.status, `The server refused to send the ${type}s.`)
    const { data, missing }: RecordsAnswer = await response.json()
    const patches = data.flatMap(({ my_access, lists: places, ...object }) => [
      ...flatten(object, type),
      ...(my_access ? [{ gid: `access/${object.gid}`, members: { resource_type: 'access', level: my_access } }] : []),
      ...(places ? placesOf(context, type, object.gid, places) : []),
    ])
    const removed = missing.flatMap(gid => [
      { gid, members: null },
      ...lists.listsOf(gid).map((list): Patch => ({ gid: entryGid(list, gid), members: null })),
    ])
    records.confirm([...patches, ...removed], asOf)
  }
}

/** The types of lists for which the server sends the places of an item. */
const PLACED: ReadonlySet<string> = new Set(['project', 'user_task_list', 'task'])

/** The place of a section in its list; or the entries of an item in the lists of the cache, without those that it left. */
function placesOf(
  { records, lists, keepsPlace }: RecordsContext,
  type: string,
  item: Gid,
  places: NonNullable<RecordsAnswer['data'][number]['lists']>,
): Patch[] {
  if (type === 'section') return places.map(({ list, rank }) => ({ gid: item, members: { list, rank } }))
  const present = new Set(places.map(({ list }) => list))
  const isKept = (list: Gid) => keepsPlace?.(item) === true && records.get(entryGid(list, item)) !== undefined
  const isPlaced = (list: Gid) => PLACED.has(records.get(list)?.resource_type ?? '')
  const left = lists.listsOf(item).filter(list => isPlaced(list) && !present.has(list))
  return [
    ...places
      .filter(({ list }) => !isKept(list))
      .map(({ list, section, rank }) => entryPatch(list, item, section, rank)),
    ...left.map((list): Patch => ({ gid: entryGid(list, item), members: null })),
  ]
}
