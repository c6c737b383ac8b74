/** What the command menu finds: commands first, then objects of the cache, then objects that the server adds. */
import UFuzzy from '@leeoniya/ufuzzy'
import { availableCommands, type CommandValue } from '../../components/commands.ts'
import { homePath, objectPath, withPane } from '../../data/addresses.ts'
import type { Cache } from '../../data/cache.ts'
import { recentObjects } from '../../data/recent.ts'
import type { Gid } from '../../data/records.ts'
import { FOUND_TYPES, type FoundType, type FoundWord, findObjects } from '../../data/search.ts'

export interface MenuResult {
  readonly key: string
  readonly title: string
  readonly group: string
  /** The type of an object, for its picture; absent for commands. */
  readonly type?: FoundType
  readonly keys?: string
  /** The value that a command needs: the menu asks for it instead of running the command. */
  value?(): CommandValue | undefined
  run(): void
}

export interface ResultContext {
  readonly cache: Cache
  /** The path of the screen, next to which a task opens. */
  readonly path: string
  /** The favorites of the person. */
  readonly favorites: ReadonlySet<Gid>
  navigate(path: string): void
}

const MAX_RESULTS_PER_GROUP = 8
/** By so many places a recent object or a favorite is before an equally good one. */
const USED_PLACES = 4
/** Equally good names keep their order: commands that of their registration. */
const fuzzy = new UFuzzy({ intraMode: 1, intraIns: 1, compare: () => 0 })

interface ResultType {
  readonly word: FoundWord
  readonly group: string
  /** The sign that limits the menu to the type. */
  readonly sign: string
}

/** The types that the menu finds, in its order. */
const TYPES: readonly ResultType[] = [
  { word: 'tasks', group: 'Tasks', sign: '' },
  { word: 'projects', group: 'Projects', sign: '#' },
  { word: 'people', group: 'People', sign: '@' },
  { word: 'tags', group: 'Tags', sign: '~' },
  { word: 'teams', group: 'Teams', sign: '+' },
  { word: 'portfolios', group: 'Portfolios', sign: '' },
  { word: 'goals', group: 'Goals', sign: '' },
]

const GROUPS = new Map<string, string>(TYPES.map(({ word, group }) => [FOUND_TYPES[word], group]))
const RECENT = 'Recent'
const FAVORITES = 'Favorites'
/** The sign that limits the menu to the favorites of the person. */
const FAVORITES_SIGN = '*'

/** Texts of more words find names in the order of the records: each order of the words is a search of its own. */
const MAX_ORDERED_WORDS = 3

const pathOf = ({ cache: { workspace }, path }: ResultContext, type: FoundType, gid: Gid): string =>
  type === 'task'
    ? withPane(path.startsWith('/1/') ? path : homePath(workspace), gid)
    : (objectPath(type, workspace, gid) ?? homePath(workspace))

const objectResult = (context: ResultContext, type: FoundType, gid: Gid, title: string, group: string): MenuResult => ({
  ...{ key: gid, title, group, type },
  run: () => context.navigate(pathOf(context, type, gid)),
})

/** The names that contain a text, best first; what is used is a little better. */
function match<T extends { title: string; key: string }>(
  items: readonly T[],
  text: string,
  used: ReadonlySet<string>,
): T[] {
  if (!text) return items.slice(0, MAX_RESULTS_PER_GROUP)
  const titles = items.map(({ title }) => title)
  const [indexes, info, order] = fuzzy.search(titles, text, MAX_ORDERED_WORDS)
  if (!indexes) return []
  const sorted = order && info ? order.map(at => info.idx[at] ?? 0) : [...indexes]
  // Nothing after these can come before the last result.
  const found = sorted.slice(0, MAX_RESULTS_PER_GROUP + USED_PLACES).flatMap(at => items[at] ?? [])
  const place = (item: T, at: number) => at - (used.has(item.key) ? USED_PLACES : 0)
  const places = new Map(found.map((item, at) => [item, place(item, at)]))
  return found.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).slice(0, MAX_RESULTS_PER_GROUP)
}

interface ParsedText {
  readonly text: string
  readonly types: readonly ResultType[]
  readonly hasCommands: boolean
}

/** The text without its sign, and the types that it is about; no types for commands only. */
function parseText(typed: string): ParsedText {
  const text = typed.slice(1).trim()
  if (typed.startsWith('>')) return { text, types: [], hasCommands: true }
  if (typed.startsWith(FAVORITES_SIGN)) return { text, types: [], hasCommands: false }
  const signed = TYPES.filter(({ sign }) => sign && typed.startsWith(sign))
  if (signed.length > 0) return { text, types: signed, hasCommands: false }
  return { text: typed.trim(), types: TYPES, hasCommands: true }
}

/** The objects that were opened last, other than the one on the screen, as far as their names are known. */
const recentResults = (context: ResultContext): MenuResult[] =>
  recentObjects(context.cache)
    .flatMap(({ gid, type }) => {
      const name = context.cache.records.get(gid)?.name
      return typeof name === 'string' && name ? [objectResult(context, type, gid, name, RECENT)] : []
    })
    .slice(0, MAX_RESULTS_PER_GROUP)

/** The favorites whose names contain a text, in the order of the sidebar. */
function favoriteResults(context: ResultContext, text: string): MenuResult[] {
  const { records } = context.cache
  const known = [...context.favorites].flatMap(gid => {
    const record = records.get(gid)
    return record ? { key: gid, title: String(record.name ?? ''), type: record.resource_type as FoundType } : []
  })
  return match(known, text, new Set()).map(({ key, title, type }) => objectResult(context, type, key, title, FAVORITES))
}

/** The results that are known at once. Without a text: recent objects and commands, or the objects of a sign. */
export function localResults(context: ResultContext, typed: string): MenuResult[] {
  const { text, types, hasCommands } = parseText(typed)
  if (typed.startsWith(FAVORITES_SIGN)) return favoriteResults(context, text)
  const commands = availableCommands().map(({ id, title, group, keys, run, value }) => ({
    ...{ key: `command ${id}`, title, group, run },
    ...(keys?.[0] && { keys: keys[0] }),
    ...(value && { value }),
  }))
  const used = new Set([...recentObjects(context.cache).map(({ gid }) => gid), ...context.favorites])
  const isPlain = text === '' && types.length === TYPES.length
  const objects = (isPlain ? [] : types).flatMap(({ word, group }) => {
    const type = FOUND_TYPES[word]
    const known = context.cache.records.all(type).map(({ gid, name }) => ({ key: gid, title: String(name ?? '') }))
    return match(known, text, used).map(({ key, title }) => objectResult(context, type, key, title, group))
  })
  return [
    ...(isPlain ? recentResults(context) : []),
    ...(hasCommands ? match(commands, text, new Set()) : []),
    ...objects,
  ]
}

/** The results of the server that are not among those that are shown: what the text names exactly is first. */
export async function remoteResults(
  context: ResultContext,
  typed: string,
  shown: ReadonlySet<string>,
): Promise<MenuResult[]> {
  const { text, types } = parseText(typed)
  if (types.length === 0 || (text === '' && types.length === TYPES.length)) return []
  const words = types.map(({ word }) => word)
  const found = await findObjects(context.cache, { text, types: words, count: MAX_RESULTS_PER_GROUP }).catch(() => [])
  return found
    .filter(({ gid }) => !shown.has(gid))
    .map(({ gid, resource_type: type, name }) =>
      objectResult(context, type, gid, name.trim() || 'Untitled', GROUPS.get(type) ?? ''),
    )
}
