/**
 * Records the statements of a store at its engine, so that the program need not support it. Statements of transaction
 * control are not recorded.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after } from 'node:test'
import pg from 'pg'
import { isPostgres } from './engine.ts'
import { hookStatements } from './statement_hooks.ts'
import { FILE, migratedFolder } from './stores/folders.ts'

export interface StatementLog {
  /** The statements since the last call, in order. */
  take(): string[]
  /** The query plan of a statement, as lines. A table scan is a line `SCAN name`. */
  explain(text: string): Promise<string[]>
}

/** Records the statements of every store that this process opens from now on. */
export const watchStatements = (): StatementLog => (isPostgres ? watchPostgres() : watchSqlite())

/** Each round trip of reads ends with a synchronization of the memory cache. */
const isCacheSync = (text: string) => text.includes('pg_current_snapshot')

function watchPostgres(): StatementLog {
  const ran: string[] = []
  let url = ''
  hookStatements({
    before(text, at) {
      url = `postgres://${at?.user}:${at?.password ?? ''}@${at?.host}:${at?.port}/${at?.database}`
      if (!isCacheSync(text)) ran.push(text)
    },
  })
  return {
    take: () => ran.splice(0),
    async explain(text) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const count = new Set(text.match(/\$\d+/g)).size
      const values = count > 0 ? `(${Array(count).fill('null')})` : ''
      // A small table is scanned although it has indexes: the plan must show whether an index can be used.
      await client.query(
        'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off',
      )
      await client.query(`prepare asked as ${text}`)
      const { rows } = await client.query(`explain (costs off) execute asked ${values}`)
      await client.end()
      ran.splice(-2)
      return rows.map(row => (row['QUERY PLAN'] ?? '').replace(/.*Seq Scan on (\w+)( \w+)?.*/, 'SCAN $1$2'))
    },
  }
}

/** The store checks once in each turn of the event loop whether another process has written, independently of requests. */
const isVersionCheck = (text: string) => text === 'pragma data_version'

function watchSqlite(): StatementLog {
  const ran: string[] = []
  hookStatements({ before: text => void (isVersionCheck(text) || ran.push(text)) })
  return {
    take: () => ran.splice(0),
    async explain(text) {
      const database = await emptyDatabase()
      const lines = database.prepare(`explain query plan ${text}`).all() as { detail: string }[]
      database.close()
      ran.pop()
      return lines.map(({ detail }) => detail)
    },
  }
}

/** A database of its own: a store of the pool may have been emptied, and plans do not depend on rows. */
async function emptyDatabase(): Promise<DatabaseSync> {
  const folder = await migratedFolder()
  after(() => rmSync(folder, { recursive: true, force: true }))
  const database = new DatabaseSync(join(folder, FILE))
  database.function('fold', text => text)
  return database
}

const BREAKS =
  /^(?:from|where|order by|group by|limit|union|join|left join|set|values|on conflict|select|with|and exists|or exists)\b/i

/** Formats a statement on several lines, by its clauses and parentheses, so that differences are readable. */
export function formatSql(text: string): string {
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
 * The names that shadow the same name of an outer query: a reference to the outer one would resolve to the inner one.
 * Exempt are `w`, which is only used next to its declaration, `a` and `b`, which pair two rows, and the recursive query
 * `up`, which references nothing outside.
 */
export function shadowedNames(text: string): string[] {
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
