/**
 * Request bodies: JSON wrapped in `data`, or a form without a wrapper; both are decoded to the same two objects.
 *
 * Invariants:
 * - Any input leads to a `RequestBody` or a 400.
 * - Every name that a client sends becomes an own property, as with `JSON.parse`, so `__proto__` is an ordinary key;
 *   readers must still use `Object.hasOwn` or `Object.keys`.
 */
import { isUtf8 } from 'node:buffer'
import { invalid, malformed } from '../lib/errors.ts'
import { parseNumbers } from '../lib/exact_json.ts'

/** The data to write, and the options of the response. Values are as the client sent them. */
export interface RequestBody {
  data: Record<string, unknown>
  options: Record<string, unknown>
}

/** Decodes a body. `raw` is undefined or empty if the client sent none, which is never an error. */
export function decodeBody(raw: Buffer | undefined, contentType: string | undefined): RequestBody {
  // wire: clients label requests without a body as JSON, GET and DELETE among them
  if (raw === undefined || raw.length === 0) return { data: {}, options: {} }
  const text = decodeText(raw)
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return readForm(text)
  if (type === 'application/json') return readJson(text)
  return FORM_LIKE.test(text) ? readForm(text) : readJson(text)
}

// No JSON text matches, so a body of unknown type needs only one attempt.
const FORM_LIKE = /^[^\s{["=&]+=/

function decodeText(raw: Buffer): string {
  if (!isUtf8(raw)) throw unparsed('only UTF-8 is supported')
  const text = raw.toString('utf8')
  if (text.startsWith('\ufeff')) {
    throw unparsed('only UTF-8 without a byte order mark is supported')
  }
  return text
}

// --- JSON

function readJson(text: string): RequestBody {
  const body = parseJson(text)
  if (body === null) return { data: {}, options: {} }
  if (!isObject(body)) throw unparsed('the top level must be a JSON object')
  for (const key of Object.keys(body)) {
    if (key !== 'data' && key !== 'options') throw unexpected(key)
  }
  return { data: members('data', body.data), options: members('options', body.options) }
}

// Most bodies have no such number, and a reviver is slow. A match inside a text costs time and changes nothing.
const LONG_NUMBER = /[:[,]\s*-?[0-9][0-9.]{15}/

/** A number that a double cannot hold becomes the text of its digits, as in a form: its field reads the text itself. */
const keepDigits = (value: number, source: string): number | string =>
  source.length > 15 && source !== String(value) ? source : value

function parseJson(text: string): unknown {
  try {
    return LONG_NUMBER.test(text) ? parseNumbers(text, keepDigits) : JSON.parse(text)
  } catch {
    // wire: stackoverflow 38211523
    throw unparsed('invalid JSON')
  }
}

const unparsed = (why: string) => malformed(`Could not parse request data, ${why}`, 'unreadable-body')

// wire: recording 2024-03, forum t/238695
const unexpected = (key: string) =>
  malformed(
    `Unrecognized request field \`${brief(key)}\`. The only allowed keys at the top level are: data, options. ` +
      'Is it possible you did not wrap object properties in a `data` object?',
    'unwrapped-body',
  )

/** The members of an object that a client sent; none if it is absent. `at` is its position, for the error. */
export function members(at: string, value: unknown): Record<string, unknown> {
  // wire: the PHP client writes an empty set of fields as `[]`
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (!isObject(value)) throw invalid(at, 'Value is not a JSON object')
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// --- Forms

const MAX_PAIRS = 10_000
const MAX_DEPTH = 20

/** A list or an object under construction. The keys of a list are its indices, which may have gaps. */
interface FormBranch {
  readonly list: boolean
  readonly items: Map<string, FormNode>
  next: number
}
type FormNode = string | null | FormBranch

/** One step of a field name: a property, a position in a list, or (`[]`) the position after the last. */
interface PathStep {
  readonly list: boolean
  readonly key: string
}

function readForm(text: string): RequestBody {
  const pairs = text.split('&', MAX_PAIRS + 1)
  if (pairs.length > MAX_PAIRS) throw unparsed(`more than ${MAX_PAIRS} form fields`)
  const data = branch(false)
  const options = branch(false)
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = unescapeForm(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : unescapeForm(pair.slice(equals + 1))
    const option = name.startsWith('opt_')
    // wire: a form has no other way to say null; fields that want true, false or a number read the text themselves
    setAt(option ? options : data, pathSteps(option ? name.slice(4) : name), value === 'null' ? null : value, name)
  }
  return { data: properties(data), options: properties(options) }
}

/** `URLSearchParams` would accept broken escapes and replace broken UTF-8; this function rejects both. */
function unescapeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw unparsed('invalid percent-encoding')
  }
}

// No field name starts with a brace: that is JSON with the content type of a form, and the error says so.
const HEAD = /^[^.[\]{]+/
const STEP = /\.([^.[\]]+)|\[([^[\]]*)\]/y

// An index is short and a gid is long, so `followers[0]` is a list and `values[1201]` an object.
const INDEX = /^(?:0|[1-9][0-9]{0,2})$/

/** Parses `enum_options[0].name` into steps. Only brackets reach into lists; `a.0` and `a[b]` name properties. */
function pathSteps(name: string): PathStep[] {
  const head = HEAD.exec(name)?.[0]
  if (head === undefined) throw unreadable(name)
  const path: PathStep[] = [{ list: false, key: head }]
  let parent = head
  STEP.lastIndex = head.length
  for (let at = head.length; at < name.length; at = STEP.lastIndex) {
    const match = STEP.exec(name)
    if (match === null) throw unreadable(name)
    if (path.length === MAX_DEPTH) throw invalid(brief(head), `Nested deeper than ${MAX_DEPTH} levels`)
    const key = match[1] ?? match[2] ?? ''
    const bracket = match[1] === undefined
    // wire: `custom_fields` is keyed by gid, and a gid may be as short as an index
    path.push({ key, list: bracket && (key === '' || (parent !== 'custom_fields' && INDEX.test(key))) })
    parent = key
  }
  return path
}

function setAt(root: FormBranch, path: PathStep[], value: string | null, name: string): void {
  let at = root
  for (const [depth, step] of path.entries()) {
    if (at.list !== step.list) throw mixedShapes(name)
    const key = at.list ? nextIndex(at, step.key) : step.key
    const existing = at.items.get(key)
    const following = path[depth + 1]
    if (following === undefined) {
      if (isBranch(existing)) throw mixedShapes(name)
      at.items.set(key, value)
    } else {
      const child = existing === undefined ? branch(following.list) : existing
      if (!isBranch(child)) throw mixedShapes(name)
      at.items.set(key, child)
      at = child
    }
  }
}

function nextIndex(list: FormBranch, key: string): string {
  const index = key === '' ? list.next : Number(key)
  list.next = Math.max(list.next, index + 1)
  return String(index)
}

const branch = (list: boolean): FormBranch => ({ list, items: new Map(), next: 0 })

function isBranch(node: FormNode | undefined): node is FormBranch {
  return typeof node === 'object' && node !== null
}

function properties(at: FormBranch): Record<string, unknown> {
  // fromEntries defines own properties, so no name reaches a prototype.
  return Object.fromEntries([...at.items].map(([key, node]) => [key, plainValue(node)]))
}

function plainValue(node: FormNode): unknown {
  if (!isBranch(node)) return node
  if (!node.list) return properties(node)
  return [...node.items].sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => plainValue(item))
}

const unreadable = (name: string) => unparsed(`invalid form field \`${brief(name)}\``)

const mixedShapes = (name: string) => invalid(brief(name), 'Cannot be a value, a list and an object at once')

/** Client input, short enough to repeat in an error. */
const brief = (text: string) => text.slice(0, 100).toWellFormed()
