/**
 * The parts of a rule: its trigger, its conditions and its actions. The kind of a part decides which fields it has. A
 * stored part has the gids of its references as texts, as on the wire.
 */
import { invalid, missingMember } from '../../../lib/errors.ts'
import type { Fields } from '../../../vocabulary/field.ts'
import { parsePart, type Reference } from '../../../vocabulary/input.ts'

export interface Part {
  kind: string
  [field: string]: unknown
}

export interface PartKind {
  doc: string
  fields: Fields
  /** Checks what the fields alone cannot say. Throws 400. */
  check?(at: string, part: Part): void
}

export type PartKinds<K extends PartKind = PartKind> = Readonly<Record<string, K>>

/** The kind of a stored part. */
export function kindOf<K extends PartKind>(kinds: PartKinds<K>, { kind }: Part): K {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!found) throw new Error(`There is no kind ${kind} of this part of a rule.`)
  return found
}

/** Parses a part that a client sent. Its references are collected, and are gids once they are resolved. Throws 400. */
export function parseKindOf(kinds: PartKinds, at: string, raw: unknown, references: Reference[]): Part {
  const name = typeof raw === 'object' && raw !== null && 'kind' in raw ? raw.kind : undefined
  if (name === undefined || name === null) throw missingMember(`${at}: kind`)
  const kind = typeof name === 'string' && Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind) throw invalid(`${at}: kind`, `Must be one of ${Object.keys(kinds).join(', ')}`)
  const part = parsePart({ at, references }, kind.fields, raw) as Part
  part.kind = String(name)
  kind.check?.(at, part)
  return part
}

/** A part with the gids of its references as texts. */
export function storedPart(kinds: PartKinds, part: Part): Part {
  const { fields } = kindOf(kinds, part)
  const members = Object.entries(part).map(([name, value]) => {
    const isReference = fields[name]?.types !== undefined && value !== null
    return [name, isReference ? String(value) : value]
  })
  return Object.fromEntries(members) as Part
}

/** A reference of a stored part. */
export type StoredReference = Pick<Reference, 'at' | 'types' | 'need' | 'text'>

/** The references of a stored part; `at` is its position in the definition. */
export const referencesOf = (kinds: PartKinds, at: string, part: Part): StoredReference[] =>
  Object.entries(kindOf(kinds, part).fields).flatMap(([name, { types, need = 'view' }]) => {
    const text = part[name]
    return types && typeof text === 'string' ? [{ at: `${at}: ${name}`, types, need, text }] : []
  })

/** The copy of an object, and the custom field whose option the object is. */
export interface Copied {
  copy: number
  field: number | null
}

/** Copies by the gid of what was copied. */
export type Copies = ReadonlyMap<number, Copied>

/** A stored part that names copies instead of the objects that were copied, also among the options of a copied field. */
export function copiedPart(kinds: PartKinds, part: Part, copies: Copies): Part {
  const { fields } = kindOf(kinds, part)
  const field = Number(part.custom_field)
  const members = Object.entries(part).map(([name, value]) => {
    if (name === 'value')
      return [name, mapGids(value, gid => (copies.get(gid)?.field === field ? copies.get(gid) : undefined))]
    return [name, fields[name]?.types ? mapGids(value, gid => copies.get(gid)) : value]
  })
  return Object.fromEntries(members) as Part
}

/** A JSON value with the copies of the objects that it names. */
function mapGids(value: unknown, copyOf: (gid: number) => Copied | undefined): unknown {
  if (Array.isArray(value)) return value.map(item => mapGids(item, copyOf))
  const found = isGid(value) ? copyOf(Number(value)) : undefined
  if (!found) return value
  return typeof value === 'string' ? String(found.copy) : found.copy
}

/** The gids that the value of a custom field in a part can name. */
export const valuesOf = ({ custom_field, value }: Part): number[] =>
  custom_field === undefined ? [] : [value].flat(MAX_DEPTH).filter(isGid).map(Number)

const isGid = (value: unknown): boolean =>
  /^[1-9][0-9]{0,15}$/.test(String(value)) && (typeof value === 'string' || typeof value === 'number')

const MAX_DEPTH = 5

/** Throws 400 for a JSON value that is nested deeply or long: it is stored, and copied into each run. */
export function mustBeSmall(at: string, value: unknown, maxBytes: number): void {
  if (depthOf(value, MAX_DEPTH + 1) > MAX_DEPTH) throw invalid(at, `Must have at most ${MAX_DEPTH} levels`)
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '')
  if (bytes > maxBytes) throw invalid(at, `Must have at most ${maxBytes} bytes`)
}

/** The number of nested lists and objects, counted up to `limit`. */
function depthOf(value: unknown, limit: number): number {
  if (limit === 0 || typeof value !== 'object' || value === null) return 0
  let deepest = 0
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member, limit - 1))
  return deepest + 1
}
