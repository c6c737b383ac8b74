/** The encoding of a long response that consists of many texts. */

/** A longer text is not joined with others, because that would copy it, into two bytes a character if any has them. */
const MAX_JOINED_CHARACTERS = 200

/** Encodes texts as one text. */
export function encodeTexts(texts: Iterable<string>): Buffer {
  const parts: string[] = []
  let joined = ''
  for (const text of texts) {
    if (text.length <= MAX_JOINED_CHARACTERS) joined += text
    else {
      parts.push(joined, text)
      joined = ''
    }
  }
  parts.push(joined)
  let bytes = 0
  for (const part of parts) bytes += Buffer.byteLength(part)
  const encoded = Buffer.allocUnsafe(bytes)
  let at = 0
  for (const part of parts) at += encoded.write(part, at)
  return encoded
}
