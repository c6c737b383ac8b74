/**
 * Texts that were shown are kept, to be shown again. What must always hold: whatever could make another text of the same
 * request is among the objects on which a text depends, or the text is not kept. A reader who is not known to see an
 * object is shown a text of it only through a door: a list or workspace on which they have a right at that moment.
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
  /** By what the reader sees the object; null where nobody has asked. */
  door: Door | null
}

/** The texts of one plan. */
export interface Texts {
  /** The name under which they are kept for a reader: made once for each answer, because it is long. */
  kindOf(context: Context): string
  find(kind: string, gid: number, context: Context): Pick<Text, 'text' | 'cost'> | undefined
  /** Keeps what was shown of a row that was loaded after `since`, with all that it depends on. */
  keep(kind: string, row: Row, shown: Presented, door: Door | null, context: Context, since: number): void
}

/** Objects that were shown lately. A text that is asked for once is not worth what it takes to keep it. */
export class Recent extends Set<number> {
  /** Notes an object. Answers whether it was shown before. */
  again(gid: number): boolean {
    if (this.has(gid)) return true
    if (this.size >= MOST_RECENT) this.clear()
    this.add(gid)
    return false
  }
}

const MOST_RECENT = 100_000

/** The texts of a plan that loads its places; null where what it shows depends on too much. */
export function textsOf(plan: Plan, name: string, terms: Terms, recent: Recent): Texts | null {
  if (!isSteady(plan, terms.above)) return null
  return {
    kindOf: ({ actor, publicUrl, enabled }) =>
      flat(`${name} ${actor.gid} ${publicUrl} ${enabled.size > 0 ? [...enabled].join() : ''}`),
    find(kind, gid, context) {
      const found = context.reader.near.get(kind, gid) as Text | undefined
      return found !== undefined && (found.door === null || isOpen(found.door, context)) ? found : undefined
    },
    keep(kind, row, { text, cost, on }, door, context, since) {
      if (!recent.again(row[0] as number) || isBelow(row) || !isSteadyRow(plan, row)) return
      const kept: Text = { text, cost, door }
      const bytes = BYTES_OF_CHARACTER * text.length
      context.reader.near.put(kind, row[0] as number, kept, on, since, bytes)
    },
  }
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
