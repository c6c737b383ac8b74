/**
 * Caches the JSON of objects, to answer the same request again.
 *
 * Invariants:
 * - Every object whose change can alter the JSON is among its dependencies; otherwise the JSON is not cached.
 * - A reader gets cached JSON only if an access check passes: a list or workspace on which they have a right at that
 *   time.
 */
import { BYTES_OF_CHARACTER, flat } from '../lib/flat.ts'
import type { Place } from '../store/queries/select.ts'
import type { Context, Row as Named } from '../vocabulary/field.ts'
import type { Texts as Terms } from '../vocabulary/resource.ts'
import { type Door, isBelow, isOpen } from './doors.ts'
import type { Plan } from './plan.ts'
import type { Presented } from './present.ts'
import type { Row } from './show.ts'

interface Text {
  text: string
  cost: number
  /** The check by which the reader sees the object; null if the operation has already checked access. */
  door: Door | null
}

/** The cached JSON of one plan. */
export interface Texts {
  /** The cache key for a reader. Computed once for each response, because it is long. */
  kindOf(context: Context): string
  find(kind: string, gid: number, context: Context): Pick<Text, 'text' | 'cost'> | undefined
  /** Caches the JSON of a row that was loaded after `since`, with its dependencies. */
  keep(kind: string, row: Row, shown: Presented, door: Door | null, context: Context, since: number): void
}

/**
 * Objects that were shown recently. The JSON of an object is cached on its second use, because a single use does not
 * repay the cost.
 */
export class Recent extends Set<number> {
  /** Records an object. Returns whether it was recorded before. */
  again(gid: number): boolean {
    if (this.has(gid)) return true
    if (this.size >= MOST_RECENT) this.clear()
    this.add(gid)
    return false
  }
}

const MOST_RECENT = 100_000

/** The cache of a plan that loads the slots for access checks; null if its JSON depends on too much. */
export function textsOf(plan: Plan, name: string, terms: Terms, recent: Recent): Texts | null {
  if (!isSteady(plan, terms.above)) return null
  return {
    kindOf: ({ actor, publicUrl, enabled }) =>
      flat(`${name} ${actor.gid} ${publicUrl} ${enabled.size > 0 ? [...enabled].join() : ''}`),
    find(kind, gid, context) {
      const found = context.reader.cache.get(kind, gid) as Text | undefined
      return found !== undefined && (found.door === null || isOpen(found.door, context)) ? found : undefined
    },
    keep(kind, row, { text, cost, on }, door, context, since) {
      if (!recent.again(row[0] as number) || isBelow(row) || !isSteadyRow(plan, row)) return
      const kept: Text = { text, cost, door }
      const bytes = BYTES_OF_CHARACTER * text.length
      context.reader.cache.set(kind, row[0] as number, kept, on, since, bytes)
    },
  }
}

/** Whether the JSON of a plan depends only on the objects that it names, for the rows that pass `isCacheableRow`. */
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

/** The slot of the parent is cacheable too: it is null in rows whose JSON is cached. */
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
  for (const { field, needs, when } of computed) {
    if (field.steady === true || (when && !when.among.includes(row[when.at]))) continue
    const named: Named = { gid: row[0] as number }
    for (const [column, place] of needs) named[column] = row[place]
    if (!field.steady?.(named)) return false
  }
  return edges.every(
    edge => edge.kind !== 'values' || (row[edge.at] as Row[]).every(part => isSteadyRow(edge.part, part)),
  )
}
