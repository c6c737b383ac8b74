/**
 * Formulas of custom fields: a text such as `if({1201} > 8, {1201} * 1.5, days(due, start))`, compiled once and
 * evaluated for any number of tasks. The language is in docs/formulas.md. The compiler throws only `FormulaError`. It
 * accepts only small formulas, so that evaluation is fast; evaluation never fails.
 */
import {
  type Callable,
  type FormulaValue,
  FUNCTIONS,
  literal,
  OPERATORS,
  type Operand,
  operand,
  PREFIXES,
  result,
} from './formula_functions.ts'
import { parseGid } from './gid.ts'

const NAMES = ['due', 'start', 'created', 'completed', 'is_completed', 'num_subtasks', 'num_likes'] as const

/** The values of a task that a formula can read, in addition to custom fields. */
export type FormulaName = (typeof NAMES)[number]

/** The values of one task. */
export interface FormulaSource {
  field: (gid: string) => FormulaValue | undefined
  name: (name: FormulaName) => FormulaValue | undefined
}

type FormulaPart = (source: FormulaSource) => Operand

/** A compiled formula. `fields` and `names` are its inputs, each once, in the order of the text. */
export interface Formula {
  readonly text: string
  readonly fields: readonly string[]
  readonly names: readonly FormulaName[]
  readonly root: FormulaPart
}

/** A syntax error. `position` counts from 1. */
export class FormulaError extends Error {
  readonly position: number
  constructor(position: number, text: string) {
    super(`Position ${position}: ${text}`)
    this.position = position
  }
}

const MAX_CHARACTERS = 1000
const MAX_DEPTH = 50
const MAX_PARTS = 200

interface FormulaToken {
  kind: 'number' | 'text' | 'field' | 'word' | 'sign' | 'end'
  text: string
  position: number
}

const BLANK = /\s*/y
const TOKENS: readonly [FormulaToken['kind'], RegExp][] = [
  ['number', /[0-9]+(?:\.[0-9]+)?|\.[0-9]+/y],
  ['text', /'(?:[^']|'')*'|"(?:[^"]|"")*"/y],
  ['field', /\{[^{}]*\}/y],
  ['word', /[A-Za-z_][A-Za-z_0-9]*/y],
  ['sign', /<=|>=|<>|!=|[-+*/=<>(),]/y],
]

function matchAt(pattern: RegExp, text: string, index: number): string | undefined {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0]
}

function* tokens(text: string): Generator<FormulaToken, void> {
  let index = 0
  for (;;) {
    index += matchAt(BLANK, text, index)?.length ?? 0
    if (index === text.length) return
    const token = tokenAt(text, index)
    yield token
    index += token.text.length
  }
}

