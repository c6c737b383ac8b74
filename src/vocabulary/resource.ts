/**
 * The vocabulary of resources: what the wire shows of a type of object, which rights it follows, and what is cached of
 * it.
 */
import type { Name } from '../names.ts'
import type { Guard } from '../store/queries/access.ts'
import type { JoinTable } from '../store/queries/selection/shape.ts'
import type { ResourceChanges } from './changes.ts'
import type { Field, Fields } from './field.ts'

/** The columns on which the cached JSON of an object depends, in addition to what it shows. */
export interface JsonCacheColumns {
  /** The column with the workspace. */
  workspace: string
  /** The column with the parent, whose readers can also see the object. Only objects without a parent are cached. */
  parent: string
  /** The column with the person who can see it as a member of its workspace. */
  viewer: string
  /** The lists whose readers can see it. */
  lists: JoinTable
}

export interface Resource<F extends Fields = Fields> {
  name: Name
  doc: string
  /**
   * The condition that decides whether a reader sees it where another object references it. `null` if a reader who sees
   * that object can also see the name of this one (workspaces, tags). It does not apply to lists: there, `guarded: false`
   * of a `listing` skips the access check, because anyone who can see the owner of the list can see its objects.
   */
  guard: Guard | null
  /**
   * There are few objects and everyone reads them: what other objects show of one is in the memory cache, so edges to
   * it cost no subselect.
   */
  cached?: true
  /** The JSON of its objects is cached for each reader: see `graph/json_cache.ts`. */
  jsonCache?: JsonCacheColumns
  /** It has no gid and no type of its own: it describes another object. */
  anonymous?: true
  /** How its changes are recorded, or why the API has none: see `changes.ts`. */
  changes: ResourceChanges
  fields: F
}

export const resource = <F extends Fields>(name: Name, declaration: Omit<Resource<F>, 'name'>): Resource<F> => ({
  name,
  ...declaration,
})

type WritableFields<F extends Fields, W> = { [K in keyof F as F[K] extends { write: W } ? K : never]: F[K] }

/** The fields that a client can set when it creates an object. */
export const creatable = <F extends Fields>({ fields }: Resource<F>): WritableFields<F, 'create' | 'always'> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.write)) as WritableFields<
    F,
    'create' | 'always'
  >

/** The fields that a client can update; none of them is required then. */
export const updatable = <F extends Fields>({ fields }: Resource<F>): UpdatableFields<F> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.write === 'always')
      .map(([name, field]) => [name, { ...field, required: undefined }]),
  ) as unknown as UpdatableFields<F>

type UpdatableFields<F extends Fields> = {
  [K in keyof F as F[K] extends { write: 'always' } ? K : never]: F[K] extends Field<infer T> ? Field<T> : never
}

/** The fields that a client cannot set. It may send them, because it sends an object as it was read. */
export const readOnly = ({ fields }: Resource, { body = {}, refused = [] }: OwnInput): string[] =>
  Object.keys(fields).filter(name => !fields[name]?.write && !Object.hasOwn(body, name) && !refused.includes(name))

/** What an operation accepts or refuses in addition to the fields of its resource. */
interface OwnInput {
  body?: Fields
  refused?: readonly string[]
}
