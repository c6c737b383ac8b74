/**
 * Moves an installation from one location to another, while no server uses either. The source stays as it is, except for
 * a mark with the new location: programs that still use the source refuse it, instead of writing there.
 */
import { resolve } from 'node:path'
import { causeOf } from '../../lib/errors.ts'
import type { Sum } from './compare.ts'
import { MOVED_TO, note } from './note.ts'
import { openSource, openTarget, type Place, placeNamed } from './places.ts'
import { NotCopied } from './side.ts'
import { filled, type Watch } from './transfer.ts'

const named = (place: Place) => ('folder' in place ? resolve(place.folder) : placeNamed(place))

/** Returns the checksums of the moved tables. Throws TransferRefused. A move that was killed can be resumed. */
export async function move(from: Place, to: Place, watch: Watch): Promise<Sum[]> {
  if (named(from) === named(to)) throw new NotCopied('The source and the target are the same: name two locations.')
  const source = await openSource(from)
  try {
    const sums = await filled(source, await openTarget(to), watch)
    await mark(from, to)
    return sums
  } finally {
    await source.close()
  }
}

async function mark(from: Place, to: Place): Promise<void> {
  const place = 'folder' in to ? { folder: resolve(to.folder) } : to
  await note(from, MOVED_TO, placeNamed(place)).catch(error => {
    const text = `Everything is in ${placeNamed(to)} now, but ${placeNamed(from)} could not be marked as moved`
    throw new NotCopied(`${text} (${(causeOf(error) as Error).message}): do not serve it again.`, { cause: error })
  })
}
