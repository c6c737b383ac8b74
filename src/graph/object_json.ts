/**
 * The JSON of an object: a text, or its UTF-8 once a response was sent from the JSON cache.
 *
 * Invariant: only one of the two is in memory, because the JSON cache counts one. It counts two bytes a character; UTF-8
 * takes more only if most characters are beyond U+07FF.
 */

/** Shorter texts are encoded with each response: that costs less than the memory of a buffer. */
export const LONG_TEXT_CHARACTERS = 1000

export class ObjectJson {
  #content: string | Buffer
  /** Whether the JSON cache has it, so that other responses may need it. */
  isCached = false

  constructor(text: string) {
    this.#content = text
  }

  get text(): string {
    const content = this.#content
    return typeof content === 'string' ? content : content.toString()
  }

  /** For a response: the UTF-8 of a long text that is cached, which is encoded only once. */
  get encoded(): string | Buffer {
    const content = this.#content
    if (this.isCached && typeof content === 'string' && content.length >= LONG_TEXT_CHARACTERS) {
      this.#content = utf8Of(content)
    }
    return this.#content
  }
}

/** `Buffer.from` would use memory that other buffers share, and that lasts as long as any of them. */
function utf8Of(text: string): Buffer {
  const buffer = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  buffer.write(text)
  return buffer
}
