/**
 * Reads a multipart body. A file is a stream, which its receiver reads while the request arrives; nothing of it is
 * buffered.
 *
 * Invariants:
 * - At most `MAX_FIELD_BYTES` of fields, `MAX_PARTS` parts and `MAX_BYTES` in all are read.
 * - The promise settles only after the receiver of a file has settled, also when the connection breaks.
 */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { malformed, tooLarge, unreadable } from '../../lib/errors.ts'
import { MAX_FILE_BYTES } from '../files/uploads.ts'
import type { FormReader } from '../request.ts'
import { parseDisposition } from './disposition.ts'

const MAX_PARTS = 20
const MAX_FIELD_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 8 * 1024

/** The bytes of a file that wait for its receiver: one chunk of the connection, because reading several copies them. */
const PART_BUFFER_BYTES = 64 * 1024

/** A file, and what surrounds it. */
const MAX_BYTES = MAX_FILE_BYTES + 1024 * 1024

const MULTIPART = /^\s*multipart\/form-data\s*(?:;|$)/i
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i

/** The reader of a multipart body; undefined for any other body. Throws 400 when it has no boundary. */
export function formReaderOf(request: IncomingMessage): FormReader | undefined {
  const type = request.headers['content-type']
  if (type === undefined || !MULTIPART.test(type)) return undefined
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformedForm()
  return onFile => new FormReading(request, boundary, onFile).result
}

const malformedForm = () => malformed('Could not parse request data, invalid multipart form', 'unreadable-body')

type PartStream = Readable & { on(event: 'header', listener: (header: Record<string, string[]>) => void): PartStream }

/** The reading of one body. */
class FormReading {
  readonly result: Promise<Record<string, string>>
  readonly #request: IncomingMessage
  readonly #dicer: Dicer
  readonly #onFile: Parameters<FormReader>[0]
  readonly #fields: Record<string, string> = Object.create(null)
  /** The ends of fields, which a failed reading does not wait for: it stops before them. */
  readonly #fieldEnds: Promise<void>[] = []
  readonly #receivers: Promise<unknown>[] = []
  readonly #settle: { resolve(fields: Record<string, string>): void; reject(error: unknown): void }
  #file: Readable | undefined
  #parts = 0
  #fieldBytes = 0
  #bytes = 0
  #isComplete = false
  #hasFailed = false

  constructor(request: IncomingMessage, boundary: string, onFile: Parameters<FormReader>[0]) {
    this.#request = request
    this.#onFile = onFile
    const limits = { maxHeaderPairs: MAX_PARTS, maxHeaderSize: MAX_HEADER_BYTES, partHwm: PART_BUFFER_BYTES }
    this.#dicer = new Dicer({ boundary, ...limits } as Dicer.Config)
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, string>>()
    this.result = promise
    this.#settle = { resolve, reject }
    this.#dicer.on('part', (part: PartStream) => this.#readPart(part))
    this.#dicer.on('error', () => this.#fail(malformedForm()))
    this.#dicer.on('finish', () => {
      this.#isComplete = true
      request.resume()
    })
    this.#dicer.on('drain', () => request.resume())
    if (Number(request.headers['content-length']) > MAX_BYTES) this.#fail(tooLarge(MAX_FILE_BYTES))
    else request.on('data', this.#take).once('end', this.#end).once('error', this.#abort).once('close', this.#abort)
  }

  readonly #take = (chunk: Buffer): void => {
    this.#bytes += chunk.length
    if (this.#bytes > MAX_BYTES) return void this.#fail(tooLarge(MAX_FILE_BYTES))
    // Bytes after the last part are discarded.
    if (!this.#isComplete && !this.#dicer.write(chunk)) this.#request.pause()
  }

  readonly #abort = (): void => this.#fail(unreadable())

  readonly #end = (): void => {
    this.#removeListeners()
    const declared = Number(this.#request.headers['content-length'])
    if (!Number.isNaN(declared) && declared !== this.#bytes) return void this.#fail(unreadable())
    if (this.#isComplete) return void this.#finish()
    this.#dicer.once('finish', () => this.#finish())
    this.#dicer.end()
  }

  #finish(): void {
    if (this.#hasFailed) return
    this.#removeListeners()
    Promise.all([...this.#fieldEnds, ...this.#receivers]).then(
      () => this.#settle.resolve(this.#fields),
      error => this.#settle.reject(error),
    )
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#removeListeners()
    this.#request.pause()
    this.#file?.destroy(error as Error)
    Promise.allSettled(this.#receivers).then(() => this.#settle.reject(error))
  }

  #removeListeners(): void {
    this.#request.off('data', this.#take).off('end', this.#end).off('error', this.#abort).off('close', this.#abort)
    // The connection can still break.
    this.#request.on('error', () => undefined)
  }

  #readPart(part: PartStream): void {
    part.on('error', () => undefined)
    if (this.#hasFailed || ++this.#parts > MAX_PARTS) return void this.#fail(malformedForm())
    part.on('header', header => {
      const disposition = parseDisposition(header['content-disposition']?.[0])
      if (!disposition) return void this.#fail(malformedForm())
      const { name, fileName } = disposition
      if (fileName === undefined) return void this.#readField(name, part)
      // A form in which the person chose no file has an empty one.
      if (fileName === '') return void part.resume()
      this.#readFile(part, { field: name, name: fileName, type: header['content-type']?.[0], stream: part })
    })
  }

  #readField(name: string, part: Readable): void {
    const chunks: Buffer[] = []
    part.on('data', (chunk: Buffer) => {
      this.#fieldBytes += chunk.length
      if (this.#fieldBytes > MAX_FIELD_BYTES) return void this.#fail(tooLarge(MAX_FIELD_BYTES))
      chunks.push(chunk)
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    part.once('end', () => {
      this.#fields[name] = Buffer.concat(chunks).toString('utf8')
      resolve()
    })
    part.once('close', resolve)
    this.#fieldEnds.push(promise)
  }

  #readFile(part: Readable, file: Parameters<Parameters<FormReader>[0]>[0]): void {
    this.#file = part
    const receiving = this.#onFile(file, { ...this.#fields })
    receiving.catch(error => this.#fail(error))
    this.#receivers.push(receiving)
  }
}
