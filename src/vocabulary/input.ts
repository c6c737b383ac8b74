/**
 * Validates client input against the declared fields, with one table entry for each kind of field. The text of every
 * error is part of the wire. References are only collected here: the kernel later resolves them and checks access for
 * all of them at once.
 */
import { formatAmount, parseAmount } from '../lib/amount.ts'
import { parseDate, parseTimestamp } from '../lib/date.ts'
import { invalid, missingInput, missingMember, notGid, readOnly } from '../lib/errors.ts'
import type { Name } from '../names.ts'
import type { Right } from '../policy/rights.ts'
import type { DottedValue, Field, Fields } from './field.ts'
import { Upload } from './upload.ts'

/** A reference as the client sent it: a gid, `me` or an e-mail address. */
export interface Reference {
  /** Its position in the input, for error texts: `projects: [0]`. */
  at: string
  types: readonly Name[]
  text: string
  /** The right that the caller needs on the object; null if the operation checks that itself. */
  need: Right | null
  /** Replaces the text with the gid. */
  set(gid: number): void
}

type RawInput = Record<string, unknown>

/** The values of the fields that were sent. Unknown members are ignored; members in `refused` are rejected. */
export function parseInput(
  fields: Fields,
  raw: RawInput,
  references: Reference[],
  refused: readonly string[] = [],
): RawInput {
  for (const name of refused) if (Object.hasOwn(raw, name)) throw readOnly(name)
  const values: RawInput = {}
  for (const name in fields) {
    const field = fields[name] as Field
    if (field.kind === 'dotted') parseDotted({ at: name, references }, field, raw, values)
    else if (Object.hasOwn(raw, name)) parseMember({ at: name, references }, field, raw[name], values, name)
    else if (field.required) throw missingInput(name)
  }
  return values
}

export interface InputLocation {
  readonly at: string
  readonly references: Reference[]
}

/** A member of an object or an item of a list. Most need no text of their position, so it is built on access. */
class InnerLocation implements InputLocation {
  readonly references: Reference[]
  readonly #outer: InputLocation
  readonly #key: string | number

  constructor(outer: InputLocation, key: string | number) {
    this.references = outer.references
    this.#outer = outer
    this.#key = key
  }

