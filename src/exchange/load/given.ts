/**
 * Given objects: those of a seed, later of an archive, whose gid, author and times are known already. A loader inserts
 * those of one type, without side effects: see `WriteOrigin.isSilent`.
 */
import type { Gids } from '../../lib/gid.ts'
import { rankBetween } from '../../lib/rank.ts'
import type { Name } from '../../names.ts'
import type { Writer } from '../../store/db.ts'
import type { Field, Fields, Values } from '../../vocabulary/field.ts'

/** What can be given: types of the API, credentials and rules. */
export type GivenType = Name | 'service_account' | 'application' | 'rule'

export interface GivenObject<V = Record<string, unknown>> {
  gid: number
  /** The user who created it. */
  by: number
  /** Milliseconds since the Unix epoch. */
  created_at: number
  /** What it is a part of: the project of a section, the task of a comment. */
  parent: { type: GivenType; gid: number } | null
  /** Members with their names of the API. References are gids. */
  values: V
}

/** What all loaders of one load use. */
export interface Loading {
  tx: Writer
  workspace: number
  /** The gids of what belongs to an object and has no name of its own, such as memberships: always the same ones. */
  gidsWithin(object: { gid: number }): Gids
  /** The time zones of users, where they are not UTC. */
  timeZones: Map<number, string>
  /** The rank after the last one of each ordered list. */
  ranks: Map<number, string>
  /** Encrypts a secret under the key of the installation. */
  seal(text: string): string
  /** The keys of the files of attachments, whose contents are stored already. */
  fileKeys: ReadonlyMap<number, string>
}

/** Inserts given objects of one type. `load` gets a bounded number of them. */
export interface Loader<F extends Fields = Fields> {
  type: GivenType
  /** What an object can have, in addition to its gid, its author and its time. */
  fields: F
  load(into: Loading, objects: readonly GivenObject<Values<F>>[]): Promise<void>
}

/** A loader whose objects have the values of its fields. */
export const loader = <F extends Fields>(declared: Loader<F>): Loader => declared as unknown as Loader

/** Refuses a given object, such as one with an invalid combination of values. */
export class RefusedObject extends Error {
  readonly gid: number
  constructor(gid: number, cause: Error) {
    super(cause.message, { cause })
    this.gid = gid
  }
}

/** Runs `work` for each object in turn. Its errors name the object. */
export async function forEachObject<O extends { gid: number }>(
  objects: readonly O[],
  work: (object: O) => unknown,
): Promise<void> {
  for (const object of objects) {
    try {
      await work(object)
    } catch (error) {
      throw error instanceof Error ? new RefusedObject(object.gid, error) : error
    }
  }
}

/** Refuses the second of two objects with the same key. */
export function mustBeDistinct<O extends { gid: number }>(objects: readonly O[], keyOf: (object: O) => string): void {
  const keys = new Set<string>()
  for (const object of objects) {
    const key = keyOf(object)
    if (keys.has(key)) throw new RefusedObject(object.gid, new Error('Is there already'))
    keys.add(key)
  }
}

/** A writer that creates this object as its author did: with its gid first, and at its time. */
export function writerOf(into: Loading, object: Pick<GivenObject, 'gid' | 'by' | 'created_at'>): Writer {
  const within = into.gidsWithin(object)
  let isFirst = true
  const gid = () => {
    if (!isFirst) return within()
    isFirst = false
    return object.gid
  }
  return { ...into.tx, gid, now: object.created_at, origin: { ...into.tx.origin, user: object.by, kind: 'personal' } }
}

/** The rank of the next object of an ordered list, such as the tasks of a section. */
export function nextRank({ ranks }: Pick<Loading, 'ranks'>, list: number): string {
  const rank = rankBetween(ranks.get(list) ?? null, null)
  ranks.set(list, rank)
  return rank
}

/** The same fields without some of them. */
export const without = <F extends Fields, const N extends keyof F>(fields: F, ...names: N[]): Omit<F, N> =>
  Object.fromEntries(Object.entries<Field>(fields).filter(([name]) => !names.includes(name as N))) as Omit<F, N>

/** The gid of what an object is a part of. */
export function parentOf({ gid, parent }: Pick<GivenObject, 'gid' | 'parent'>): number {
  if (parent === null) throw new RefusedObject(gid, new Error('Must be inside another object.'))
  return parent.gid
}
