/**
 * The search of tasks compared with brute force: random worlds, random searches, several people, on both engines, with
 * bounds that make each source of candidates occur.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  build,
  type Chance,
  chance,
  DAYS,
  type RandomWorld,
  type TaskFacts,
  WORDS,
} from '../../../test/harness/search/random_world.ts'
import type { Person, World } from '../../../test/harness/world.ts'
import type { SearchBounds } from '../../store/queries/search/search.ts'
import { parseInput, type Reference } from '../../vocabulary/input.ts'
import { runSearch, type SearchCall, searchParameters } from './rules/declaration.ts'
import { taskSearch } from './rules/task_search.ts'

const WORLDS = 3
const SEARCHES = 60

/** The usual bounds, candidates of every source, and pages that end because of the bounds. */
const BOUNDS: readonly (SearchBounds | undefined)[] = [
  undefined,
  { first: 2, few: 4, most: 1000, ranked: 1000 },
  { first: 1, few: 1, most: 6, ranked: 1000 },
]

const folded = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** A parameter, and what it means. */
interface Condition {
  query: Record<string, string>
  holds(task: TaskFacts): boolean
  /** The weight of a term, for the relevance. */
  score?(task: TaskFacts): number
}

/** How well consecutive words occur in a text: as a whole, with the last one as a prefix, or not at all. */
function occurs(text: string, words: readonly string[], isPrefix: boolean): 'whole' | 'start' | undefined {
  const all = folded(text)
  const at = (whole: boolean) =>
    all.some((_, from) =>
      words.every((word, offset) => {
        const other = all[from + offset]
        return other === word || (!whole && offset === words.length - 1 && (other?.startsWith(word) ?? false))
      }),
    )
  return at(true) ? 'whole' : isPrefix && at(false) ? 'start' : undefined
}

function textCondition(random: Chance, sees: (text: { isHidden: boolean }) => boolean): Condition {
  const terms = Array.from({ length: 1 + random.below(2) }, () => {
    if (random.is(25)) return { words: [random.pick(WORDS), random.pick(WORDS)].flatMap(folded), isPrefix: false }
    const [word = ''] = folded(random.pick(WORDS))
    return { words: [word.slice(0, 1 + random.below(word.length))], isPrefix: true }
  }).map(term => (/^[a-z]$/.test(term.words.join(' ')) ? { ...term, isPrefix: false } : term))
  const written = terms.map(({ words, isPrefix }) =>
    isPrefix || words.length === 1 ? words.join(' ') : `"${words.join(' ')}"`,
  )
  const weight = (task: TaskFacts, { words, isPrefix }: (typeof terms)[number]) =>
    Math.max(
      0,
      ...task.texts.filter(sees).map(({ title, body }) => {
        const [inTitle, inBody] = [occurs(title, words, isPrefix), occurs(body, words, isPrefix)]
        if (inTitle) return inTitle === 'whole' ? 8 : 4
        return inBody ? (inBody === 'whole' ? 2 : 1) : 0
      }),
    )
  // Equal terms count once.
  const distinct = [...new Map(terms.map(term => [JSON.stringify(term), term])).values()]
  return {
    query: { text: written.join(' ') },
    holds: task => distinct.every(term => weight(task, term) > 0),
    score: task => distinct.reduce((sum, term) => sum + weight(task, term), 0),
  }
}

const list = (name: string, gids: readonly (number | null)[], holds: Condition['holds']): Condition => ({
  query: { [name]: gids.map(gid => String(gid)).join() },
  holds,
})

