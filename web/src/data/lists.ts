/**
 * Ordered lists: the tasks of a project, of My tasks, of a section, of a tag, and the subtasks of a task. The place of an item in a list
 * is a record of its own, an entry, so that a move is a patch like any other change.
 */
import { generateKeyBetween } from 'fractional-indexing'
import type { Gid, Patch, Records, WorkRecord } from './records.ts'

export interface Entry extends WorkRecord {
  readonly list: Gid
  readonly item: Gid
  readonly section: Gid | null
  readonly rank: string
}

export interface Section extends WorkRecord {
  readonly name: string
  readonly list: Gid
  readonly rank: string
}

export interface ListContents {
  readonly sections: readonly Section[]
  /** In the order of the list: by section, then by rank. */
  readonly entries: readonly Entry[]
}

export const entryGid = (list: Gid, item: Gid): Gid => `${list}/${item}`

export const entryPatch = (list: Gid, item: Gid, section: Gid | null, rank: string): Patch => ({
  gid: entryGid(list, item),
  members: { resource_type: 'entry', list, item, section, rank },
})

export const removeEntry = (list: Gid, item: Gid): Patch => ({ gid: entryGid(list, item), members: null })

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byRank = (a: { rank: string; gid: Gid }, b: { rank: string; gid: Gid }): number =>
  compareText(a.rank, b.rank) || compareText(a.gid, b.gid)

/** The manual order of entries: by the place of their section, then by rank. */
export function entryOrder(sections: readonly Section[]): (a: Entry, b: Entry) => number {
  const order = new Map(sections.map(({ gid }, index) => [gid as Gid | null, index]))
  const place = ({ section }: Entry): number => order.get(section) ?? -1
  return (a, b) => place(a) - place(b) || byRank(a, b)
}

/** Which lists exist in the cache, with their contents, kept up to date by the changes of records. */
export interface Lists {
  contents(list: Gid): ListContents
  /** The lists that have contents. */
  all(): Gid[]
  /** The lists that contain an item. */
  listsOf(item: Gid): Gid[]
  /** A rank for a place in a section: after `before`, before `after`, or at an end of the section. */
  rankAt(list: Gid, section: Gid | null, place: Place): string
  /** The item before or after another one in its section; null at the end. */
  neighbour(list: Gid, item: Gid, step: -1 | 1): Gid | null
}

/** Where an item goes in its section. */
export type Place = { readonly after: Gid } | { readonly before: Gid } | 'top' | 'bottom'

const EMPTY: ListContents = { sections: [], entries: [] }
/** With more changed entries, all entries are sorted. */
const MAX_PLACED = 100

/** The index at which an item belongs in a sorted list. */
export function indexIn<T>(items: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(items[middle] as T, item) < 0) from = middle + 1
    else to = middle
  }
  return from
}

export function createLists(records: Records): Lists {
  /** Gids of the sections and entries of each list. */
  const parts = new Map<Gid, Set<Gid>>()
  const lists = new Map<Gid, Set<Gid>>()
  const cached = new Map<Gid, ListContents>()
  /** The entries of cached contents that changed since. */
  const changedEntries = new Map<Gid, Set<Gid>>()
  const listOfPart = new Map<Gid, Gid>()

  /** A changed entry leaves the places of the others as they are; a changed section does not. */
  const outdate = (part: Gid, list: Gid): void => {
    if (!cached.has(list)) return
    if (part.startsWith(`${list}/`)) addTo(changedEntries, list, part)
    else {
      cached.delete(list)
      changedEntries.delete(list)
    }
  }
  const forget = (part: Gid): void => {
    const list = listOfPart.get(part)
    if (list === undefined) return
    listOfPart.delete(part)
    parts.get(list)?.delete(part)
    outdate(part, list)
    if (part.startsWith(`${list}/`)) lists.get(part.slice(list.length + 1))?.delete(list)
  }
  const add = (part: Gid, list: Gid): void => {
    listOfPart.set(part, list)
    addTo(parts, list, part)
    outdate(part, list)
  }
  records.subscribe(changed => {
    for (const gid of changed) {
      const record = records.get(gid)
      const list = typeof record?.list === 'string' ? record.list : undefined
      if (listOfPart.get(gid) !== list) forget(gid)
      if (!record || list === undefined) continue
      add(gid, list)
      if (record.resource_type === 'entry') addTo(lists, (record as Entry).item, list)
    }
  })

  const sort = (list: Gid): ListContents => {
    const gids = parts.get(list)
    if (!gids) return EMPTY
    const found = [...gids].flatMap(gid => records.get(gid) ?? [])
    const sections = found.filter(({ resource_type }) => resource_type === 'section') as Section[]
    sections.sort(byRank)
    const entries = found.filter(({ resource_type }) => resource_type === 'entry') as Entry[]
    return { sections, entries: entries.sort(entryOrder(sections)) }
  }
  const contents = (list: Gid): ListContents => {
    const former = cached.get(list)
    const changed = changedEntries.get(list)
    if (former && !changed) return former
    changedEntries.delete(list)
    const result = former && changed && changed.size < MAX_PLACED ? replaceEntries(former, changed) : sort(list)
    cached.set(list, result)
    return result
  }
  /** The contents with the present entries in place of those that changed. */
  const replaceEntries = ({ sections, entries }: ListContents, changed: ReadonlySet<Gid>): ListContents => {
    const compare = entryOrder(sections)
    const placed = entries.filter(({ gid }) => !changed.has(gid))
    for (const gid of changed) {
      const entry = records.get(gid) as Entry | undefined
      if (entry) placed.splice(indexIn(placed, entry, compare), 0, entry)
    }
    return { sections, entries: placed }
  }
  const inSection = (list: Gid, section: Gid | null): Entry[] =>
    contents(list).entries.filter(entry => entry.section === section)

  return {
    contents,
    all: () => [...parts].flatMap(([list, gids]) => (gids.size > 0 ? list : [])),
    listsOf: item => [...(lists.get(item) ?? [])],
    rankAt: (list, section, place) => {
      const entries = inSection(list, section)
      const at =
        typeof place === 'string'
          ? place === 'top'
            ? 0
            : entries.length
          : 'after' in place
            ? entries.findIndex(({ item }) => item === place.after) + 1 || entries.length
            : Math.max(
                0,
                entries.findIndex(({ item }) => item === place.before),
              )
      return rankBetween(entries[at - 1]?.rank ?? null, entries[at]?.rank ?? null)
    },
    neighbour: (list, item, step) => {
      const entry = records.get(entryGid(list, item)) as Entry | undefined
      if (!entry) return null
      const entries = inSection(list, entry.section)
      const index = entries.findIndex(one => one.item === item)
      return entries[index + step]?.item ?? null
    },
  }
}

/** A rank between two others. Where two ranks are equal, after a race, the place after both is the best known one. */
export function rankBetween(before: string | null, after: string | null): string {
  const isOrdered = before === null || after === null || before < after
  return generateKeyBetween(before, isOrdered ? after : null)
}

function addTo(map: Map<Gid, Set<Gid>>, key: Gid, value: Gid): void {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}
