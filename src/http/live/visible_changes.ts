/**
 * What a person is told of changes while pages are open: which objects have changed, and not to what. What must always
 * hold: nothing is named that this person may not see, neither the object nor what it was added to.
 */
import type { Name } from '../../names.ts'
import type { Reader } from '../../store/db.ts'
import { type LiveChange, seenOf } from '../../store/queries/events/live.ts'

interface Ref {
  gid: string
  resource_type: string
}

export interface VisibleChange {
  /** The number of the change. */
  id: number
  data: { resource: Ref; action: string; field?: string; parent?: Ref }
}

/**
 * Whoever sees one of these sees what is in it, and so has seen what is not in it any more. Tags and My Tasks are known
 * to all of a workspace, and say nothing of the rights on what they hold.
 */
const containers: ReadonlySet<string> = new Set(['project', 'section', 'task', 'team'])

const ref = (type: string, gid: number): Ref => ({ gid: String(gid), resource_type: type })

/** Those changes that a person may know, in their order; the rights of a type are asked for once. */
export async function visibleChanges(
  reader: Reader,
  me: number,
  changes: readonly LiveChange[],
): Promise<VisibleChange[]> {
  const seen = await rightsOf(reader, me, changes)
  return changes.flatMap(change => {
    const { gid: id, resource_type, resource, action, field, parent_type, parent } = change
    const isParentSeen = parent_type !== null && parent !== null && seen(parent_type, parent)
    const left = action === 'removed' && isParentSeen && containers.has(parent_type)
    const isGone =
      resource_type === 'section' && action === 'deleted' && listsOf(change).some(gid => seen('project', gid))
    if (!seen(resource_type, resource) && !left && !isGone) return []
    const data = {
      resource: ref(resource_type, resource),
      action,
      ...(field === null ? {} : { field }),
      ...(isParentSeen ? { parent: ref(parent_type, parent) } : {}),
    }
    return [{ id, data }]
  })
}

/** Of a section nothing is left when it is deleted, but it was heard at its list. */
const listsOf = ({ streams, resource }: LiveChange): number[] =>
  (JSON.parse(streams) as number[]).filter(gid => gid !== resource)

async function rightsOf(reader: Reader, me: number, changes: readonly LiveChange[]) {
  const asked = new Map<string, Set<number>>()
  const ask = (type: string, gid: number) => asked.set(type, (asked.get(type) ?? new Set()).add(gid))
  for (const change of changes) {
    ask(change.resource_type, change.resource)
    if (change.parent_type !== null && change.parent !== null) ask(change.parent_type, change.parent)
    if (change.resource_type === 'section' && change.action === 'deleted') {
      for (const gid of listsOf(change)) ask('project', gid)
    }
  }
  const seen = new Set<string>()
  for (const [type, gids] of asked) {
    for (const gid of await seenOf(reader, me, type as Name, [...gids])) seen.add(`${type} ${gid}`)
  }
  return (type: string, gid: number) => seen.has(`${type} ${gid}`)
}
