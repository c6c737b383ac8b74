/**
 * The vocabulary of operations: `get list create update remove action`. Each constructor returns a plain object;
 * anything that does not fit is written by hand as an `action`. Operations return gids, never JSON: the graph presents
 * the objects.
 */
import type { Name } from '../names.ts'
import type { PermissionName, PermissionValue } from '../policy/permissions.ts'
import type { Right } from '../policy/rights.ts'
import { update as updateRow } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { tableOf, trashable } from '../store/queries/objects.ts'
import { type Listing, type Page, page, type Window } from '../store/queries/page.ts'
import { columns } from './columns.ts'
import { type Fields, flag, type LoadContext, text, type Values } from './field.ts'
import type { Outbound } from './outbound.ts'
import { creatable, type Resource, readOnly, updatable } from './resource.ts'
import type { SyncTokens } from './sync_tokens.ts'

/** The status of a response that shows a new object. */
export const created = 201

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The input of an operation. In a write, `reader` is the transaction. */
export interface ReadCall<P = PathGids, Q = Values<Fields>, B = Values<Fields>> extends LoadContext {
  path: P
  query: Q
  body: B
  /**
   * The caller's right on each object that the request names, already checked to be what it needs: by the path parameter
   * (`task_gid`) or the position in the input (`team`, `followers: [0]`). Absent where loading the object is the check.
   */
  rights: Readonly<Record<string, Right>>
  window: Window
  reader: Reader
  syncTokens: SyncTokens
  outbound: Outbound
  /** The maximum size of all files of an organization, in bytes; null for none. */
  filesQuota: number | null
}

/** A permission that the role of the caller must include for an operation, or for some of its calls. */
export interface PermissionNeed {
  name: PermissionName
  /** Whether the call needs more than the `value` that the caller has. Asked only of callers who have less than the most. */
  applies?(
    call: Pick<ReadCall, 'actor' | 'reader' | 'path' | 'query' | 'body'>,
    value: PermissionValue,
  ): boolean | Promise<boolean>
}

export interface WriteCall<P = PathGids, B = Values<Fields>> extends ReadCall<P, Values<Fields>, B> {
  tx: Writer
  /** The result of `prepare`. */
  prepared?: unknown
}

type PathGids = Record<string, number>

/** The parameters of a literal path: gids, or texts if the name does not end in `_gid`. */
export type PathOf<P extends string> = P extends `${string}{${infer Parameter}}${infer Rest}`
  ? Record<Parameter, Parameter extends `${string}_gid` ? number : string> & PathOf<Rest>
  : unknown

/**
 * One object by its gid, a page of a list, or nothing to show. `extras` are members of the body next to `data`; they
 * are shown as they are.
 */
export type Answer = number | AnswerPage | undefined

interface AnswerPage extends Page {
  /** The type of the objects, or that of each where they differ. */
  type?: Name | readonly Name[]
  extras?: Record<string, unknown>
}

export interface Operation {
  id: string
  method: HttpMethod
  path: string
  /** The type under which the reference lists it. */
  of: Name
  doc: string
  status: 200 | typeof created
  /** What the response shows. */
  answers: 'record' | 'page' | 'stream' | 'batch' | 'nothing'
  /** The type of the objects in the response. */
  type: Name
  /** The form of the objects in the response, where it is not the full one of an object or the compact one of a list. */
  form?: 'compact' | 'full'
  /** The types of the objects in the response, where they differ. */
  types?: readonly Name[]
  /** Members of the response next to `data`. */
  extras?: Fields
  /** The types that a path parameter can name, if the name of the parameter does not say it. */
  params: Record<string, readonly Name[]>
  query: Fields
  body: Fields
  /** Members that other operations of the resource take and this one rejects. */
  refused: readonly string[]
  /** Names that clients may send and that change nothing: read-only fields, and what the contract lists in vain. */
  ignored: readonly string[]
  /**
   * The right that the caller needs on the object that a path parameter names, if it is not `view` to read and `edit`
   * to write.
   */
  needs: Record<string, Right>
  permissions: readonly PermissionNeed[]
  /** The response is the object in the path, for anyone who can see it: loading it is the access check. */
  direct: boolean
  /** What it counts as in addition to a request: a search, or the start of a job that outlives the request. */
  limit?: 'search' | 'job'
  /**
   * Work that takes time and must hold no lock, such as a call to another server. It runs before the transaction, after
   * the same checks of input and rights. `execute` gets its result and must check again what can have changed in
   * between.
   */
  prepare?(call: ReadCall): Promise<unknown>
  execute(call: WriteCall): Promise<Answer>
}

interface OperationOptions {
  id: string
  doc: string
  needs?: Record<string, Right>
  permissions?: readonly PermissionNeed[]
  params?: Record<string, readonly Name[]>
  limit?: Operation['limit']
  ignored?: readonly string[]
}

const operation = (
  method: HttpMethod,
  path: string,
  of: Name,
  rest: Partial<Operation> & OperationOptions,
): Operation => ({
  ...{ method, path, of, type: of, status: 200, answers: 'record' },
  ...{ params: {}, query: {}, body: {}, refused: [], ignored: [] },
  needs: {},
  permissions: [],
  direct: false,
  execute: async () => undefined,
  ...rest,
})

/**
 * The right that the caller needs on the object that a path parameter names: the one that the operation declares, or
 * the default of its verb.
 */
export const requiredRight = ({ needs, method }: Operation, parameter: string): Right =>
  needs[parameter] ?? (method === 'GET' ? 'view' : 'edit')

const pathGid = (call: { path: unknown }, type: Name): number => (call.path as PathGids)[`${type}_gid`] ?? 0

