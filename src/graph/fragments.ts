/**
 * Custom fields of tasks, as JSON. Most members of a custom field come from its definition. They are written once,
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
export function fieldPresenter(members: readonly JsonMember[], isOwn: (member: JsonMember) => boolean): ObjectWriter {
  let stretches: FieldSegment[] | undefined
  const plan = {}
  return (row, walk) => {
    stretches ??= segmentsOf(members, isOwn)
    walk.cost++
    const texts = walk.fragments(plan, row[0] as number, () => definedJson(stretches ?? [], row, walk))
    let text = ''
    let next = 0
    for (const stretch of stretches)
      text += 'own' in stretch ? write(stretch.own, row, walk, text === '') : texts[next++]
    return `${text}}`
  }
}

function segmentsOf(members: readonly JsonMember[], isOwn: (member: JsonMember) => boolean): FieldSegment[] {
  const stretches: FieldSegment[] = []
  for (const member of members) {
    const piece = memberWriter(member)
    const last = stretches.at(-1)
    if (isOwn(member)) stretches.push({ own: piece })
    else if (last && 'defined' in last) last.defined.push(piece)
    else stretches.push({ defined: [piece] })
  }
  return stretches
}

/** The JSON of each segment of the definition. */
function definedJson(stretches: readonly FieldSegment[], row: SlotRow, walk: Walk): string[] {
  const texts: string[] = []
  for (const stretch of stretches) {
    if ('own' in stretch) continue
    let text = ''
    for (const piece of stretch.defined) text += write(piece, row, walk, texts.length === 0 && text === '')
    texts.push(text)
  }
  return texts
}
