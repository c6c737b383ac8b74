/**
 * Sorting by up to three fields: texts in natural order, empty values last in both directions, and the manual order
 * where all keys are equal.
 */
import type { Gid, WorkRecord } from '../records.ts'
import { type Choice, fieldValue, type TaskValue } from './values.ts'

export const MAX_SORT_KEYS = 3

type Get = (gid: Gid) => WorkRecord | undefined

/** The members of a collator that are used. "Task 9" comes before "Task 10". */
const collator = new Intl.Collator('en', { numeric: true })

/** More texts are forgotten: the texts of lists that were closed. */
const MAX_TEXTS = 100_000

/**
 * Ranks of texts in natural order. Comparing two texts takes longer than comparing two numbers, so each text is
 * compared once, and keeps its place among those that were seen.
 */
export function createTextOrder(): (texts: readonly string[]) => ReadonlyMap<string, number> {
  let sorted: string[] = []
  let ranks = new Map<string, number>()
  return texts => {
    const added = [...new Set(texts)].filter(text => !ranks.has(text))
    if (added.length === 0) return ranks
    const known = sorted.length > MAX_TEXTS ? [] : sorted
    if (known.length === 0 && sorted.length > 0) added.push(...new Set(texts.filter(text => ranks.has(text))))
    sorted = merge(known, added.sort(collator.compare))
    ranks = new Map()
    let rank = 0
    let previous: string | undefined
    for (const text of sorted) {
      if (previous !== undefined && collator.compare(previous, text) !== 0) rank++
      ranks.set(text, rank)
      previous = text
    }
    return ranks
  }
}

/** Two sorted lists as one. */
function merge(a: readonly string[], b: readonly string[]): string[] {
  const result: string[] = []
  let at = 0
  for (const text of b) {
    while (at < a.length && collator.compare(a[at] ?? '', text) <= 0) result.push(a[at++] ?? '')
    result.push(text)
  }
  return [...result, ...a.slice(at)]
}

const rankTexts = createTextOrder()

export const nameOf = ({ id, name }: Choice, get: Get): string => {
  const found = get(id)?.name
  return typeof found === 'string' ? found : (name ?? id)
}

/** The places of the options of a field; undefined where it has none. */
export function optionOrder(field: string, get: Get): ReadonlyMap<string, number> | undefined {
  const options = OPTIONS_OF_MEMBERS[field] ?? (get(field)?.enum_options as readonly { gid: Gid }[] | undefined)
  return options && new Map(options.map((option, index) => [typeof option === 'string' ? option : option.gid, index]))
}

/** The values of the members that have few, in the order in which they are shown. */
const OPTIONS_OF_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  completed: ['false', 'true'],
  is_blocked: ['true', 'false'],
  resource_subtype: ['default_task', 'milestone', 'approval', 'section'],
}

/** Sorts below every text: an empty value is null instead. */
const UNTIMED = '~'

/** What a value is compared by: numbers and ISO dates as they are, texts by their rank. */
function keyOf(value: TaskValue, order: ReadonlyMap<string, number> | undefined, get: Get): SortKey {
  switch (value.kind) {
    case 'empty':
      return null
    case 'number':
      return value.number
    case 'text':
      return { text: value.text.trim() }
    case 'day':
      return `${value.day} ${value.at ?? UNTIMED}`
    case 'moment':
      return value.at
    default: {
      const places = value.choices.flatMap(({ id }) => order?.get(id) ?? [])
      if (places.length > 0) return Math.min(...places)
      return { text: value.choices.map(choice => nameOf(choice, get)).join(', ') }
    }
  }
}

/** What tasks are compared by: numbers before texts, and those without a value last. */
export type SortKey = number | string | { readonly text: string } | null

/** The field of a sort key. */
export const fieldOf = (key: string): string => (key.startsWith('-') ? key.slice(1) : key)

const directionOf = (key: string): 1 | -1 => (key.startsWith('-') ? -1 : 1)

/** What reads the keys of a task for the sort keys of a view. `get` finds people, tags, fields. */
export function createSortKeys(sort: readonly string[], get: Get): (task: WorkRecord) => readonly SortKey[] {
  const fields = sort.slice(0, MAX_SORT_KEYS).map(fieldOf)
  const orders = fields.map(field => optionOrder(field, get))
  return task => fields.map((field, at) => keyOf(fieldValue(task, field), orders[at], get))
}

const isText = (key: SortKey | undefined): key is { readonly text: string } => typeof key === 'object' && key !== null

const compare = (a: number | string | null, b: number | string | null, direction: 1 | -1): number => {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a < b ? -1 : 1) * direction
}

function compareKeys(a: SortKey, b: SortKey, direction: 1 | -1): number {
  if (isText(a) && isText(b)) return collator.compare(a.text, b.text) * direction
  const plain = (key: SortKey) => (isText(key) ? TEXTS : key)
  return compare(plain(a), plain(b), direction)
}

/** Compares the keys of two tasks: as `sortByKeys`, for few tasks. */
export function createComparison(sort: readonly string[]): (a: readonly SortKey[], b: readonly SortKey[]) => number {
  const directions = sort.map(directionOf)
  return (a, b) => {
    for (let at = 0; at < a.length; at++) {
      const result = compareKeys(a[at] ?? null, b[at] ?? null, directions[at] ?? 1)
      if (result !== 0) return result
    }
    return 0
  }
}

/** Above the places of options. */
const TEXTS = 1e9

/** Keys that are compared as numbers and ISO dates: texts have their rank. */
function rankedKeys(keys: readonly SortKey[]): (number | string | null)[] {
  const ranks = rankTexts(keys.flatMap(key => (isText(key) ? key.text : [])))
  return keys.map(key => (isText(key) ? TEXTS + (ranks.get(key.text) ?? 0) : key))
}

/** Items in the order of their keys, and as they are where all keys are equal. */
export function sortByKeys<T>(
  items: readonly T[],
  keys: readonly (readonly SortKey[])[],
  sort: readonly string[],
): readonly T[] {
  const columns = sort.slice(0, MAX_SORT_KEYS).map((key, at) => ({
    ...{ keys: rankedKeys(keys.map(one => one[at] ?? null)), direction: directionOf(key) },
  }))
  const order = items.map((_, index) => index)
  order.sort((a, b) => {
    for (const { keys: ranked, direction } of columns) {
      const result = compare(ranked[a] ?? null, ranked[b] ?? null, direction)
      if (result !== 0) return result
    }
    return a - b
  })
  return order.flatMap(index => items[index] ?? [])
}

/** The order of names as people expect it. */
export const compareNames = collator.compare
