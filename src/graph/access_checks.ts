/**
 * Access checks: the object through which a reader sees a row. It is a list that contains the row, or the workspace if
 * the row is the reader's own. Cached rights and the columns of the row answer this for most rows, so the store is
 * rarely asked about a single object.
 */
import type { Name } from '../names.ts'
import type { Guard } from '../store/queries/access.ts'
import { cachedLevel, findLevels } from '../store/queries/cache/levels.ts'
import { levelsOf } from '../store/queries/rights.ts'
import type { Slot } from '../store/queries/selection/shape.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import type { JsonCacheColumns } from '../vocabulary/resource.ts'
import type { SlotRow } from './show.ts'

/** The object on which the reader must have a right, as long as the row and its lists stay as they are. */
export type AccessCheck = readonly [Guard, number]

const [WORKSPACE, PARENT, VIEWER, LISTS] = [1, 2, 3, 4] as const

/** The slots that a plan loads after the gid for access checks; they are not shown. */
export const accessSlots = ({ workspace, parent, viewer, lists }: JsonCacheColumns, guarded: boolean): Slot[] => [
  { kind: 'column', column: workspace },
  { kind: 'column', column: parent },
  ...(guarded
    ? ([
        { kind: 'column', column: viewer },
        { kind: 'gids', through: lists },
      ] as const)
    : []),
]

/** Whether the object has a parent, whose readers can also see it. */
export const hasParent = (row: SlotRow): boolean => row[PARENT] !== null

/** The objects on which the right to a row depends, in addition to those of the levels. */
export const accessDependencies = (row: SlotRow, guarded: boolean): number[] =>
  guarded ? [row[WORKSPACE] as number, ...(row[LISTS] as number[])] : [row[WORKSPACE] as number]

const gidOf = (row: SlotRow): number => row[0] as number
const workspaceOf = (row: SlotRow): number => row[WORKSPACE] as number

/** The access check of each row; undefined for rows that the reader cannot see. Returns a promise only if not all are cached. */
export function accessChecks(
  type: Name,
  rows: readonly SlotRow[],
  context: LoadContext,
): Promise<(AccessCheck | undefined)[]> | (AccessCheck | undefined)[] {
  const { reader, actor } = context
  const known = rows.map((row): AccessCheck | undefined => {
    for (const list of row[LISTS] as number[])
      if ((cachedLevel(reader, actor.gid, 'project', list) ?? 0) > 0) return ['project', list]
    return undefined
  })
  return known.includes(undefined) ? loadChecks(type, rows, context) : known
}

async function loadChecks(
  type: Name,
  rows: readonly SlotRow[],
  { reader, actor: { gid: me } }: LoadContext,
): Promise<(AccessCheck | undefined)[]> {
  const lists = new Set<number>()
  for (const row of rows) for (const list of row[LISTS] as number[]) lists.add(list)
  const listLevels = await findLevels(reader, me, 'project', lists)
  const checks = rows.map((row): AccessCheck | undefined => {
    const list = (row[LISTS] as number[]).find(gid => (listLevels.get(gid) ?? 0) > 0)
    return list === undefined ? undefined : ['project', list]
  })
  const without = rows.filter((_, index) => checks[index] === undefined)
  if (without.length === 0) return checks
  const own = without.filter(row => row[VIEWER] === me)
  const workspaceLevels = await findLevels(reader, me, 'workspace', new Set(own.map(workspaceOf)))
  const isOwn = (row: SlotRow) => row[VIEWER] === me && (workspaceLevels.get(workspaceOf(row)) ?? 0) > 0
  const unknown = without.filter(row => !isOwn(row))
  const levels = unknown.length > 0 ? await levelsOf(reader, me, type, unknown.map(gidOf)) : workspaceLevels
  return rows.map(
    (row, index) =>
      checks[index] ?? (isOwn(row) || (levels.get(gidOf(row)) ?? 0) > 0 ? ['workspace', workspaceOf(row)] : undefined),
  )
}

/** Whether the reader still has the right, as far as the memory cache knows. */
export const passesCheck = ([guard, gid]: AccessCheck, { reader, actor }: LoadContext): boolean =>
  (cachedLevel(reader, actor.gid, guard, gid) ?? 0) > 0

/**
 * Whether the memory cache knows the reader as a known person. It does not for guests: what they see depends on whom
 * they work with.
 */
export async function isKnownPerson({ reader, actor: { gid: me } }: LoadContext): Promise<boolean> {
  const isKnown = () => cachedLevel(reader, me, 'known_person', me) !== undefined
  if (isKnown()) return true
  await findLevels(reader, me, 'known_person', [me])
  return isKnown()
}
