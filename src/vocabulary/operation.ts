/**
 * The words for operations: `get list create update remove action`. Each constructor returns a plain object; whatever
 * does not fit is written by hand as an `action`. Operations answer with gids, never with JSON: the graph presents them.
 */
import type { Name } from '../names.ts'
import type { Right } from '../policy/rights.ts'
import { update as change } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { tableOf, trashable } from '../store/queries/objects.ts'
import { type Listing, type Page, page, type Window } from '../store/queries/page.ts'
import { columns } from './columns.ts'
import { type Context, type Fields, flag, text, type Values } from './field.ts'
import type { Outside } from './outside.ts'
import { changeable, creatable, type Resource } from './resource.ts'

/** The status of an answer that shows what was just made. */
export const created = 201

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What an operation is called with. In a write, `reader` is the transaction itself. */
export interface Call<P = Path, Q = Values<Fields>, B = Values<Fields>> extends Context {
  path: P
  query: Q
  body: B
  /** The caller's right on what each path parameter names, which is enough; not there where loading is the check. */
  held: Readonly<Record<string, Right>>
  window: Window
  reader: Reader
  syncs: Syncs
  outside: Outside
}

/** The tokens by which readers of streams say how far they are. Each belongs to one stream, named by a gid. */
export interface Syncs {
  /**
   * A token for who has read up to a change. It ages from the moment before which nothing is unread: now, or `since`
   * where more is waiting.
   */
  issue(stream: number, change: number, since?: number): string
  /** The change; undefined for a token of another stream, one that is too old, and whatever else is no token. */
  read(stream: number, token: string): number | undefined
}

export interface WriteCall<P = Path, B = Values<Fields>> extends Call<P, Values<Fields>, B> {
  tx: Writer
  /** What `prepare` answered. */
  prepared?: unknown
}

type Path = Record<string, number>

/** The parameters of a literal path: gids, or texts where the name does not end in `_gid`. */
export type PathOf<P extends string> = P extends `${string}{${infer Parameter}}${infer Rest}`
  ? Record<Parameter, Parameter extends `${string}_gid` ? number : string> & PathOf<Rest>
  : unknown

/**
 * One object by its gid, a page of a list, or nothing to show. What stands `beside` the member `data` of the body is
 * shown as it is.
 */
export type Answer = number | Shown | undefined

interface Shown extends Page {
  type?: Name
  beside?: Record<string, unknown>
}

export interface Operation {
  id: string
  method: Method
  path: string
  /** The type that the reference files it under. */
  of: Name
  doc: string
  status: 200 | typeof created
  /** What the answer shows. */
  answers: 'record' | 'page' | 'stream' | 'nothing'
  /** The type of what is shown. */
  type: Name
  /** What stands beside the member `data` of the answer. */
  beside?: Fields
  /** The types that a path parameter may name, where its own name does not say. */
  params: Record<string, readonly Name[]>
  query: Fields
  body: Fields
  /** Members that may be given elsewhere, but not here. */
  refused: readonly string[]
  /** The right that the caller needs on what a path parameter names, where it is not `view` to read and `edit` to write. */
  needs: Record<string, Right>
  /** The answer is the object in the path, shown to whoever sees it: loading it is the check. */
  direct: boolean
  /** What it counts as beside a request: a search, or the start of a job that outlives it. */
  limit?: 'search' | 'job'
  /**
   * What takes time and must hold no lock, such as asking somebody outside: done before the transaction, after the same
   * checks of input and rights as in it. `run` gets the answer, and must not rely on what was true before.
   */
  prepare?(call: Call): Promise<unknown>
  run(call: WriteCall): Promise<Answer>
}

interface Said {
  id: string
  doc: string
  needs?: Record<string, Right>
  params?: Record<string, readonly Name[]>
  limit?: Operation['limit']
}

const operation = (method: Method, path: string, of: Name, rest: Partial<Operation> & Said): Operation => ({
  method,
  path,
  of,
  status: 200,
  answers: 'record',
  type: of,
  params: {},
  query: {},
  body: {},
  refused: [],
  needs: {},
  direct: false,
  run: async () => undefined,
  ...rest,
})

/** The right that the caller needs on what a path parameter names: what the operation says, or what its verb means. */
export const neededOn = ({ needs, method }: Operation, parameter: string): Right =>
  needs[parameter] ?? (method === 'GET' ? 'view' : 'edit')

const own = (call: { path: unknown }, type: Name): number => (call.path as Path)[`${type}_gid`] ?? 0