/** Reads one object: by the gid in its path, or by the gid that `execute` returns. */
export const get = <const P extends string, Q extends Fields = Record<never, never>>(
  path: P,
  { name }: Resource,
  options: OperationOptions & { query?: Q; execute?(call: ReadCall<PathOf<P>, Values<Q>>): Promise<number> },
): Operation =>
  operation('GET', path, name, {
    direct: options.execute === undefined,
    ...options,
    execute: (options.execute as unknown as Operation['execute']) ?? (async call => pathGid(call, name)),
  })

/** Lists objects, paged. `execute` returns one page. */
export const list = <const P extends string, Q extends Fields = Record<never, never>>(
  path: P,
  { name }: Resource,
  options: OperationOptions & {
    query?: Q
    types?: readonly Name[]
    form?: 'full'
    execute(call: ReadCall<PathOf<P>, Values<Q>>): Promise<Answer>
  },
): Operation =>
  operation('GET', path, name, {
    answers: 'page',
    type: options.types?.[0] ?? name,
    ...options,
    execute: options.execute as unknown as Operation['execute'],
  })

/** The members of every response of a stream that give the position of the client. */
const streamFields = {
  sync: text({ doc: 'The token for the next request.' }),
  has_more: flag({ doc: 'Whether more events are waiting: send the next request at once, with the new token.' }),
}

/**
 * Returns what happened since the client's last request. The position is a token next to `data`; there are no pages.
 */
export const stream = <const P extends string, Q extends Fields>(
  path: P,
  { name }: Resource,
  options: OperationOptions & { query: Q; execute(call: ReadCall<PathOf<P>, Values<Q>>): Promise<Answer> },
): Operation =>
  operation('GET', path, name, {
    answers: 'stream',
    extras: streamFields,
    ...options,
    execute: options.execute as unknown as Operation['execute'],
  })

/** The `execute` of a list that is one query: what leads to the objects, and which columns must be equal. */
export const listing =
  <P, Q>(type: Name, describe: (call: ReadCall<P, Q>) => Omit<Listing, 'type'>) =>
  (call: ReadCall<P, Q>): Promise<Page> =>
    page(call.reader, call.actor.gid, { type, ...describe(call) }, call.window)

/** Creates an object; `execute` returns its gid. A container in the path sets the field of that name in the body. */
export const create = <const P extends string, F extends Fields, B extends Fields = Record<never, never>>(
  path: P,
  resource: Resource<F>,
  options: OperationOptions & {
    /** Input in addition to the fields of the resource. */
    body?: B
    execute(call: WriteCall<PathOf<P>, Values<ReturnType<typeof creatable<F>>> & Values<B>>): Promise<number>
  },
): Operation =>
  operation('POST', path, resource.name, {
    status: created,
    ...options,
    body: { ...creatable(resource), ...options.body },
    ignored: [...readOnly(resource, options), ...(options.ignored ?? [])],
    execute: options.execute as unknown as Operation['execute'],
  })

/** Updates the given fields of an object. The default `execute` sets the columns of those names. */
export const update = <const P extends string, F extends Fields, B extends Fields = Record<never, never>>(
  path: P,
  resource: Resource<F>,
  options: OperationOptions & {
    body?: B
    refused?: readonly string[]
    execute?(call: WriteCall<PathOf<P>, Values<ReturnType<typeof updatable<F>>> & Values<B>>): Promise<void>
  },
): Operation => {
  const { name, fields } = resource
  return operation('PUT', path, name, {
    ...options,
    body: { ...updatable(resource), ...options.body },
    ignored: [...readOnly(resource, options), ...(options.ignored ?? [])],
    refused: [...Object.keys(fields).filter(name => fields[name]?.write === 'create'), ...(options.refused ?? [])],
    async execute(call) {
      const gid = pathGid(call, name)
      if (options.execute) await options.execute(call as unknown as Parameters<typeof options.execute>[0])
      else await updateRow(call.tx, tableOf(name), { gid }, columns(fields, call.body))
      return gid
    },
  })
}

/** Deletes an object: moves it to the trash if its type has one. */
export const remove = <const P extends string>(
  path: P,
  { name }: Resource,
  options: OperationOptions & { execute?(call: WriteCall<PathOf<P>>): Promise<void> },
): Operation =>
  operation('DELETE', path, name, {
    answers: 'nothing',
    ...options,
    async execute(call) {
      if (options.execute) await options.execute(call as unknown as WriteCall<PathOf<P>>)
      else if (trashable(name))
        await updateRow(call.tx, tableOf(name), { gid: pathGid(call, name) }, { deleted_at: call.tx.now })
      else throw new Error(`${options.id} needs an execute function: its type has no trash`)
      return undefined
    },
  })

/** Runs the requests in its body. The kernel does that; the operation only declares them. */
export const batch = <const P extends string, B extends Fields>(
  path: P,
  { name }: Resource,
  options: OperationOptions & { body: B },
): Operation => operation('POST', path, name, { answers: 'batch', ...options })

/** Any other write, as a function in a file of its own. */
export const action = <const P extends string, B extends Fields, T = undefined>(
  path: P,
  of: Resource,
  options: OperationOptions & {
    body: B
    answers?: 'record' | 'nothing'
    type?: Name
    form?: 'compact'
    extras?: Fields
    status?: typeof created
    prepare?(call: ReadCall<PathOf<P>, Values<Fields>, Values<B>>): Promise<T>
    execute(call: WriteCall<PathOf<P>, Values<B>> & { prepared: T }): Promise<Answer>
  },
): Operation => operation('POST', path, of.name, options as unknown as Partial<Operation> & OperationOptions)
