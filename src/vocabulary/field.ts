/**
 * The vocabulary of fields. The fields of a resource say what the wire shows; the same vocabulary describes the input
 * of operations.
 *
 * Values: `text number amount flag date timestamp oneOf json`. Edges: `one many any parts`. Derived: `computed`.
 * An option is added only when three fields need it.
 */

import type { DownloadLinks } from '../files/links.ts'
import type { Actor } from '../identity/actor.ts'
import type { Clock } from '../lib/clock.ts'
import type { Name } from '../names.ts'
import type { Right } from '../policy/rights.ts'
import type { Reader } from '../store/db.ts'
import type { FallbackColumns, JoinTable } from '../store/queries/selection/shape.ts'
import type { Upload } from './upload.ts'

export interface FieldOptions {
  /** One sentence for the reference and the OpenAPI document. */
  doc: string
  /** Only objects of these subtypes have it. */
  subtypes?: readonly string[]
  /** Part of the compact form. */
  compact?: true
  /** Shown only when the client asks for it by name. */
  optIn?: true
  /** Left out, instead of null, when it has no value. */
  sparse?: true
  /** When a client may set it; never, if absent. */
  write?: 'create' | 'always'
  /** Must be present where it may be written. */
  required?: true
  /** May be null. */
  nullable?: true
  /** The right that a client needs on the object that it names here. Every reference of a write declares it. */
  need?: Right
  /** The maximum length of the text, in characters. */
  max?: number
  /** As a query parameter: `null` or nothing stands for null, also among other values of a list. */
  orNull?: true
  /**
   * Skips the access check on the target: anyone who can see this object can see the target. An edge to several types
   * can list those for which this holds.
   */
  skipAccessCheck?: true | readonly Name[]
  /** The column, if it is not named like the field: `detail.x` is a member of the JSON column `detail`. */
  column?: string
  /**
   * Columns with the type and subtype of the target of an `any` edge: shown if the target is deleted or the reader
   * cannot see it.
   */
  fallback?: FallbackColumns
}

export type FieldKind =
  | 'text'
  | 'number'
  | 'amount'
  | 'flag'
  | 'date'
  | 'timestamp'
  | 'oneOf'
  | 'someOf'
  | 'json'
  | 'one'
  | 'many'
  | 'any'
  | 'parts'
  | 'computed'
  | 'constant'
  | 'raw'
  | 'dotted'
  | 'file'

/** What computed fields and operations can use in addition to the rows. */
export interface LoadContext {
  actor: Actor
  reader: Reader
  /** The public address of the server, without a slash at the end. */
  publicUrl: string
  /** The names of the API changes that are enabled for this request: see `http/versioning.ts`. */
  enabled: ReadonlySet<string>
  /** Addresses of files that expire. */
  downloads: DownloadLinks
  clock: Clock
}

/** A row as a computed field gets it: the gid and the columns that the field needs. */
export type Row = { gid: number } & Record<string, unknown>

/** Returns one value for each row, in order; `undefined` omits the field. Gets all rows of the response at once. */
export type LoadMany = (rows: Row[], context: LoadContext) => Promise<unknown[]> | unknown[]

/** `T` is what an operation gets when a client writes the field. */
export interface Field<T = unknown> extends FieldOptions {
  kind: FieldKind
  readonly value?: T
  values?: readonly string[]
  types?: readonly Name[]
  through?: JoinTable
  parts?: Fields
  needs?: readonly string[]
  load?: LoadMany
  /**
   * Of a computed field: whether its JSON can be cached, because its value depends only on these columns of the row and
   * on objects that the row references. `true` for every row.
   */
  cacheable?: true | ((row: Row) => boolean)
  /** The value of a constant field. */
  always?: unknown
  /** The members of a JSON object that is not a resource. */
  shape?: JsonShape
  /** The type of a derived value that is neither a text nor one object with the members of `shape`. */
  shows?: 'number' | 'flag' | 'list'
}

export type Fields = Record<string, Field>

/** Whether the access check on a target of this type is skipped. */
export const skipsAccessCheck = ({ skipAccessCheck }: Field, type: Name): boolean =>
  Array.isArray(skipAccessCheck) ? skipAccessCheck.includes(type) : skipAccessCheck === true

/** The members of a plain JSON object: `true` for a text or null, a word for other plain values, `[…]` for a list. */
export interface JsonShape {
  [member: string]: true | 'number' | 'flag' | 'texts' | 'raw' | JsonShape | readonly [JsonShape]
}

