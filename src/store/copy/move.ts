/** Moves an installation from one place to another. The first is left as it is, and nobody serves either meanwhile. */
import { resolve } from 'node:path'
import type { Sum } from './compare.ts'
import { openSource, openTarget, type Place, placeNamed } from './places.ts'
import { NotCopied } from './side.ts'
import { filled, type Watch } from './transfer.ts'

const named = (place: Place) => ('folder' in place ? resolve(place.folder) : placeNamed(place))

/** Answers what is in both places then. Throws NotCopied. Killed at any point, the same move goes on where it was. */
export async function move(from: Place, to: Place, watch: Watch): Promise<Sum[]> {
  if (named(from) === named(to)) throw new NotCopied('Both places are the same: name two.')
  const source = await openSource(from)
  try {
    return await filled(source, await openTarget(to), watch)
  } finally {
    await source.close()
  }
}