  get at(): string {
    return `${this.#outer.at}: ${typeof this.#key === 'number' ? `[${this.#key}]` : this.#key}`
  }
}

/** A maximum, because each parameter is a condition of a query. */
const MAX_DOTTED = 20

/** Parameters named `name.{gid}.member`. */
function parseDotted({ at, references }: InputLocation, field: Field, raw: RawInput, into: RawInput): void {
  const found: DottedValue[] = []
  for (const [name, value] of Object.entries(raw)) {
    if (!name.startsWith(`${at}.`)) continue
    const [text = '', ...members] = name.slice(at.length + 1).split('.')
    if (found.length === MAX_DOTTED) throw invalid(at, `Too many parameters (maximum ${MAX_DOTTED})`)
    const parsed: DottedValue = {
      gid: 0,
      member: members.join('.'),
      text: parseText({ at: name.slice(0, 100) }, value),
    }
    found.push(parsed)
    parseReference({ at, references }, field, text, gid => {
      parsed.gid = gid
    })
  }
  if (found.length > 0) into[at] = found
}

const isAbsent = (raw: unknown): boolean => raw === 'null' || raw === ''

function parseMember(location: InputLocation, field: Field, raw: unknown, into: RawInput, key: string) {
  if (field.orNull && field.kind !== 'many' && isAbsent(raw)) {
    into[key] = null
    return
  }
  if (raw === null) {
    if (field.required) throw missingInput(location.at)
    if (!field.nullable) throw invalid(location.at, 'Cannot be null')
    into[key] = null
    return
  }
  if (field.kind === 'dotted') return
  into[key] = parsers[field.kind](location, field, raw, gid => {
    into[key] = gid
  })
}

/** Returns the value, or for a reference a placeholder that `set` replaces. */
type ValueParser = (location: InputLocation, field: Field, raw: unknown, set: (gid: number) => void) => unknown

const parsers: Record<Exclude<Field['kind'], 'dotted'>, ValueParser> = {
  text: (location, field, raw) => (field.types ? parseName(location, raw) : parseText(location, raw, field.max)),
  computed: (location, field, raw) => parseText(location, raw, field.max),
  constant: (location, field, raw) => parseText(location, raw, field.max),
  number: ({ at }, _field, raw) => parseNumber(at, raw),
  amount: ({ at }, _field, raw) => parseDecimal(at, raw),
  flag: ({ at }, _field, raw) => parseFlag(at, raw),
  date: ({ at }, _field, raw) => parseDate(at, raw),
  timestamp: ({ at }, _field, raw) => parseTimestamp(at, raw),
  oneOf: ({ at }, field, raw) => parseChoice(at, field.values ?? [], raw),
  someOf: ({ at }, field, raw) =>
    asList(at, raw).map((item, index) => parseChoice(`${at}: [${index}]`, field.values ?? [], item)),
  json: ({ at }, field, raw) => parseObject(at, field, raw),
  raw: (_location, _field, raw) => raw,
  file: ({ at }, _field, raw) => parseFile(at, raw),
  one: parseReference,
  any: parseReference,
  many: (location, field, raw) => {
    const items = asList(location.at, raw)
    const gids: unknown[] = []
    if (field.orNull && items.length === 0) return [null]
    for (const [index, item] of items.entries()) {
      if (field.orNull && isAbsent(item)) gids[index] = null
      else
        gids[index] = parseReference(new InnerLocation(location, index), field, item, gid => {
          gids[index] = gid
        })
    }
    return gids
  },
  parts: (location, field, raw) =>
    asList(location.at, raw).map((item, index) =>
      parsePart(new InnerLocation(location, index), field.parts ?? {}, item),
    ),
}

/** A maximum, because each value costs work inside one transaction, which blocks other writers. */
const MAX_VALUES = 1000

// wire: asana-api-meta: a list may come as a comma-separated text or as a single value
function asList(at: string, raw: unknown): unknown[] {
  // One more than the maximum is enough to detect that there are too many.
  const parts = (text: string) => (text === '' ? [] : text.split(',', MAX_VALUES + 1))
  const list = Array.isArray(raw) ? raw : typeof raw === 'string' ? parts(raw) : [raw]
  if (list.length > MAX_VALUES) throw invalid(at, `Too many values (maximum ${MAX_VALUES})`)
  return typeof raw === 'string' ? list.map(part => String(part).trim()) : list
}

/** The values of an object inside the input; `at` is its position. Unknown members are ignored. */
export function parsePart(location: InputLocation, fields: Fields, raw: unknown): RawInput {
  if (!isObject(raw)) throw invalid(location.at, `Not an object: ${jsonTypeOf(raw)}`)
  const values: RawInput = {}
  for (const name in fields) {
    const field = fields[name] as Field
    const member = new InnerLocation(location, name)
    if (Object.hasOwn(raw, name)) parseMember(member, field, raw[name], values, name)
    else if (field.required) throw missingMember(member.at)
  }
  return values
}

// wire: gids are texts; clients also send JSON integers. Anything else is refused by its kind
function parseReference({ at, references }: InputLocation, field: Field, raw: unknown, set: (gid: number) => void) {
  if (typeof raw !== 'string' && !Number.isSafeInteger(raw)) throw notGid(at, jsonTypeOf(raw))
  references.push({ at, types: field.types ?? [], text: String(raw), need: field.need ?? 'view', set })
  return 0
}

/** A reference that the operation resolves itself. */
function parseName(location: InputPosition, raw: unknown): string {
  if (typeof raw !== 'string' && !Number.isSafeInteger(raw)) throw notGid(location.at, jsonTypeOf(raw))
  return parseText(location, String(raw).trim(), 320)
}

type InputPosition = Pick<InputLocation, 'at'>

function parseText(location: InputPosition, raw: unknown, max = 65_535): string {
  if (typeof raw !== 'string') throw invalid(location.at, `Not a text: ${jsonTypeOf(raw)}`)
  if (raw.length > max) throw invalid(location.at, `Text is too long (maximum ${max} characters)`)
  if (!raw.isWellFormed() || raw.includes('\0')) {
    throw invalid(location.at, 'Text has a character that cannot be stored')
  }
  return raw
}

/** Only the server creates an upload, so no JSON can pretend to be one. */
function parseFile(at: string, raw: unknown): Upload {
  if (raw instanceof Upload) return raw
  throw invalid(at, 'Not a file: send it as a part of multipart/form-data')
}

function parseNumber(at: string, raw: unknown): number {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalid(at, `Not a number: ${describe(raw)}`)
  return number
}

/** The decimal text of an amount, in one form for each amount. */
function parseDecimal(at: string, raw: unknown): string {
  const found = typeof raw === 'string' || typeof raw === 'number' ? parseAmount(String(raw).trim()) : undefined
  if (found === undefined) throw invalid(at, `Not a number: ${describe(raw)}`)
  return formatAmount(found)
}

const flags: Record<string, boolean> = { true: true, True: true, false: false, False: false }

function parseFlag(at: string, raw: unknown): boolean {
  const known = typeof raw === 'boolean' ? raw : typeof raw === 'string' ? flags[raw] : undefined
  if (typeof known !== 'boolean') throw invalid(at, `Not true or false: ${describe(raw)}`)
  return known
}

function parseChoice(at: string, values: readonly string[], raw: unknown): string {
  if (typeof raw !== 'string' || !values.includes(raw)) throw invalid(at, `Not a recognized value: ${describe(raw)}`)
  return raw
}

/** The members that the shape names; without a shape, the object as it is, whose size the operation checks. */
function parseObject(at: string, { shape, max }: Field & { shape?: object }, raw: unknown): RawInput {
  if (!isObject(raw)) throw invalid(at, `Value is not a JSON object: ${describe(raw)}`)
  if (!shape) return raw
  const values: RawInput = {}
  for (const name of Object.keys(shape)) {
    const member = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (member !== undefined && member !== null) values[name] = parseText({ at: `${at}: ${name}` }, member, max)
  }
  return values
}

const isObject = (raw: unknown): raw is RawInput => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

const jsonTypeOf = (raw: unknown): string => (raw === null ? 'null' : Array.isArray(raw) ? 'array' : typeof raw)

const describe = (raw: unknown): string =>
  typeof raw === 'object' ? jsonTypeOf(raw) : String(raw).slice(0, 100).toWellFormed()
