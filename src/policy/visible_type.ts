/** The type of an object that a request names by its gid alone. */
import { forbidden } from '../lib/errors.ts'
import type { Name } from '../names.ts'
import type { Reader } from '../store/db.ts'
import { allows, rights } from './rights.ts'

/** The one of these types as which the caller can see an object. Throws 403 if there is none. */
export async function visibleType<N extends Name>(
  reader: Reader,
  me: number,
  types: readonly N[],
  gid: number,
): Promise<N> {
  for (const type of types) if (allows((await rights(reader, me, type, [gid])).get(gid), 'view')) return type
  throw forbidden('resource')
}