function tokenAt(text: string, index: number): FormulaToken {
  const position = index + 1
  for (const [kind, pattern] of TOKENS) {
    const result = matchAt(pattern, text, index)
    if (result !== undefined) return { kind, text: kind === 'word' ? result.toLowerCase() : result, position }
  }
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0).toWellFormed()
  if (/['"{]/.test(character)) throw new FormulaError(position, `${character} is never closed`)
  throw new FormulaError(position, `unexpected ${character}`)
}

/** The precedence of operators. Prefix operators bind more tightly than all of these, except `not`. */
const PRECEDENCE = new Map([
  ['or', 1],
  ['and', 2],
  ...['=', '!=', '<>', '<', '<=', '>', '>='].map((sign): [string, number] => [sign, 3]),
  ['+', 4],
  ['-', 4],
  ['*', 5],
  ['/', 5],
])
const LOWEST_PRECEDENCE = 1
const COMPARISON_PRECEDENCE = 3
const PREFIX_PRECEDENCE = 6

const describeToken = (token: FormulaToken) =>
  token.kind === 'end' ? 'the end' : token.text.slice(0, 40).toWellFormed()

function quantity(min: number, max: number): string {
  if (min === max) return min === 1 ? 'one value' : `${min} values`
  return max === Number.POSITIVE_INFINITY ? 'at least one value' : `${min} or ${max} values`
}

/** A recursive descent parser with one token of lookahead. */
class FormulaParser {
  readonly fields = new Set<string>()
  readonly names = new Set<FormulaName>()
  readonly #tokens: Iterator<FormulaToken, void>
  readonly #end: FormulaToken
  #next: FormulaToken
  #depth = 0
  #parts = 0

  constructor(text: string) {
    this.#tokens = tokens(text)
    this.#end = { kind: 'end', text: '', position: text.length + 1 }
    this.#next = this.#tokens.next().value ?? this.#end
  }

  whole(): FormulaPart {
    const part = this.#expression(LOWEST_PRECEDENCE)
    if (this.#next.kind !== 'end') throw this.#expected('an operator or the end')
    return part
  }

  #expected(what: string): FormulaError {
    return new FormulaError(this.#next.position, `expected ${what}, found ${describeToken(this.#next)}`)
  }

  #take(): FormulaToken {
    const token = this.#next
    this.#next = this.#tokens.next().value ?? this.#end
    return token
  }

  #takeSign(sign: string): boolean {
    if (this.#next.kind !== 'sign' || this.#next.text !== sign) return false
    this.#take()
    return true
  }

  #expect(sign: string, what = sign): void {
    if (!this.#takeSign(sign)) throw this.#expected(what)
  }

  #part(position: number, part: FormulaPart): FormulaPart {
    if (++this.#parts > MAX_PARTS) throw new FormulaError(position, `a formula has at most ${MAX_PARTS} parts`)
    return part
  }

  /** Parses a nested expression: after a sign or between parentheses. */
  #inside<T>(position: number, read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw new FormulaError(position, `a formula is at most ${MAX_DEPTH} levels deep`)
    const result = read()
    this.#depth--
    return result
  }

  /** Parses operands and the operators between them with at least this precedence. */
  #expression(precedence: number): FormulaPart {
    let left = this.#operand()
    for (let chained = false; ; ) {
      const { text, position } = this.#next
      const operatorPrecedence = PRECEDENCE.get(text) ?? 0
      const apply = OPERATORS.get(text)
      if (apply === undefined || operatorPrecedence < precedence) return left
      if (operatorPrecedence === COMPARISON_PRECEDENCE && chained)
        throw new FormulaError(position, 'comparisons must be joined by and')
      chained = operatorPrecedence === COMPARISON_PRECEDENCE
      this.#take()
      const [first, second] = [left, this.#expression(operatorPrecedence + 1)]
      left = this.#part(position, source => apply(first(source), second(source)))
    }
  }

  #operand(): FormulaPart {
    const { kind, text, position } = this.#next
    if (kind === 'number') return this.#number()
    if (kind === 'text') return this.#text()
    if (kind === 'field') return this.#field()
    const prefix = PREFIXES.get(text)
    if (prefix !== undefined) {
      this.#take()
      const inner = this.#inside(position, () =>
        this.#expression(text === 'not' ? COMPARISON_PRECEDENCE : PREFIX_PRECEDENCE),
      )
      return this.#part(position, source => prefix(inner(source)))
    }
    if (this.#takeSign('(')) {
      const inner = this.#inside(position, () => this.#expression(LOWEST_PRECEDENCE))
      this.#expect(')', 'an operator or )')
      return inner
    }
    if (kind !== 'word' || PRECEDENCE.has(text)) throw this.#expected('a value')
    return this.#word()
  }

  #constant(value: Operand): FormulaPart {
    return this.#part(this.#take().position, () => value)
  }

  #number(): FormulaPart {
    const value = literal(this.#next.text)
    if (value === null) throw new FormulaError(this.#next.position, 'the number is too large')
    return this.#constant(value)
  }

  #text(): FormulaPart {
    const { text } = this.#next
    const quote = text.slice(0, 1)
    // Through `operand`, so that an empty text is null, as in a field.
    return this.#constant(operand(text.slice(1, -1).replaceAll(quote + quote, quote)))
  }

  #field(): FormulaPart {
    const { text, position } = this.#take()
    const gid = text.slice(1, -1).trim()
    if (parseGid(gid) === undefined) throw new FormulaError(position, 'expected the gid of a custom field in braces')
    this.fields.add(gid)
    return this.#part(position, source => operand(source.field(gid)))
  }

  #word(): FormulaPart {
    const { text, position } = this.#next
    if (text === 'true' || text === 'false') return this.#constant(text === 'true')
    const callable = FUNCTIONS.get(text)
    if (callable !== undefined) return this.#call(callable)
    const name = NAMES.find(name => name === text)
    if (name === undefined)
      throw new FormulaError(position, `no function or value is called ${describeToken(this.#next)}`)
    this.#take()
    this.names.add(name)
    return this.#part(position, source => operand(source.name(name)))
  }

  #call({ minOperands, maxOperands, apply }: Callable): FormulaPart {
    const { text, position } = this.#take()
    this.#expect('(')
    const operands = this.#takeSign(')') ? [] : this.#inside(position, () => this.#list())
    if (operands.length < minOperands || operands.length > maxOperands) {
      throw new FormulaError(position, `${text} takes ${quantity(minOperands, maxOperands)}`)
    }
    return this.#part(position, source => apply(...operands.map(operand => operand(source))))
  }

  #list(): FormulaPart[] {
    const parts = [this.#expression(LOWEST_PRECEDENCE)]
    while (this.#takeSign(',')) parts.push(this.#expression(LOWEST_PRECEDENCE))
    this.#expect(')', 'an operator, a comma or )')
    return parts
  }
}

/** Compiles a formula, or throws a `FormulaError` with a message for its author. */
export function compileFormula(text: string): Formula {
  if (text.length > MAX_CHARACTERS) {
    throw new FormulaError(MAX_CHARACTERS + 1, `a formula has at most ${MAX_CHARACTERS} characters`)
  }
  const parser = new FormulaParser(text)
  const root = parser.whole()
  return { text, fields: [...parser.fields], names: [...parser.names], root }
}

/** Evaluates a formula for one task; null if the result is not a number. Throws only what `source` throws. */
export const evaluateFormula = (formula: Formula, source: FormulaSource): number | null => result(formula.root(source))

/**
 * Whether `graph` leads from one gid to another in one or more steps. If the graph is the fields that each formula
 * reads, a field that reaches itself cannot be calculated.
 */
export function reaches(graph: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const reached = new Set(graph.get(from))
  // The iteration of a set includes elements that are added meanwhile.
  for (const gid of reached) {
    if (gid === to) return true
    for (const next of graph.get(gid) ?? []) reached.add(next)
  }
  return false
}
