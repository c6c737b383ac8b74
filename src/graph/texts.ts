/**
 * Texts that were shown are kept, to be shown again. What must always hold: whatever could make another text of the same
 * request is among the objects on which a text depends, or the text is not kept. A reader who is not known to see an
 * object is shown a text of it only through a door: a list or workspace on which they have a right at that moment.
 */
import type { Guard } from '../store/queries/access.ts'
import { levelNear, levelsNear } from '../store/queries/near/levels.ts'
import type { Place } from '../store/queries/select.ts'
import type { Context, Row as Named } from '../vocabulary/field.ts'
import type { Texts as Terms } from '../vocabulary/resource.ts'
import type { Plan } from './plan.ts'
import type { Presented } from './present.ts'
import type { Row } from './show.ts'

interface Text {
  text: string
  cost: number
  /** What the reader has a right on by which they see the object; null where nobody has asked. */
  door: [Guard, number] | null
}

/** The texts of one plan. */
export interface Texts {
  find(gid: number, context: Context): Pick<Text, 'text' | 'cost'> | undefined
  /** Keeps what was shown of a row that was loaded after `since`. */
  keep(row: Row, shown: Presented, context: Context, since: number): Promise<void> | undefined
}

/** One sign beyond Latin makes every character of a text as large. */
const BYTES_OF_CHARACTER = 2

const [WORKSPACE, ABOVE, LISTS] = [1, 2, 3] as const

/** What a plan must load beside what it shows, behind the gid, for its texts to be kept. */
export const placesFor = ({ within, above, lists }: Terms, guarded: boolean): Place[] => [
  { kind: 'column', column: within },
  { kind: 'column', column: above },
  ...(guarded ? [{ kind: 'gids', through: lists } as const] : []),
]

/** The texts of a plan with these places; null where what it shows depends on too much. */
export function textsOf(plan: Plan, name: string, terms: Terms, guarded: boolean): Texts | null {
  if (!isSteady(plan, terms.above)) return null
  const kindOf = ({ actor, publicUrl, enabled }: Context) =>
    `${name} ${actor.gid} ${publicUrl} ${enabled.size > 0 ? [...enabled].join() : ''}`
  return {
    find(gid, context) {
      const found = context.reader.near.get(kindOf(context), gid) as Text | undefined
      return found !== undefined && (!guarded || isOpen(found.door, context)) ? found : undefined
    },
    keep(row, { text, cost, on }, context, since) {
      if (row[ABOVE] !== null || !isSteadyRow(plan, row)) return undefined
      const { near } = context.reader
      const [gid, workspace] = [row[0] as number, row[WORKSPACE] as number]
      const lists = guarded ? (row[LISTS] as number[]) : []
      const depends = [...new Set([gid, workspace, context.actor.gid, ...lists, ...on])]
      const put = (door: Text['door']) =>
        near.put(kindOf(context), gid, { text, cost, door }, depends, since, BYTES_OF_CHARACTER * text.length)
      return doorOf(context, workspace, lists).then(door => (door ? put(guarded ? door : null) : undefined))
    },
  }
}

const isOpen = (door: Text['door'], { reader, actor }: Context): boolean =>
  door !== null && (levelNear(reader, actor.gid, door[0], door[1]) ?? 0) > 0

/**
 * By what a reader sees an object that they were shown, in one of its lists or beside them; null for guests: what they see
 * depends on whom they work with.
 */
async function doorOf({ reader, actor }: Context, workspace: number, lists: number[]): Promise<Text['door']> {
  const me = actor.gid
  await levelsNear(reader, me, 'known_person', [me])
  if (levelNear(reader, me, 'known_person', me) === undefined) return null
  const levels = await levelsNear(reader, me, 'project', lists)
  const list = lists.find(gid => (levels.get(gid) ?? 0) > 0)
  if (list !== undefined) return ['project', list]
  await levelsNear(reader, me, 'workspace', [workspace])
  return ['workspace', workspace]
}

/** Whether a text of a plan depends on objects that it names, of those rows of which `isSteadyRow` says so. */
function isSteady({ shape, edges, computed }: Plan, above: string): boolean {
  return (
    computed.every(({ field }) => field.steady !== undefined) &&
    shape.places.every(place => isSteadyPlace(place, above)) &&
    edges.every(edge => {
      if (edge.kind === 'near') return edge.plans.every(isSteadyAlways)
      if (edge.kind === 'values') return isSteady(edge.part, above)
      return edge.form === 'one' || (edge.form === 'parts' && isSteady(edge.plan, above))
    })
  )
}

/** What leads above is steady too: it leads nowhere where a text is kept. */
const isSteadyPlace = (place: Place, above: string): boolean =>
  place.kind === 'one'
    ? place.column === above
    : place.kind === 'parts'
      ? place.far.places.every(far => far.kind === 'column' || far.kind === 'gids')
      : place.kind === 'column' || place.kind === 'gids' || place.kind === 'values'

const isSteadyAlways = ({ computed, edges }: Plan): boolean =>
  computed.every(({ field }) => field.steady === true) &&
  edges.every(edge => edge.kind === 'near' && edge.plans.every(isSteadyAlways))

function isSteadyRow({ computed, edges }: Plan, row: Row): boolean {
  for (const { field, needs } of computed) {
    if (field.steady === true) continue
    const named: Named = { gid: row[0] as number }
    for (const [column, place] of needs) named[column] = row[place]
    if (!field.steady?.(named)) return false
  }
  return edges.every(
    edge => edge.kind !== 'values' || (row[edge.at] as Row[]).every(part => isSteadyRow(edge.part, part)),
  )
}
