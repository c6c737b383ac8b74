/**
 * The changes that an open page may see: which objects changed, not their values. Invariant: the result names no object
 * that the person cannot see, neither the changed object nor the parent to which it was added.
 */
import type { Name } from '../../names.ts'
import type { Reader } from '../../store/db.ts'
import { type LiveChange, visibleAmong } from '../../store/queries/events/live.ts'

interface VisibleObject {
  gid: string
  resource_type: string
}

export interface VisibleChange {
  /** The number of the change. */
  id: number
  data: { resource: VisibleObject; action: string; field?: string; parent?: VisibleObject }
}

/**
 * Anyone who can see one of these can see its content, and so could see objects that were removed from it. Tags and My
 * Tasks are visible to the whole workspace and say nothing about the rights on their tasks.
 */
const containers: ReadonlySet<string> = new Set(['project', 'section', 'task', 'team'])

const visibleObject = (type: string, gid: number): VisibleObject => ({ gid: String(gid), resource_type: type })

/** The visible changes, in the same order; rights are loaded once for each type. */
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
      resource: visibleObject(resource_type, resource),
      action,
      ...(field === null ? {} : { field }),
      ...(isParentSeen ? { parent: visibleObject(parent_type, parent) } : {}),
    }
    return [{ id, data }]
  })
}

/** Nothing is left of a deleted section, but its list is among the streams of the change. */
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
    for (const gid of await visibleAmong(reader, me, type as Name, [...gids])) seen.add(`${type} ${gid}`)
  }
  return (type: string, gid: number) => seen.has(`${type} ${gid}`)
}
