/** Recorded requests as an archive in the format HAR 1.2, which browsers and other tools open. */
import type { RecordedRequest } from '../../testing/recorded.ts'

const HTTP_VERSION = 'HTTP/1.1'

/** The archive of requests. `origin` is the address of the world. */
export const harOf = (requests: readonly RecordedRequest[], origin: string, version: string) => ({
  log: {
    version: '1.2',
    creator: { name: 'Workloom', version },
    entries: requests.map(request => entryOf(request, origin)),
  },
})

function entryOf(one: RecordedRequest, origin: string) {
  const { request, response } = one
  const query = Object.entries(one.query).flatMap(([name, value]) =>
    [value].flat().map(text => ({ name, value: text })),
  )
  const text = new URLSearchParams(query.map(({ name, value }): [string, string] => [name, value])).toString()
  const sent = textOf(request.body)
  return {
    startedDateTime: one.real_at,
    time: one.ms,
    request: {
      ...{ method: one.method, url: `${origin}${one.path}${text && `?${text}`}`, httpVersion: HTTP_VERSION },
      ...{ cookies: [], headers: listOf(request.headers), queryString: query, headersSize: -1 },
      bodySize: Buffer.byteLength(sent),
      ...(sent && { postData: { mimeType: request.headers['content-type'] ?? '', text: sent } }),
    },
    response: responseOf(one, textOf(response.body)),
    cache: {},
    timings: { send: 0, wait: one.ms, receive: 0 },
    ...(one.fault !== null && { comment: `fault ${one.fault}` }),
  }
}

/** A request without a response has the status 0. */
const responseOf = ({ status, response }: RecordedRequest, text: string) => ({
  ...{ status: status ?? 0, statusText: '', httpVersion: HTTP_VERSION, cookies: [], headers: listOf(response.headers) },
  content: { size: Buffer.byteLength(text), mimeType: response.headers['content-type'] ?? '', text },
  ...{ redirectURL: response.headers.location ?? '', headersSize: -1, bodySize: Buffer.byteLength(text) },
})

const listOf = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }))

function textOf(body: unknown): string {
  if (body === null) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}
