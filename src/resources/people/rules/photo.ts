/** The sizes of a photo on the wire, each with the address of the image. */
import type { JsonShape } from '../../../vocabulary/field.ts'

export const photoShape: JsonShape = {
  image_21x21: true,
  image_27x27: true,
  image_36x36: true,
  image_60x60: true,
  image_128x128: true,
  image_1024x1024: true,
}
