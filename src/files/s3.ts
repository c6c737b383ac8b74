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
import { checkedKey, checkedType, type Files, type Found, type Kind, measured, type Range } from './files.ts'

export interface Storage {
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
const PATIENCE = { PUT: 600_000, GET: 30_000, DELETE: 30_000 }

type Ask = (method: keyof typeof PATIENCE, url: string, sent?: Sent) => Promise<Response>

type Body = NonNullable<RequestInit['body']>

interface Sent {
  headers?: Record<string, string>
  body?: Body
  duplex?: 'half'
}

export function s3Files({ endpoint, bucket, clock, ...credentials }: Storage): Files {
  const { origin, protocol, hostname } = new URL(endpoint)
  if (protocol !== 'https:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) {
    throw new Error('A storage on another machine must be reached by https.')
  }
  const client = new AwsClient({ ...credentials, service: 's3' })
  const urlOf = (key: string) => `${origin}/${encodeURIComponent(bucket)}/${checkedKey(key)}`
  const ask: Ask = async (method, url, sent) => {
    const datetime = new Date(clock()).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const request = await client.sign(url, { method, redirect: 'manual', ...sent, aws: { datetime } })
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(new Error('The storage does not answer.')), PATIENCE[method])
    return fetch(request, { signal: end.signal }).finally(() => clearTimeout(timer))
  }
  return {
    put: async (key, stream, kind) => put(ask, urlOf(key), stream, kind),
    get: async (key, range) => get(ask, urlOf(key), range),
    async remove(key) {
      const answer = await ask('DELETE', urlOf(key)).catch(down)
      if (answer.ok) return void (await answer.body?.cancel())
      await refused(answer)
    },
  }
}

async function put(ask: Ask, url: string, stream: Readable, { type, size }: Kind): Promise<void> {
  const headers = { 'content-type': checkedType(type), 'content-length': String(size) }
  // An error of the stream fails the request too, and must not count as a failure of the storage.
  let fault: unknown
  const content = Readable.from(measured(stream, size)).once('error', error => {
    fault = error
  })
  const body = Readable.toWeb(content) as Body
  const answer = await ask('PUT', url, { headers, body, duplex: 'half' }).catch(error => {
    if (fault) throw fault
    return down(error)
  })
  if (!answer.ok) down(await saying(answer))
  await answer.body?.cancel()
}

async function get(ask: Ask, url: string, range?: Range): Promise<Found | undefined> {
  const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {}
  const answer = await ask('GET', url, { headers }).catch(down)
  if (!answer.ok) return refused(answer)
  const { body } = answer
  const part = answer.headers.get('content-range')
  if (range && part === null) down(new Error('The storage sent the whole file instead of a part.'))
  const size = Number(part === null ? answer.headers.get('content-length') : part.split('/')[1])
  const stream = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
  return { stream, size, type: answer.headers.get('content-type') ?? 'application/octet-stream' }
}

/** Returns undefined for a missing file, and throws every other error. */
async function refused(answer: Response): Promise<undefined> {
  const error = await saying(answer)
  if (error.message.endsWith(' NoSuchKey')) return undefined
  if (error.message.endsWith(' InvalidRange')) throw new RangeError(error.message)
  return down(error)
}

const down = (error: unknown): never => {
  throw serviceUnavailable(error)
}

/** The status and the error code of the storage, for the log. */
async function saying(answer: Response): Promise<Error> {
  const text = await answer.text().catch(() => '')
  return new Error(`The storage answers ${answer.status} ${/<Code>(\w+)</.exec(text)?.[1] ?? ''}`.trim())
}
