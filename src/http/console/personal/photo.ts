/** The photo of the caller, which everyone sees who sees the caller. */
import { Readable } from 'node:stream'
import { imageHeader } from '../../../files/image_header.ts'
import { invalid, serviceUnavailable } from '../../../lib/errors.ts'
import { randomHex } from '../../../lib/secret.ts'
import { PHOTO_KEYS, photoPath } from '../../../resources/people/rules/photo.ts'
import { markChanged } from '../../../resources/personal/rules/marks.ts'
import { type PhotoFile, setPhoto } from '../../../store/queries/files/photos.ts'
import { reserveFile } from '../../../store/queries/files/unreferenced.ts'
import { type Console, type ConsoleRoute, sessionRoute } from '../route.ts'

const MAX_PHOTO_BYTES = 5 * 1024 * 1024
/** Each page of the app shows photos, so that a large image would cost every reader memory. */
const MAX_SIDE_PIXELS = 2048

/** The media type of an image that can be a photo, by its content. Throws 400. */
function photoType(bytes: Buffer): string {
  const header = imageHeader(bytes)
  if (!header) throw invalid('photo', 'Must be a PNG, JPEG, GIF or WebP image')
  if (Math.max(header.width, header.height) > MAX_SIDE_PIXELS) {
    throw invalid('photo', `Must be at most ${MAX_SIDE_PIXELS} × ${MAX_SIDE_PIXELS} pixels`)
  }
  return header.type
}

/** Stores the photo of a user; null deletes it. Returns its path. */
async function replacePhoto({ store }: Console, user: number, file: PhotoFile | null): Promise<string | null> {
  return store.write(async tx => {
    if (!(await setPhoto(tx, user, file))) throw serviceUnavailable(new Error('The file of the photo was removed.'))
    await markChanged(tx, user, 'preference')
    return photoPath(user, file && JSON.stringify(file))
  })
}

export const routes: ConsoleRoute[] = [
  sessionRoute('PUT', '/photo', {
    doc: 'Set the photo of the caller. The body is the image itself: PNG, JPEG, GIF or WebP, at most 2048 pixels wide and high. Returns its path.',
    takesBytes: true,
    maxBodyBytes: MAX_PHOTO_BYTES,
    async execute({ console, actor, bytes }) {
      const type = photoType(bytes)
      const file = { key: `${PHOTO_KEYS}${randomHex(16)}`, type, size: bytes.length }
      await console.store.write(tx => reserveFile(tx, file.key))
      try {
        await console.files.put(file.key, Readable.from([bytes]), file)
        return { data: { photo: await replacePhoto(console, actor.gid, file) } }
      } catch (error) {
        await console.uploads.discard(file.key)
        throw error
      }
    },
  }),
  sessionRoute('DELETE', '/photo', {
    doc: 'Delete the photo of the caller.',
    execute: async ({ console, actor }) => ({ data: { photo: await replacePhoto(console, actor.gid, null) } }),
  }),
]
