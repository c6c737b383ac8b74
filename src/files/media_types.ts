/**
 * Media types of uploaded files. Browsers only show types that cannot run as a page or a script of this server; all
 * others are downloaded as bytes.
 */
import { isType } from './files.ts'

/** The type of a file of which nothing is known. */
const BYTES = 'application/octet-stream'

/** The types that browsers show, by the end of the file name. */
const shownByEnd: Record<string, string> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  ...{ avif: 'image/avif', bmp: 'image/bmp', pdf: 'application/pdf', txt: 'text/plain', log: 'text/plain' },
  ...{ mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg', wav: 'audio/wav', flac: 'audio/flac' },
  ...{ mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' },
}

const shown: ReadonlySet<string> = new Set(Object.values(shownByEnd))

const withoutParameters = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The type to store: what the client declared, or what follows from the name if that says nothing. */
export function typeOf(declared: string | undefined, name: string): string {
  const plain = withoutParameters(declared ?? '')
  if (isType(plain) && plain !== BYTES) return plain
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (Object.hasOwn(shownByEnd, end) && shownByEnd[end]) || BYTES
}

/** Whether browsers may show a file of this type. */
export const isShown = (type: string): boolean => shown.has(withoutParameters(type))

/** The type that a download has: its own if browsers may show it. */
export function servedType(type: string): string {
  const plain = withoutParameters(type)
  if (!shown.has(plain)) return BYTES
  return plain === 'text/plain' ? 'text/plain; charset=utf-8' : plain
}
