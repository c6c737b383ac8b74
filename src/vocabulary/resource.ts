/** The word for a type of object: what the wire shows of it, where it is kept, and whose rights it follows. */
import type { Name } from '../names.ts'
import type { Guard } from '../store/queries/access.ts'
import type { Through } from '../store/queries/select.ts'
import type { Field, Fields } from './field.ts'

/** What texts of an object depend on, beside what they show. */
export interface Texts {
  /** The column with its workspace. */
  within: string
  /** The column with the object whose readers see it too. Texts are kept where there is none. */
  above: string
  /** The column with the person who sees it, as a member of its workspace. */
  holder: string
  /** The lists whose readers see it. */
  lists: Through
}

export interface Resource<F extends Fields = Fields> {
  name: Name
  doc: string
  /**
   * The condition that decides whether a reader sees it where another object names it. `null` where a reader who sees
   * that object may also see this one's name (workspaces, tags).
   */
  guard: Guard | null
  /**
   * There are few of them and everybody reads them: what others show of one is kept in memory, so edges to it cost no
   * subselect.
   */
  near?: true
  /** Texts of its objects are kept, to be shown again to the same reader: see `graph/texts.ts`. */
  texts?: Texts
  /** It has neither gid nor type of its own: it tells something of another object. */
  anonymous?: true
  fields: F
}

export const resource = <F extends Fields>(name: Name, declaration: Omit<Resource<F>, 'name'>): Resource<F> => ({
  name,
  ...declaration,
})

type Writable<F extends Fields, W> = { [K in keyof F as F[K] extends { write: W } ? K : never]: F[K] }

/** The fields that a client may give when it makes an object. */
export const creatable = <F extends Fields>({ fields }: Resource<F>): Writable<F, 'create' | 'always'> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.write)) as Writable<F, 'create' | 'always'>

/** The fields that a client may change later; none of them is required then. */
export const changeable = <F extends Fields>({ fields }: Resource<F>): Changeable<F> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.write === 'always')
      .map(([name, field]) => [name, { ...field, required: undefined }]),
  ) as unknown as Changeable<F>

type Changeable<F extends Fields> = {
  [K in keyof F as F[K] extends { write: 'always' } ? K : never]: F[K] extends Field<infer T> ? Field<T> : never
}
