/**
 * Uploads: files in the storage before a transaction gives them to an attachment. A key is reserved first, so a job
 * removes the file if the process dies in between.
 */
import type { Readable } from 'node:stream'
import { type Files, TooManyBytes } from '../../files/files.ts'
import { newKey } from '../../files/keys.ts'
import { typeOf } from '../../files/media_types.ts'
import { invalid, tooLarge } from '../../lib/errors.ts'
import type { Store } from '../../store/db.ts'
import { discardFile, forgetFiles, reserveFile } from '../../store/queries/files/unreferenced.ts'
import { Upload } from '../../vocabulary/upload.ts'

// wire: contract: 100 MB
export const MAX_FILE_BYTES = 100 * 1024 * 1024

/** No file system has longer names. */
const MAX_NAME_CHARACTERS = 255

/** A file of a multipart body. */
export interface ReceivedFile {
  /** The name of the field. */
  field: string
  /** The name of the file, without a path. */
  name: string
  type: string | undefined
  stream: Readable
}

export interface Uploads {
  /** Stores a file. Throws 413 for a file that is too large. A failure leaves nothing. */
  receive(file: ReceivedFile): Promise<Upload>
  /** Removes an upload, unless an attachment has it. */
  discard(key: string): Promise<void>
}

export function createUploads({ store, files }: { store: Store; files: Files }): Uploads {
  const uploads: Uploads = {
    async receive({ field, name, type: declared, stream }) {
      if (name.length > MAX_NAME_CHARACTERS) {
        throw invalid(field, `The file name is too long (maximum ${MAX_NAME_CHARACTERS} characters)`)
      }
      const [key, type] = [newKey(), typeOf(declared, name)]
      await store.write(tx => reserveFile(tx, key))
      try {
        const size = await files.receive(key, stream, { type, maxBytes: MAX_FILE_BYTES })
        return new Upload({ key, name, type, size })
      } catch (error) {
        await uploads.discard(key)
        throw error instanceof TooManyBytes ? tooLarge(MAX_FILE_BYTES) : error
      }
    },
    async discard(key) {
      try {
        if (!(await store.write(tx => discardFile(tx, key)))) return
        await files.remove(key)
        await store.write(tx => forgetFiles(tx, [key]))
      } catch {
        // The job that removes files tries again.
      }
    },
  }
  return uploads
}
