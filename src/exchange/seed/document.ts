/** The document of a seed: YAML 1.2 or JSON as nodes with their positions. Its size, depth and aliases are bounded. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { nearest } from '../../lib/nearest.ts'

interface UnknownName {
  name: string
  count: number
  known(): readonly string[]
}

export interface TextPosition {
  /** From 1. */
  line: number
  column: number
}

/** A value of the document, with the path that leads to it, such as `projects.launch.name`. */
export interface SeedNode {
  at: TextPosition
  path: string
  value: string | number | boolean | null | SeedNode[] | Map<string, Member>
}

/** A member of an object; `at` is the position of its name. */
export interface Member {
  at: TextPosition
  path: string
  node: SeedNode
}

export interface FoundProblem extends TextPosition {
  /** The whole line: the file if it is known, the position, the path and what is wrong. */
  message: string
  path: string
}

/** Collects errors of one file, the first ones. A file can have a mistake in each of its lines: what each costs is bounded. */
export class Problems {
  readonly #file: string | undefined
  readonly #found: FoundProblem[] = []
  #comparisonsLeft = MAX_COMPARISONS
  constructor(file?: string) {
    this.#file = file
  }
  add({ at, path }: { at: TextPosition; path: string }, text: string): void {
    const place = [...(this.#file === undefined ? [] : [this.#file]), at.line, at.column].join(':')
    if (!this.#isFull) this.#found.push({ message: `${place}: ${path === '' ? '' : `${path}: `}${text}`, path, ...at })
  }
  /** Adds an error about a name that is not known, with the one that was probably meant. `count` is the number of known ones. */
  addUnknown(place: { at: TextPosition; path: string }, text: string, { name, count, known }: UnknownName): void {
    if (this.#isFull) return
    this.#comparisonsLeft -= count
    const similar = this.#comparisonsLeft < 0 ? undefined : nearest(name, known())
    this.add(place, `${text}${similar === undefined ? '' : `; did you mean ${similar}?`}`)
  }
  get #isFull(): boolean {
    return this.#found.length >= MAX_ERRORS
  }
  /** In the order of the file. */
  get errors(): FoundProblem[] {
    return this.#found.toSorted((a, b) => a.line - b.line || a.column - b.column)
  }
}

export const MAX_ERRORS = 1000
/** Of all errors of a file together, with names that may be meant: a second or less. */
const MAX_COMPARISONS = 2_000_000
const MAX_NODES = 5_000_000
/** What aliases stand for counts as often as it is used. */
const MAX_ALIASED_NODES = 100_000
const MAX_DEPTH = 100

/** Parses a document. Returns undefined if it is not well-formed. */
export function parseDocumentText(text: string, problems: Problems): SeedNode | undefined {
  const lines = new LineCounter()
  const positionAt = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const fail = (offset: number, text: string, path = '') => void problems.add({ at: positionAt(offset), path }, text)
  try {
    // Comparing each key with all others is quadratic: `read` finds duplicates.
    const options = {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      version: '1.2',
      schema: 'core',
    } as const
    const document = parseDocument(text, options)
    for (const { pos, message } of document.errors) fail(pos[0], message)
    if (document.errors.length > 0) return undefined
    return read(document, { positionAt, fail })
  } catch (error) {
    fail(0, error instanceof RangeError ? 'The document is nested too deeply' : String(error))
    return undefined
  }
}

interface Context {
  positionAt(offset: number): TextPosition
  fail(offset: number, text: string, path?: string): void
}

/** Where a value stands: its path, the position of what precedes it, and how deep it is, also inside of an alias. */
interface Inside {
  path: string
  offset: number
  depth: number
  isAliased: boolean
}

function read(document: Document.Parsed, context: Context): SeedNode {
  const anchors = new Map<string, Node>()
  let [nodes, aliased] = [0, 0]
  const visit = (given: unknown, inside: Inside): SeedNode => {
    const isAliased = inside.isAliased || isAlias(given)
    if (++nodes > MAX_NODES || (isAliased && ++aliased > MAX_ALIASED_NODES) || inside.depth > MAX_DEPTH)
      throw new RangeError('The document is too large.')
    const node = isAlias(given) ? anchors.get(given.source) : (given as Node | null)
    if (node && 'anchor' in node && node.anchor) anchors.set(node.anchor, node)
    const offset = (given as Node | null)?.range?.[0] ?? inside.offset
    const at = context.positionAt(offset)
    const { path } = inside
    const below = { depth: inside.depth + 1, isAliased }
    if (isMap(node)) return { at, path, value: membersOfMap(node, { path, offset, ...below }, context, visit) }
    if (isSeq(node)) {
      const item = (one: unknown, index: number) => visit(one, { path: `${path}[${index}]`, offset, ...below })
      return { at, path, value: node.items.map(item) }
    }
    const value = isScalar(node) ? node.value : null
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    if (!isPlain) context.fail(offset, 'This kind of value is not allowed', path)
    return { at, path, value: isPlain ? (value as string | number | boolean | null) : null }
  }
  return visit(document.contents, { path: '', offset: 0, depth: 0, isAliased: false })
}

/** The members of an object. Of two with the same name, the first counts. */
function membersOfMap(
  { items }: { items: readonly { key: unknown; value: unknown }[] },
  { path, offset: start, ...below }: Inside,
  { positionAt, fail }: Context,
  visit: (node: unknown, inside: Inside) => SeedNode,
): Map<string, Member> {
  const members = new Map<string, Member>()
  for (const { key, value } of items) {
    const name = String(isScalar(key) ? key.value : key)
    const inside = path === '' ? name : `${path}.${name}`
    const offset = (key as Node | null)?.range?.[0] ?? start
    const node = visit(value, { path: inside, offset, ...below })
    if (members.has(name)) fail(offset, 'this key is there already', inside)
    else members.set(name, { at: positionAt(offset), path: inside, node })
  }
  return members
}

/** The plain value of a node. */
export function plain({ value }: SeedNode): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!(value instanceof Map)) return value
  return Object.fromEntries([...value].map(([name, { node }]) => [name, plain(node)]))
}

/** What kind of value a node has, for error texts. */
export function kindOf({ value }: SeedNode): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Map) return 'an object'
  return typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : 'true or false'
}
