/** The photo of a person on the wire: one file, under the addresses of all sizes. */
import { parsePhoto } from '../../../store/queries/files/photos.ts'
import type { JsonShape, LoadMany } from '../../../vocabulary/field.ts'

export const photoShape: JsonShape = {
  image_21x21: true,
  image_27x27: true,
  image_36x36: true,
  image_60x60: true,
  image_128x128: true,
  image_1024x1024: true,
}

/** The keys of photos begin with this, so that no other file has the address of a photo. */
export const PHOTO_KEYS = 'photos/'

/** The paths of all photos begin with this. */
export const PHOTOS = '/-/photos/'

/** The path of the photo of a user, whose column describes it; null without a photo. A new photo has a new path. */
export function photoPath(user: number, column: unknown): string | null {
  const file = parsePhoto(column)
  return file ? `${PHOTOS}${user}/${file.key.slice(PHOTO_KEYS.length)}` : null
}

/** The addresses of photos; needs `photo`. */
export const photoUrls: LoadMany = (rows, { publicUrl }) =>
  rows.map(({ gid, photo }) => {
    const path = photoPath(gid, photo)
    return path && Object.fromEntries(Object.keys(photoShape).map(size => [size, publicUrl + path]))
  })
