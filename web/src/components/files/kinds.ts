/** What the app shows of a file, by its media type. Everything else is downloaded. */
import type { Attachment } from '../../data/attachments.ts'

export type ShownKind = 'image' | 'pdf' | 'video' | 'audio' | 'text' | 'link' | 'other'

/** Images without scripts: SVG is not among them. */
const RASTER = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/
const PLAIN = /^text\/(?:plain|csv|markdown)$/

export function kindOf({ media_type: type, resource_subtype }: Attachment): ShownKind {
  if (resource_subtype !== 'asana') return 'link'
  if (type === null) return 'other'
  if (RASTER.test(type)) return 'image'
  if (type === 'application/pdf') return 'pdf'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  return PLAIN.test(type) ? 'text' : 'other'
}
