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
  data: { resource: VisibleObject; action: string; field?: string; parent?: VisibleObject; origin?: string }
}

/**
 * Anyone who can see one of these can see its content, and so could see objects that were removed from it. Tags and My
 * Tasks are visible to the whole workspace and say nothing about the rights on their tasks.
 */
const containers: ReadonlySet<string> = new Set(['project', 'section', 'task', 'team', 'portfolio'])

const visibleObject = (type: string, gid: number): VisibleObject => ({ gid: String(gid), resource_type: type })

/** The visible changes, in the same order; rights are loaded once for each type. */
export async function visibleChanges(
  reader: Reader,
  me: number,
  changes: readonly LiveChange[],
): Promise<VisibleChange[]> {
  const isVisible = await rightsOf(reader, me, changes)
  return changes.flatMap(change => {
    const { gid: id, resource_type, resource, action, field, parent_type, parent, owner: personal } = change
    const isParentVisible = parent_type !== null && parent !== null && isVisible(parent_type, parent)
    const isRemoval = action === 'removed' && isParentVisible && containers.has(parent_type)
    const owner = action === 'deleted' ? ownersOfErased[resource_type] : undefined
    const isErased = owner !== undefined && ownersOf(change).some(gid => isVisible(owner, gid))
    if (personal !== me && !isVisible(resource_type, resource) && !isRemoval && !isErased) return []
    // A position among what the person cannot see says nothing to them.
    if (action === 'order' && !isParentVisible) return []
    const data = {
      resource: visibleObject(resource_type, resource),
      action,
      ...(field === null ? {} : { field }),
      ...(isParentVisible ? { parent: visibleObject(parent_type, parent) } : {}),
      // Only the person who wrote knows their pages.
      ...(change.page !== null && change.user === me ? { origin: change.page } : {}),
    }
    return [{ id, data }]
  })
}

/** The types of which nothing is left after a deletion, with the type that owns them: it is among the streams of the change. */
const ownersOfErased: Readonly<Record<string, Name>> = { section: 'project', role: 'workspace', ooo_entry: 'workspace' }

const ownersOf = ({ streams, resource }: LiveChange): number[] =>
  (JSON.parse(streams) as number[]).filter(gid => gid !== resource)

async function rightsOf(reader: Reader, me: number, changes: readonly LiveChange[]) {
  const gidsByType = new Map<string, Set<number>>()
  const add = (type: string, gid: number) => gidsByType.set(type, (gidsByType.get(type) ?? new Set()).add(gid))
  for (const change of changes) {
    if (change.owner !== null) continue
    add(change.resource_type, change.resource)
    if (change.parent_type !== null && change.parent !== null) add(change.parent_type, change.parent)
    const owner = change.action === 'deleted' ? ownersOfErased[change.resource_type] : undefined
    if (owner !== undefined) for (const gid of ownersOf(change)) add(owner, gid)
  }
  const visible = new Set<string>()
  for (const [type, gids] of gidsByType) {
    for (const gid of await visibleAmong(reader, me, type as Name, [...gids])) visible.add(`${type} ${gid}`)
  }
  return (type: string, gid: number) => visible.has(`${type} ${gid}`)
}