function conditions(
  random: Chance,
  { people, projects, tags, fields, ann, ben }: RandomWorld,
  me: Person,
): Condition[] {
  const isBot = me === people[3]
  const sees = ({ isHidden }: { isHidden: boolean }) => !isHidden || isBot || me === ann
  const mine = projects
    .filter(({ members }) => isBot || (members === null ? me !== people[2] : members.includes(me)))
    .map(({ gid }) => gid)
  const [project, tag, user] = [random.pick(mine), random.pick(tags), random.pick([ann, ben])]
  const gid = Number(user.gid)
  const day = random.pick(DAYS)
  const value = (task: TaskFacts, field: number, column: string) => task.values.get(field)?.[column] ?? null
  const [word = ''] = folded(random.pick(WORDS.slice(0, 8)))
  const text = (task: TaskFacts) => (value(task, fields.text, 'text_value') as string | null)?.toLowerCase()
  const custom = (operator: string, given: string | number, holds: Condition['holds']): Condition => ({
    query: { [operator]: String(given) },
    holds,
  })
  const all: Condition[] = [
    textCondition(random, sees),
    textCondition(random, sees),
    list('assignee.any', [gid], ({ row }) => row.assignee === gid),
    list('assignee.any', [gid, null], ({ row }) => row.assignee === gid || row.assignee === null),
    list('assignee.not', [gid], ({ row }) => row.assignee !== gid),
    list('assignee.not', [null], ({ row }) => row.assignee !== null),
    ...(project === undefined
      ? []
      : [
          list('projects.any', [project], task => task.projects.includes(project)),
          list('projects.not', [project], task => !task.projects.includes(project)),
          list('projects.all', mine.slice(0, 2), task => mine.slice(0, 2).every(one => task.projects.includes(one))),
          list('projects.any', [null], task => !task.projects.some(one => mine.includes(one))),
        ]),
    list('tags.any', [tag], task => task.tags.includes(tag)),
    list('tags.all', tags, task => tags.every(one => task.tags.includes(one))),
    list('tags.not', tags, task => !tags.some(one => task.tags.includes(one))),
    list('tags.any', [null], task => task.tags.length === 0),
    list('followers.any', [gid], task => task.followers.includes(gid)),
    custom('completed', String(random.is(50)), () => true),
    custom('is_subtask', 'true', ({ row }) => row.parent !== null),
    custom('due_on', day, ({ row }) => row.due_on === day),
    custom('due_on', 'null', ({ row }) => row.due_on === null),
    custom('due_on.before', day, ({ row }) => row.due_on !== null && row.due_on < day),
    custom('due_on.after', day, ({ row }) => row.due_on !== null && row.due_on > day),
    custom(
      'completed_at.after',
      '2026-01-05T09:00:00.500Z',
      ({ row }) => row.completed_at > Date.UTC(2026, 0, 5, 9, 0, 0, 500),
    ),
    custom(`custom_fields.${fields.text}.contains`, word, task => text(task)?.includes(word) ?? false),
    custom(`custom_fields.${fields.text}.starts_with`, word, task => text(task)?.startsWith(word) ?? false),
    custom(`custom_fields.${fields.text}.ends_with`, word, task => text(task)?.endsWith(word) ?? false),
    custom(`custom_fields.${fields.text}.value`, word, task => text(task) === word),
    custom(`custom_fields.${fields.text}.is_set`, 'false', task => text(task) === undefined),
    custom(
      `custom_fields.${fields.number}.less_than`,
      3,
      task =>
        value(task, fields.number, 'number_value') !== null && Number(value(task, fields.number, 'number_value')) < 3,
    ),
    custom(
      `custom_fields.${fields.number}.value`,
      2,
      task => Number(value(task, fields.number, 'number_value') ?? -1) === 2,
    ),
  ]
  const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(all))
  const completed = chosen.find(({ query }) => 'completed' in query)
  if (completed) completed.holds = ({ row }) => (row.completed === 1) === (completed.query.completed === 'true')
  const names = new Set<string>()
  return chosen.filter(({ query }) => {
    const attribute = Object.keys(query)[0]?.startsWith('custom_fields')
      ? Object.keys(query)[0]
      : Object.keys(query)[0]?.split(/[._]/)[0]
    if (names.has(attribute ?? '')) return false
    names.add(attribute ?? '')
    return true
  })
}

const ORDERS: Record<string, (task: TaskFacts, score: number) => string | number | null> = {
  modified_at: ({ row }) => row.modified_at,
  created_at: ({ row }) => row.created_at,
  completed_at: ({ row }) => row.completed_at,
  due_date: ({ row }) => row.due_on,
  likes: ({ likes }) => likes,
  relevance: (_, score) => score,
}

function bruteForce(
  { tasks, visible }: RandomWorld,
  me: Person,
  chosen: Condition[],
  order: string,
  isAscending: boolean,
): number[] {
  const found = tasks.filter(task => visible.get(me.gid)?.has(task.gid) && chosen.every(({ holds }) => holds(task)))
  const orderedBy = (task: TaskFacts) =>
    ORDERS[order]?.(
      task,
      chosen.reduce((sum, { score }) => sum + (score?.(task) ?? 0), 0),
    ) ?? null
  const sign = isAscending ? 1 : -1
  return found
    .map(task => ({ gid: task.gid, value: orderedBy(task) }))
    .sort((a, b) => {
      if ((a.value === null) !== (b.value === null)) return a.value === null ? 1 : -1
      if (a.value !== b.value && a.value !== null && b.value !== null) return a.value < b.value ? -sign : sign
      return sign * (a.gid - b.gid)
    })
    .map(({ gid }) => gid)
}

/** All pages of a search. */
async function searched(
  { store, workspace }: World,
  me: Person,
  query: Record<string, string>,
  bounds: SearchBounds | undefined,
  limit: number,
) {
  const references: Reference[] = []
  const parsed = parseInput(searchParameters(taskSearch), query, references)
  for (const { set, text } of references) set(Number(text))
  const gids: number[] = []
  for (let after: SearchCall['window']['after'] = null, pages = 0; ; pages++) {
    assert.ok(pages < 1000, 'pages end')
    const call = {
      reader: store.read,
      actor: { gid: Number(me.gid), timeZone: 'UTC' },
      window: { limit, after },
      path: { workspace_gid: Number(workspace) },
      query: parsed,
    }
    const page = await runSearch(taskSearch, call as unknown as SearchCall, bounds)
    assert.ok(page.gids.length <= limit)
    gids.push(...page.gids)
    if (page.next === null) return gids
    after = page.next
  }
}

for (let seed = 1; seed <= WORLDS; seed++) {
  test(`a search finds what brute force finds, in the same order (world ${seed})`, async () => {
    const random = chance(seed * 7919)
    const home = await build(random)
    let hits = 0
    for (let count = 0; count < SEARCHES; count++) {
      const me = random.pick(home.people)
      const chosen = conditions(random, home, me)
      const [order, isAscending] = [random.pick(Object.keys(ORDERS)), random.is(50)]
      const query = {
        ...Object.assign({}, ...chosen.map(one => one.query)),
        sort_by: order,
        sort_ascending: String(isAscending),
      }
      const expected = bruteForce(home, me, chosen, order, isAscending)
      hits += expected.length
      for (const bounds of BOUNDS) {
        const found = await searched(home, me, query, bounds, 1 + random.below(8))
        assert.deepEqual(found, expected, `${JSON.stringify(query)} with ${JSON.stringify(bounds)} as ${me.email}`)
      }
    }
    assert.ok(hits > SEARCHES, `only ${hits} hits`)
  })
}