type Nullable<T, M> = M extends { nullable: true } | { orNull: true } ? T | null : T
type DeclaredField<T, M> = Field<Nullable<T, M>> & Pick<M, keyof M & ('required' | 'write')>

const value =
  <T>(kind: FieldKind) =>
  <const M extends FieldOptions>(options: M): DeclaredField<T, M> =>
    ({ kind, ...options }) as unknown as DeclaredField<T, M>

export const text = value<string>('text')
/**
 * A person as the client named them: a gid, `me` or an address. The caller may not see this person, or there is none.
 */
export const person = <const M extends FieldOptions>(options: M) =>
  ({ kind: 'text', types: ['user'], ...options }) as unknown as DeclaredField<string, M>
export const number = value<number>('number')
/** A number with up to 20 digits before and after the point: decimal text internally, a JSON number on the wire. */
export const amount = value<string>('amount')
export const flag = value<boolean>('flag')
/** A calendar day, `yyyy-mm-dd`. */
export const date = value<string>('date')
/** A point in time: milliseconds since the Unix epoch internally, ISO 8601 on the wire. */
export const timestamp = value<number>('timestamp')

export const oneOf = <const V extends readonly string[], const M extends FieldOptions>(values: V, options: M) =>
  ({ kind: 'oneOf', values, ...options }) as unknown as DeclaredField<V[number], M>

export const someOf = <const V extends readonly string[], const M extends FieldOptions>(values: V, options: M) =>
  ({ kind: 'someOf', values, ...options }) as unknown as DeclaredField<V[number][], M>

/** As input: a file of a multipart body. */
export const file = value<Upload>('file')

/** As input: any JSON value. The operation parses it. */
export const raw = value<unknown>('raw')

/** Query parameters whose names are not known in advance: `name.{gid}.member`, where the gid is an object of this type. */
export interface DottedValue {
  gid: number
  member: string
  text: string
}
export const dotted = <const M extends FieldOptions>(type: Name, options: M) =>
  ({ kind: 'dotted', types: [type], ...options }) as unknown as DeclaredField<DottedValue[], M>

/** A plain JSON object or list, stored as text. `shape` names the members that can be selected. */
export const json = <const M extends FieldOptions & Pick<Field, 'shape' | 'shows'>>(options: M) =>
  ({ kind: 'json', ...options }) as unknown as DeclaredField<Record<string, unknown>, M>

/** A reference to one object. */
export const one = <const M extends FieldOptions>(type: Name, options: M) =>
  ({ kind: 'one', types: [type], ...options }) as unknown as DeclaredField<number, M>

/** A reference to one object of one of several types. */
export const any = <const M extends FieldOptions>(types: readonly Name[], options: M) =>
  ({ kind: 'any', types, ...options }) as unknown as DeclaredField<number, M>

/** References to several objects, read from the rows of `through`. As input: a list of gids. */
export const many = <const M extends FieldOptions & { through?: JoinTable }>(type: Name, options: M) =>
  ({ kind: 'many', types: [type], ...options }) as unknown as DeclaredField<number[], M>

/**
 * A list of records without an identity of their own, one for each row of `through` whose `to` the reader can see. As
 * input: a list of objects with these members.
 */
export const parts = <F extends Fields, const M extends FieldOptions & { through?: JoinTable }>(
  type: Name,
  fields: F,
  options: M,
) => ({ kind: 'parts', types: [type], parts: fields, ...options }) as unknown as DeclaredField<Values<F>[], M>

/** A value computed from columns of the row, for all rows of a response at once. If it is writable, it takes text. */
export const computed = <const M extends FieldOptions & Pick<Field, 'shape' | 'shows' | 'cacheable'>>(
  needs: readonly string[],
  load: LoadMany,
  options: M,
) => ({ kind: 'computed', needs, load, ...options }) as unknown as DeclaredField<string, M>

/** A value that is the same for all objects: what the wire shows of a feature that does not exist here yet. */
export const constant = (always: unknown, options: FieldOptions & Pick<Field, 'shape' | 'shows'>): Field => ({
  kind: 'constant',
  always,
  ...options,
})

/** What an operation gets for a set of fields: the ones that the client sent; required ones always. */
export type Values<F extends Fields> = {
  [K in keyof F as F[K] extends { required: true } ? K : never]: F[K] extends Field<infer T> ? T : never
} & {
  [K in keyof F as F[K] extends { required: true } ? never : K]?: F[K] extends Field<infer T> ? T : never
}
