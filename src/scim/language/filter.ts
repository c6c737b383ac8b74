/**
 * Parser of SCIM filters (RFC 7644, 3.4.2.2) and of PATCH paths, which are a part of that language.
 *
 * Invariants for hostile input:
 * - Length and depth are bounded.
 * - The text is read once, from left to right.
 * - The result is a tree or a client error.
 */
import { brief, refusal } from '../errors.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const

export type Operator = (typeof operators)[number]

/** A value as the client wrote it. The type of its attribute decides what it means, with and without quotes. */
export interface Literal {
  text: string
  quoted: boolean
}

export type Filter =
  | { is: 'and' | 'or'; of: Filter[] }
  | { is: 'not'; of: Filter }
  | { is: 'present'; name: string }
  | { is: 'compared'; name: string; how: Operator; value: Literal }
  /** One entry of `name` matches the filter. A comparison after the bracket is part of `where`: it tests that entry. */
  | { is: 'entry'; name: string; where: Filter }

/** `name[where].sub`; only the name is required. */
export interface Path {
  name: string
  where: Filter | null
  sub: string | null
}

const LONGEST = 8192
const DEEPEST = 32

// A quoted string, a bracket, or all characters up to the next blank or bracket.
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y

interface Token {
  kind: 'text' | 'bracket' | 'word'
  text: string
}

type Fail = (why: string) => Error

function tokensOf(text: string, fail: Fail): Token[] {
  if (text.length > LONGEST) throw fail(`is longer than ${LONGEST} characters`)
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(text)
    if (!match) {
      if (text.slice(at).trim() === '') break
      throw fail(`cannot be read from character ${at + 1} on`)
    }
    const [, quoted, bracket, word] = match
    if (quoted !== undefined) tokens.push({ kind: 'text', text: unquoted(quoted, fail) })
    else tokens.push({ kind: bracket ? 'bracket' : 'word', text: bracket ?? word ?? '' })
  }
  return tokens
}

function unquoted(text: string, fail: Fail): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw fail(`has a text that cannot be read: ${brief(text)}`)
  }
}

/** Parses a filter. Throws 400 `invalidFilter`. */
export function parseFilter(text: string): Filter {
  const fail: Fail = why => refusal('invalidFilter', `The filter ${why}.`)
  const cursor = { tokens: tokensOf(text, fail), at: 0, fail }
  const filter = either(cursor, 0)
  end(cursor)
  return filter
}

/** Parses a path of PATCH. Throws 400 `invalidPath`. */
export function parsePath(text: string): Path {
  const fail: Fail = why => refusal('invalidPath', `The path ${brief(text)} ${why}.`)
  const cursor = { tokens: tokensOf(text, fail), at: 0, fail }
  const name = attribute(cursor)
  const where = isBracket(cursor, '[') ? group(cursor, ']', 0) : null
  const path = { name, where, sub: where && sub(cursor) }
  end(cursor)
  return path
}

/** The tokens, and the index of the next one. */
interface Cursor {
  tokens: Token[]
  at: number
  fail: Fail
}

const isBracket = ({ tokens, at }: Cursor, text: string) => tokens[at]?.kind === 'bracket' && tokens[at]?.text === text

/** Consumes the next token if it is this keyword, in any case. */
function took(cursor: Cursor, word: string): boolean {
  const token = cursor.tokens[cursor.at]
  if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false
  cursor.at++
  return true
}

const listed = (is: 'and' | 'or', one: typeof either) => (cursor: Cursor, depth: number) => {
  const first = one(cursor, depth)
  const of = [first]
  while (took(cursor, is)) of.push(one(cursor, depth))
  return of.length === 1 ? first : { is, of }
}

function either(cursor: Cursor, depth: number): Filter {
  return anyOf(cursor, depth)
}

const anyOf = listed('or', (cursor, depth) => allOf(cursor, depth))

const allOf = listed('and', (cursor, depth) => {
  if (took(cursor, 'not')) return { is: 'not', of: group(cursor, ')', depth) }
  return isBracket(cursor, '(') ? group(cursor, ')', depth) : test(cursor, depth)
})

const opens = { ')': '(', ']': '[' }

function group(cursor: Cursor, close: keyof typeof opens, depth: number): Filter {
  if (!isBracket(cursor, opens[close])) throw cursor.fail(`lacks a ${opens[close]}`)
  if (depth >= DEEPEST) throw cursor.fail(`is nested deeper than ${DEEPEST} levels`)
  cursor.at++
  const inner = either(cursor, depth + 1)
  if (!isBracket(cursor, close)) throw cursor.fail(`lacks a ${close}`)
  cursor.at++
  return inner
}

// An attribute name, with the schema before it and the sub-attribute after it.
const NAME = /^[A-Za-z][\w.:$-]*$/
const SUB = /^\.([A-Za-z$][\w$-]*)$/

function attribute(cursor: Cursor): string {
  const token = cursor.tokens[cursor.at++]
  if (token?.kind !== 'word' || !NAME.test(token.text)) throw cursor.fail('lacks the name of an attribute')
  return token.text
}

function sub(cursor: Cursor): string | null {
  const token = cursor.tokens[cursor.at]
  const found = token?.kind === 'word' ? SUB.exec(token.text)?.[1] : undefined
  if (found) cursor.at++
  return found ?? null
}

function test(cursor: Cursor, depth: number): Filter {
  const name = attribute(cursor)
  if (!isBracket(cursor, '[')) return comparison(cursor, name)
  const where = group(cursor, ']', depth)
  const part = sub(cursor)
  return { is: 'entry', name, where: part ? { is: 'and', of: [where, comparison(cursor, part)] } : where }
}

function comparison(cursor: Cursor, name: string): Filter {
  if (took(cursor, 'pr')) return { is: 'present', name }
  const how = operators.find(operator => took(cursor, operator))
  if (!how) throw cursor.fail(`has no operator after ${brief(name)}`)
  const value = cursor.tokens[cursor.at++]
  if (!value || value.kind === 'bracket') throw cursor.fail(`has no value after ${brief(name)}`)
  return { is: 'compared', name, how, value: { text: value.text, quoted: value.kind === 'text' } }
}

function end({ tokens, at, fail }: Cursor): void {
  if (at < tokens.length) throw fail(`goes on where it should end: ${brief(tokens[at]?.text)}`)
}
