/**
 * A small S3 server for tests. It checks each signature by the published rules, implemented here with hash functions
 * only: it shares no code with the signing library.
 */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const ACCOUNT = { accessKeyId: 'TESTKEY', secretAccessKey: 'test/secret+of=tests', region: 'eu-north-1' }
export const BUCKET = 'files'

interface StoredObject {
  content: Buffer
  type: string
}

export interface S3Server {
  endpoint: string
  /** The stored objects, by path. */
  objects: Map<string, StoredObject>
  /** The requests: method, path, and headers. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  /** The error that it answers to every request, if not null. */
  fault: { status: number; code: string } | null
  close(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const server = createServer((request, response) => {
    answer(s3, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const s3: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    requests: [],
    fault: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return s3
}

async function answer(s3: S3Server, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url: path = '', headers } = request
  s3.requests.push({ method, path, headers })
  const refuse = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
  if (s3.fault) return refuse(s3.fault.status, s3.fault.code)
  if (headers.authorization !== expectedAuthorization(request)) return refuse(403, 'SignatureDoesNotMatch')
  if (!path.startsWith(`/${BUCKET}/`)) return refuse(404, 'NoSuchBucket')
  if (method === 'PUT') {
    if (headers['content-length'] === undefined) return refuse(411, 'MissingContentLength')
    s3.objects.set(path, { content: await buffer(request), type: headers['content-type'] ?? '' })
    return response.end()
  }
  if (method === 'DELETE') {
    s3.objects.delete(path)
    return response.writeHead(204).end()
  }
  const found = s3.objects.get(path)
  if (!found) return refuse(404, 'NoSuchKey')
  send(found, headers.range, response, refuse)
}

function send(
  found: StoredObject,
  range: string | undefined,
  response: ServerResponse,
  refuse: (s: number, c: string) => void,
) {
  const { content, type } = found
  response.setHeader('content-type', type)
  if (range === undefined) return response.end(content)
  const [first = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number)
  if (first >= content.length || last < first) return refuse(416, 'InvalidRange')
  const end = Math.min(last, content.length - 1)
  response.setHeader('content-range', `bytes ${first}-${end}/${content.length}`)
  response.writeHead(206).end(content.subarray(first, end + 1))
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The authorization that this request must have: signature version 4, without a query, with an unsigned payload. */
function expectedAuthorization({ method, url, headers }: IncomingMessage): string {
  const date = String(headers['x-amz-date'])
  const signed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  const lines = signed.map(name => `${name}:${headers[name]}`)
  const canonical = [method, url, '', ...lines, '', signed.join(';'), 'UNSIGNED-PAYLOAD'].join('\n')
  const day = date.slice(0, 8)
  const scope = `${day}/${ACCOUNT.region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = [day, ACCOUNT.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${ACCOUNT.secretAccessKey}`,
  )
  const signature = hmac(key, ['AWS4-HMAC-SHA256', date, scope, digest].join('\n')).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${ACCOUNT.accessKeyId}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`
}
