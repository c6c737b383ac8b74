/**
 * Parser of SCIM filters (RFC 7644, 3.4.2.2) and of PATCH paths, which are a part of that language.
 *
 * Invariants for hostile input:
 * - Length and depth are bounded.
 * - The text is read once, from left to right.
 * - The result is a tree or a client error.
 */
import { excerpt, scimError } from '../errors.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const

export type FilterOperator = (typeof operators)[number]

/** A value as the client wrote it. The type of its attribute decides what it means, with and without quotes. */
export interface FilterLiteral {
  text: string
  quoted: boolean
}

export type ScimFilter =
  | { is: 'and' | 'or'; of: ScimFilter[] }
  | { is: 'not'; of: ScimFilter }
  | { is: 'present'; name: string }
  | { is: 'compared'; name: string; operator: FilterOperator; value: FilterLiteral }
  /** One entry of `name` matches the filter. A comparison after the bracket is part of `where`: it tests that entry. */
  | { is: 'entry'; name: string; where: ScimFilter }

/** `name[where].sub`; only the name is required. */
export interface PatchPath {
  name: string
  where: ScimFilter | null
  sub: string | null
}

const MAX_FILTER_CHARACTERS = 8192
const MAX_DEPTH = 32

// A quoted string, a bracket, or all characters up to the next blank or bracket.
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y

interface FilterToken {
  kind: 'text' | 'bracket' | 'word'
  text: string
}

type SyntaxErrorFactory = (why: string) => Error

function tokenize(text: string, fail: SyntaxErrorFactory): FilterToken[] {
  if (text.length > MAX_FILTER_CHARACTERS) throw fail(`is longer than ${MAX_FILTER_CHARACTERS} characters`)
  const tokens: FilterToken[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(text)
    if (!match) {
      if (text.slice(at).trim() === '') break
      throw fail(`cannot be read from character ${at + 1} on`)
    }
    const [, quoted, bracket, word] = match
    if (quoted !== undefined) tokens.push({ kind: 'text', text: unquote(quoted, fail) })
    else tokens.push({ kind: bracket ? 'bracket' : 'word', text: bracket ?? word ?? '' })
  }
  return tokens
}

function unquote(text: string, fail: SyntaxErrorFactory): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw fail(`has a text that cannot be read: ${excerpt(text)}`)
  }
}

/** Parses a filter. Throws 400 `invalidFilter`. */
export function parseFilter(text: string): ScimFilter {
  const fail: SyntaxErrorFactory = why => scimError('invalidFilter', `The filter ${why}.`)
  const cursor = { tokens: tokenize(text, fail), at: 0, fail }
  const filter = parseOr(cursor, 0)
  expectEnd(cursor)
  return filter
}

/** Parses a path of PATCH. Throws 400 `invalidPath`. */
export function parsePath(text: string): PatchPath {
  const fail: SyntaxErrorFactory = why => scimError('invalidPath', `The path ${excerpt(text)} ${why}.`)
  const cursor = { tokens: tokenize(text, fail), at: 0, fail }
  const name = parseAttribute(cursor)
  const where = isBracket(cursor, '[') ? parseGroup(cursor, ']', 0) : null
  const path = { name, where, sub: where && parseSubAttribute(cursor) }
  expectEnd(cursor)
  return path
}

/** The same; undefined for text that is not a path. */
export function parsePathLeniently(text: string): PatchPath | undefined {
  try {
    return parsePath(text)
  } catch {
    return undefined
  }
}

/** The tokens, and the index of the next one. */
interface TokenCursor {
  tokens: FilterToken[]
  at: number
  fail: SyntaxErrorFactory
}

const isBracket = ({ tokens, at }: TokenCursor, text: string) =>
  tokens[at]?.kind === 'bracket' && tokens[at]?.text === text

/** Consumes the next token if it is this keyword, in any case. */
function acceptWord(cursor: TokenCursor, word: string): boolean {
  const token = cursor.tokens[cursor.at]
  if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false
  cursor.at++
  return true
}

const chainOf = (is: 'and' | 'or', one: typeof parseOr) => (cursor: TokenCursor, depth: number) => {
  const first = one(cursor, depth)
  const of = [first]
  while (acceptWord(cursor, is)) of.push(one(cursor, depth))
  return of.length === 1 ? first : { is, of }
}

function parseOr(cursor: TokenCursor, depth: number): ScimFilter {
  return orChain(cursor, depth)
}

const orChain = chainOf('or', (cursor, depth) => andChain(cursor, depth))

const andChain = chainOf('and', (cursor, depth) => {
  if (acceptWord(cursor, 'not')) return { is: 'not', of: parseGroup(cursor, ')', depth) }
  return isBracket(cursor, '(') ? parseGroup(cursor, ')', depth) : parseTest(cursor, depth)
})

const OPENING = { ')': '(', ']': '[' }

function parseGroup(cursor: TokenCursor, close: keyof typeof OPENING, depth: number): ScimFilter {
  if (!isBracket(cursor, OPENING[close])) throw cursor.fail(`lacks a ${OPENING[close]}`)
  if (depth >= MAX_DEPTH) throw cursor.fail(`is nested deeper than ${MAX_DEPTH} levels`)
  cursor.at++
  const inner = parseOr(cursor, depth + 1)
  if (!isBracket(cursor, close)) throw cursor.fail(`lacks a ${close}`)
  cursor.at++
  return inner
}

// An attribute name, with the schema before it and the sub-attribute after it.
const NAME = /^[A-Za-z][\w.:$-]*$/
const SUB = /^\.([A-Za-z$][\w$-]*)$/

function parseAttribute(cursor: TokenCursor): string {
  const token = cursor.tokens[cursor.at++]
  if (token?.kind !== 'word' || !NAME.test(token.text)) throw cursor.fail('lacks the name of an attribute')
  return token.text
}

function parseSubAttribute(cursor: TokenCursor): string | null {
  const token = cursor.tokens[cursor.at]
  const found = token?.kind === 'word' ? SUB.exec(token.text)?.[1] : undefined
  if (found) cursor.at++
  return found ?? null
}

function parseTest(cursor: TokenCursor, depth: number): ScimFilter {
  const name = parseAttribute(cursor)
  if (!isBracket(cursor, '[')) return parseComparison(cursor, name)
  const where = parseGroup(cursor, ']', depth)
  const part = parseSubAttribute(cursor)
  return { is: 'entry', name, where: part ? { is: 'and', of: [where, parseComparison(cursor, part)] } : where }
}

function parseComparison(cursor: TokenCursor, name: string): ScimFilter {
  if (acceptWord(cursor, 'pr')) return { is: 'present', name }
  const operator = operators.find(one => acceptWord(cursor, one))
  if (!operator) throw cursor.fail(`has no operator after ${excerpt(name)}`)
  const value = cursor.tokens[cursor.at++]
  if (!value || value.kind === 'bracket') throw cursor.fail(`has no value after ${excerpt(name)}`)
  return { is: 'compared', name, operator, value: { text: value.text, quoted: value.kind === 'text' } }
}

function expectEnd({ tokens, at, fail }: TokenCursor): void {
  if (at < tokens.length) throw fail(`goes on where it should end: ${excerpt(tokens[at]?.text)}`)
}
