/**
 * Moves an installation from one location to another, while no server uses either. The source stays as it is, except for
 * a mark with the new location: programs that still use the source refuse it, instead of writing there.
 */
import { resolve } from 'node:path'
import { causeOf } from '../../lib/errors.ts'
import type { Checksum } from './compare.ts'
import { type DataLocation, locationName, openSource, openTarget } from './location.ts'
import { MOVED_TO, writeSetting } from './setting.ts'
import { TransferRefused } from './source.ts'
import { fillAndClose, type TransferObserver } from './transfer.ts'

const resolvedName = (location: DataLocation) =>
  'folder' in location ? resolve(location.folder) : locationName(location)

/** Returns the checksums of the moved tables. Throws TransferRefused. A move that was killed can be resumed. */
export async function move(from: DataLocation, to: DataLocation, observer: TransferObserver): Promise<Checksum[]> {
  if (resolvedName(from) === resolvedName(to))
    throw new TransferRefused('The source and the target are the same: name two locations.')
  const source = await openSource(from)
  try {
    const checksums = await fillAndClose(source, await openTarget(to), observer)
    await markMoved(from, to)
    return checksums
  } finally {
    await source.close()
  }
}

async function markMoved(from: DataLocation, to: DataLocation): Promise<void> {
  const location = 'folder' in to ? { folder: resolve(to.folder) } : to
  await writeSetting(from, MOVED_TO, locationName(location)).catch(error => {
    const text = `Everything is in ${locationName(to)} now, but ${locationName(from)} could not be marked as moved`
    throw new TransferRefused(`${text} (${(causeOf(error) as Error).message}): do not serve it again.`, {
      cause: error,
    })
  })
}
