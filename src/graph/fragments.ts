/**
 * Custom fields of tasks, as JSON. Most of what is shown of one comes from its definition: that is written once, kept near
 * with what it depends on, and put around what comes from the value.
 */
import { type Member, type Piece, type Present, pieceOf, type Row, type Walk, write } from './show.ts'

/** Members that follow each other and come from the definition, or one that comes from the value. */
type Stretch = { defined: Piece[] } | { own: Piece }

/**
 * Shows the rows of custom fields that `isOwn` says of which members they come from the value. The first member is the
 * gid, which names the definition.
 */
export function fieldPresenter(members: readonly Member[], isOwn: (member: Member) => boolean): Present {
  let stretches: Stretch[] | undefined
  const plan = {}
  return (row, walk) => {
    stretches ??= stretchesOf(members, isOwn)
    walk.cost++
    const texts = walk.fragments(plan, row[0] as number, () => definedTexts(stretches ?? [], row, walk))
    let text = ''
    let next = 0
    for (const stretch of stretches)
      text += 'own' in stretch ? write(stretch.own, row, walk, text === '') : texts[next++]
    return `${text}}`
  }
}

function stretchesOf(members: readonly Member[], isOwn: (member: Member) => boolean): Stretch[] {
  const stretches: Stretch[] = []
  for (const member of members) {
    const piece = pieceOf(member)
    const last = stretches.at(-1)
    if (isOwn(member)) stretches.push({ own: piece })
    else if (last && 'defined' in last) last.defined.push(piece)
    else stretches.push({ defined: [piece] })
  }
  return stretches
}

/** What each stretch of the definition shows. */
function definedTexts(stretches: readonly Stretch[], row: Row, walk: Walk): string[] {
  const texts: string[] = []
  for (const stretch of stretches) {
    if ('own' in stretch) continue
    let text = ''
    for (const piece of stretch.defined) text += write(piece, row, walk, texts.length === 0 && text === '')
    texts.push(text)
  }
  return texts
}
