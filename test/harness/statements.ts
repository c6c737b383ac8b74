/**
 * Watches the statements of the embedded store at its engine, so that the program needs to know nothing of it.
 * Begin, commit and the like are not among them.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite'

export interface Watch {
  /** The texts of the statements that ran since the last call, in their order. */
  take(): string[]
  /** How the engine would run a text: the lines of its plan. */
  explain(text: string): string[]
}

/** What surrounds statements; requests that run at the same time share it. */
const FRAMES = /^\s*(?:begin|commit|rollback|savepoint|release)\b/i

/** Watches every store of this process that is opened from now on. */
export function watchStatements(): Watch {
  let ran: string[] = []
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
    take() {
      const taken = ran
      ran = []
      return taken
    },
    explain(text) {
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
