/**
 * Custom fields of objects, as JSON. Most members of a custom field come from its definition. They are written once,
 * cached with their dependencies, and combined with the members that come from the value.
 */
import {
  type JsonMember,
  type MemberWriter,
  memberWriter,
  type ObjectWriter,
  type SlotRow,
  type Walk,
  write,
} from './show.ts'

/** Consecutive members that come from the definition, or one member that comes from the value. */
type FieldSegment = { defined: MemberWriter[] } | { own: MemberWriter }

/**
 * Returns the writer of custom field rows; `isOwn` says which members come from the value. The first member is the gid
 * of the definition.
 */
export function fieldWriter(members: readonly JsonMember[], isOwn: (member: JsonMember) => boolean): ObjectWriter {
  let segments: FieldSegment[] | undefined
  const plan = {}
  return (row, walk) => {
    segments ??= segmentsOf(members, isOwn)
    walk.cost++
    const texts = walk.fragments(plan, row[0] as number, () => definedJson(segments ?? [], row, walk))
    let text = ''
    let next = 0
    for (const segment of segments)
      text += 'own' in segment ? write(segment.own, row, walk, text === '') : texts[next++]
    return `${text}}`
  }
}

function segmentsOf(members: readonly JsonMember[], isOwn: (member: JsonMember) => boolean): FieldSegment[] {
  const segments: FieldSegment[] = []
  for (const member of members) {
    const piece = memberWriter(member)
    const last = segments.at(-1)
    if (isOwn(member)) segments.push({ own: piece })
    else if (last && 'defined' in last) last.defined.push(piece)
    else segments.push({ defined: [piece] })
  }
  return segments
}

/** The JSON of each segment of the definition. */
function definedJson(segments: readonly FieldSegment[], row: SlotRow, walk: Walk): string[] {
  const texts: string[] = []
  for (const segment of segments) {
    if ('own' in segment) continue
    let text = ''
    for (const piece of segment.defined) text += write(piece, row, walk, texts.length === 0 && text === '')
    texts.push(text)
  }
  return texts
}
