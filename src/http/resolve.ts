/**
 * Resolves references and checks the caller's rights on them, with one statement for each type of object.
 *
 * An invisible object is like a missing one: 404 in the path, 400 in a body or query. A visible object without the
 * required right is 403.
 */

import type { Actor } from '../identity/actor.ts'
import { addressKey } from '../lib/address.ts'
import { forbidden, invalidReference, notFound, unknownObject, unrecognized } from '../lib/errors.ts'
import { parseGid } from '../lib/gid.ts'
import type { Name } from '../names.ts'
import { allows, cachedRights, type Right } from '../policy/rights.ts'
import type { Reader } from '../store/db.ts'
import { wasDeleted } from '../store/queries/objects.ts'
import { usersOfEmails } from '../store/queries/people.ts'
import { tasksOfExternals } from '../store/queries/tasks.ts'
import type { Reference } from '../vocabulary/input.ts'

/** A reference in the path or in the input. */
export interface InputReference extends Reference {
  inPath: boolean
  /** Receives the caller's right on the object, if it was checked. */
  setRight?(right: Right): void
}

/** Replaces references with gids. Throws the first error, in the order of the references. */
export async function resolve(reader: Reader, actor: Actor, references: InputReference[]): Promise<void> {
  if (references.some(needsLookup)) return lookUp(reader, actor, references)
  const gids = references.map(reference => gidOf(actor, reference))
  for (const [index, gid] of gids.entries()) references[index]?.set(gid)
}

/** Whether a reference needs a query: for the rights on its object, or for its gid. */
const needsLookup = (reference: InputReference) =>
  reference.need !== null || isEmail(reference) || isExternal(reference)

async function lookUp(reader: Reader, actor: Actor, references: InputReference[]): Promise<void> {
  const gids = await gidsOf(reader, actor, references)
  const rights = await rightsByType(reader, actor, references, gids)
  for (const [index, reference] of references.entries()) {
    const gid = gids[index]
    if (gid === undefined) throw unknownReference(reference)
    reference.set(gid)
    if (reference.need === null) continue
    const type = reference.types.find(candidate => allows(rights.get(candidate)?.get(gid), 'view'))
    if (!type) throw await unseenReference(reader, actor, reference, gid)
    const right = rights.get(type)?.get(gid) ?? 'none'
    if (!allows(right, reference.need)) throw forbidden(type)
    reference.setRight?.(right)
  }
}

const isEmail = ({ types, text }: InputReference) => types.includes('user') && text.includes('@')

// wire: docs "Custom external data": the key that the caller gave to a task stands for its gid
const EXTERNAL = 'external:'
const isExternal = ({ types, text }: InputReference) => types.includes('task') && text.startsWith(EXTERNAL)

async function gidsOf(reader: Reader, actor: Actor, references: InputReference[]): Promise<(number | undefined)[]> {
  const textsOf = (is: (candidate: InputReference) => boolean) => references.filter(is).map(({ text }) => text)
  const users = await usersOfEmails(reader, textsOf(isEmail))
  const keys = textsOf(isExternal).map(text => text.slice(EXTERNAL.length))
  const tasks = await tasksOfExternals(reader, actor.gid, keys)
  return references.map(reference => {
    const { text } = reference
    if (isEmail(reference)) return users.get(addressKey(text))
    if (isExternal(reference)) return tasks.get(text.slice(EXTERNAL.length))
    return gidOf(actor, reference)
  })
}

/** The gid in the text of a reference. Throws 400 if there is none. */
function gidOf(actor: Actor, reference: InputReference): number {
  const { types, text } = reference
  if (types.includes('user') && text === 'me') return actor.gid
  const gid = parseGid(text)
  // wire: forum t/19570: a malformed gid is 400 also in the path
  if (gid === undefined) throw unrecognized(nounOf(reference), asSent(reference))
  return gid
}

async function rightsByType(reader: Reader, actor: Actor, references: InputReference[], gids: (number | undefined)[]) {
  const rights = new Map<Name, Map<number, Right>>()
  const isVisible = (gid: number, types: readonly Name[]) =>
    types.some(type => allows(rights.get(type)?.get(gid), 'view'))
  // If several types are possible, the later ones are queried only for objects that the earlier ones did not match.
  for (let choice = 0; references.some(({ types }) => choice < types.length); choice++) {
    const byType = new Map<Name, Set<number>>()
    for (const [index, { types, need }] of references.entries()) {
      const [gid, type] = [gids[index], types[choice]]
      if (gid === undefined || type === undefined || need === null || isVisible(gid, types)) continue
      byType.set(type, (byType.get(type) ?? new Set()).add(gid))
    }
    for (const [type, set] of byType) {
      const found = await cachedRights(reader, actor.gid, type, [...set])
      rights.set(type, new Map([...(rights.get(type) ?? []), ...found]))
    }
  }
  return rights
}

const nounOf = ({ inPath, types, at }: InputReference): string => (inPath ? (types[0] ?? at) : at)

const unknownReference = (reference: InputReference) =>
  reference.inPath ? notFound(nounOf(reference), asSent(reference)) : unrecognized(reference.at, asSent(reference))

/**
 * The text as sent, never the gid that was found: a caller who cannot see the object must not learn that an address or
 * key leads to one.
 */
const asSent = ({ text }: InputReference) => text.slice(0, 100).toWellFormed()

async function unseenReference(reader: Reader, actor: Actor, reference: InputReference, gid: number) {
  const noun = nounOf(reference)
  const known = await anyDeleted(reader, actor, reference.types, gid)
  if (reference.inPath) return known ? unknownObject(noun, gid) : notFound(noun, asSent(reference))
  return known ? invalidReference(noun, gid) : unrecognized(noun, asSent(reference))
}

async function anyDeleted(reader: Reader, actor: Actor, types: readonly Name[], gid: number): Promise<boolean> {
  for (const type of types) if (await wasDeleted(reader, actor.gid, type, gid)) return true
  return false
}
