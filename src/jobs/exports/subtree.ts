/** The objects inside a project, a portfolio or a team, by type. Only their gids are held, 8 bytes for each. */
import { setImmediate } from 'node:timers/promises'
import type { Name } from '../../names.ts'
import type { Reader } from '../../store/db.ts'
import { containments, contentsOf } from '../../store/queries/exports/objects.ts'

export type ExportedObjects = Map<Name, Set<number>>

/** The containers of a statement: each can have thousands of objects. */
const MAX_CONTAINERS = 50

/** The object and all objects inside it. */
export async function subtreeOf(reader: Reader, type: Name, gid: number): Promise<ExportedObjects> {
  const found: ExportedObjects = new Map([[type, new Set([gid])]])
  let added: ExportedObjects = found
  // Each round looks inside what the round before it added, so containers that contain each other end the search.
  while (added.size > 0) added = await addContents(reader, found, added)
  return found
}

/** Adds what is inside `containers`, and returns what was not known. */
async function addContents(
  reader: Reader,
  found: ExportedObjects,
  containers: ExportedObjects,
): Promise<ExportedObjects> {
  const added: ExportedObjects = new Map()
  for (const containment of containments) {
    const gids = [...(containers.get(containment.container) ?? [])]
    for (let start = 0; start < gids.length; start += MAX_CONTAINERS) {
      const contents = await contentsOf(reader, containment, gids.slice(start, start + MAX_CONTAINERS))
      addAll(found, added, containment.type, contents)
      await setImmediate()
    }
  }
  return added
}

function addAll(found: ExportedObjects, added: ExportedObjects, type: Name, gids: readonly number[]): void {
  const known = found.get(type) ?? new Set()
  const fresh = added.get(type) ?? new Set()
  for (const gid of gids) {
    if (!known.has(gid)) fresh.add(gid)
    known.add(gid)
  }
  found.set(type, known)
  if (fresh.size > 0) added.set(type, fresh)
}
