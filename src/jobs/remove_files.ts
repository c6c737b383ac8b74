/** Removes files that no attachment refers to: uploads that were interrupted, and files of purged attachments. */
import type { Files } from '../files/files.ts'
import type { Clock } from '../lib/clock.ts'
import type { Store, Writer } from '../store/db.ts'
import {
  type DueFile,
  discardFile,
  dueFiles,
  forgetFiles,
  forgetReferenced,
} from '../store/queries/files/unreferenced.ts'
import type { JobKind } from './worker.ts'

const HOUR_MS = 60 * 60 * 1000
/** Files per transaction. */
const BATCH_FILES = 100

interface RemoveFilesOptions {
  store: Store
  clock: Clock
  files: Files
}

const isReferenced = ({ is_referenced }: DueFile) => is_referenced === 1

/** Discards files; returns the keys of those that no attachment has claimed since they were read. */
async function discardAll(tx: Writer, files: readonly DueFile[]): Promise<string[]> {
  const discarded: string[] = []
  for (const { key } of files) if (await discardFile(tx, key)) discarded.push(key)
  return discarded
}

/** Every hour, removes the files that are due. A failed removal is repeated with the next run. */
export const removeFiles = ({ store, clock, files }: RemoveFilesOptions): JobKind => ({
  intervalMs: HOUR_MS,
  async perform() {
    for (;;) {
      const found = await dueFiles(store.read, clock(), BATCH_FILES)
      if (found.length === 0) return undefined
      const [referenced, loose] = [found.filter(isReferenced), found.filter(file => !isReferenced(file))]
      // First the mark, so that no transaction can claim a file that is being removed.
      const discarded = await store.write(tx => discardAll(tx, loose))
      for (const key of discarded) await files.remove(key)
      await store.write(async tx => {
        await forgetFiles(tx, discarded)
        await forgetReferenced(tx, referenced)
      })
    }
  },
})
