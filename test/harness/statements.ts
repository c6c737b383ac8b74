/**
 * Watches the statements of a store at its engine, so that the program needs to know nothing of it. Begin, commit and
 * the like are not among them.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from './engine.ts'

export interface Watch {
  /** The texts of the statements that ran since the last call, in their order. */
  take(): string[]
  /** How the engine would run a text: the lines of its plan. What is read from end to end is a line `SCAN name`. */
  explain(text: string): Promise<string[]>
}

/** What surrounds statements, and what copies of the program tell each other. */
const FRAMES = /^\s*(?:begin|commit|rollback|savepoint|release|set|listen|select pg_notify|select pg_try)\b/i

/** Watches every store of this process that is opened from now on. */
export const watchStatements = (): Watch => (isPostgres ? watchPostgres() : watchSqlite())

function watchPostgres(): Watch {
  const ran: string[] = []
  let url = ''
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...all: unknown[]) {
      const [asked] = all as [string | { text: string }]
      const text = typeof asked === 'string' ? asked : asked.text
      url = `postgres://${this.user}:${this.password ?? ''}@${this.host}:${this.port}/${this.database}`
      if (!FRAMES.test(text)) ran.push(text)
      return query.apply(this, all)
    },
  })
  return {
    take: () => ran.splice(0),
    async explain(text) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const count = new Set(text.match(/\$\d+/g)).size
      const values = count > 0 ? `(${Array(count).fill('null')})` : ''
      const ask = (sql: string) => query.call(client, sql) as Promise<pg.QueryResult<Record<string, string>>>
      // A table with few rows is read from end to end whatever its indexes: what counts is whether one can be used.
      await ask('set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off')
      await ask(`prepare asked as ${text}`)
      const { rows } = await ask(`explain (costs off) execute asked ${values}`)
      await client.end()
      return rows.map(row => (row['QUERY PLAN'] ?? '').replace(/.*Seq Scan on (\w+)( \w+)?.*/, 'SCAN $1$2'))
    },
  }
}

function watchSqlite(): Watch {
  const ran: string[] = []
  let last: DatabaseSync | undefined
  const prepare = DatabaseSync.prototype.prepare
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...all: Parameters<typeof prepare>) {
    last = this
    return prepare.apply(this, all)
  }
  for (const verb of ['all', 'get', 'run'] as const) {
    const run = StatementSync.prototype[verb] as (...values: never[]) => never
    StatementSync.prototype[verb] = function (this: StatementSync, ...values: never[]): never {
      if (!FRAMES.test(this.sourceSQL)) ran.push(this.sourceSQL)
      return run.apply(this, values)
    }
  }
  return {
    take: () => ran.splice(0),
    async explain(text) {
      if (!last) throw new Error('No store has been opened.')
      const lines = prepare.call(last, `explain query plan ${text}`).all() as { detail: string }[]
      ran.pop()
      return lines.map(({ detail }) => detail)
    },
  }
}

const BREAKS =
  /^(?:from|where|order by|group by|limit|union|join|left join|set|values|on conflict|select|with|and exists|or exists)\b/i

/** A statement on several lines, by its clauses and parentheses, so that differences can be read. */
export function layOut(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  const opened: boolean[] = []
  let made = ''
  for (let at = 0; at < flat.length; at++) {
    const rest = flat.slice(at)
    const depth = opened.filter(Boolean).length
    const wordStarts = at === 0 || /[\s(]/.test(flat[at - 1] ?? '')
    if (at > 0 && wordStarts && BREAKS.test(rest)) made = `${made.trimEnd()}\n${'  '.repeat(depth)}`
    if (flat[at] === '(') opened.push(/^\(\s*(?:select|with)\b/i.test(rest))
    if (flat[at] === ')') opened.pop()
    made += flat[at]
  }
  return made
}

/**
 * The names that hide the same name of a surrounding query: what means the outer one would get the inner one. Harmless
 * are `w`, which is only used where it is named, `a` and `b`, which pair two rows with each other, and the recursive
 * query `up`, which sees nothing outside.
 */
export function hiddenNames(text: string): string[] {
  const names: Set<string>[] = []
  const scopes: (Set<string> | null)[] = []
  const within: Set<string>[][] = []
  const enter = () => {
    const own = new Set<string>()
    within.push(scopes.filter(scope => scope !== null))
    names.push(own)
    return own
  }
  scopes.push(enter())
  for (const found of text.matchAll(TOKENS)) {
    const [token, table, named, name = named] = found
    if (token === ')') scopes.pop()
    else if (token.startsWith('(')) scopes.push(token === '(' ? null : enter())
    else if (/^union/i.test(token)) {
      scopes.pop()
      scopes.push(enter())
    } else scopes.at(-1)?.add(name ?? table ?? '')
  }
  return names.flatMap((own, index) =>
    [...own].filter(one => !HARMLESS.has(one) && within[index]?.some(outer => outer.has(one))),
  )
}

const HARMLESS = new Set(['w', 'a', 'b', 'up'])

const TOKENS = new RegExp(
  [
    /\((?:\s*(?:select|with)\b)?|\)|\bunion(?:\s+all)?\b/,
    /|\b(?:from|join)\s+"?(\w+)"?(?:\s+as\s+"?(\w+)"?|\s+(?!on\b|where\b|join\b|cross\b|inner\b|left\b|order\b|limit\b|union\b)"?(\w+)"?)?/,
  ]
    .map(part => part.source)
    .join(''),
  'gi',
)
