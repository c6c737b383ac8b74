/** A storage of files in the memory of the test. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { checkSize, type Files, limitSize, partOf } from '../../../src/files/files.ts'

interface MemoryFile {
  type: string
  content: Buffer
}

export interface MemoryFiles extends Files {
  /** The stored files, by key. */
  readonly stored: Map<string, MemoryFile>
}

export function memoryFiles(): MemoryFiles {
  const stored = new Map<string, MemoryFile>()
  return {
    stored,
    async put(key, stream, { type, size }) {
      stored.set(key, { type, content: await buffer(checkSize(stream, size)) })
    },
    async receive(key, stream, { type, maxBytes }) {
      const content = await buffer(limitSize(stream, maxBytes))
      stored.set(key, { type, content })
      return content.length
    },
    async get(key, range) {
      const found = stored.get(key)
      if (!found) return undefined
      const { type, content } = found
      const part = range && partOf(content.length, range)
      const shown = part ? content.subarray(part.first, part.last + 1) : content
      return { type, size: content.length, stream: Readable.from([shown]), ...(part && { part }) }
    },
    async remove(key) {
      stored.delete(key)
    },
  }
}
