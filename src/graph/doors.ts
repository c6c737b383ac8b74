/**
 * By what a reader sees an object: a list that it is in, or its workspace where the object is the reader's own. That is
 * known from rights that are near and what the row says of its places, so hardly any object is asked about by itself.
 */
import type { Name } from '../names.ts'
import type { Guard } from '../store/queries/access.ts'
import { levelNear, levelsNear } from '../store/queries/near/levels.ts'
import { levelsOf } from '../store/queries/rights.ts'
import type { Place } from '../store/queries/select.ts'
import type { Context } from '../vocabulary/field.ts'
import type { Texts as Terms } from '../vocabulary/resource.ts'
import type { Row } from './show.ts'

/** On what the reader must have a right for as long as the object and its places stay as they are. */
export type Door = readonly [Guard, number]

const [WORKSPACE, ABOVE, HOLDER, LISTS] = [1, 2, 3, 4] as const

/** What a plan loads beside what it shows, behind the gid. */
export const placesFor = ({ within, above, holder, lists }: Terms, guarded: boolean): Place[] => [
  { kind: 'column', column: within },
  { kind: 'column', column: above },
  ...(guarded
    ? ([
        { kind: 'column', column: holder },
        { kind: 'gids', through: lists },
      ] as const)
    : []),
]

/** Whether a reader who sees what is above an object sees it too. */
export const isBelow = (row: Row): boolean => row[ABOVE] !== null

/** The objects on which the right to a row with these places depends, beside those of the levels. */
export const placesOf = (row: Row, guarded: boolean): number[] =>
  guarded ? [row[WORKSPACE] as number, ...(row[LISTS] as number[])] : [row[WORKSPACE] as number]

const gidOf = (row: Row): number => row[0] as number

/** The rows that the reader sees, each with its door. */
export async function openRows(type: Name, rows: readonly Row[], context: Context): Promise<Map<Row, Door>> {
  const { reader, actor } = context
  const open = new Map<Row, Door>()
  if (rows.length === 0) return open
  const me = actor.gid
  const lists = new Set(rows.flatMap(row => row[LISTS] as number[]))
  const levels = await levelsNear(reader, me, 'project', [...lists])
  const homes = await levelsNear(reader, me, 'workspace', [...new Set(rows.map(row => row[WORKSPACE] as number))])
  const asked: Row[] = []
  for (const row of rows) {
    const list = (row[LISTS] as number[]).find(gid => (levels.get(gid) ?? 0) > 0)
    const workspace = row[WORKSPACE] as number
    if (list !== undefined) open.set(row, ['project', list])
    else if (row[HOLDER] === me && (homes.get(workspace) ?? 0) > 0) open.set(row, ['workspace', workspace])
    else asked.push(row)
  }
  if (asked.length === 0) return open
  const own = await levelsOf(reader, me, type, asked.map(gidOf))
  for (const row of asked) {
    if ((own.get(gidOf(row)) ?? 0) > 0) open.set(row, ['workspace', row[WORKSPACE] as number])
  }
  return open
}

/** Whether the reader still has a right there, as far as that is near. */
export const isOpen = ([guard, gid]: Door, { reader, actor }: Context): boolean =>
  (levelNear(reader, actor.gid, guard, gid) ?? 0) > 0

/** Whether it is near that the reader knows themselves: not so of guests, who see what depends on whom they work with. */
export async function isKnown({ reader, actor }: Context): Promise<boolean> {
  await levelsNear(reader, actor.gid, 'known_person', [actor.gid])
  return levelNear(reader, actor.gid, 'known_person', actor.gid) !== undefined
}
