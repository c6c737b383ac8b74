/** The photo of the person: made small in the browser, which also removes what cameras write into files. */
import { call } from './call.ts'

/** The server takes larger ones; the largest picture in the app has half of these pixels. */
const SIDE_PIXELS = 256
const QUALITY = 0.9

/** The types that the server takes, for file fields. */
export const PHOTO_TYPES = 'image/png,image/jpeg,image/webp,image/gif'

/** The middle of an image as a small square. Throws for a file that is no image. */
async function toSquare(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new Error('The browser cannot read this file as an image.')
  })
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PIXELS
  canvas.height = SIDE_PIXELS
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  const from = [(image.width - side) / 2, (image.height - side) / 2, side, side] as const
  context?.drawImage(image, ...from, 0, 0, SIDE_PIXELS, SIDE_PIXELS)
  image.close()
  return new Promise((resolve, reject) =>
    // A browser without WebP writes PNG.
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser cannot scale this image.'))),
      'image/webp',
      QUALITY,
    ),
  )
}

/** Scales a photo and stores it on the server. */
export const uploadPhoto = async (file: Blob): Promise<unknown> => call('PUT', '/-/photo', await toSquare(file))

export const deletePhoto = (): Promise<unknown> => call('DELETE', '/-/photo')
