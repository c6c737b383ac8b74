/** Positions in lists of the web app, with anchors of any type, which the web app sends as text. */
import { unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import type { RankPosition } from '../../../store/queries/order.ts'
import { parsePosition } from '../../work/rules/position.ts'

interface PositionText {
  insert_before?: string | null | undefined
  insert_after?: string | null | undefined
}

const anchorIn = (at: keyof PositionText, text: string | null | undefined): number | null | undefined => {
  if (text === undefined || text === null) return text
  const gid = parseGid(text)
  if (gid === undefined) throw unrecognized(at, text)
  return gid
}

/** The requested position; undefined without one. Throws 400. */
export const positionIn = (given: PositionText): RankPosition | undefined =>
  parsePosition({
    insert_before: anchorIn('insert_before', given.insert_before),
    insert_after: anchorIn('insert_after', given.insert_after),
  })
