/**
 * Files in a storage with the S3 API of any vendor, with the bucket in the path.
 * Invariants:
 * - contents are not signed, so a connection over a network uses TLS;
 * - no error contains the secret.
 */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Clock } from '../lib/clock.ts'
import { serviceUnavailable } from '../lib/errors.ts'
import {
  checkedKey,
  checkedType,
  checkSize,
  type FileDescription,
  type Files,
  limitSize,
  type RequestedRange,
  type StoredFile,
} from './files.ts'
import { spool } from './spool.ts'

export interface S3Options {
  /** The origin, such as `https://s3.example.com`; without TLS only on this machine. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** A storage refuses requests whose time differs by more than 15 minutes. */
  clock: Clock
}

/** Milliseconds until the response begins; that to an upload begins after all of it was sent. */
const TIMEOUTS_MS = { PUT: 600_000, GET: 30_000, DELETE: 30_000 }

type RequestSender = (method: keyof typeof TIMEOUTS_MS, url: string, content?: RequestContent) => Promise<Response>

type S3Body = NonNullable<RequestInit['body']>

interface RequestContent {
  headers?: Record<string, string>
  body?: S3Body
  duplex?: 'half'
}

export function s3Files({ endpoint, bucket, clock, ...credentials }: S3Options): Files {
  const { origin, protocol, hostname } = new URL(endpoint)
  if (protocol !== 'https:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) {
    throw new Error('A storage on another machine must be reached by https.')
  }
  const client = new AwsClient({ ...credentials, service: 's3' })
  const urlOf = (key: string) => `${origin}/${encodeURIComponent(bucket)}/${checkedKey(key)}`
  const send: RequestSender = async (method, url, content) => {
    const datetime = new Date(clock()).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const request = await client.sign(url, { method, redirect: 'manual', ...content, aws: { datetime } })
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new Error('The storage does not answer.')), TIMEOUTS_MS[method])
    return fetch(request, { signal: controller.signal }).finally(() => clearTimeout(timer))
  }
  return {
    put: async (key, stream, description) => put(send, urlOf(key), stream, description),
    // A storage must know the length before the content.
    receive: (key, stream, { type, maxBytes }) =>
      spool(limitSize(stream, maxBytes), async (content, size) => {
        await put(send, urlOf(key), content, { type, size })
        return size
      }),
    get: async (key, range) => get(send, urlOf(key), range),
    async remove(key) {
      const response = await send('DELETE', urlOf(key)).catch(throwUnavailable)
      if (response.ok) return void (await response.body?.cancel())
      await throwUnlessMissing(response)
    },
  }
}

async function put(send: RequestSender, url: string, stream: Readable, { type, size }: FileDescription): Promise<void> {
  const headers = { 'content-type': checkedType(type), 'content-length': String(size) }
  // An error of the stream fails the request too, and must not count as a failure of the storage.
  let streamError: unknown
  const content = Readable.from(checkSize(stream, size)).once('error', error => {
    streamError = error
  })
  const body = Readable.toWeb(content) as S3Body
  const response = await send('PUT', url, { headers, body, duplex: 'half' }).catch(error => {
    if (streamError) throw streamError
    return throwUnavailable(error)
  })
  if (!response.ok) throwUnavailable(await storageError(response))
  await response.body?.cancel()
}

async function get(send: RequestSender, url: string, range?: RequestedRange): Promise<StoredFile | undefined> {
  const headers: Record<string, string> = range ? { range: `bytes=${range.first ?? ''}-${range.last ?? ''}` } : {}
  const response = await send('GET', url, { headers }).catch(throwUnavailable)
  if (!response.ok) return throwUnlessMissing(response)
  const { body } = response
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '')
  if (range && part === null) throwUnavailable(new Error('The storage sent the whole file instead of a part.'))
  const size = Number(part === null ? response.headers.get('content-length') : part[3])
  const stream = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
  return {
    ...{ stream, size, type: response.headers.get('content-type') ?? 'application/octet-stream' },
    ...(part && { part: { first: Number(part[1]), last: Number(part[2]) } }),
  }
}

/** Returns undefined for a missing file, and throws every other error. */
async function throwUnlessMissing(response: Response): Promise<undefined> {
  const error = await storageError(response)
  if (error.message.endsWith(' NoSuchKey')) return undefined
  if (error.message.endsWith(' InvalidRange')) throw new RangeError(error.message)
  return throwUnavailable(error)
}

const throwUnavailable = (error: unknown): never => {
  throw serviceUnavailable(error)
}

/** The status and the error code of the storage, for the log. */
async function storageError(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '')
  return new Error(`The storage answers ${response.status} ${/<Code>(\w+)</.exec(text)?.[1] ?? ''}`.trim())
}
