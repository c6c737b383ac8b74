/** Removes files that no attachment refers to: uploads that were interrupted, and files of purged attachments. */
import type { Files } from '../files/files.ts'
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/db.ts'
import { discardFile, dueFiles, forgetFiles } from '../store/queries/files/unreferenced.ts'
import type { JobKind } from './worker.ts'

const HOUR_MS = 60 * 60 * 1000
/** Files per transaction. */
const BATCH_FILES = 100

interface RemoveFilesOptions {
  store: Store
  clock: Clock
  files: Files
}

/** Every hour, removes the files that are due. A failed removal is repeated with the next run. */
export const removeFiles = ({ store, clock, files }: RemoveFilesOptions): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    for (;;) {
      const found = await dueFiles(store.read, clock(), BATCH_FILES)
      if (found.length === 0) return undefined
      const loose = found.filter(({ is_referenced }) => !is_referenced).map(({ key }) => key)
      // First the mark, so that no transaction can claim a file that is being removed.
      await store.write(async tx => {
        for (const key of loose) await discardFile(tx, key)
      })
      for (const key of loose) await files.remove(key)
      await store.write(tx =>
        forgetFiles(
          tx,
          found.map(({ key }) => key),
        ),
      )
    }
  },
})