/** Reads one object: by the gid in its path, or the one that `find` answers. */
export const get = <const P extends string, Q extends Fields = Record<never, never>>(
  path: P,
  { name }: Resource,
  said: Said & { query?: Q; find?(call: Call<PathOf<P>, Values<Q>>): Promise<number> },
): Operation =>
  operation('GET', path, name, {
    direct: said.find === undefined,
    ...said,
    run: (said.find as unknown as Operation['run']) ?? (async call => own(call, name)),
  })

/** Lists objects, paged. `find` answers one page. */
export const list = <const P extends string, Q extends Fields = Record<never, never>>(
  path: P,
  { name }: Resource,
  said: Said & { query?: Q; find(call: Call<PathOf<P>, Values<Q>>): Promise<Answer> },
): Operation =>
  operation('GET', path, name, { answers: 'page', ...said, run: said.find as unknown as Operation['run'] })

/** What every answer of a stream says of how far the reader is. */
const position = {
  sync: text({ doc: 'The token for the next time.' }),
  has_more: flag({ doc: 'Whether more has happened: ask again at once, with the new token.' }),
}

/** What happened since the reader last asked. It goes by a token beside the answer, and knows no pages. */
export const stream = <const P extends string, Q extends Fields>(
  path: P,
  { name }: Resource,
  said: Said & { query: Q; find(call: Call<PathOf<P>, Values<Q>>): Promise<Answer> },
): Operation =>
  operation('GET', path, name, {
    answers: 'stream',
    beside: position,
    ...said,
    run: said.find as unknown as Operation['run'],
  })

/** The `find` of a list that is one query: what leads to the objects, and what must be equal. */
export const listing =
  <P, Q>(type: Name, describe: (call: Call<P, Q>) => Omit<Listing, 'type'>) =>
  (call: Call<P, Q>): Promise<Page> =>
    page(call.reader, call.actor.gid, { type, ...describe(call) }, call.window)

/** Makes an object; `make` answers its gid. A container named in the path stands for the body's field of that name. */
export const create = <const P extends string, F extends Fields, B extends Fields = Record<never, never>>(
  path: P,
  resource: Resource<F>,
  said: Said & {
    /** What is taken beside the fields of the resource. */
    body?: B
    make(call: WriteCall<PathOf<P>, Values<ReturnType<typeof creatable<F>>> & Values<B>>): Promise<number>
  },
): Operation =>
  operation('POST', path, resource.name, {
    status: created,
    ...said,
    body: { ...creatable(resource), ...said.body },
    run: said.make as unknown as Operation['run'],
  })

/** Changes the given fields of an object. Without a `change` of its own it sets the columns of those names. */
export const update = <const P extends string, F extends Fields, B extends Fields = Record<never, never>>(
  path: P,
  resource: Resource<F>,
  said: Said & {
    body?: B
    change?(call: WriteCall<PathOf<P>, Values<ReturnType<typeof changeable<F>>> & Values<B>>): Promise<void>
  },
): Operation => {
  const { name, fields } = resource
  return operation('PUT', path, name, {
    ...said,
    body: { ...changeable(resource), ...said.body },
    refused: Object.keys(fields).filter(field => fields[field]?.write === 'create'),
    async run(call) {
      const gid = own(call, name)
      if (said.change) await said.change(call as unknown as Parameters<typeof said.change>[0])
      else await change(call.tx, tableOf(name), { gid }, columns(fields, call.body))
      return gid
    },
  })
}

/** Deletes an object: into the trash where its type has one. */
export const remove = <const P extends string>(
  path: P,
  { name }: Resource,
  said: Said & { discard?(call: WriteCall<PathOf<P>>): Promise<void> },
): Operation =>
  operation('DELETE', path, name, {
    answers: 'nothing',
    ...said,
    async run(call) {
      if (said.discard) await said.discard(call as unknown as WriteCall<PathOf<P>>)
      else if (trashable(name))
        await change(call.tx, tableOf(name), { gid: own(call, name) }, { deleted_at: call.tx.now })
      else throw new Error(`${said.id} must say how it discards`)
      return undefined
    },
  })

/** Anything else that writes, as a function in a file of its own. */
export const action = <const P extends string, B extends Fields, T = undefined>(
  path: P,
  of: Resource,
  said: Said & {
    body: B
    answers?: 'record' | 'nothing'
    type?: Name
    beside?: Fields
    status?: typeof created
    prepare?(call: Call<PathOf<P>, Values<Fields>, Values<B>>): Promise<T>
    run(call: WriteCall<PathOf<P>, Values<B>> & { prepared: T }): Promise<Answer>
  },
): Operation => operation('POST', path, of.name, said as unknown as Partial<Operation> & Said)
