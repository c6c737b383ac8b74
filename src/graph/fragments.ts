/**
 * Custom fields of objects, as JSON. Most members of a custom field come from its definition. They are written once,
 * cached with their dependencies, and combined with the members that come from the value.
 */
import type { Utf8 } from '../lib/strings.ts'
import type { CallerKind } from '../store/cache/caller_kinds.ts'
import {
  isShown,
  type JsonMember,
  type JsonPiece,
  type MemberWriter,
  memberWriter,
  type ObjectWriter,
  type SlotRow,
  type Walk,
  write,
} from './show.ts'

/**
 * Returns the writer of custom field rows; `isOwn` says which members come from the value. The first member is the gid
 * of the definition, whose JSON is cached as `kind`. Which members a row has depends on the definition alone.
 */
export function fieldWriter(
  members: readonly JsonMember[],
  isOwn: (member: JsonMember) => boolean,
  kind: CallerKind,
): ObjectWriter {
  let writers: [MemberWriter, isOwn: boolean][] | undefined
  return (row, walk) => {
    writers ??= members.map(member => [memberWriter(member), isOwn(member)])
    const { pieces, cost } = walk.pieces(kind, row[0] as number, () => piecesOf(writers ?? [], row, walk))
    walk.cost += 1 + cost
    let text = ''
    for (const piece of pieces) text += typeof piece === 'string' ? piece : write(piece, row, walk, false)
    return `${text}}` as Utf8
  }
}

/** The JSON of the definition, and the members of the value that are written between it. */
function piecesOf(writers: readonly [MemberWriter, isOwn: boolean][], row: SlotRow, walk: Walk): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let text = ''
  for (const [writer, isOwn] of writers) {
    if (!isShown(writer, row)) continue
    if (!isOwn) text += write(writer, row, walk, text === '' && pieces.length === 0)
    else {
      pieces.push(text, writer)
      text = ''
    }
  }
  return [...pieces, text]
}
